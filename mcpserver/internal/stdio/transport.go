// Package stdio is the stdio transport of MCP: newline-delimited JSON-RPC messages over a
// reader and a writer.
//
// It differs from the transport of the SDK in these points. An invalid line is answered with
// a JSON-RPC error instead of ending the session. Answers that are due are written after the
// end of the input. A client that does not read blocks no other work. The end of a session
// takes a bounded time with any client.
package stdio

import (
	"bufio"
	"context"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Transport serves one session. It implements mcp.Transport.
type Transport struct{ conn *conn }

// New returns a transport that reads lines of at most limit bytes from in and writes to out.
// From the end of the input, or from Stop, the session is over within drain.
func New(in io.Reader, out io.Writer, limit int, drain time.Duration) *Transport {
	closed := make(chan struct{})
	return &Transport{&conn{
		in: bufio.NewReaderSize(in, 16<<10), limit: limit, drain: drain, incoming: make(chan jsonrpc.Message),
		out:      &lineWriter{out: out, closed: closed, awaited: make(chan line), offered: make(chan line, maxOfferedLines)},
		inputEnd: make(chan struct{}), stopping: make(chan struct{}), drained: make(chan struct{}), closed: closed,
		pending: map[jsonrpc.ID]requestState{}, idle: make(chan struct{}),
	}}
}

// Connect implements mcp.Transport. It is called once.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	go t.conn.out.run()
	go t.conn.readLines()
	go t.conn.drainAtEnd()
	return t.conn, nil
}

// Stop ends the session before the input ends. Calls in flight are cancelled and answered.
// It may be called more than once, and concurrently.
func (t *Transport) Stop() { t.conn.stopOnce.Do(func() { close(t.conn.stopping) }) }

// handlerGrace is the time for the SDK to notice that a session was given up.
const handlerGrace = 250 * time.Millisecond

// Wait returns the value of ran, which is the error of the session. It returns nil for a
// session that was given up and whose handlers do not end.
func (t *Transport) Wait(ran <-chan error) error {
	select {
	case err := <-ran:
		return err
	case <-t.conn.drained:
	}
	select {
	case err := <-ran:
		return err
	case <-time.After(handlerGrace):
		return nil
	}
}
