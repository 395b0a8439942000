package transport

import (
	"context"
	"net"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// http.Transport goes on looking up and connecting when the request that it
// does so for has ended, for the benefit of a later one. Who cancels a call
// wants nothing more to happen.

// requestKey is the context key of the context of the request that is dialed for.
type requestKey struct{}

// dialing returns a context by which the dial for a request finds the request.
func dialing(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, ctx)
}

// whileAsked makes dial end with the request that it is for, and a panic of it,
// which runs in a goroutine of http.Transport, the error of that request.
func whileAsked(dial func(ctx context.Context, network, address string) (net.Conn, error)) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (conn net.Conn, err error) {
		defer panics.Catch(&err)
		if request, known := ctx.Value(requestKey{}).(context.Context); known {
			bound, cancel := context.WithCancel(ctx)
			defer cancel()
			defer context.AfterFunc(request, cancel)()
			ctx = bound
		}
		return dial(ctx, network, address)
	}
}
