package hostlimit

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// maxHosts bounds the hosts that are remembered.
	maxHosts = 10_000
	// burst is how many requests a host gets at once before the rate counts.
	burst = 5
	// patience bounds a wait under a context without deadline.
	patience = time.Minute
)

// Limiter paces requests in place of the built-in rate (see webfetch.Limiter).
type Limiter interface {
	Wait(ctx context.Context, host string) error
}

// Config tunes a [HostLimiter]. The zero value works.
type Config struct {
	// PerMinute is the rate of requests to one host, after a burst of 5. Zero
	// means 60, negative means no limit.
	PerMinute int
	// PerHost bounds the requests under way to one host. Zero means 2.
	PerHost int
	// Total bounds the requests under way in all. Zero means 16.
	Total int
	// MaxCrawlDelay bounds the Crawl-delay that is honoured. Zero means 30 s.
	MaxCrawlDelay time.Duration
	// Limiter replaces the rate, not the rest. Nil means the built-in one.
	Limiter Limiter
}

// Outcome is what became of a request.
type Outcome int

// The outcomes.
const (
	// Unknown says nothing about the host: canceled, or refused before it was asked.
	Unknown Outcome = iota
	// Answered means that the host sent a response, whatever its status.
	Answered
	// Unanswered means that no connection or response came about.
	Unanswered
)

// ThrottledError tells that a request would have to wait longer than its
// deadline allows.
type ThrottledError struct {
	Host string
	// After is how long to wait.
	After  time.Duration
	Reason string
	// Broken reports that the host is left alone because it did not answer,
	// not because of a rate.
	Broken bool
}

// Error says what to wait for.
func (e *ThrottledError) Error() string {
	return fmt.Sprintf("%s: %s, wait %s", e.Host, e.Reason, e.After.Round(time.Millisecond))
}

// HostLimiter admits requests. It remembers 10,000 hosts and forgets the least
// recently used that is idle. It is safe for concurrent use. Make one with [New].
type HostLimiter struct {
	config Config
	total  chan struct{}

	mu    sync.Mutex
	hosts map[string]*list.Element
	order *list.List // of *host, most recently used first
}

// New returns a pacer without memory.
func New(config Config) *HostLimiter {
	if config.PerMinute == 0 {
		config.PerMinute = 60
	}
	if config.PerHost <= 0 {
		config.PerHost = 2
	}
	if config.Total <= 0 {
		config.Total = 16
	}
	if config.MaxCrawlDelay <= 0 {
		config.MaxCrawlDelay = 30 * time.Second
	}
	return &HostLimiter{
		config: config,
		total:  make(chan struct{}, config.Total),
		hosts:  map[string]*list.Element{},
		order:  list.New(),
	}
}

// Slot is the right to one request. Call Done exactly once.
type Slot struct {
	pacer *HostLimiter
	host  *host
}

// Admit waits until one more request may be sent to the host (lower case,
// with port). A wait that would pass the deadline of ctx, or a minute where it
// has none, is refused at once with a [ThrottledError]. A free slot is waited
// for as long as ctx lives. On success the caller must call Slot.Done.
func (p *HostLimiter) Admit(ctx context.Context, name string) (Slot, error) {
	h := p.hold(name)
	if err := p.admit(ctx, h); err != nil {
		p.release(h)
		return Slot{}, err
	}
	return Slot{p, h}, nil
}

func (p *HostLimiter) admit(ctx context.Context, h *host) error {
	if err := p.pause(ctx, h); err != nil {
		return err
	}
	if p.config.Limiter != nil {
		if err := p.config.Limiter.Wait(ctx, h.name); err != nil {
			return p.releaseProbe(h, limiterError(ctx, h.name, err))
		}
	}
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return p.releaseProbe(h, ctx.Err())
	}
	select {
	case p.total <- struct{}{}:
		return nil
	case <-ctx.Done():
		<-h.slots
		return p.releaseProbe(h, ctx.Err())
	}
}

