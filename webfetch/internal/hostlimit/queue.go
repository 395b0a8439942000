package hostlimit

import (
	"context"
	"errors"
	"slices"
	"time"
)

type waiter struct {
	Slot
	share       *share
	address     string
	robots      bool
	came        uint64        // HostLimiter.turn
	deadline    time.Time     // zero: none
	pausedUntil time.Time     // not before, because of its address
	done        chan struct{} // closed when it is admitted or refused; nil: admitted at once
	admitted    bool
	err         error
}

// All of this is called with HostLimiter.mu held, but join and leave. Whenever it is
// unlocked, no request waits that could be sent.

func newWaiter(ctx context.Context, h *host, r Request) *waiter {
	w := &waiter{address: r.Address, robots: r.Robots, pausedUntil: h.held[r.Address]}
	w.deadline, _ = ctx.Deadline()
	w.host = h
	return w
}

// join admits a request, queues it, in which case done is not nil, or refuses it.
func (l *HostLimiter) join(ctx context.Context, r Request) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	h, t := l.host(r.Host), l.principal(ctx)
	w := newWaiter(ctx, h, r)
	w.limiter, w.principal, w.share = l, t, h.shares[t]
	if w.share == nil {
		w.share = new(share)
		h.shares[t] = w.share
	}
	err := w.refusal(h.ahead(w.share, w.share.waiting), now)
	if l.waiting >= maxWaiting || t.waiting >= maxWaitingPerPrincipal {
		err = throttled(h.name, time.Second, reasonFull)
	}
	if err != nil {
		l.forget(h, t)
		return nil, err
	}
	if len(h.waiters) == 0 && l.active < l.config.Total && l.mayServe(w) && h.active < l.config.PerHost && !h.breaker.probing {
		if at, _ := h.earliest(now, w, 0); !at.After(now) {
			l.begin(w, now)
			return w, nil
		}
	}
	l.push(w)
	l.serve(h, now)
	if !w.admitted {
		w.done = make(chan struct{})
	}
	return w, nil
}

// refusal returns an error if w can't be sent in time behind ahead others. It
// contains the time for which the host or address asked, where that decides, and
// else the time when the rate is expected to let w pass.
func (w *waiter) refusal(ahead int, now time.Time) error {
	limit := w.deadline
	if limit.IsZero() {
		limit = now.Add(maxUnboundedWait)
	}
	at, reason := w.host.earliest(now, w, 0)
	if !at.After(limit) || reason == reasonRate {
		at, reason = w.host.earliest(now, w, ahead)
	}
	if !at.After(limit) {
		return nil
	}
	return throttled(w.host.name, at.Sub(now), reason)
}

func (l *HostLimiter) push(w *waiter) {
	if w.share.waiting == 0 {
		w.share.served = l.turn
	}
	l.turn++
	w.came = l.turn
	w.host.waiters = append(w.host.waiters, w)
	w.share.waiting++
	w.principal.waiting++
	l.waiting++
	l.crowded[w.host] = struct{}{}
}

func (l *HostLimiter) remove(w *waiter) {
	h := w.host
	i := slices.Index(h.waiters, w)
	h.waiters = slices.Delete(h.waiters, i, i+1)
	w.share.waiting--
	w.principal.waiting--
	l.waiting--
	if len(h.waiters) == 0 {
		delete(l.crowded, h)
	}
}

// leave gives up a request whose context has ended, and says why it was too late.
func (l *HostLimiter) leave(ctx context.Context, w *waiter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, h := time.Now(), w.host
	switch {
	case w.err != nil:
		return w.err
	case w.admitted: // at the very moment
		h.breaker.abandoned(w.trial)
		l.release(h, w.principal)
		return ctx.Err()
	}
	l.remove(w)
	l.forget(h, w.principal)
	l.schedule(h, now)
	noSlot := l.active >= l.config.Total || h.active >= l.config.PerHost && !h.breaker.probing || !l.mayServe(w)
	if noSlot || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ctx.Err()
	}
	// Others were preferred to it, or the probe of its host did not come back.
	at, reason := h.earliest(now, w, w.share.waiting)
	if h.breaker.probing {
		reason = reasonBroken
	} else if reason == "" {
		reason = reasonRate
	}
	return throttled(h.name, max(at.Sub(now), time.Second), reason)
}

// serve admits requests to h that may be sent, after something about h changed.
func (l *HostLimiter) serve(h *host, now time.Time) {
	for l.active < l.config.Total {
		w := l.candidate(h, now)
		if w == nil {
			break
		}
		l.admit(w, now)
	}
	l.schedule(h, now)
}

// serveAll admits requests to any host after room came free that they share.
// The turn is that of the principal that was served least recently, and of its
// hosts of the one where that is longest ago.
func (l *HostLimiter) serveAll(now time.Time) {
	for l.active < l.config.Total {
		var next *waiter
		for h := range l.crowded {
			if w := l.candidate(h, now); w != nil && (next == nil || w.precedes(next)) {
				next = w
			}
		}
		if next == nil {
			return
		}
		l.admit(next, now)
		l.schedule(next.host, now)
	}
}

func (w *waiter) precedes(other *waiter) bool {
	switch {
	case w.principal.served != other.principal.served:
		return w.principal.served < other.principal.served
	case w.share.served != other.share.served:
		return w.share.served < other.share.served
	}
	return w.came < other.came
}

func (l *HostLimiter) admit(w *waiter, now time.Time) {
	l.remove(w)
	l.begin(w, now)
	if w.done != nil {
		close(w.done)
	}
}

func (l *HostLimiter) begin(w *waiter, now time.Time) {
	h, t := w.host, w.principal
	l.turn++
	t.served, w.share.served = l.turn, l.turn
	l.active++
	t.active++
	h.active++
	w.share.active++
	h.pace.take(now, w.robots)
	w.trial = h.breaker.begin()
	w.admitted = true
}

// release ends work of t, at h if that is not nil, and admits what it kept waiting.
func (l *HostLimiter) release(h *host, t *principal) {
	shared := l.active >= l.config.Total || l.config.PerPrincipal > 0 && t.active >= l.config.PerPrincipal
	l.active--
	t.active--
	if h != nil {
		h.active--
		h.shares[t].active--
	}
	l.forget(h, t)
	now := time.Now()
	if shared {
		l.serveAll(now)
	}
	if h != nil {
		l.serve(h, now)
	}
}

// reconsider refuses the requests to h that can't wait any longer, after its
// pace, pause or breaker changed for the worse.
func (l *HostLimiter) reconsider(h *host, now time.Time) {
	kept := map[*share]int{}
	for _, w := range slices.Clone(h.waiters) {
		if w.err = w.refusal(h.ahead(w.share, kept[w.share]), now); w.err == nil {
			kept[w.share]++
			continue
		}
		l.remove(w)
		l.forget(h, w.principal)
		close(w.done)
	}
	l.schedule(h, now)
}

// schedule has h looked at again when time alone lets a request pass. What
// waits for a slot is looked at when one comes free.
func (l *HostLimiter) schedule(h *host, now time.Time) {
	if len(h.waiters) == 0 {
		if h.timer != nil {
			h.timer.Stop()
		}
		return
	}
	wait := h.wake(now).Sub(now)
	switch {
	case wait <= 0:
	case h.timer == nil:
		h.timer = time.AfterFunc(wait, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.serve(h, time.Now())
		})
	default:
		h.timer.Reset(wait)
	}
}
