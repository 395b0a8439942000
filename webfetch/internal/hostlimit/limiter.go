// Package hostlimit decides when a request may be sent: how often and how many
// at a time one host is asked, how long it is left alone after it said so
// (Retry-After) or stopped answering (circuit breaker), and how long to wait
// before a request is repeated (exponential backoff with full jitter).
//
// All requests that wait stand in one [HostLimiter]. It looks at them again whenever
// something changes, so that a Retry-After reaches those that were there before it. A
// request whose address alone is to be left alone stands aside of the queue until
// then. Where several requests could be sent, those of different principals take
// turns, and within a principal its hosts do.
//
// Time is that of package time, so that tests run under testing/synctest.
package hostlimit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// MaxPause bounds how long a whole host is left alone on its own word.
	MaxPause = 5 * time.Minute

	maxHosts               = 10_000 // that are remembered
	maxWaiting             = 10_000 // requests
	maxWaitingPerPrincipal = 1_000
	maxCrawlDelay          = 30 * time.Second // of a robots.txt; a longer one counts as this
)

// Config tunes a [HostLimiter]. The zero value works.
type Config struct {
	// PerMinute is requests to one host in any minute. Zero means 60, negative no limit.
	PerMinute int
	// Burst is how many of them may be sent at once; the others are spaced evenly. It has no effect
	// above PerMinute. Zero means 5.
	Burst int
	// PerHost bounds the requests under way to one host. Zero means 2.
	PerHost int
	// Total bounds requests and what [HostLimiter.Occupy] counts, in all. Zero means 16.
	Total int
	// PerPrincipal bounds the part of Total of one principal. Zero means that it may have all.
	PerPrincipal int
	// Limiter replaces the rate, not the rest (see webfetch.Limiter). Nil means the built-in one.
	Limiter interface {
		Wait(ctx context.Context, host string) error
		Pause(ctx context.Context, host string, d time.Duration)
	}
}

// pace returns the configured pace, slowed down to one request per delay.
func (c *Config) pace(delay time.Duration) (p pace) {
	if c.PerMinute > 0 {
		p = pace{interval: time.Minute / time.Duration(c.PerMinute), burst: min(c.Burst, c.PerMinute), most: c.PerMinute}
	}
	if delay = min(delay, maxCrawlDelay); delay > p.interval {
		p.interval, p.burst = delay, 1
	}
	return p
}

// HostLimiter admits requests. It remembers 10,000 hosts and forgets the least recently used that is
// idle. At most 1,000 requests of one principal and 10,000 in all wait, those whose address is to be
// left alone included. It is safe for concurrent use. Make one with [New].
type HostLimiter struct {
	config Config

	mu         sync.Mutex
	hosts      *simplelru.LRU[string, *host]
	principals map[string]*principal // with requests or other work, and always that without a name
	crowded    map[*host]struct{}    // those where requests wait
	load                             // all work under way, and all requests that wait
	turn       uint64                // counts admitted and waiting requests
	looked     int                   // how often a request was looked at that might be next, which tests bound
}

// New returns a limiter without memory.
func New(config Config) *HostLimiter {
	config.PerMinute = cmp.Or(config.PerMinute, 60)
	config.Burst = cmp.Or(config.Burst, 5)
	config.PerHost = cmp.Or(config.PerHost, 2)
	config.Total = cmp.Or(config.Total, 16)
	if config.Limiter != nil {
		config.PerMinute = -1
	}
	hosts, _ := simplelru.NewLRU[string, *host](math.MaxInt, nil) // those in use are not dropped: see host
	return &HostLimiter{config: config, hosts: hosts, principals: map[string]*principal{"": {}}, crowded: map[*host]struct{}{}}
}

// Request describes a request to the limiter.
type Request struct {
	// Host is a name or address in lower case, with port.
	Host string
	// Address distinguishes the addresses of a host, such as path and query.
	Address string
	// Robots marks a request for robots.txt. It counts towards the number a minute, but not towards
	// the burst, so that it delays no page, and a pause of its address alone is not kept, because
	// every page depends on it.
	Robots bool
}

