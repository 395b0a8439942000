// Package exchange carries in a context what a server over HTTP knows of the request that has
// brought a message, to those who answer the message.
package exchange

import (
	"context"
	"sync"
)

type key int

const (
	requestKey key = iota
	deadlineKey
	subscriptionKey
)

// WithRequest notes ctx as the context of the HTTP request: the SDK gives it to handlers of
// the newest revision of the protocol only.
func WithRequest(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey, ctx)
}

// WithDeadline notes a context that is done when calls in flight have had the time that the
// end of the server leaves them.
func WithDeadline(ctx, late context.Context) context.Context {
	return context.WithValue(ctx, deadlineKey, late)
}

// Bound returns a context that ends with ctx, and with what WithRequest and WithDeadline have
// noted in it. cancel must be called when the call has ended.
func Bound(ctx context.Context) (bound context.Context, cancel func()) {
	bound, end := context.WithCancelCause(ctx)
	var unhook []func() bool
	for _, k := range []key{requestKey, deadlineKey} {
		if other, known := ctx.Value(k).(context.Context); known {
			unhook = append(unhook, context.AfterFunc(other, func() { end(context.Cause(other)) }))
		}
	}
	return bound, func() {
		for _, f := range unhook {
			f()
		}
		end(nil)
	}
}

// Subscription ends a stream on which a client listens: that of a subscription by its
// handler, which then answers the request to listen as the protocol asks for, another one as
// if its client had gone. It is safe for concurrent use.
type Subscription struct {
	mu  sync.Mutex
	end func()
}

// WithSubscription notes a stream that end ends, and returns it.
func WithSubscription(ctx context.Context, end func()) (context.Context, *Subscription) {
	s := &Subscription{end: end}
	return context.WithValue(ctx, subscriptionKey, s), s
}

// SubscriptionOf returns the stream of a request, nil if it has none.
func SubscriptionOf(ctx context.Context) *Subscription {
	s, _ := ctx.Value(subscriptionKey).(*Subscription)
	return s
}

// By sets what ends the stream: its handler. A nil Subscription is left alone.
func (s *Subscription) By(end func()) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end = end
}

// End ends the stream.
func (s *Subscription) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}
