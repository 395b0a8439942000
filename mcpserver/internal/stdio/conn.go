package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/requestid"
)

type conn struct {
	in    *bufio.Reader
	limit int
	drain time.Duration
	out   io.Writer

	incoming chan jsonrpc.Message
	// awaited are the lines whose callers wait until they are written, offered the others.
	awaited, offered chan line
	// inputEnd is closed when the input has ended, stopping when the server is to stop before that.
	// Either begins the end of the session.
	inputEnd, stopping chan struct{}
	// drained is closed when the session has nothing more to read, closed when it is over.
	drained, closed chan struct{}
	stopOnce, once  sync.Once

	mu           sync.Mutex
	pending      map[jsonrpc.ID]requestState // requests without an answer yet
	beingWritten int                         // answers that are being written
	idle         chan struct{}               // closed when the session is to end and nothing is due or being written
	ended        bool
}

// SessionID implements mcp.Connection; stdio has one session and no name for it.
func (c *conn) SessionID() string { return "" }

// A read and a write that are under way end with input and output.
func (c *conn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

func (c *conn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case msg := <-c.incoming:
		return msg, nil
	case <-c.drained:
		return nil, io.EOF
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *conn) Write(ctx context.Context, msg jsonrpc.Message) error {
	resp, answers := msg.(*jsonrpc.Response)
	if answers && resp.Error != nil && !errors.As(resp.Error, new(*jsonrpc.Error)) { // of the SDK, which would write code 0
		resp.Error = &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: resp.Error.Error()}
	}
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	if answers {
		wanted := c.beginReply(resp.ID)
		defer c.endReply()
		if !wanted {
			return nil // the client has cancelled it: the protocol wants no answer
		}
	}
	written := make(chan error, 1)
	awaited := c.awaited
	for {
		select {
		case awaited <- line{requestid.Unmark(data), func(err error) { written <- err }}:
			awaited = nil // now it is being written
		case err := <-written:
			return err
		case <-ctx.Done():
			return ctx.Err()
		case <-c.closed:
			return ErrClosed
		}
	}
}

func (c *conn) readLines() {
	defer close(c.inputEnd)
	for {
		line, err := c.readLine()
		if len(line) > 0 || errors.Is(err, errLongLine) {
			if !c.handleLine(line, err) {
				return
			}
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
	}
}

var errLongLine = errors.New("line too long")

// A line over the limit is skipped without being kept.
func (c *conn) readLine() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := c.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > c.limit; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return nil, errLongLine
		case long:
			line = nil
		}
		return bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff"))), err // clients in .NET begin with a byte order mark
	}
}

// handleLine delivers a message, or answers a line that is not a message. It returns false when the
// reader should stop.
func (c *conn) handleLine(line []byte, err error) bool {
	if err != nil && len(line) == 0 {
		return c.reject(nil, jsonrpc.CodeParseError, "line exceeds "+strconv.Itoa(c.limit)+" bytes")
	}
	if !json.Valid(line) {
		return c.reject(nil, jsonrpc.CodeParseError, "not valid JSON")
	}
	if line[0] == '[' {
		return c.reject(nil, jsonrpc.CodeInvalidRequest, "batches are not supported")
	}
	msg, err := jsonrpc.DecodeMessage(requestid.Mark(line, 0))
	if err != nil {
		return c.reject(idOf(line), jsonrpc.CodeInvalidRequest, "not a JSON-RPC 2.0 message")
	}
	if isIncomplete(msg, line) {
		return c.reject(idOf(line), jsonrpc.CodeInvalidRequest, "neither a request nor an answer")
	}
	req, isRequest := msg.(*jsonrpc.Request)
	if isRequest && req.Method == "notifications/cancelled" {
		c.noteCancelled(req)
	}
	if !isRequest || !req.IsCall() {
		return c.deliver(msg)
	}
	if !c.track(req) {
		return c.reject(nil, jsonrpc.CodeInvalidRequest, "request id is in use")
	}
	if !c.deliver(msg) {
		c.beginReply(req.ID) // which it will not have
		c.endReply()
		return false
	}
	return true
}

// isIncomplete reports an object with an id and neither method nor result, and a request
// whose id is null. The SDK would ignore both, and the client would wait for an answer.
func isIncomplete(msg jsonrpc.Message, line []byte) bool {
	switch m := msg.(type) {
	case *jsonrpc.Response:
		return m.Result == nil && m.Error == nil
	case *jsonrpc.Request:
		var id struct {
			ID json.RawMessage `json:"id"`
		}
		return !m.IsCall() && !strings.HasPrefix(m.Method, "notifications/") && json.Unmarshal(line, &id) == nil && id.ID != nil
	}
	return false
}

func (c *conn) deliver(msg jsonrpc.Message) bool {
	select {
	case c.incoming <- msg:
		return true
	case <-c.stopping:
		return false
	case <-c.closed:
		return false
	}
}

// reject does not wait for the client to read the answer, so that it notices the end of the input.
// At most maxOfferedLines answers are queued for a client that reads none.
func (c *conn) reject(id json.RawMessage, code int, text string) bool {
	if id == nil {
		id = json.RawMessage("null")
	}
	answer := struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: int64(code), Message: text}}
	data, err := json.Marshal(answer)
	if err != nil {
		return false
	}
	c.mu.Lock()
	c.beingWritten++
	c.mu.Unlock()
	rejected := func(err error) {
		if c.endReply(); err != nil {
			_ = c.Close() // a client that can't be written to has gone
		}
	}
	select {
	case c.offered <- line{data, rejected}:
	default:
		c.endReply()
	}
	return true
}

// idOf returns the id of an object that is no JSON-RPC message, if it has one that an answer may
// carry.
func idOf(line []byte) json.RawMessage {
	var some struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(line, &some) != nil {
		return nil
	}
	switch some.ID.(type) {
	case string, float64:
		raw, err := json.Marshal(some.ID)
		if err == nil {
			return raw
		}
	}
	return nil
}