// Admit waits until the request may be sent for the principal of ctx. It returns a
// [ThrottledError] as soon as the wait for the rate, for a Retry-After or for a host that does
// not answer would pass the deadline of ctx, or a minute where it has none. A free slot is waited
// for as long as ctx lives. On success the caller must call Slot.Done.
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
	switch {
	case err != nil:
		return nil, err
	case w.done == nil:
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

// askLimiter asks the limiter that replaces the built-in rate, but not for a host that is left
// alone for longer than ctx lasts.
func (l *HostLimiter) askLimiter(ctx context.Context, r Request) error {
	l.mu.Lock()
	now := time.Now()
	h := l.host(r.Host)
	at, reason := h.earliest(now, h.held[r.Address], r.Robots, 0)
	l.mu.Unlock()
	if at.Sub(now) > Remaining(ctx) {
		return throttled(r.Host, at.Sub(now), reason)
	}
	err := l.config.Limiter.Wait(ctx, r.Host)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	refused := &ThrottledError{Host: r.Host, After: time.Second, Reason: reasonLimiter, Err: err}
	var timed interface{ RetryAfter() time.Duration }
	if errors.As(err, &timed) {
		refused.After = max(timed.RetryAfter(), 0)
	}
	return refused
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
		h.hold(r.Address, now.Add(d))
	}
	l.reconsider(h, now)
}

// tell lets a limiter that several programs share know of a pause. l.mu is not held.
func (l *HostLimiter) tell(host string, d time.Duration) {
	if shared := l.config.Limiter; shared != nil && d > 0 {
		shared.Pause(context.Background(), host, d)
	}
}

// SetCrawlDelay spaces the requests to a host by at least d, at most the
// configured bound; 0 restores the configured rate.
func (l *HostLimiter) SetCrawlDelay(name string, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, p := l.host(name), l.config.pace(d)
	if p.interval == h.pace.interval {
		return
	}
	p.due, p.sent = h.pace.due, h.pace.sent
	h.pace = p
	l.reconsider(h, time.Now())
}

// Occupy counts work, such as an extraction, towards the Total and the share of the
// principal of ctx, so that no more is downloaded than can be worked on. It does
// not wait. release must be called once.
func (l *HostLimiter) Occupy(ctx context.Context) (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.principal(ctx)
	add(1, 0, &l.load, &t.load)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.release(nil, t)
	}
}

// host returns the entry of a host and makes it if there is none. l.mu is held.
func (l *HostLimiter) host(name string) *host {
	if h, known := l.hosts.Get(name); known {
		return h
	}
	h := &host{name: name, pace: l.config.pace(0), shares: map[*principal]*share{}}
	l.hosts.Add(name, h)
	for left := l.hosts.Len(); left > 1 && l.hosts.Len() > maxHosts; left-- {
		if oldest, old, _ := l.hosts.GetOldest(); old.load == (load{}) {
			l.hosts.RemoveOldest()
		} else {
			l.hosts.Get(oldest) // in use
		}
	}
	return h
}

// load is work under way, and requests that wait.
type load struct{ active, waiting int }

func add(active, waiting int, loads ...*load) {
	for _, x := range loads {
		x.active += active
		x.waiting += waiting
	}
}

// principal is one of those that requests are sent for. All is under HostLimiter.mu.
type principal struct {
	name string
	load
	served uint64 // HostLimiter.turn when it was last served, or came
}

type principalKey struct{}

// WithPrincipal returns a context in which requests are sent for the named principal.
// Principals take turns where their requests compete, and one with a name has at most half
// of the slots of a host. Under a context without a name, requests are sent for the
// principal "".
func WithPrincipal(ctx context.Context, name string) context.Context {
	if name == "" {
		return ctx
	}
	return context.WithValue(ctx, principalKey{}, name)
}

// PrincipalOf returns the name that [WithPrincipal] has set.
func PrincipalOf(ctx context.Context) string {
	name, _ := ctx.Value(principalKey{}).(string)
	return name
}

// principal returns that of a context, behind those that wait already if it is new. l.mu is held.
func (l *HostLimiter) principal(ctx context.Context) *principal {
	name := PrincipalOf(ctx)
	t := l.principals[name]
	if t == nil {
		t = &principal{name: name}
		l.principals[name] = t
	}
	if t.load == (load{}) {
		t.served = l.turn
	}
	return t
}

// forget drops a principal with a name that has nothing left, at h if that is not nil and at all.
// l.mu is held.
func (l *HostLimiter) forget(h *host, t *principal) {
	if h != nil && t.name != "" && h.shares[t].load == (load{}) {
		delete(h.shares, t)
	}
	if t.name != "" && t.load == (load{}) {
		delete(l.principals, t.name)
	}
}

