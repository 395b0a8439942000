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

	"github.com/webfetch-mcp/webfetch-go/webfetch"
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
	s.logStack(ctx, r, debug.Stack(), attrs...)
}

func (s *Server) logStack(ctx context.Context, r any, stack []byte, attrs ...slog.Attr) {
	s.log(ctx, "panic", append(attrs, slog.String("panic", fmt.Sprint(r)), slog.String("stack", string(stack)))...)
}

// logInternal logs the cause of an internal error of a call, which its caller
// does not see: of a panic that the library has stopped, its stack too, unless
// the client has a Logger, to which it reports that itself. Other errors are the
// caller's business alone.
func (s *Server) logInternal(ctx context.Context, c *call, tool string, err error) {
	var e *webfetch.Error
	if errors.As(err, &e) && e.Code != webfetch.Internal {
		return
	}
	attrs := []slog.Attr{slog.String("tool", tool), slog.String("request_id", c.id)}
	if stopped := new(webfetch.PanicError); s.client.Options().Logger == nil && errors.As(err, &stopped) {
		s.logStack(ctx, stopped.Value, stopped.Stack, attrs...)
		return
	}
	s.log(ctx, "internal error", append(attrs, slog.String("error", err.Error()))...)
}

func (s *Server) log(ctx context.Context, message string, attrs ...slog.Attr) {
	if s.opts.Logger != nil {
		s.opts.Logger.LogAttrs(ctx, slog.LevelError, message, attrs...)
	}
}
