// Package admission decides which calls of which principals are let in ([Quota], [Queue]) and
// which are worked on now ([Queue]): principals take turns, and none gets so much that
// others have to wait for it.
package admission

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
)

// Options configure a [Queue].
type Options struct {
	// Slots is how many calls are worked on at one time. A principal with a name gets a
	// quarter of them, so that there are some for others; one without has no others.
	Slots int
	// Calls is how many calls of one principal may be under way.
	Calls int
	// Processors are shared by the principals that have work, when there are several, so that
	// the work of one is not slowed down by how much others have. Zero means that work may
	// wait for something else than a processor, and each has its share of the slots.
	Processors int
}

// Queue bounds the calls of each principal and the work on all of them. A call is under
// way from [Queue.Begin] to its answer. It takes a slot, with [Queue.Work], only while it is
// worked on: a call that waits for a host has none. A Queue is safe for concurrent use.
type Queue struct {
	most  int
	slots *fair.Pool

	mu    sync.Mutex
	calls map[string]int
}

// New returns an empty queue.
func New(opts Options) *Queue {
	share := func(busy int) int64 {
		quarter := (opts.Slots + 3) / 4
		if opts.Processors > 0 && busy > 1 {
			quarter = min(quarter, (opts.Processors+busy-1)/busy)
		}
		return int64(quarter)
	}
	return &Queue{most: opts.Calls, slots: fair.New(int64(opts.Slots), fair.Options{Share: share, InOrder: true}), calls: map[string]int{}}
}

// Begin counts a call of principal until leave is called. The error is RATE_LIMITED if
// too many are under way.
func (q *Queue) Begin(principal string) (leave func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.calls[principal] >= q.most {
		return nil, &webfetch.Error{
			Op: "call", Code: webfetch.RateLimited, Retryable: true, RetryAfter: time.Second,
			Err: errors.New("more than " + strconv.Itoa(q.most) + " calls are under way"),
		}
	}
	q.calls[principal]++
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.calls[principal]--; q.calls[principal] == 0 {
			delete(q.calls, principal)
		}
	}, nil
}

// Work waits for a slot, which the call has until done is called. The error is TIMEOUT for a call
// that got none in time, and CANCELLED for one that was given up.
func (q *Queue) Work(ctx context.Context, principal string) (done func(), err error) {
	part, err := q.slots.Acquire(ctx, principal, 1)
	if err != nil {
		e := &webfetch.Error{Op: "queue", Code: webfetch.Cancelled, Err: context.Cause(ctx)}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			e.Code, e.Retryable = webfetch.Timeout, true
		}
		return nil, e
	}
	return part.Release, nil
}

// Quota bounds the calls of each principal apart from those of the others, by
// a token bucket that holds a minute's worth. Buckets that are full again are
// forgotten. A nil *Quota has no bound. A Quota is safe for concurrent use.
type Quota struct {
	perMinute int

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	sweep   int // dropFullBuckets looks for full ones at this many buckets
}

// minSweepSize is how many buckets are kept before full ones are looked for.
const minSweepSize = 1000

// NewQuota returns nil, no bound, for 0 and less.
func NewQuota(perMinute int) *Quota {
	if perMinute <= 0 {
		return nil
	}
	return &Quota{perMinute: perMinute, buckets: map[string]*rate.Limiter{}, sweep: minSweepSize}
}

// Allow counts a call of principal, or returns RATE_LIMITED with the time until
// the next one is allowed.
func (q *Quota) Allow(principal string) error {
	if q == nil {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	b := q.buckets[principal]
	if b == nil {
		q.dropFullBuckets(now)
		b = rate.NewLimiter(rate.Limit(float64(q.perMinute)/60), q.perMinute)
		q.buckets[principal] = b
	}
	turn := b.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	turn.CancelAt(now)
	return &webfetch.Error{
		Op: "call", Code: webfetch.RateLimited, Retryable: true, RetryAfter: wait,
		Err: errors.New("more than " + strconv.Itoa(q.perMinute) + " calls a minute"),
	}
}

// dropFullBuckets drops full buckets, which equal new ones. It scans all buckets only each
// time their number has doubled. The caller holds q.mu.
func (q *Quota) dropFullBuckets(now time.Time) {
	if len(q.buckets) < q.sweep {
		return
	}
	for principal, b := range q.buckets {
		if b.TokensAt(now) >= float64(q.perMinute) {
			delete(q.buckets, principal)
		}
	}
	q.sweep = max(2*len(q.buckets), minSweepSize)
}
