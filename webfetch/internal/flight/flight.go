// Package flight lets concurrent callers of one key share one call, without
// letting one caller's cancellation fail the others.
package flight

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// Group shares calls by key. The zero value is ready to use, and safe for concurrent use.
type Group[V any] struct {
	mu    sync.Mutex
	calls map[string]*call[V]
}

type call[V any] struct {
	done    chan struct{}
	cancel  context.CancelFunc
	waiting int // callers; under Group.mu
	value   V
	err     error
}

var errExited = errors.New("the goroutine of the call ended without a result")

// Do returns what fn returns for key, calling it once for all callers that wait at one time. The
// context of fn has the values and deadline of the first caller's and is cancelled when no caller
// waits any more. A caller whose own ctx ends gets its error at once. Shared reports that another
// caller's fn answered. A fn that panics fails the call with a *panics.Error.
func (g *Group[V]) Do(ctx context.Context, key string, fn func(context.Context) (V, error)) (value V, shared bool, err error) {
	g.mu.Lock()
	c, shared := g.calls[key]
	if !shared {
		c = g.start(ctx, key, fn)
	}
	c.waiting++
	g.mu.Unlock()
	defer g.leave(key, c)
	select {
	case <-c.done:
		deadline, limited := ctx.Deadline()
		if c.err != context.DeadlineExceeded || !limited || time.Now().Before(deadline) {
			return c.value, shared, c.err
		}
		<-ctx.Done() // the call ended at this caller's deadline, and its timer came first
	case <-ctx.Done():
	}
	return value, shared, ctx.Err()
}

// start runs fn in the background. g.mu is held.
func (g *Group[V]) start(ctx context.Context, key string, fn func(context.Context) (V, error)) *call[V] {
	run := context.WithoutCancel(ctx)
	var cancel context.CancelFunc
	if deadline, limited := ctx.Deadline(); limited {
		run, cancel = context.WithDeadline(run, deadline)
	} else {
		run, cancel = context.WithCancel(run)
	}
	c := &call[V]{done: make(chan struct{}), cancel: cancel}
	if g.calls == nil {
		g.calls = map[string]*call[V]{}
	}
	g.calls[key] = c
	go func() {
		defer cancel()
		defer close(c.done)
		defer func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.drop(key, c)
		}()
		c.err = errExited // unless fn returns
		defer panics.Catch(&c.err)
		c.value, c.err = fn(run)
	}()
	return c
}

// drop lets the next caller begin a call of its own. g.mu is held.
func (g *Group[V]) drop(key string, c *call[V]) {
	if g.calls[key] == c {
		delete(g.calls, key)
	}
}

func (g *Group[V]) leave(key string, c *call[V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.waiting--; c.waiting == 0 {
		g.drop(key, c)
		c.cancel()
	}
}
