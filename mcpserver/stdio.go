package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/stdio"
)

// ServeStdio serves one client that writes a JSON-RPC message a line to in and reads answers
// from out. It returns nil when in ends, after the answers that are due are written, and the
// error of ctx when ctx is done, after the calls in flight are cancelled and answered. It
// does not close in or out.
//
// It returns within Options.DrainTimeout of either, even if the client does not cooperate:
// calls that take longer are cancelled, and unread answers are dropped. A read of in, a
// write to out and a handler that ignores its context may then still be under way.
//
// A line that is not JSON, is a batch or is too long gets a JSON-RPC error, and the session
// goes on.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	t := stdio.New(in, out, int(s.MessageLimit()), s.opts.DrainTimeout)
	unhook := context.AfterFunc(ctx, t.Stop)
	defer unhook()
	ran := make(chan error, 1)
	// The session ends by its input alone: with the context of the caller the SDK would wait for
	// calls that have not been cancelled.
	go func() { ran <- s.mcp.Run(context.WithoutCancel(ctx), t) }()
	err := t.Wait(ran)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.EOF), errors.Is(err, stdio.ErrClosed):
		return nil
	}
	return err
}

// MessageLimit returns the length of the longest message in bytes: raw_bytes of the largest
// body as base64 (4 for 3). A 64th of it and 1 MiB more are for the rest of the message.
func (s *Server) MessageLimit() int64 {
	bytes := cmp.Or(s.opts.Tools.MaxBytes, 64<<20)
	return bytes/3*4 + bytes/64 + 1<<20
}
