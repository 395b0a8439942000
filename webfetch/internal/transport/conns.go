package transport

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

const (
	maxIdle     = 100 // connections without a request, in all
	idleTimeout = 90 * time.Second
)

// conns sends requests over connections of net/http and keeps those. Make one with newConns.
type conns struct {
	http.Transport
	closed atomic.Bool
}

func newConns(dial func(ctx context.Context, network, address string) (net.Conn, error), config *tls.Config, maxPerHost int) *conns {
	return &conns{Transport: http.Transport{
		// net/http asks for the proxy before each time that it writes a request. It would write one
		// again by itself where a kept connection fails, past the pace of the host.
		Proxy: func(req *http.Request) (*url.URL, error) {
			if a := attemptOf(req.Context()); a != nil && a.sent.Load() {
				return nil, errUnanswered
			}
			return nil, nil
		},
		// net/http dials in a goroutine of its own, which outlives the request.
		DialContext: func(ctx context.Context, network, address string) (c net.Conn, err error) {
			defer panics.Catch(&err)
			if a := attemptOf(ctx); a != nil {
				var cancel context.CancelFunc
				ctx, cancel = context.WithCancel(ctx)
				defer cancel()
				defer context.AfterFunc(a.Context, cancel)()
			}
			return dial(ctx, network, address)
		},
		TLSClientConfig: config, TLSHandshakeTimeout: 10 * time.Second, ForceAttemptHTTP2: true,
		MaxIdleConns: maxIdle, MaxIdleConnsPerHost: maxPerHost, IdleConnTimeout: idleTimeout,
		DisableCompression: true, MaxResponseHeaderBytes: maxHeaderBytes,
		HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second, WriteByteTimeout: 15 * time.Second},
	}}
}

var errUnanswered = fmt.Errorf("the connection ended without a response: %w", io.ErrUnexpectedEOF)

// attempt is the context of one request of a hop.
type attempt struct {
	context.Context
	try   int // 0 is the first
	sent  atomic.Bool
	trace httptrace.ClientTrace
}

type attemptKey struct{}

func (a *attempt) Value(key any) any {
	if key == (attemptKey{}) {
		return a
	}
	return a.Context.Value(key)
}

// attemptOf returns the attempt that ctx is under, nil if there is none.
func attemptOf(ctx context.Context) *attempt {
	a, _ := ctx.Value(attemptKey{}).(*attempt)
	return a
}

// newAttempt returns the context of an attempt. answered is called at the first byte of the response.
func newAttempt(ctx context.Context, try int, answered func()) context.Context {
	a := &attempt{Context: ctx, try: try}
	a.trace.WroteHeaders = func() { a.sent.Store(true) }
	a.trace.GotFirstResponseByte = answered
	return httptrace.WithClientTrace(a, &a.trace)
}

// RoundTrip sends a request. Its error is why the context of the request has ended rather than what
// that did to the connection.
func (p *conns) RoundTrip(req *http.Request) (*http.Response, error) {
	if a := attemptOf(req.Context()); a != nil {
		a.sent.Store(false) // a wrapper may send several requests for one
	}
	if p.closed.Load() { // the connection would be kept
		req = req.WithContext(req.Context())
		req.Close = true
	}
	resp, err := p.Transport.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusSwitchingProtocols {
		_ = resp.Body.Close()
		err = fmt.Errorf("unexpected response %q", resp.Status)
	}
	if cause := context.Cause(req.Context()); err != nil && cause != nil {
		err = cause
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// Close closes the connections that no request is using, the others after their request.
func (p *conns) Close() {
	p.closed.Store(true)
	p.CloseIdleConnections()
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