// pause waits for Retry-After, breaker and rate. Time spent waiting can bring
// new reasons to wait, so it looks again after each.
func (p *HostLimiter) pause(ctx context.Context, h *host) error {
	for {
		p.mu.Lock()
		now := time.Now()
		wait, reason := h.quiet.Sub(now), reasonQuiet
		if wait <= 0 {
			wait, reason = h.breaker.wait(now), reasonBroken
		}
		p.mu.Unlock()
		if wait <= 0 {
			return p.takeToken(ctx, h)
		}
		if err := Sleep(ctx, wait); err != nil {
			return limited(err, h.name, wait, reason)
		}
	}
}

// limited says what the wait would have been for, unless ctx ended.
func limited(err error, name string, wait time.Duration, reason string) error {
	if err != ErrTooLong {
		return err
	}
	return &ThrottledError{Host: name, After: wait, Reason: reason, Broken: reason == reasonBroken}
}

const (
	reasonQuiet  = "the host asked to be left alone"
	reasonBroken = "the host did not answer several times"
	reasonRate   = "more requests than the rate allows"
)

// ErrTooLong tells that a wait would pass the deadline.
var ErrTooLong = errors.New("the wait would pass the deadline")

func (p *HostLimiter) takeToken(ctx context.Context, h *host) error {
	if p.config.Limiter != nil {
		return nil
	}
	reservation := h.rate.Reserve()
	wait := reservation.Delay()
	if wait == 0 {
		return nil
	}
	if err := Sleep(ctx, wait); err != nil {
		reservation.Cancel()
		return p.releaseProbe(h, limited(err, h.name, wait, reasonRate))
	}
	return nil
}

// releaseProbe gives a probe of the breaker back when the request is not sent.
func (p *HostLimiter) releaseProbe(h *host, err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.breaker.done(time.Now(), Unknown)
	return err
}

// Sleep waits, or returns ErrTooLong at once where the wait would pass the
// deadline of ctx, or the error of ctx when it ends.
func Sleep(ctx context.Context, wait time.Duration) error {
	if wait > Remaining(ctx) {
		return ErrTooLong
	}
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
	deadline, bounded := ctx.Deadline()
	if !bounded {
		return patience
	}
	return time.Until(deadline)
}

// limiterError makes one of our errors of what an external limiter returned.
func limiterError(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &ThrottledError{Host: name, After: time.Second, Reason: err.Error()}
}

// Done ends a request.
func (t Slot) Done(outcome Outcome) {
	<-t.pacer.total
	<-t.host.slots
	t.pacer.mu.Lock()
	t.host.breaker.done(time.Now(), outcome)
	t.pacer.mu.Unlock()
	t.pacer.release(t.host)
}

// PauseHost leaves a host alone for d, at most an hour. A shorter one does not
// undo a longer one.
func (p *HostLimiter) PauseHost(name string, d time.Duration) {
	h := p.hold(name)
	defer p.release(h)
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(min(d, MaxRetryAfter)); until.After(h.quiet) {
		h.quiet = until
	}
}

// CrawlDelay slows the rate for a host down to one request per d, at most the
// configured bound; 0 restores the configured rate.
func (p *HostLimiter) CrawlDelay(name string, d time.Duration) {
	limit, size := p.limit(), burst
	if d = min(d, p.config.MaxCrawlDelay); d > 0 && rate.Every(d) < limit {
		limit, size = rate.Every(d), 1
	}
	h := p.hold(name)
	defer p.release(h)
	if h.rate.Limit() != limit {
		h.rate.SetBurst(size)
		h.rate.SetLimit(limit)
	}
}

func (p *HostLimiter) limit() rate.Limit {
	if p.config.PerMinute < 0 {
		return rate.Inf
	}
	return rate.Limit(float64(p.config.PerMinute) / 60)
}
