// Package egress connects a browser to the network: an HTTP proxy on a loopback
// port that lives as long as one page and dials through a security.Policy. It
// resolves names and checks addresses itself, once for each connection, so that the
// browser's own resolution of a name is never used.
//
// A browser asks a proxy in two ways: CONNECT for https and WebSocket, whose
// bytes are passed unchanged, and requests in the absolute form (RFC 9112,
// section 3.2.2) for http. The proxy refuses all others.
package egress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"
	"golang.org/x/net/publicsuffix"

	"github.com/webfetch-mcp/webfetch-go/security"
)

const (
	maxConns       = 256       // connections from the browser
	maxHeaderBytes = 256 << 10 // headers of a request or a response
	maxFailures    = 64        // hosts whose last failure is kept
)

// Errors of requests that the proxy itself refuses.
var (
	errThirdParty = errors.New("resources of other sites are blocked")
	ErrTooLarge   = errors.New("the page loads more bytes than allowed")
	errClosed     = errors.New("the page is done")
)

// Config tunes a [Proxy].
type Config struct {
	// Policy decides what may be connected to. Nil means the zero Policy.
	Policy *security.Policy
	// Dial connects to host:port as Policy allows. Nil means Policy.DialContext.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// MaxBytes bounds the sum of bytes sent and received. Zero means no bound.
	MaxBytes int64
	// SameSite, when true, refuses requests to sites that no call of
	// [Proxy.AllowSite] named.
	SameSite bool
}

// Proxy is the proxy of one page. It is safe for concurrent use. Make one with
// [Listen] and Close it.
type Proxy struct {
	config    Config
	listener  net.Listener
	server    *http.Server
	upstream  *http.Transport
	forwarder *httputil.ReverseProxy // forwards requests in the absolute form
	ctx       context.Context
	cancel    context.CancelFunc
	stopping  func() bool
	bytes     atomic.Int64
	work      sync.WaitGroup

	mu       sync.Mutex
	sites    map[string]bool
	failures map[string]error
	closed   bool
}

// Listen opens a proxy on a free port of 127.0.0.1. When ctx ends or
// [Proxy.Close] is called, the proxy cuts every connection.
func Listen(ctx context.Context, config Config) (*Proxy, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the browser: %w", err)
	}
	if config.Dial == nil {
		config.Dial = config.Policy.DialContext // a nil Policy works, too
	}
	p := &Proxy{config: config, listener: listener, sites: map[string]bool{}, failures: map[string]error{}}
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.upstream = &http.Transport{
		DialContext:            p.dial,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeaderBytes,
		MaxIdleConnsPerHost:    8,
		IdleConnTimeout:        10 * time.Second,
	}
	p.forwarder = p.newForwarder()
	p.server = &http.Server{
		Handler: http.HandlerFunc(p.serve), MaxHeaderBytes: maxHeaderBytes, ReadHeaderTimeout: 30 * time.Second,
		ErrorLog: discard(),
	}
	p.work.Go(func() { _ = p.server.Serve(netutil.LimitListener(listener, maxConns)) })
	p.stopping = context.AfterFunc(ctx, p.cutAll)
	return p, nil
}

// Addr returns host and port of the proxy.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Close cuts every connection and waits for the goroutines that serve them. It may
// be called more than once.
func (p *Proxy) Close() {
	p.stopping()
	p.cutAll()
	p.work.Wait()
}

// cutAll closes the listener and all connections without waiting.
func (p *Proxy) cutAll() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.cancel()
	_ = p.server.Close()
	p.upstream.CloseIdleConnections()
}

// Exhausted reports whether the page has used up MaxBytes.
func (p *Proxy) Exhausted() bool { return p.config.MaxBytes > 0 && p.bytes.Load() > p.config.MaxBytes }

// serve handles one request of the browser. If it fails, serve closes the
// connection, which scripts see as a network error. A response made here would
// look like one of the site.
func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.work.Add(1) // Close waits for it
	}
	p.mu.Unlock()
	if closed {
		panic(http.ErrAbortHandler)
	}
	defer p.work.Done()
	if r.Method == http.MethodConnect {
		p.tunnel(w, r)
		return
	}
	p.forward(w, r)
}

func (p *Proxy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := p.open(ctx, network, address)
	if err != nil {
		p.failed(address, err)
		return nil, err
	}
	return conn, nil
}

func (p *Proxy) open(ctx context.Context, network, address string) (net.Conn, error) {
	if err := p.Admit(address); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.ctx, cancel)()
	conn, err := p.config.Dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if p.ctx.Err() != nil {
		_ = conn.Close()
		return nil, errClosed
	}
	return &meteredConn{conn, p}, nil
}

