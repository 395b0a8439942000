package mcpserver

import (
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio serves one client that writes a JSON-RPC message a line to in and
// reads answers from out. It returns nil when in ends, after the answers that
// are due are written; calls that take longer than Options.DrainTimeout are
// cancelled first. It returns the error of ctx when ctx is done, and does not
// close in or out.
//
// A line that is no JSON, a batch, or one that is too long gets a JSON-RPC
// error, and the session goes on.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	t := newLineTransport(in, out, s.lineLimit(), s.opts.drainTimeout())
	err := s.mcp.Run(ctx, t)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// lineLimit is the longest line: raw_bytes of the largest body as base64, and
// room for the rest.
func (s *Server) lineLimit() int { return messageLimit(s.opts.maxBytes()) }

// messageLimit is the length of a message that carries bytes as base64.
func messageLimit(bytes int64) int { return int(bytes/3*4 + bytes/64 + 1<<20) }

// lineTransport is the stdio transport of MCP with what the SDK's lacks:
// malformed lines are answered, and the end of the input does not cut off
// answers that are due.
type lineTransport struct{ conn *lineConn }

// Connect implements mcp.Transport.
func (t *lineTransport) Connect(context.Context) (mcp.Connection, error) {
	go t.conn.readLines()
	return t.conn, nil
}
