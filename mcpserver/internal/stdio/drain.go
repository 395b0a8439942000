package stdio

import (
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

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
