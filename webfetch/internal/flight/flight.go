// Package flight lets concurrent callers of one key share one call, without
// letting one caller's cancellation fail the others.
package flight

import (
	"context"
	"sync"
)

// Group shares calls by key. The zero value is ready to use, and safe for
// concurrent use.
type Group[V any] struct {
	mu    sync.Mutex
	calls map[string]*call[V]
}

type call[V any] struct {
	done    chan struct{}
	cancel  context.CancelFunc
	waiters int
	value   V
	err     error
}

// Do returns what fn returns for key, calling it once for all callers that wait
// at one time. The context of fn has the values and deadline of the first
// caller's and is cancelled when no caller waits any more. A caller whose own
// ctx ends gets its error at once. Shared reports that another caller's fn
// answered.
func (g *Group[V]) Do(ctx context.Context, key string, fn func(context.Context) (V, error)) (value V, shared bool, err error) {
	g.mu.Lock()
	c, shared := g.calls[key]
	if !shared {
		c = g.start(ctx, key, fn)
	}
	c.waiters++
	g.mu.Unlock()
	select {
	case <-c.done:
		g.leave(key, c)
		return c.value, shared, c.err
	case <-ctx.Done():
		g.leave(key, c)
		return value, shared, ctx.Err()
	}
}

// start runs fn in the background. The caller holds the lock.
func (g *Group[V]) start(ctx context.Context, key string, fn func(context.Context) (V, error)) *call[V] {
	run, cancel := detach(ctx)
	c := &call[V]{done: make(chan struct{}), cancel: cancel}
	if g.calls == nil {
		g.calls = map[string]*call[V]{}
	}
	g.calls[key] = c
	go func() {
		defer cancel()
		c.value, c.err = fn(run)
		g.forget(key, c)
		close(c.done)
	}()
	return c
}

// detach keeps the values and the deadline of ctx, but not its cancellation.
func detach(ctx context.Context) (context.Context, context.CancelFunc) {
	free := context.WithoutCancel(ctx)
	if deadline, limited := ctx.Deadline(); limited {
		return context.WithDeadline(free, deadline)
	}
	return context.WithCancel(free)
}

func (g *Group[V]) forget(key string, c *call[V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.calls[key] == c {
		delete(g.calls, key)
	}
}

// leave ends the call when its last waiter goes.
func (g *Group[V]) leave(key string, c *call[V]) {
	g.mu.Lock()
	c.waiters--
	last := c.waiters == 0
	if last && g.calls[key] == c {
		delete(g.calls, key)
	}
	g.mu.Unlock()
	if last {
		c.cancel()
	}
}
