package host

import (
	"context"
	"net/http"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/exchange"
)

type shutdownKey struct{}

// endStreams ends the streams on which clients listen when the server is about to close, after
// the calls in flight: a client that loses its stream may take the whole server for lost.
func endStreams(h http.Handler) http.Handler {
	calls := &callCount{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Header.Get("Mcp-Method") != "subscriptions/listen" {
			calls.begin()
			defer calls.end()
			h.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		ctx, subscription := exchange.WithSubscription(ctx, cancel)
		if closing, known := ctx.Value(shutdownKey{}).(context.Context); known {
			stop := context.AfterFunc(closing, func() { calls.whenNone(subscription.End) })
			defer stop()
		}
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

type callCount struct {
	mu      sync.Mutex
	n       int
	waiting []func()
}

func (c *callCount) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *callCount) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n--; c.n > 0 {
		return
	}
	for _, f := range c.waiting {
		f()
	}
	c.waiting = nil
}

// whenNone calls f, which must not wait, as soon as no calls are in flight.
func (c *callCount) whenNone(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == 0 {
		f()
		return
	}
	c.waiting = append(c.waiting, f)
}
