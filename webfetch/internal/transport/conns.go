package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"sync"
	"time"
)

const (
	maxIdle     = 100 // connections without a request, in all
	idleTimeout = 90 * time.Second
)

// conns sends requests over connections of net/http and keeps them. One call of RoundTrip is
// one request at most: http.Transport repeats one by itself when a kept connection fails,
// past the pace of the host. Make one with newConns. It is safe for concurrent use.
type conns struct {
	dialer     *http.Transport // only its NewClientConn is used
	fixed      string          // host:port of a proxy that all requests go to; "": none
	maxPerHost int             // connections without a request to one host

	mu     sync.Mutex
	kept   []*conn // in the order in which they were used, last at the end
	closed bool
}

type conn struct {
	*http.ClientConn
	pool   *conns
	to     string // scheme and address
	net    net.Conn
	idle   bool // it has no request. Under conns.mu
	expiry *time.Timer
}

func newConns(dial func(ctx context.Context, network, address string) (net.Conn, error), config *tls.Config, fixed string, maxPerHost int) *conns {
	return &conns{fixed: fixed, maxPerHost: maxPerHost, dialer: &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			raw, err := dial(ctx, network, address)
			if to, wanted := ctx.Value(dialedKey{}).(*net.Conn); wanted && err == nil {
				*to = raw
			}
			return raw, err
		},
		TLSClientConfig: config, TLSHandshakeTimeout: 10 * time.Second, ForceAttemptHTTP2: true,
		DisableCompression: true, MaxResponseHeaderBytes: maxHeaderBytes,
		HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second, WriteByteTimeout: 15 * time.Second},
	}}
}

type dialedKey struct{}

// RoundTrip sends a request once. Its body must be closed; a connection of HTTP/1.1 whose body was
// not read to its end is not used again. GotConn of an httptrace.ClientTrace is not called for a
// connection to a proxy.
func (p *conns) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	trace := httptrace.ContextClientTrace(ctx)
	if trace != nil && trace.GetConn != nil {
		trace.GetConn(hostPort(req.URL))
	}
	address := cmp.Or(p.fixed, hostPort(req.URL))
	c := p.reserve(req.URL.Scheme + " " + address)
	reused := c != nil
	if c == nil {
		var err error
		if c, err = p.dial(ctx, req.URL.Scheme, address); err != nil {
			return nil, orCause(ctx, err)
		}
	}
	if p.fixed == "" && trace != nil && trace.GotConn != nil {
		trace.GotConn(httptrace.GotConnInfo{Conn: c.net, Reused: reused})
	}
	resp, err := c.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusSwitchingProtocols {
		_ = c.Close()
		err = fmt.Errorf("unexpected response %q", resp.Status)
	}
	if err != nil || resp.Body == http.NoBody {
		c.free()
	}
	if err != nil {
		return nil, orCause(ctx, err)
	}
	if resp.Body != http.NoBody {
		resp.Body = &connBody{resp.Body, c}
	}
	return resp, nil
}

type connBody struct {
	io.ReadCloser
	conn *conn
}

func (b *connBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.conn.free()
	}
	return n, err
}

func (b *connBody) Close() error {
	defer b.conn.free()
	return b.ReadCloser.Close()
}

// orCause prefers why the context of a request has ended to what that did to a connection.
func orCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

func (p *conns) reserve(to string) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range slices.Backward(p.kept) {
		if c.to == to && c.Reserve() == nil {
			c.idle = false
			return c
		}
	}
	return nil
}

func (p *conns) dial(ctx context.Context, scheme, address string) (*conn, error) {
	c := &conn{pool: p, to: scheme + " " + address}
	made, err := p.dialer.NewClientConn(context.WithValue(ctx, dialedKey{}, &c.net), scheme, address)
	if err != nil {
		return nil, err
	}
	c.ClientConn = made
	if err := c.Reserve(); err != nil {
		_ = c.Close()
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = append(p.kept, c)
	c.expiry = time.AfterFunc(idleTimeout, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.drop(c)
	})
	return c, nil
}

// free is called when a request on c has ended; once more does no harm. It closes the connection
// that is idle longest, of the host or of all, where there are more than allowed.
func (c *conn) free() {
	p := c.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	c.expiry.Reset(idleTimeout)
	switch c.idle = c.InFlight() == 0; {
	case c.Err() != nil, c.idle && p.closed:
		p.drop(c)
		return
	case !c.idle:
		return
	}
	if at := slices.Index(p.kept, c); at >= 0 {
		p.kept = append(slices.Delete(p.kept, at, at+1), c)
	}
	var surplus *conn
	all, there := 0, 0
	for _, other := range slices.Backward(p.kept) {
		if !other.idle {
			continue
		}
		if all++; other.to == c.to {
			there++
		}
		if other.to == c.to && there > p.maxPerHost || all > maxIdle {
			surplus = other
		}
	}
	if surplus != nil {
		p.drop(surplus)
	}
}

// drop closes a connection that no request is using. p.mu is held.
func (p *conns) drop(c *conn) {
	if c.Err() == nil && c.Reserve() != nil {
		return
	}
	if c.InFlight() > 1 {
		c.Release()
		return
	}
	_ = c.Close()
	c.expiry.Stop()
	p.kept = slices.DeleteFunc(p.kept, func(other *conn) bool { return other == c })
}

// Close closes the connections that no request is using, the others after their request.
func (p *conns) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, c := range slices.Clone(p.kept) {
		p.drop(c)
	}
}

func hostPort(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Host
	case u.Scheme == "https":
		return net.JoinHostPort(u.Hostname(), "443")
	}
	return net.JoinHostPort(u.Hostname(), "80")
}
