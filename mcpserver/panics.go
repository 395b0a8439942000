package mcpserver

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A panic in this module, or in a part that it was given, fails only the call in which it
// happens. The caller learns only that there was an internal error. The text of the panic
// and its stack go to Options.Logger.

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

// logPanic must be called by the function that recovered r, so that the stack
// is that of the panic.
func (s *Server) logPanic(ctx context.Context, r any, attrs ...slog.Attr) {
	if s.opts.Logger != nil {
		s.opts.Logger.LogAttrs(ctx, slog.LevelError, "panic", append(attrs, slog.String("panic", fmt.Sprint(r)), slog.String("stack", string(debug.Stack())))...)
	}
}
