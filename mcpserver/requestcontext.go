package mcpserver

import (
	"context"
	"net/http"
)

// requestContextKey is the context key of the context of the HTTP request.
type requestContextKey struct{}

// withRequestContext puts the context of the HTTP request where [Server.bound] finds it. It is
// for handlers without sessions: calls of a session have the context of the
// request that began it.
func withRequestContext(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestContextKey{}, r.Context())))
	})
}
