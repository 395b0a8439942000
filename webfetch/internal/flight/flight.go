// Package flight lets concurrent callers of one key share one call, without
// letting one caller's cancellation fail the others.
package flight

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// Group shares calls by key: their values V, and the news P of how far they
// are. The zero value is ready to use, and safe for concurrent use.
type Group[V, P any] struct {
	mu    sync.Mutex
	calls map[string]*call[V, P]
}

// Func does the work of a call. It may call report at any time and from any
// goroutine until it returns.
type Func[V, P any] func(ctx context.Context, report func(P)) (V, error)

type call[V, P any] struct {
	done   chan struct{}
	cancel context.CancelFunc
	value  V
	err    error

	mu       sync.Mutex
	waiters  []*waiter[P]
	reported bool
	latest   P
}

type waiter[P any] struct{ watch func(P) }

var errExited = errors.New("the goroutine of the call ended without a result")

// Do returns what fn returns for key, calling it once for all callers that wait at one time. The
// context of fn has the values and deadline of the first caller's and is cancelled when no caller
// waits any more. A caller whose own ctx ends gets its error at once. Shared reports that another
// caller's fn answered. Watch, if not nil, is given what fn reports, first the latest that was
// reported before: from the goroutines of fn, so it must not block, and not after Do has returned.
// A fn that panics fails the call with a *panics.Error.
func (g *Group[V, P]) Do(ctx context.Context, key string, watch func(P), fn Func[V, P]) (value V, shared bool, err error) {
	g.mu.Lock()
	c, shared := g.calls[key]
	w := &waiter[P]{watch}
	if !shared {
		c = g.start(ctx, key, w, fn)
	} else {
		c.mu.Lock()
		if c.waiters = append(c.waiters, w); watch != nil && c.reported {
			watch(c.latest)
		}
		c.mu.Unlock()
	}
	g.mu.Unlock()
	defer g.leave(key, c, w)
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

// start runs fn in the background for its first waiter. g.mu is held.
func (g *Group[V, P]) start(ctx context.Context, key string, w *waiter[P], fn Func[V, P]) *call[V, P] {
	run := context.WithoutCancel(ctx)
	var cancel context.CancelFunc
	if deadline, limited := ctx.Deadline(); limited {
		run, cancel = context.WithDeadline(run, deadline)
	} else {
		run, cancel = context.WithCancel(run)
	}
	c := &call[V, P]{done: make(chan struct{}), cancel: cancel, waiters: []*waiter[P]{w}}
	if g.calls == nil {
		g.calls = map[string]*call[V, P]{}
	}
	g.calls[key] = c
	go func() {
		defer cancel()
		defer close(c.done)
		defer g.forget(key, c)
		c.err = errExited // unless fn returns
		defer panics.Catch(&c.err)
		c.value, c.err = fn(run, c.report)
	}()
	return c
}

func (c *call[V, P]) report(news P) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latest, c.reported = news, true
	for _, w := range c.waiters {
		if w.watch != nil {
			w.watch(news)
		}
	}
}

func (g *Group[V, P]) forget(key string, c *call[V, P]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.calls[key] == c {
		delete(g.calls, key)
	}
}

func (g *Group[V, P]) leave(key string, c *call[V, P], w *waiter[P]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiters = slices.DeleteFunc(c.waiters, func(other *waiter[P]) bool { return other == w }); len(c.waiters) > 0 {
		return
	}
	if g.calls[key] == c {
		delete(g.calls, key)
	}
	c.cancel()
}
