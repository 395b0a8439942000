package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A panic in this module, or in a part that it was given, fails the call in which it
// happens and no other. The caller is told only that there was an internal error. The text
// of the panic and its stack go to Options.Logger.

// answerPanics answers a request whose handler panics with a protocol error.
// Tools answer for themselves, with their envelope.
func (s *Server) answerPanics(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if r := recover(); r != nil {
				s.logPanic(ctx, r, slog.String("method", method))
				res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
			}
		}()
		return next(ctx, method, req)
	}
}

// answerHTTPPanics answers an HTTP request whose handler panics with status
// 500, unless an answer has begun.
func (s *Server) answerHTTPPanics(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if err, isError := fault.(error); isError && errors.Is(err, http.ErrAbortHandler) {
				panic(fault) // this is how a handler ends a connection
			}
			s.logPanic(r.Context(), fault, slog.String("method", r.Method), slog.String("path", r.URL.Path))
			http.Error(w, "internal error", http.StatusInternalServerError)
		}()
		h.ServeHTTP(w, r)
	})
}

// logPanic must be called by the function that recovered r, so that the stack
// is that of the panic.
func (s *Server) logPanic(ctx context.Context, r any, attrs ...slog.Attr) {
	if s.opts.Logger != nil {
		s.opts.Logger.LogAttrs(ctx, slog.LevelError, "panic", append(attrs, slog.String("panic", fmt.Sprint(r)), slog.String("stack", string(debug.Stack())))...)
	}
}
