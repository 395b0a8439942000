package httpconn

import (
	"context"
	"net"
	"net/http"
)

// A Pool does not show its connections, which it must not keep for ever, nor the places on
// one of HTTP/2, nor the frames that it passes over.

// Idle is how many idle connections there are by key. It panics if the lists of them differ.
func (p *Pool) Idle() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept, all := map[string]int{}, 0
	for key, conns := range p.idle {
		kept[key] = len(conns)
		all += len(conns)
	}
	if all != p.order.Len() {
		panic("the lists of idle connections differ")
	}
	return kept
}

// Streams is how many connections of HTTP/2 there are.
func (p *Pool) Streams() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, streams := range p.streams {
		n += len(streams)
	}
	return n
}

// Stream is a connection of HTTP/2.
type Stream = stream

// NewStream makes one over a connection, with a place for one request.
func (p *Pool) NewStream(ctx context.Context, key, address string, over net.Conn) (*Stream, error) {
	return p.newStream(ctx, key, address, over)
}

// Reserve takes a place for a request on one, nil if there is none.
func (p *Pool) Reserve(key string) *Stream { return p.reserve(key) }

// Send sends a request in a place that was reserved.
func (s *stream) Send(req *http.Request) (*http.Response, error) { return s.roundTrip(req) }

// Release gives the place back.
func (s *stream) Release() { s.conn.Release() }

// FrameFilter passes over the frames that net/http does not know.
type FrameFilter = frameFilter

// NewFrameFilter returns one over a connection.
func NewFrameFilter(c net.Conn) *FrameFilter { return &frameFilter{Conn: c} }

// Open is how many responses have begun and not ended.
func (f *frameFilter) Open() int { return len(f.open) }
