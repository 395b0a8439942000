// Package steps carries the [observe.Observer] of a call in its context.
package steps

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

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
	o := from(ctx)
	if o == nil {
		return ctx, ignore
	}
	under, end := o.Begin(ctx, step)
	if end == nil {
		end = ignore
	}
	return under, end
}

func ignore(observe.Result) {}
