package httpconn

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"time"
)

// protocol2 is HTTP/2 in the TLS handshake (RFC 9113, section 3.2).
const protocol2 = "h2"

var errNoPlace = errors.New("the server takes no request on a new connection of HTTP/2")

// stream is a connection of HTTP/2, which takes several requests at a time.
type stream struct {
	conn *http.ClientConn
	net  net.Conn // what conn is over
	// retired says that no other request comes: the connection ends with the
	// last one.
	retired atomic.Bool
}

// roundTrip sends one request, for which a place was reserved.
func (s *stream) roundTrip(req *http.Request) (*http.Response, error) {
	resp, err := s.conn.RoundTrip(req)
	if err != nil {
		return nil, OrCause(req.Context(), err)
	}
	return resp, nil
}

// retire lets the connection end with its last request.
func (s *stream) retire() {
	s.retired.Store(true)
	s.closeIfDone(s.conn)
}

// closeIfDone closes a retired connection without requests. It is called
// whenever one has ended.
func (s *stream) closeIfDone(conn *http.ClientConn) {
	if s.retired.Load() && conn.InFlight() == 0 {
		_ = conn.Close()
	}
}

// newStream begins HTTP/2 on a connection and reserves a place for one request.
func (p *Pool) newStream(ctx context.Context, key, address string, secure net.Conn) (*stream, error) {
	t := transportOver(&frameFilter{Conn: secure})
	t.DisableCompression = true
	t.MaxResponseHeaderBytes = min(orDefault(p.MaxHeaderBytes, 1<<20), math.MaxUint32)
	t.IdleConnTimeout = orDefault(p.IdleTimeout, 90*time.Second)
	t.HTTP2 = &http.HTTP2Config{
		MaxReadFrameSize: longestSkip,
		SendPingTimeout:  15 * time.Second,
		PingTimeout:      15 * time.Second,
		WriteByteTimeout: 15 * time.Second,
	}
	conn, err := t.NewClientConn(ctx, "http", address)
	if err != nil {
		return nil, err
	}
	if conn.Reserve() != nil {
		_ = conn.Close()
		return nil, errNoPlace
	}
	s := &stream{conn: conn, net: secure}
	conn.SetStateHook(s.closeIfDone)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		s.retired.Store(true)
		return s, nil
	}
	if p.streams == nil {
		p.streams = map[string][]*stream{}
	}
	p.streams[key] = append(p.streams[key], s)
	return s, nil
}

// transportOver returns a Transport for one connection, that which is given.
// TLS, if any, is below the connection, so that to the Transport it is one
// without: the URL of a request alone says what scheme and host it names.
func transportOver(c net.Conn) *http.Transport {
	t := &http.Transport{
		Protocols:   new(http.Protocols),
		DialContext: func(context.Context, string, string) (net.Conn, error) { return c, nil },
	}
	t.Protocols.SetUnencryptedHTTP2(true)
	return t
}

// protocols are what is offered in the TLS handshake. net/http may be without
// HTTP/2: GODEBUG=http2client=0 and the build tag nethttpomithttp2 turn it off,
// which shows when a connection is begun.
func (p *Pool) protocols() []string {
	p.checkHTTP2.Do(func() {
		here, there := net.Pipe()
		defer here.Close()
		defer there.Close()
		go func() { _, _ = io.Copy(io.Discard, there) }()
		conn, err := transportOver(here).NewClientConn(context.Background(), "http", "localhost:80")
		if err == nil {
			_ = conn.Close()
			p.offerHTTP2 = true
		}
	})
	if p.offerHTTP2 {
		return []string{protocol2, "http/1.1"}
	}
	return []string{"http/1.1"}
}

// reserve returns a connection of HTTP/2 with a place for one more request, nil
// if there is none. It forgets those that have ended.
func (p *Pool) reserve(key string) *stream {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.streams[key] {
		if s.conn.Reserve() == nil {
			return s
		}
	}
	p.forget(key)
	return nil
}

// forget drops the connections of HTTP/2 that take no more requests; they end
// by themselves. p.mu is held, so that no place is reserved meanwhile.
func (p *Pool) forget(key string) {
	left := slices.DeleteFunc(p.streams[key], func(s *stream) bool {
		return s.conn.InFlight() == 0 && s.conn.Available() == 0
	})
	if len(left) == 0 {
		delete(p.streams, key)
		return
	}
	p.streams[key] = left
}

// closeIdleStreams closes what no request is using. What is in use ends with
// its last request, and is not used for another. p.mu is held.
func (p *Pool) closeIdleStreams() {
	for key, streams := range p.streams {
		for _, s := range streams {
			s.retire()
		}
		delete(p.streams, key)
	}
}
