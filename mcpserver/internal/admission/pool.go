package admission

import (
	"context"
	"slices"
	"sync"
)

// Pool is an amount, such as slots or bytes of memory, that principals take and give back in
// parts. A principal with a name gets at most its share; all who have no name are one
// principal, which may have everything. Parts that don't fit wait, each principal's in their
// order, and the principals take turns. Make it with [NewPool]. It is safe for concurrent use.
type Pool struct {
	size  int64
	share func(busy int) int64

	mu      sync.Mutex
	free    int64
	holders map[string]*holder
	turns   []*holder // those that wait, in the order of their turns
}

// holder is a principal that has or wants a part. It is under Pool.mu.
type holder struct {
	name    string
	held    int64
	waiting []*request // oldest first
}

type request struct {
	amount  int64
	granted chan struct{}
}

// NewPool returns a pool of size units. share returns how many a principal with a name may have
// while busy principals have or want some; nil means a quarter, rounded up. One part it may have in
// any case.
func NewPool(size int64, share func(busy int) int64) *Pool {
	if share == nil {
		share = func(int) int64 { return (size + 3) / 4 }
	}
	return &Pool{size: size, share: share, free: size, holders: map[string]*holder{}}
}

// Acquire waits until principal gets amount, which is at most the size of the pool. The error
// is that of ctx.
func (p *Pool) Acquire(ctx context.Context, principal string, amount int64) error {
	if amount <= 0 {
		return nil
	}
	r := p.enqueue(principal, amount)
	select {
	case <-r.granted:
		return nil
	case <-ctx.Done():
		p.abandon(principal, r)
		return ctx.Err()
	}
}

func (p *Pool) enqueue(principal string, amount int64) *request {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.holders[principal]
	if h == nil {
		h = &holder{name: principal}
		p.holders[principal] = h
	}
	if len(h.waiting) == 0 {
		p.turns = append(p.turns, h)
	}
	r := &request{amount, make(chan struct{})}
	h.waiting = append(h.waiting, r)
	p.grant()
	return r
}

// abandon takes back a request, or the part that it has got just now.
func (p *Pool) abandon(principal string, r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.holders[principal]
	if i := slices.Index(h.waiting, r); i < 0 {
		h.held -= r.amount
		p.free += r.amount
	} else if h.waiting = slices.Delete(h.waiting, i, i+1); len(h.waiting) == 0 {
		p.turns = slices.DeleteFunc(p.turns, func(other *holder) bool { return other == h })
	}
	p.forgetIdle(h)
	p.grant()
}

// Release gives back an amount that principal has.
func (p *Pool) Release(principal string, amount int64) {
	if amount <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.holders[principal]
	h.held -= amount
	p.free += amount
	p.forgetIdle(h)
	p.grant()
}

func (p *Pool) forgetIdle(h *holder) {
	if h.held == 0 && len(h.waiting) == 0 {
		delete(p.holders, h.name)
	}
}

// grant serves the principals whose turn it is. One that is within its share holds up those
// behind it until its part is free, so that large parts are not passed over for ever. p.mu is
// held.
func (p *Pool) grant() {
	share := p.share(len(p.holders))
	for {
		i := slices.IndexFunc(p.turns, func(h *holder) bool {
			return h.name == "" || h.held == 0 || h.held+h.waiting[0].amount <= share
		})
		if i < 0 || p.turns[i].waiting[0].amount > p.free {
			return
		}
		h := p.turns[i]
		r := h.waiting[0]
		h.waiting = h.waiting[1:]
		h.held += r.amount
		p.free -= r.amount
		close(r.granted)
		p.turns = slices.Delete(p.turns, i, i+1)
		if len(h.waiting) > 0 {
			p.turns = append(p.turns, h)
		}
	}
}

// Busy returns how many principals have or want a part.
func (p *Pool) Busy() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.holders)
}
