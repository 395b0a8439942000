package mcpserver

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// admission bounds the calls of each principal and the work on all of them. A
// call is under way from its arrival to its answer. It takes a slot only while
// it is worked on: a call that waits for a host has none. Where calls wait for
// a slot, principals take turns.
type admission struct {
	slots int // calls worked on at one time
	share int // of these, those of one principal with a name
	calls int // calls under way of one principal
	// processors are shared by the principals that have work, when there are
	// several. Zero: work may wait for others, and each has its share.
	processors int

	mu         sync.Mutex
	working    int
	busy       int // principals that work or wait for a slot
	principals map[string]*principalCalls
	turns      []*principalCalls // those whose calls wait, in the order of their turns
}

// principalCalls is a principal that has calls under way. It is under admission.mu.
type principalCalls struct {
	name    string
	calls   int
	working int
	waiting []chan struct{} // closed when the call has its slot, oldest first
}

// idle reports that c has no slot and waits for none.
func (c *principalCalls) idle() bool { return c.working == 0 && len(c.waiting) == 0 }

// newAdmission returns an admission with slots for the work and room for calls
// calls of each principal. A principal with a name gets a quarter of the slots,
// so that there are some for others; without names there are no others.
func newAdmission(slots, calls int) *admission {
	return &admission{slots: slots, share: (slots + 3) / 4, calls: calls, principals: map[string]*principalCalls{}}
}

// beginCall counts a call of principal until leave is called. It returns
// RATE_LIMITED if too many are under way.
func (a *admission) beginCall(principal string) (leave func(), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.principals[principal]
	if c == nil {
		c = &principalCalls{name: principal}
		a.principals[principal] = c
	}
	if c.calls >= a.calls {
		return nil, &webfetch.Error{
			Op: "call", Code: webfetch.RateLimited, Retryable: true, RetryAfter: time.Second,
			Err: errors.New("more than " + itoa(a.calls) + " calls are under way"),
		}
	}
	c.calls++
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if c.calls--; c.calls == 0 {
			delete(a.principals, principal)
		}
	}, nil
}

// wait waits for a slot for a call of principal that has arrived. The error is
// TIMEOUT or CANCELLED as ctx says.
func (a *admission) wait(ctx context.Context, principal string) (*principalCalls, error) {
	c, turn := a.enqueue(principal)
	select {
	case <-turn:
		return c, nil
	case <-ctx.Done():
		a.abandon(c, turn)
		return nil, queueError(ctx)
	}
}

func (a *admission) enqueue(principal string) (*principalCalls, chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c, turn := a.principals[principal], make(chan struct{})
	if c.idle() {
		a.busy++
	}
	if len(c.waiting) == 0 {
		a.turns = append(a.turns, c)
	}
	c.waiting = append(c.waiting, turn)
	a.grantSlots()
	return c, turn
}

// abandon takes back a wait, or the slot that it has got just now.
func (a *admission) abandon(c *principalCalls, turn chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i := slices.Index(c.waiting, turn); i < 0 {
		c.working--
		a.working--
	} else if c.waiting = slices.Delete(c.waiting, i, i+1); len(c.waiting) == 0 {
		a.turns = slices.DeleteFunc(a.turns, func(other *principalCalls) bool { return other == c })
	}
	a.noteIdle(c)
	a.grantSlots()
}

func (a *admission) release(c *principalCalls) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c.working--
	a.working--
	a.noteIdle(c)
	a.grantSlots()
}

// noteIdle counts c no more among the busy, if it has nothing left. a.mu is held.
func (a *admission) noteIdle(c *principalCalls) {
	if c.idle() {
		a.busy--
	}
}

// shareNow is how many slots a principal with a name may have now: where several
// have work, about as many as it gets of the processors, so that the work of one
// is not slowed down by how much others have. a.mu is held.
func (a *admission) shareNow() int {
	if a.processors == 0 || a.busy < 2 {
		return a.share
	}
	return min(a.share, (a.processors+a.busy-1)/a.busy)
}

// grantSlots gives free slots to the calls whose turn it is. a.mu is held.
func (a *admission) grantSlots() {
	share := a.shareNow()
	for a.working < a.slots {
		i := slices.IndexFunc(a.turns, func(c *principalCalls) bool { return c.name == "" || c.working < share })
		if i < 0 {
			return
		}
		c := a.turns[i]
		close(c.waiting[0])
		c.waiting = c.waiting[1:]
		c.working++
		a.working++
		a.turns = slices.Delete(a.turns, i, i+1)
		if len(c.waiting) > 0 {
			a.turns = append(a.turns, c)
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

// slot is the slot of one call, which has it or not. It is for one goroutine.
type slot struct {
	admission *admission
	principal string
	turn      *bodyTurn       // of the request, which ends when the slot is given back; may be nil
	holder    *principalCalls // nil: it has none
}

// acquire waits for the slot, if the call has none.
func (s *slot) acquire(ctx context.Context) (err error) {
	if s.holder == nil {
		s.holder, err = s.admission.wait(ctx, s.principal)
	}
	return err
}

// release gives the slot back, if the call has it.
func (s *slot) release() {
	if s.turn != nil {
		s.turn.end()
	}
	if s.holder != nil {
		s.admission.release(s.holder)
		s.holder = nil
	}
}

// acquireFor acquires the slot and returns what releases it, as webfetch.Request.Work does.
func (s *slot) acquireFor(ctx context.Context) (done func(), err error) {
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	return s.release, nil
}
