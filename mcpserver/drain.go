package mcpserver

import (
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// The SDK drops what is due when its input ends. So its input ends later than
// ours: when every request has been answered. Those that take too long are
// cancelled first, which makes them answer.

// expect notes that req is to be answered. It returns false if a request with
// its id is under way.
func (c *lineConn) expect(req *jsonrpc.Request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.due[req.ID]; known {
		return false
	}
	c.due[req.ID] = req.Method == "subscriptions/listen"
	return true
}

// settle notes that the request with id is about to be answered: a client that
// has read the answer may use the id again. settled must be called after it.
func (c *lineConn) settle(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.due, id)
	c.answering++
}

func (c *lineConn) settled() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answering--
	c.signal()
}

// signal closes idle once nothing more is to be written. c.mu is held.
func (c *lineConn) signal() {
	if !c.ended || len(c.due)+c.answering > 0 {
		return
	}
	select {
	case <-c.idle:
	default:
		close(c.idle)
	}
}

// finish returns when all requests have been answered.
func (c *lineConn) finish() {
	c.mu.Lock()
	c.ended = true
	c.signal()
	c.mu.Unlock()

	c.cancel(func(lasting bool) bool { return lasting })
	late := time.NewTimer(c.drain)
	defer late.Stop()
	select {
	case <-c.idle:
		return
	case <-c.closed:
		return
	case <-late.C:
	}
	c.cancel(func(bool) bool { return true })
	late.Reset(c.drain)
	select {
	case <-c.idle:
	case <-c.closed:
	case <-late.C:
	}
}

// cancel cancels the requests that are due and chosen.
func (c *lineConn) cancel(chosen func(lasting bool) bool) {
	c.mu.Lock()
	var ids []jsonrpc.ID
	for id, lasting := range c.due {
		if chosen(lasting) {
			ids = append(ids, id)
		}
	}
	c.mu.Unlock()
	for _, id := range ids {
		params, err := json.Marshal(map[string]any{"requestId": id.Raw(), "reason": "the input has ended"})
		if err == nil {
			c.pass(&jsonrpc.Request{Method: "notifications/cancelled", Params: params})
		}
	}
}