// Outcome is the result of a request as evidence about its host.
type Outcome int

// The outcomes.
const (
	// Unknown is no evidence: the request was cancelled, or refused before it was sent.
	Unknown Outcome = iota
	// Answered means that the host sent a response, whatever its status.
	Answered
	// Unanswered means that no connection or response came about.
	Unanswered
)

// Slot is the right to one request. Call Done exactly once.
type Slot struct {
	limiter  *HostLimiter
	host     *host
	share    *share
	trial    trial
	answered bool
	trace    httptrace.ClientTrace
}

// Trace returns the hooks of a request that call Answered at the first byte of the response.
func (s *Slot) Trace() *httptrace.ClientTrace {
	s.trace.GotFirstResponseByte = s.Answered
	return &s.trace
}

// Answered reports that a response has begun. From then on a failure does not count against the
// host. It may be called at any time, also after Done.
func (s *Slot) Answered() {
	l := s.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.answered {
		return
	}
	s.answered = true
	s.host.breaker.answered()
	l.serve(s.host, time.Now())
}

// Done ends a request.
func (s *Slot) Done(outcome Outcome) {
	l, h := s.limiter, s.host
	opened := time.Duration(0)
	defer func() { l.tell(h.name, opened) }()
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	switch {
	case s.answered:
	case outcome == Answered:
		h.breaker.answered()
	case outcome == Unanswered:
		if h.breaker.unanswered(s.trial, now) {
			opened = h.breaker.open
		}
		l.reconsider(h, now)
	default:
		h.breaker.abandoned(s.trial)
	}
	l.release(h, s.share.principal)
}

const (
	backoffBase = 500 * time.Millisecond
	backoffCap  = 30 * time.Second
	// maxUnboundedWait bounds a wait under a context without deadline.
	maxUnboundedWait = time.Minute
)

// Backoff returns a random pause before the retry after failures failures (1
// or more): evenly between 0 and 500 ms, doubled with each failure, at most 30
// seconds. The randomness keeps clients that failed together from coming back
// together ("full jitter", Brooker 2015).
func Backoff(failures int) time.Duration {
	return rand.N(min(backoffBase<<min(max(failures-1, 0), 6), backoffCap) + 1)
}

// ErrTooLong reports that a wait would pass the deadline.
var ErrTooLong = errors.New("the wait would pass the deadline")

// Sleep waits, or returns ErrTooLong at once where the wait would pass the
// deadline of ctx, or the error of ctx when it ends.
func Sleep(ctx context.Context, wait time.Duration) error {
	if wait > Remaining(ctx) {
		return ErrTooLong
	}
	return Wait(ctx, wait)
}

// Wait waits, or returns the error of ctx as soon as it ends.
func Wait(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Remaining is how long a call under ctx can still wait: until its deadline,
// or a minute where it has none.
func Remaining(ctx context.Context) time.Duration {
	if deadline, bounded := ctx.Deadline(); bounded {
		return time.Until(deadline)
	}
	return maxUnboundedWait
}

// ThrottledError reports that a request was not sent because it would have had to
// wait longer than its deadline allows, or because too many wait.
type ThrottledError struct {
	Host string
	// After is how long to wait before another try.
	After  time.Duration
	Reason string
	// Broken reports that the host is left alone because it did not answer,
	// not because of a rate.
	Broken bool
	// Err is the error of a Limiter, nil where the built-in rate refused.
	Err error
}

// The reasons of a [ThrottledError].
const (
	reasonPaused  = "the host asked to be left alone"
	reasonHeld    = "this address was asked to be left alone"
	reasonBroken  = "the host did not answer several times"
	reasonRate    = "more requests than the rate allows"
	reasonFull    = "too many requests are waiting"
	reasonLimiter = "refused by the rate limiter"
)

// Error says what to wait for.
func (e *ThrottledError) Error() string {
	text := fmt.Sprintf("%s: %s, wait %s", e.Host, e.Reason, e.After.Round(time.Millisecond))
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// RetryAfter is After, for those who know errors by their methods only.
func (e *ThrottledError) RetryAfter() time.Duration { return e.After }

// Unwrap returns the error of a Limiter.
func (e *ThrottledError) Unwrap() error { return e.Err }

func throttled(host string, after time.Duration, reason string) error {
	return &ThrottledError{Host: host, After: after, Reason: reason, Broken: reason == reasonBroken}
}
