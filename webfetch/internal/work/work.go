// Package work lets a program that serves many callers bound and order the work of their calls.
package work

import "context"

type key struct{}

// With returns a context under which each piece of work (extracting a page, shortening it) waits
// for begin, and calls done at its end. Of one call, one piece is under way at a time; nothing
// that waits for a host is work. An error of begin ends the call.
func With(ctx context.Context, begin func(ctx context.Context) (done func(), err error)) context.Context {
	return context.WithValue(ctx, key{}, begin)
}

// Await waits until work may begin under ctx: at once where With was not called.
func Await(ctx context.Context) (done func(), err error) {
	if begin, set := ctx.Value(key{}).(func(context.Context) (func(), error)); set {
		return begin(ctx)
	}
	return func() {}, nil
}
