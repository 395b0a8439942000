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
	"encoding/json"
	"errors"
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
	return &Transport{&conn{
		in: bufio.NewReaderSize(in, 16<<10), limit: limit, drain: drain, out: out,
		incoming: make(chan jsonrpc.Message), awaited: make(chan line), offered: make(chan line, maxOfferedLines),
		inputEnd: make(chan struct{}), stopping: make(chan struct{}), drained: make(chan struct{}), closed: make(chan struct{}),
		pending: map[jsonrpc.ID]requestState{}, idle: make(chan struct{}),
	}}
}

// Connect implements mcp.Transport. It is called once.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	go t.conn.writeLines()
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

// Lines are written to out one after the other, from a goroutine of their own. So a client that
// doesn't read can't block a caller that has given up waiting. A write that is under way goes on
// until out accepts it.

type line struct {
	data []byte
	done func(error)
}

const maxOfferedLines = 1000 // in offered, for which no caller waits

// ErrClosed is the error of a write to a connection that is closed.
var ErrClosed = errors.New("connection is closed")

func (c *conn) writeLines() {
	write := func(l line) {
		_, err := c.out.Write(append(l.data, '\n'))
		l.done(err)
	}
	for {
		select {
		case l := <-c.awaited:
			for range len(c.offered) { // what was offered before is written before
				write(<-c.offered)
			}
			write(l)
		case l := <-c.offered:
			write(l)
		case <-c.closed:
			return
		}
	}
}

// The SDK drops what is due when its input ends. So its input ends later than
// ours: when every request has been answered. Those that take too long are
// cancelled first, which makes them answer. Whatever a client or a call does,
// it is over when the time for it is.

// track notes that req is to be answered. It returns false if a request with its id is under way.
func (c *conn) track(req *jsonrpc.Request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.pending[req.ID]; known {
		return false
	}
	c.pending[req.ID] = requestState{lasting: req.Method == "subscriptions/listen"}
	return true
}

type requestState struct {
	lasting   bool // it lasts until it is cancelled
	cancelled bool // by the client, which wants no answer
}

func (c *conn) noteCancelled(cancel *jsonrpc.Request) {
	var params struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(cancel.Params, &params) != nil {
		return
	}
	id, err := jsonrpc.MakeID(params.RequestID)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	// A stream still needs its answer: it confirms that the stream has ended.
	if state, known := c.pending[id]; known && !state.lasting {
		state.cancelled = true
		c.pending[id] = state
	}
}

// beginReply is called before an answer is written: a client that has read it may use the id again.
// It reports whether the client wants the answer. endReply must be called after it.
func (c *conn) beginReply(id jsonrpc.ID) (wanted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := c.pending[id]
	delete(c.pending, id)
	c.beingWritten++
	return !state.cancelled
}

func (c *conn) endReply() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.beingWritten--
	c.closeIdleIfDone()
}

// closeIdleIfDone closes idle once nothing more is to be written. c.mu is held.
func (c *conn) closeIdleIfDone() {
	if !c.ended || len(c.pending)+c.beingWritten > 0 {
		return
	}
	select {
	case <-c.idle:
	default:
		close(c.idle)
	}
}

func (c *conn) drainAtEnd() {
	defer close(c.drained)
	select {
	case <-c.inputEnd:
	case <-c.stopping:
	case <-c.closed:
		return
	}
	c.mu.Lock()
	c.ended = true
	c.closeIdleIfDone()
	c.mu.Unlock()
	go c.cancelPending(true)
	stopping, late, end := c.stopping, time.After(c.drain/5*4), time.After(c.drain)
	for {
		select {
		case <-c.idle:
			return
		case <-c.closed:
			return
		case <-end:
			_ = c.Close() // what still waits to be written is given up
			return
		case <-stopping:
		case <-late:
		}
		if stopping != nil {
			stopping = nil
			go c.cancelPending(false)
		}
	}
}

// cancelPending cancels the requests that are due, or of them those that last.
func (c *conn) cancelPending(onlyLasting bool) {
	c.mu.Lock()
	var ids []jsonrpc.ID
	for id, state := range c.pending {
		if state.lasting || !onlyLasting {
			ids = append(ids, id)
		}
	}
	c.mu.Unlock()
	for _, id := range ids {
		params, err := json.Marshal(map[string]any{"requestId": id.Raw(), "reason": "the server is about to end"})
		if err != nil {
			continue
		}
		select {
		case c.incoming <- &jsonrpc.Request{Method: "notifications/cancelled", Params: params}:
		case <-c.closed:
			return
		}
	}
}
