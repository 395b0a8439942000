// Package httpconn sends HTTP requests over connections that it keeps for the
// next one: HTTP/1.1 (RFC 9112), and HTTP/2 (RFC 9113) where a server chooses
// it in the TLS handshake.
//
// It replaces http.Transport, which does two things that a client of
// strangers' servers can't have: it repeats a request by itself when a kept
// connection fails, and it writes what a server sends out of turn to the
// standard logger. Here one call of [Pool.RoundTrip] is one request at most, and
// nothing is ever logged: bytes that belong to no response end the connection.
// Messages are written and parsed by net/http.
package httpconn

import (
	"container/list"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Pool sends requests. Set its fields before the first; it is safe for
// concurrent use after that. Dial is required.
type Pool struct {
	// Dial connects to host:port. What it returns carries plain HTTP for the
	// scheme http, and TLS is begun on it for https.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Fixed, if set, is the host:port that all requests of the scheme http go
	// to, whatever their URL: that of a proxy.
	Fixed string
	// TLS is used for https; the server name is that of the URL. Nil means the
	// zero Config.
	TLS *tls.Config
	// MaxHeaderBytes bounds the header of a response, those of informational
	// responses before it included. Zero means 1 MiB.
	MaxHeaderBytes int64
	// IdleTimeout is how long a connection is kept for another request. Zero
	// means 90 seconds.
	IdleTimeout time.Duration
	// MaxIdle and MaxIdlePerHost bound the HTTP/1.1 connections kept. Zero means
	// 100 and 2.
	MaxIdle, MaxIdlePerHost int
	// HandshakeTimeout bounds a TLS handshake. Zero means 10 seconds.
	HandshakeTimeout time.Duration

	mu      sync.Mutex
	closed  bool
	idle    map[string][]*conn // by key, last used last
	order   list.List          // of *conn, last used first
	streams map[string][]*stream

	checkHTTP2 sync.Once
	offerHTTP2 bool // set by checkHTTP2
}

// RoundTrip sends req once and returns the response to it, or an error that
// is that of its context when that has ended. The body must be closed; a
// connection whose body was not read to its end is not used again. Of the hooks
// of an httptrace.ClientTrace, GetConn, TLSHandshakeStart, TLSHandshakeDone, GotConn
// and GotFirstResponseByte are called, GotConn not where the connection is one to
// a proxy (see Fixed); what dials may call others.
func (p *Pool) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	key, address := p.keyOf(req.URL)
	trace := traceOf(ctx)
	trace.getConn(address)
	if s := p.reserve(key); s != nil {
		trace.gotConn(s.net, true)
		return s.roundTrip(req)
	}
	if c := p.takeIdle(key); c != nil {
		if key != p.Fixed {
			trace.gotConn(c.net, true)
		}
		return c.roundTrip(req)
	}
	raw, err := p.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, OrCause(ctx, err)
	}
	if req.URL.Scheme != "https" {
		if key != p.Fixed {
			trace.gotConn(raw, false)
		}
		return p.newConn(key, raw, raw).roundTrip(req)
	}
	trace.handshakeStart()
	secure, err := p.handshake(ctx, raw, req.URL.Hostname())
	trace.handshakeDone(secure, err)
	if err != nil {
		_ = raw.Close()
		return nil, OrCause(ctx, err)
	}
	if secure.ConnectionState().NegotiatedProtocol == protocol2 {
		s, err := p.newStream(ctx, key, address, secure)
		if err != nil {
			_ = raw.Close()
			return nil, OrCause(ctx, err)
		}
		trace.gotConn(secure, false)
		return s.roundTrip(req)
	}
	trace.gotConn(secure, false)
	return p.newConn(key, secure, raw).roundTrip(req)
}

// OrCause prefers why the context of a request has ended to what that did to a
// connection.
func OrCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// keyOf names the connections that a request may use, and where they lead.
func (p *Pool) keyOf(u *url.URL) (key, address string) {
	port := u.Port()
	switch {
	case p.Fixed != "" && u.Scheme != "https":
		return p.Fixed, p.Fixed
	case port == "" && u.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	address = net.JoinHostPort(u.Hostname(), port)
	return u.Scheme + " " + address, address
}

var errSlowHandshake = errors.New("the TLS handshake takes too long")

func (p *Pool) handshake(ctx context.Context, raw net.Conn, name string) (*tls.Conn, error) {
	config := &tls.Config{}
	if p.TLS != nil {
		config = p.TLS.Clone()
	}
	config.ServerName, config.NextProtos = name, p.protocols()
	timeout := p.HandshakeTimeout
	if timeout <= 0 {
		timeout = 10 * time.Second
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errSlowHandshake)
	defer cancel()
	secure := tls.Client(raw, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		if errors.Is(context.Cause(ctx), errSlowHandshake) {
			return nil, errSlowHandshake
		}
		return nil, err
	}
	return secure, nil
}

// takeIdle returns a kept connection that is still quiet, nil if there is none.
func (p *Pool) takeIdle(key string) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		kept := p.idle[key]
		if len(kept) == 0 {
			return nil
		}
		c := kept[len(kept)-1]
		p.drop(c)
		select {
		case <-c.heard: // closed by the server, or it speaks out of turn
			c.close()
		default:
			return c
		}
	}
}

// putIdle stores c for the next request, and watches it.
func (p *Pool) putIdle(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.close()
		return
	}
	if p.idle == nil {
		p.idle = map[string][]*conn{}
	}
	if kept := p.idle[c.key]; len(kept) >= orDefault(p.MaxIdlePerHost, 2) {
		p.discard(kept[0])
	}
	if p.order.Len() >= orDefault(p.MaxIdle, 100) {
		p.discard(p.order.Back().Value.(*conn))
	}
	c.place = p.order.PushFront(c)
	p.idle[c.key] = append(p.idle[c.key], c)
	c.listen(func(heard chan struct{}) { p.remove(c, heard) })
	heard := c.heard
	c.expiry = time.AfterFunc(orDefault(p.IdleTimeout, 90*time.Second), func() { p.remove(c, heard) })
}

// remove closes c if it is still idle, and has not been used in between.
func (p *Pool) remove(c *conn, heard chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.place != nil && c.heard == heard {
		p.discard(c)
	}
}

// discard closes an idle connection. p.mu is held.
func (p *Pool) discard(c *conn) {
	p.drop(c)
	c.close()
}

// drop takes c out of the lists. p.mu is held.
func (p *Pool) drop(c *conn) {
	p.order.Remove(c.place)
	c.place = nil
	c.expiry.Stop()
	kept := p.idle[c.key]
	for i := range kept {
		if kept[i] == c {
			kept = append(kept[:i], kept[i+1:]...)
			break
		}
	}
	if len(kept) == 0 {
		delete(p.idle, c.key)
		return
	}
	p.idle[c.key] = kept
}

// Close closes the connections that no request is using, and lets every other
// one end with its request. Requests may still be sent; nothing is kept of them.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for p.order.Len() > 0 {
		p.discard(p.order.Back().Value.(*conn))
	}
	p.closeIdleStreams()
}

func orDefault[T int | int64 | time.Duration](value, byDefault T) T {
	if value <= 0 {
		return byDefault
	}
	return value
}

// StatusError is a response that ends no request: one that switches to another
// protocol, which nobody asked for.
type StatusError struct{ Status string }

// Error says the status.
func (e *StatusError) Error() string { return fmt.Sprintf("unexpected response %q", e.Status) }