// Admit checks what the policy doesn't: whether SameSite allows the site of an
// address, that is host:port, and whether MaxBytes is used up.
func (p *Proxy) Admit(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return &security.BlockedError{Reason: security.BlockedURL, Host: address, Detail: "not host and port", Err: err}
	}
	if p.Exhausted() {
		return ErrTooLarge
	}
	if !p.config.SameSite {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sites[Site(host)] {
		return nil
	}
	return errThirdParty
}

// AllowSite allows requests to the site of host if SameSite is set.
func (p *Proxy) AllowSite(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sites[Site(host)] = true
}

// Failure returns the error of the last failed connection to host and port, or nil.
func (p *Proxy) Failure(host string, port uint16) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failures[key(host, strconv.Itoa(int(port)))]
}

func (p *Proxy) failed(address string, err error) {
	host, port, splitErr := net.SplitHostPort(address)
	if splitErr != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if name := key(host, port); len(p.failures) < maxFailures || p.failures[name] != nil {
		p.failures[name] = err
	}
}

func key(host, port string) string {
	if addr, err := netip.ParseAddr(host); err == nil {
		host = addr.String()
	}
	return net.JoinHostPort(host, port)
}

// Site returns the registrable domain of a host: the public suffix
// (publicsuffix.org) and the label before it. An address, and a name that is a
// public suffix itself, is a site of its own.
func Site(host string) string {
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().String()
	}
	site, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return site
}

func discard() *log.Logger { return log.New(io.Discard, "", 0) }

// newForwarder returns the handler of requests in the absolute form. It flushes bodies as they come, so
// that events reach the page at once, and adds nothing to a request or a response.
func (p *Proxy) newForwarder() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Transport: p.upstream, FlushInterval: -1, ErrorLog: discard(),
		// ReverseProxy drops the parts of a query that it can't parse, and these headers even if the
		// page has set them. Restore both.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.RawQuery = r.In.URL.RawQuery
			for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
				if values := r.In.Header[name]; values != nil {
					r.Out.Header[name] = values
				}
			}
		},
		ErrorHandler: func(_ http.ResponseWriter, r *http.Request, err error) {
			p.failed(addressOf(r), err)
			panic(http.ErrAbortHandler)
		},
	}
}

func addressOf(r *http.Request) string {
	return net.JoinHostPort(r.URL.Hostname(), cmp.Or(r.URL.Port(), "80"))
}

func (p *Proxy) forward(w http.ResponseWriter, r *http.Request) {
	if !r.URL.IsAbs() {
		http.Error(w, "a proxy", http.StatusBadRequest)
		return
	}
	// An idle connection that is reused was checked for its address only, not for this URL.
	err := p.Admit(addressOf(r))
	if err == nil {
		err = p.config.Policy.CheckURL(r.URL)
	}
	if err != nil {
		p.failed(addressOf(r), err)
		panic(http.ErrAbortHandler)
	}
	w.Header()["Date"], w.Header()["Content-Type"] = nil, nil // net/http must add neither; the browser sniffs the type as it would without a proxy
	p.forwarder.ServeHTTP(w, r)
}

func (p *Proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	out, err := p.dial(r.Context(), "tcp", r.Host)
	if err != nil {
		http.Error(w, "refused", http.StatusForbidden)
		return
	}
	defer out.Close()
	in, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer in.Close()
	defer context.AfterFunc(p.ctx, func() { _, _ = in.Close(), out.Close() })()
	if _, err := io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var pipes sync.WaitGroup
	pipes.Go(func() {
		_, _ = io.Copy(out, buffered) // bytes that the browser sent before the connection was hijacked
		out.(*meteredConn).closeWrite()
	})
	pipes.Go(func() {
		_, _ = io.Copy(in, out)
		_ = in.Close()
	})
	pipes.Wait()
}

// meteredConn counts the bytes of a connection to a site, and ends it when MaxBytes is used up.
type meteredConn struct {
	net.Conn
	proxy *Proxy
}

func (c *meteredConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	err = c.count(n, err)
	if over := c.proxy.bytes.Load() - c.proxy.config.MaxBytes; c.proxy.config.MaxBytes > 0 && over > 0 {
		n = max(n-int(over), 0)
	}
	return n, err
}

func (c *meteredConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, c.count(n, err)
}

func (c *meteredConn) count(n int, err error) error {
	c.proxy.bytes.Add(int64(n))
	if c.proxy.Exhausted() {
		_ = c.Conn.Close()
		return ErrTooLarge
	}
	return err
}

func (c *meteredConn) closeWrite() {
	if half, is := c.Conn.(interface{ CloseWrite() error }); is {
		_ = half.CloseWrite()
		return
	}
	_ = c.Conn.Close()
}
