package hostlimit

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// MaxPause bounds how long a whole host is left alone on its own word.
const MaxPause = 5 * time.Minute

// HostLimiter admits requests. It remembers 10,000 hosts and forgets the least
// recently used that is idle. At most 1,000 requests of one principal and 10,000
// in all wait. It is safe for concurrent use. Make one with [New].
type HostLimiter struct {
	config Config

	mu         sync.Mutex
	hosts      map[string]*list.Element
	recent     *list.List // of *host, most recently used first
	principals map[string]*principal
	crowded    map[*host]struct{} // those where requests wait
	active     int                // work under way
	waiting    int                // requests that wait
	turn       uint64             // counts admitted and waiting requests
}

// Request is what the limiter must know of a request.
type Request struct {
	// Host is a name or address in lower case, with port.
	Host string
	// Address distinguishes the addresses of a host, such as path and query.
	Address string
	// Robots marks a request for robots.txt. It counts towards the number a
	// minute, but not towards the burst, so that it delays no page, and a pause
	// of its address alone is not kept, because every page depends on it.
	Robots bool
}

// Admit waits until the request may be sent for the principal of ctx. It returns a
// [ThrottledError] at once if the wait for the rate, for a Retry-After or for a
// host that does not answer would pass the deadline of ctx, or a minute where
// it has none; so it does for a request that waits already when it turns out
// later. A free slot is waited for as long as ctx lives. On success the caller
// must call Slot.Done.
func (l *HostLimiter) Admit(ctx context.Context, r Request) (*Slot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if l.config.Limiter != nil {
		if err := l.askLimiter(ctx, r); err != nil {
			return nil, err
		}
	}
	w, err := l.join(ctx, r)
	if err != nil {
		return nil, err
	}
	if w.done == nil {
		return &w.Slot, nil
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		return nil, l.leave(ctx, w)
	}
	if w.err != nil {
		return nil, w.err
	}
	return &w.Slot, nil
}

// askLimiter asks the limiter that replaces the built-in rate, but not for a
// host that is left alone for longer than ctx lasts.
func (l *HostLimiter) askLimiter(ctx context.Context, r Request) error {
	l.mu.Lock()
	now := time.Now()
	h := l.host(r.Host)
	at, reason := h.earliest(now, newWaiter(ctx, h, r), 0)
	l.mu.Unlock()
	if at.Sub(now) > Remaining(ctx) {
		return throttled(r.Host, at.Sub(now), reason)
	}
	if err := l.config.Limiter.Wait(ctx, r.Host); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return limiterError(r.Host, err)
	}
	return nil
}

func throttled(host string, after time.Duration, reason string) error {
	return &ThrottledError{Host: host, After: after, Reason: reason, Broken: reason == reasonBroken}
}

// Pause leaves the host of r alone for d, at most [MaxPause], and its address
// for all of d. A shorter pause does not undo a longer one. Requests that wait
// and can't any longer are refused.
func (l *HostLimiter) Pause(r Request, d time.Duration) {
	defer l.tell(r.Host, min(d, MaxPause))
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	h := l.host(r.Host)
	h.paused = latest(h.paused, now.Add(min(d, MaxPause)))
	if d > MaxPause && !r.Robots {
		h.pauseAddress(r.Address, now.Add(d), now)
		h.pauseWaiting(r.Address)
	}
	l.reconsider(h, now)
}

// tell lets a limiter that several programs share know of a pause. l.mu is not held.
func (l *HostLimiter) tell(host string, d time.Duration) {
	if shared, ok := l.config.Limiter.(Pauser); ok && d > 0 {
		shared.Pause(context.Background(), host, d)
	}
}

// SetCrawlDelay spaces the requests to a host by at least d, at most the
// configured bound; 0 restores the configured rate.
func (l *HostLimiter) SetCrawlDelay(name string, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.host(name)
	interval, burst, most := l.config.pace(d)
	if interval == h.pace.interval {
		return
	}
	h.pace.interval, h.pace.burst, h.pace.most = interval, burst, most
	l.reconsider(h, time.Now())
}

// Occupy counts work that is no request towards the Total and the share of the
// principal of ctx, so that no more is downloaded than can be worked on. It does
// not wait. release must be called once.
func (l *HostLimiter) Occupy(ctx context.Context) (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.enter(principalOf(ctx))
	t.active++
	l.active++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.release(nil, t)
	}
}

// host returns the entry of a host and makes it if there is none. l.mu is held.
func (l *HostLimiter) host(name string) *host {
	if e := l.hosts[name]; e != nil {
		l.recent.MoveToFront(e)
		return e.Value.(*host)
	}
	h := &host{name: name}
	h.pace.interval, h.pace.burst, h.pace.most = l.config.pace(0)
	h.element = l.recent.PushFront(h)
	l.hosts[name] = h.element
	for e := l.recent.Back(); len(l.hosts) > maxHosts && e != h.element; {
		old, before := e.Value.(*host), e.Prev()
		if old.active+old.waiting == 0 {
			l.recent.Remove(e)
			delete(l.hosts, old.name)
		}
		e = before
	}
	return h
}
