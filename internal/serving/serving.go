// Package serving has what a server of many callers adds to a call of package webfetch/tools, in
// the context of the call.
package serving

import (
	"context"
	"time"
)

// Call is what a server adds to one call. The zero value adds nothing.
type Call struct {
	// Arrived is when the call arrived, from which on its time counts. Zero means now.
	Arrived time.Time
	// RefuseHeader reports that the caller may not set a request header. Nil means that
	// none is refused.
	RefuseHeader func(name string) bool
	// Admit is called before anything else of the call. Its error ends the call; the slot
	// that it returns bounds and orders the work of many calls. Nil means that every call
	// is let in, and that work begins at once.
	Admit func() (Slot, error)
}

// Slot lets the work of one call begin. The call has it while it computes, and gives it
// back while it waits for a host or a service. It is used by one goroutine at a time.
type Slot interface {
	// Acquire waits for the slot unless the call has it already. Its error ends the call.
	Acquire(ctx context.Context) error
	// Release gives the slot back, if the call has it.
	Release()
}

type key struct{}

// With returns the context of a call that a server serves.
func With(ctx context.Context, c Call) context.Context { return context.WithValue(ctx, key{}, c) }

// Of returns what With has added.
func Of(ctx context.Context) Call {
	c, _ := ctx.Value(key{}).(Call)
	return c
}
