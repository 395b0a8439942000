// Package admission decides which calls of which principals are let in ([Quota]) and which
// are worked on now ([Queue]): principals take turns, and none gets so many slots that
// others have to wait for it.
package admission

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Options configure a [Queue].
type Options struct {
	// Slots is how many calls are worked on at one time. A principal with a name gets a
	// quarter of them, so that there are some for others; one without has no others.
	Slots int
	// Calls is how many calls of one principal may be under way.
	Calls int
	// Processors are shared by the principals that have work, when there are several. Zero
	// means that work may wait for something else than a processor, and each has its share
	// of the slots.
	Processors int
}

// Queue bounds the calls of each principal and the work on all of them. A call is under
// way from [Queue.Begin] to its answer. It takes a [Slot] only while it is worked on: a
// call that waits for a host has none. Where calls wait for a slot, principals take
// turns. A Queue is safe for concurrent use.
type Queue struct {
	opts  Options
	share int // of the slots, those of one principal with a name

	mu         sync.Mutex
	working    int
	busy       int // principals that work or wait for a slot
	principals map[string]*principalCalls
	turns      []*principalCalls // those whose calls wait, in the order of their turns
}

// principalCalls is a principal that has calls under way. It is under Queue.mu.
type principalCalls struct {
	name    string
	calls   int
	working int
	waiting []chan struct{} // closed when the call has its slot, oldest first
}

// idle reports that c has no slot and waits for none.
func (c *principalCalls) idle() bool { return c.working == 0 && len(c.waiting) == 0 }

// New returns an empty queue.
func New(opts Options) *Queue {
	return &Queue{opts: opts, share: (opts.Slots + 3) / 4, principals: map[string]*principalCalls{}}
}

// Begin counts a call of principal until leave is called. The error is RATE_LIMITED if
// too many are under way.
func (q *Queue) Begin(principal string) (leave func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.principals[principal]
	if c == nil {
		c = &principalCalls{name: principal}
		q.principals[principal] = c
	}
	if c.calls >= q.opts.Calls {
		return nil, &webfetch.Error{
			Op: "call", Code: webfetch.RateLimited, Retryable: true, RetryAfter: time.Second,
			Err: errors.New("more than " + strconv.Itoa(q.opts.Calls) + " calls are under way"),
		}
	}
	c.calls++
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if c.calls--; c.calls == 0 {
			delete(q.principals, principal)
		}
	}, nil
}

// wait waits for a slot for a call of principal that has arrived. The error is
// TIMEOUT or CANCELLED as ctx says.
func (q *Queue) wait(ctx context.Context, principal string) (*principalCalls, error) {
	c, turn := q.enqueue(principal)
	select {
	case <-turn:
		return c, nil
	case <-ctx.Done():
		q.abandon(c, turn)
		return nil, queueError(ctx)
	}
}

func (q *Queue) enqueue(principal string) (*principalCalls, chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c, turn := q.principals[principal], make(chan struct{})
	if c.idle() {
		q.busy++
	}
	if len(c.waiting) == 0 {
		q.turns = append(q.turns, c)
	}
	c.waiting = append(c.waiting, turn)
	q.grantSlots()
	return c, turn
}

// abandon takes back a wait, or the slot that it has got just now.
func (q *Queue) abandon(c *principalCalls, turn chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(c.waiting, turn); i < 0 {
		c.working--
		q.working--
	} else if c.waiting = slices.Delete(c.waiting, i, i+1); len(c.waiting) == 0 {
		q.turns = slices.DeleteFunc(q.turns, func(other *principalCalls) bool { return other == c })
	}
	q.noteIdle(c)
	q.grantSlots()
}

func (q *Queue) release(c *principalCalls) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c.working--
	q.working--
	q.noteIdle(c)
	q.grantSlots()
}

// noteIdle counts c no more among the busy, if it has nothing left. q.mu is held.
func (q *Queue) noteIdle(c *principalCalls) {
	if c.idle() {
		q.busy--
	}
}

// shareNow is how many slots a principal with a name may have now: where several
// have work, about as many as it gets of the processors, so that the work of one
// is not slowed down by how much others have. q.mu is held.
func (q *Queue) shareNow() int {
	if q.opts.Processors == 0 || q.busy < 2 {
		return q.share
	}
	return min(q.share, (q.opts.Processors+q.busy-1)/q.busy)
}

// grantSlots gives free slots to the calls whose turn it is. q.mu is held.
func (q *Queue) grantSlots() {
	share := q.shareNow()
	for q.working < q.opts.Slots {
		i := slices.IndexFunc(q.turns, func(c *principalCalls) bool { return c.name == "" || c.working < share })
		if i < 0 {
			return
		}
		c := q.turns[i]
		close(c.waiting[0])
		c.waiting = c.waiting[1:]
		c.working++
		q.working++
		q.turns = slices.Delete(q.turns, i, i+1)
		if len(c.waiting) > 0 {
			q.turns = append(q.turns, c)
		}
	}
}

// queueError distinguishes a call that got no slot in time from one that was given up.
func queueError(ctx context.Context) error {
	e := &webfetch.Error{Op: "queue", Code: webfetch.Cancelled, Err: context.Cause(ctx)}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		e.Code, e.Retryable = webfetch.Timeout, true
	}
	return e
}

// Slot is the slot of one call, which has it or not. It is for one goroutine.
type Slot struct {
	queue     *Queue
	principal string
	holder    *principalCalls // nil: it has none
}

// Slot returns the slot of a call that [Queue.Begin] has counted, which does not have it
// yet.
func (q *Queue) Slot(principal string) *Slot { return &Slot{queue: q, principal: principal} }

// Acquire waits for the slot, if the call has none. The error is TIMEOUT or CANCELLED as
// ctx says.
func (s *Slot) Acquire(ctx context.Context) (err error) {
	if s.holder == nil {
		s.holder, err = s.queue.wait(ctx, s.principal)
	}
	return err
}

// Release gives the slot back, if the call has it.
func (s *Slot) Release() {
	if s.holder != nil {
		s.queue.release(s.holder)
		s.holder = nil
	}
}
