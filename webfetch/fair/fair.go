// Package fair divides an amount, such as slots or bytes of memory, among those who ask for it by
// name, so that none of them can keep the others out.
package fair

import (
	"context"
	"slices"
	"sync"
)

// Options say how a [Pool] is divided.
type Options struct {
	// Share returns how much one name may have while busy names have or want some. Nil means a
	// quarter of the pool, rounded up. The first part of a name may be larger.
	Share func(busy int) int64
	// Spare is the amount that only names without a part get. Zero means none.
	Spare int64
	// InOrder makes names wait for the one before them, so that a large part is not passed over
	// for ever: while 80 of 100 are taken, a request for 10 waits behind one for 50. Zero means
	// that the request for 10 is served at once.
	InOrder bool
}

// Pool is an amount, such as bytes, that callers take and give back in parts. Callers without a
// name share the name "", which may have all of the pool. Requests that can't be served wait:
// those of one name in their order, and the names take turns. Make a Pool with [New]. It is safe
// for concurrent use.
type Pool struct {
	size int64
	opts Options

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
func New(size int64, opts Options) *Pool {
	if opts.Share == nil {
		opts.Share = func(int) int64 { return (size + 3) / 4 }
	}
	return &Pool{size: size, opts: opts, free: size, names: map[string]*holder{}}
}

// Part is an amount that a name has taken from a pool. It is safe for concurrent use.
type Part struct {
	pool   *Pool
	holder *holder // nil: given back
	amount int64
}

// Acquire waits until a name gets an amount. For more than the size of the pool it gets the whole
// pool, for zero or less a nil Part, at once. The error is that of ctx.
func (p *Pool) Acquire(ctx context.Context, name string, amount int64) (*Part, error) {
	if err := ctx.Err(); err != nil || amount <= 0 {
		return nil, err
	}
	amount = min(amount, p.size)
	h, req := p.ask(name, amount)
	if req != nil {
		select {
		case <-req.given:
		case <-ctx.Done():
			p.giveUp(h, req)
			return nil, ctx.Err()
		}
	}
	return &Part{p, h, amount}, nil
}

// Shrink gives back what a part has beyond an amount.
func (t *Part) Shrink(amount int64) {
	t.pool.mu.Lock()
	defer t.pool.mu.Unlock()
	if freed := t.amount - amount; freed > 0 && t.holder != nil {
		t.amount = amount
		t.pool.take(t.holder, -freed, 0)
	}
}

// Release gives a part back. It does nothing for a nil Part or one that was given back.
func (t *Part) Release() {
	if t == nil {
		return
	}
	t.pool.mu.Lock()
	defer t.pool.mu.Unlock()
	if t.holder != nil {
		t.pool.take(t.holder, -t.amount, -1)
		t.holder = nil
	}
}

// ask gives a name its part at once if nobody waits and its share allows it, and returns a nil request;
// else it returns the request that waits.
func (p *Pool) ask(name string, amount int64) (*holder, *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := &p.nobody
	if name != "" {
		if h = p.names[name]; h == nil {
			h = &holder{name: name}
			p.names[name] = h
		}
	}
	if len(p.turns) == 0 && p.isWithinShare(h, amount) && p.fits(h, amount) {
		p.take(h, amount, 1)
		return h, nil
	}
	req := &request{amount, make(chan struct{})}
	if len(h.waiting) == 0 {
		p.turns = append(p.turns, h)
	}
	h.waiting = append(h.waiting, req)
	p.serve()
	return h, req
}

// take counts what h takes, or gives back where amount is negative. p.mu is held.
func (p *Pool) take(h *holder, amount int64, parts int) {
	h.held += amount
	h.parts += parts
	p.free -= amount
	if amount < 0 {
		p.forget(h)
		p.serve()
	}
}

// giveUp takes back a request, or the part that it has got just now.
func (p *Pool) giveUp(h *holder, req *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(h.waiting, req)
	if i < 0 {
		p.take(h, -req.amount, -1)
		return
	}
	if h.waiting = slices.Delete(h.waiting, i, i+1); len(h.waiting) == 0 {
		p.turns = slices.DeleteFunc(p.turns, func(other *holder) bool { return other == h })
	}
	p.forget(h)
	p.serve()
}

func (p *Pool) forget(h *holder) {
	if h.parts == 0 && len(h.waiting) == 0 {
		delete(p.names, h.name)
	}
}

// serve gives parts to those whose turn it is. p.mu is held.
func (p *Pool) serve() {
	for {
		i := slices.IndexFunc(p.turns, func(h *holder) bool {
			amount := h.waiting[0].amount
			return p.isWithinShare(h, amount) && (p.opts.InOrder || p.fits(h, amount))
		})
		if i < 0 || !p.fits(p.turns[i], p.turns[i].waiting[0].amount) {
			return
		}
		h := p.turns[i]
		req := h.waiting[0]
		h.waiting = h.waiting[1:]
		p.take(h, req.amount, 1)
		close(req.given)
		p.turns = slices.Delete(p.turns, i, i+1)
		if len(h.waiting) > 0 {
			p.turns = append(p.turns, h)
		}
	}
}

func (p *Pool) isWithinShare(h *holder, amount int64) bool {
	return h.name == "" || h.parts == 0 || h.held+amount <= p.opts.Share(p.busy())
}

func (p *Pool) fits(h *holder, amount int64) bool {
	return amount <= p.free && (h.name == "" || h.parts == 0 || p.free-amount >= p.opts.Spare)
}

func (p *Pool) busy() int {
	if p.nobody.parts+len(p.nobody.waiting) > 0 {
		return len(p.names) + 1
	}
	return len(p.names)
}

// Use returns how much of the amount is taken now, how many names have or want a part, and how many of them wait. Of a name that has
// gone nothing is left.
func (p *Pool) Use() (taken int64, busy, waiting int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.size - p.free, p.busy(), len(p.turns)
}
