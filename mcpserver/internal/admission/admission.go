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
// way from [Queue.Begin] to its answer. It takes a [Slot] only while it is worked on: a
// call that waits for a host has none. A Queue is safe for concurrent use.
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

// Slot is the slot of one call, which has it or not. It is for one goroutine.
type Slot struct {
	queue     *Queue
	principal string
	part      *fair.Part // nil: the call has it not
}

// Slot returns the slot of a call, which does not have it yet.
func (q *Queue) Slot(principal string) *Slot { return &Slot{queue: q, principal: principal} }

// Acquire waits for the slot, if the call has none. The error is TIMEOUT for a call that got
// none in time, and CANCELLED for one that was given up.
func (s *Slot) Acquire(ctx context.Context) error {
	if s.part != nil {
		return nil
	}
	part, err := s.queue.slots.Acquire(ctx, s.principal, 1)
	if err != nil {
		e := &webfetch.Error{Op: "queue", Code: webfetch.Cancelled, Err: context.Cause(ctx)}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			e.Code, e.Retryable = webfetch.Timeout, true
		}
		return e
	}
	s.part = part
	return nil
}

// Release gives the slot back, if the call has it.
func (s *Slot) Release() {
	s.part.Release()
	s.part = nil
}
