// Package steps carries in the context of a call the [observe.Observer] of its steps, and what lets
// its work begin, and names calls.
package steps

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// NewID returns a random name for a call.
func NewID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

type key struct{}

// With returns a context whose steps are reported to o. If o is nil it returns ctx.
func With(ctx context.Context, o observe.Observer) context.Context {
	if o == nil {
		return ctx
	}
	return context.WithValue(ctx, key{}, o)
}

func from(ctx context.Context) observe.Observer {
	o, _ := ctx.Value(key{}).(observe.Observer)
	return o
}

// Observed reports whether anybody is notified of the steps under a context.
func Observed(ctx context.Context) bool { return from(ctx) != nil }

// Begin begins a step under a context. The function that it returns is never
// nil; it must be called when the step has ended.
func Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	var end func(observe.Result)
	if o := from(ctx); o != nil {
		ctx, end = o.Begin(ctx, step)
	}
	if end == nil {
		end = func(observe.Result) {}
	}
	return ctx, end
}

type workKey struct{}

// WithWork returns a context under which each piece of work (extracting a page, shortening it) waits
// for begin, and calls done at its end. Of one call, one piece is under way at a time; nothing
// that waits for a host is work. An error of begin ends the call.
func WithWork(ctx context.Context, begin func(ctx context.Context) (done func(), err error)) context.Context {
	return context.WithValue(ctx, workKey{}, begin)
}

// AwaitWork waits until work may begin under ctx: at once where WithWork was not called.
func AwaitWork(ctx context.Context) (done func(), err error) {
	if begin, set := ctx.Value(workKey{}).(func(context.Context) (func(), error)); set {
		return begin(ctx)
	}
	return func() {}, nil
}
