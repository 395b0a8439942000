// Package shares divides room, such as bytes of memory, among those who ask for
// it by name, so that none of them can keep the others out.
package shares

import (
	"context"
	"slices"
	"sync"
)

// Pool is an amount that is taken and given back in parts. Each name has a quarter of it at most,
// and the last quarter goes only to names that have nothing yet. The name "" stands for all who
// have no name, and may have all of it. A part larger than a share is given to a name that has
// nothing. Names whose parts don't fit wait in turns. Make one with [New]. It is safe for
// concurrent use.
type Pool struct {
	size int64

	mu     sync.Mutex
	free   int64
	nobody holder // the name ""
	names  map[string]*holder
	turns  []*holder // those that wait, in the order of their turns
}

// holder is a name that has or wants a part. It is under Pool.mu.
type holder struct {
	name    string
	held    int64
	parts   int
	waiting []*request // oldest first
}

type request struct {
	amount int64
	given  chan struct{}
}

// New returns a pool of size units, all of them free.
func New(size int64) *Pool {
	return &Pool{size: size, free: size, names: map[string]*holder{}}
}

// Acquire waits until amount is free for name and takes it; release must be called once. An
// amount larger than the pool is the whole pool. The error is that of ctx.
func (r *Pool) Acquire(ctx context.Context, name string, amount int64) (release func(), err error) {
	amount = max(min(amount, r.size), 0)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h, req := r.ask(name, amount)
	release = func() { r.release(h, amount) }
	if req == nil {
		return release, nil
	}
	select {
	case <-req.given:
		return release, nil
	case <-ctx.Done():
	}
	r.giveUp(h, req)
	return nil, ctx.Err()
}

// ask gives name its part at once if nobody waits and it may have it; then the request is nil.
func (r *Pool) ask(name string, amount int64) (*holder, *request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := &r.nobody
	if name != "" {
		if h = r.names[name]; h == nil {
			h = &holder{name: name}
			r.names[name] = h
		}
	}
	if len(r.turns) == 0 && r.mayHave(h, amount) {
		r.give(h, amount)
		return h, nil
	}
	req := &request{amount, make(chan struct{})}
	if len(h.waiting) == 0 {
		r.turns = append(r.turns, h)
	}
	h.waiting = append(h.waiting, req)
	r.serve()
	return h, req
}

func (r *Pool) give(h *holder, amount int64) {
	h.held += amount
	h.parts++
	r.free -= amount
}

func (r *Pool) release(h *holder, amount int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.takeBack(h, amount)
}

// takeBack gives those who wait what h had. r.mu is held.
func (r *Pool) takeBack(h *holder, amount int64) {
	h.held -= amount
	h.parts--
	r.free += amount
	r.forget(h)
	r.serve()
}

// giveUp takes back a request, or the part that it has got just now.
func (r *Pool) giveUp(h *holder, req *request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.Index(h.waiting, req)
	if i < 0 {
		r.takeBack(h, req.amount)
		return
	}
	if h.waiting = slices.Delete(h.waiting, i, i+1); len(h.waiting) == 0 {
		r.turns = slices.DeleteFunc(r.turns, func(other *holder) bool { return other == h })
	}
	r.forget(h)
	r.serve()
}

func (r *Pool) forget(h *holder) {
	if h.parts == 0 && len(h.waiting) == 0 {
		delete(r.names, h.name)
	}
}

// serve gives parts to those whose turn it is. r.mu is held.
func (r *Pool) serve() {
	for {
		i := slices.IndexFunc(r.turns, func(h *holder) bool { return r.mayHave(h, h.waiting[0].amount) })
		if i < 0 {
			return
		}
		h := r.turns[i]
		req := h.waiting[0]
		h.waiting = h.waiting[1:]
		r.give(h, req.amount)
		close(req.given)
		r.turns = slices.Delete(r.turns, i, i+1)
		if len(h.waiting) > 0 {
			r.turns = append(r.turns, h)
		}
	}
}

// mayHave: what fits nowhere waits until the room is empty enough; small parts behind it go first.
func (r *Pool) mayHave(h *holder, amount int64) bool {
	switch {
	case amount > r.free:
		return false
	case h.name == "" || h.parts == 0:
		return true
	}
	return h.held+amount <= r.size/4 && r.free-amount >= r.size/4
}
