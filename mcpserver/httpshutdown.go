package mcpserver

import (
	"context"
	"net/http"
	"sync"
)

// shutdownKey is the context key of the context that is done when the server is
// about to close.
type shutdownKey struct{}

// callDeadlineKey is the context key of the context that is done when calls in flight
// have had the time that the end of the server leaves them.
type callDeadlineKey struct{}

// endStreams ends the streams on which clients listen for changes when the
// server is about to close: nothing else would. They end after the calls in
// flight are answered, since a client that loses its stream may take the whole
// server for lost.
func endStreams(h http.Handler) http.Handler {
	calls := &callCount{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isStream(r) {
			calls.begin()
			defer calls.end()
			h.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		subscription := &subscriptionEnd{cancel: cancel}
		if closing, known := ctx.Value(shutdownKey{}).(context.Context); known {
			stop := context.AfterFunc(closing, func() { calls.whenNone(subscription.end) })
			defer stop()
		}
		h.ServeHTTP(w, r.WithContext(context.WithValue(ctx, subscriptionKey{}, subscription)))
	})
}

// subscriptionKey is the context key of the *subscriptionEnd of a stream.
type subscriptionKey struct{}

// subscriptionEnd ends a stream: that of a subscription by its handler, which
// then answers the request to listen as the protocol asks for, another one as
// if its client had gone.
type subscriptionEnd struct {
	mu     sync.Mutex
	cancel func()
}

// by notes what ends the handler.
func (e *subscriptionEnd) by(cancel func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cancel = cancel
}

func (e *subscriptionEnd) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cancel()
}

// isStream reports that what r asks for lasts until somebody ends it.
func isStream(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Header.Get("Mcp-Method") == "subscriptions/listen"
}

// callCount counts calls in flight.
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
