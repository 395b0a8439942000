package transport

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpproxy"
	socksproxy "golang.org/x/net/proxy"

	"github.com/webfetch-mcp/webfetch-go/security"
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
			return nil, cmp.Or(context.Cause(ctx), err) // rather why ctx ended than what that did to the connection
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
	if err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	return resp, nil
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
	c := &conn{to: scheme + " " + address}
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
	// In a goroutine: most methods of a connection call the hook, and those that p calls while p.mu is held would wait for it for ever.
	c.SetStateHook(func(*http.ClientConn) { go p.settle(c) })
	return c, nil
}

// settle is called when a request on c has ended, or c itself; once more does no harm. It closes the
// connection that is idle longest, of the host or of all, where there are more than allowed.
func (p *conns) settle(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.expiry.Reset(idleTimeout)
	switch c.idle = c.InFlight() == 0; {
	case c.Err() != nil, c.idle && (p.closed || c.Available() == 0): // the server has closed it, or takes no more requests
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
	if c.Err() == nil && c.Reserve() != nil && c.InFlight() > 0 {
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

// hostPort returns the address of the server or proxy at u.
func hostPort(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Host
	case u.Scheme == "https":
		return net.JoinHostPort(u.Hostname(), "443")
	}
	return net.JoinHostPort(u.Hostname(), "80")
}

// proxy is the way through a proxy, which gets checked addresses only. Through an HTTP proxy https
// goes by a tunnel, and http by a request in the absolute form (RFC 9112, section 3.2.2), since
// many proxies have tunnels for port 443 alone. Through SOCKS5 (RFC 1928) both go by a connection.
type proxy struct {
	url      *url.URL
	policy   *security.Policy
	isDirect func(page *url.URL) bool // by Config.NoProxy
	through  *conns                   // connections by tunnels
	absolute *conns                   // connections to the proxy itself; nil: SOCKS5
}

func newProxy(config *Config, maxPerHost int) *proxy {
	u, policy := config.Proxy, config.Policy
	x := &proxy{url: u, policy: policy, isDirect: exceptions(u, config.NoProxy)}
	x.through = newConns(tunnelPolicy(policy, u, config.RootCAs).DialContext, tlsConfig(config.RootCAs), "", maxPerHost)
	if !isSOCKS(u) {
		dial := func(ctx context.Context, _, _ string) (net.Conn, error) { return dialProxy(ctx, u, config.RootCAs) }
		x.absolute = newConns(dial, nil, hostPort(u), 16)
	}
	return x
}

// exceptions returns a function that reports the pages which are requested without the proxy u.
func exceptions(u *url.URL, noProxy string) func(page *url.URL) bool {
	proxyOf := (&httpproxy.Config{HTTPProxy: u.String(), HTTPSProxy: u.String(), NoProxy: noProxy}).ProxyFunc()
	return func(page *url.URL) bool {
		by, err := proxyOf(page)
		return noProxy != "" && by == nil && err == nil // with a list, this machine is an exception too
	}
}

func (x *proxy) Close() {
	x.through.Close()
	if x.absolute != nil {
		x.absolute.Close()
	}
}

func isSOCKS(u *url.URL) bool { return u.Scheme == "socks5" || u.Scheme == "socks5h" }

// CheckProxy returns an error if u is not the address of a proxy that Config.Proxy can be.
func CheckProxy(u *url.URL) error {
	if u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && !isSOCKS(u) {
		return errors.New("is not an http, https or socks5 address")
	}
	return nil
}

type proxyError struct {
	host   string // of the proxy
	status int    // that it answered with; 0: none
	err    error
}

func (e *proxyError) Error() string { return "proxy " + e.host + ": " + e.err.Error() }
func (e *proxyError) Unwrap() error { return e.err }

// Through returns a function that connects to host:port where policy allows it, through the
// proxy u by CONNECT or SOCKS5, but not to what noProxy names (see Config.NoProxy). Nil roots
// are those of the system.
func Through(policy *security.Policy, u *url.URL, noProxy string, roots *x509.CertPool) func(ctx context.Context, network, address string) (net.Conn, error) {
	tunnels, isDirect := tunnelPolicy(policy, u, roots), exceptions(u, noProxy)
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if isDirect(&url.URL{Scheme: "https", Host: address}) {
			return policy.DialContext(ctx, network, address)
		}
		return tunnels.DialContext(ctx, network, address)
	}
}

// tunnelPolicy returns a policy that decides as policy does and connects through the proxy u.
func tunnelPolicy(policy *security.Policy, u *url.URL, roots *x509.CertPool) *security.Policy {
	through := *policy
	through.Dial = func(ctx context.Context, _, address string) (net.Conn, error) {
		conn, status, err := tunnelTo(ctx, u, roots, address)
		if err != nil {
			return nil, &proxyError{u.Host, status, err}
		}
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return conn, nil
		}
		return &tunnel{conn, net.TCPAddrFromAddrPort(to)}, nil
	}
	return &through
}

// tunnelTo opens a connection to address through the proxy u, and returns the status where the
// proxy has answered with one.
func tunnelTo(ctx context.Context, u *url.URL, roots *x509.CertPool, address string) (net.Conn, int, error) {
	if isSOCKS(u) {
		d, err := socksproxy.FromURL(u, &net.Dialer{Timeout: 10 * time.Second})
		if err != nil {
			return nil, 0, err
		}
		conn, err := d.(socksproxy.ContextDialer).DialContext(ctx, "tcp", address)
		return conn, 0, err
	}
	conn, err := dialProxy(ctx, u, roots)
	if err != nil {
		return nil, 0, err
	}
	status, err := connect(ctx, conn, u, address)
	if err != nil {
		_ = conn.Close()
		return nil, status, err
	}
	return conn, status, nil
}

// tunnel is a connection through a proxy. Its remote address is where it leads.
type tunnel struct {
	net.Conn
	to net.Addr
}

func (t *tunnel) RemoteAddr() net.Addr { return t.to }

// roundTrip sends a request for a page of the scheme http. Every request decides anew what the name
// leads to; of several addresses each try takes the next, since it is the proxy that knows which of
// them it reaches.
func (x *proxy) roundTrip(req *http.Request, try int) (*http.Response, error) {
	ctx, page := req.Context(), req.URL
	port := uint16(80)
	if n, err := strconv.ParseUint(page.Port(), 10, 16); err == nil {
		port = uint16(n)
	}
	found, err := x.policy.Resolve(ctx, page.Hostname(), port)
	if err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	at := found[try%len(found)]
	authority := at.String()
	if at.Port() == 80 {
		authority = strings.TrimSuffix(authority, ":80")
	}
	through := req.WithContext(ctx)
	through.URL = &url.URL{
		Scheme: "http", Host: page.Host, Opaque: "//" + authority + page.EscapedPath(),
		RawQuery: page.RawQuery, ForceQuery: page.ForceQuery,
	}
	if secret := credentials(x.url); secret != "" {
		through.Header = maps.Clone(req.Header)
		through.Header.Set("Proxy-Authorization", secret)
	}
	resp, err := x.absolute.RoundTrip(through)
	if err == nil && resp.StatusCode == http.StatusProxyAuthRequired {
		_ = resp.Body.Close()
		return nil, &proxyError{x.url.Host, resp.StatusCode, fmt.Errorf("refuses the request: %s", resp.Status)}
	}
	if err != nil {
		return nil, &proxyError{x.url.Host, 0, err}
	}
	return resp, nil
}

// credentials returns the credentials for a proxy, or "" if u has none (RFC 7617).
func credentials(u *url.URL) string {
	if u.User == nil {
		return ""
	}
	password, _ := u.User.Password()
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password))
}

// The operator named the proxy; the policy does not judge it.
func dialProxy(ctx context.Context, proxy *url.URL, roots *x509.CertPool) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	if proxy.Scheme == "http" {
		return dialer.DialContext(ctx, "tcp", hostPort(proxy))
	}
	return (&tls.Dialer{NetDialer: dialer, Config: tlsConfig(roots)}).DialContext(ctx, "tcp", hostPort(proxy))
}

// connect asks the proxy for a tunnel (RFC 9110, section 9.3.6), and returns its status.
func connect(ctx context.Context, conn net.Conn, proxy *url.URL, address string) (int, error) {
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	request := &http.Request{
		Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: http.Header{"User-Agent": {""}},
	}
	if secret := credentials(proxy); secret != "" {
		request.Header.Set("Proxy-Authorization", secret)
	}
	if err := request.Write(conn); err != nil {
		return 0, err
	}
	reader := bufio.NewReaderSize(io.LimitReader(conn, 64<<10), 1<<10)
	response, err := http.ReadResponse(reader, request)
	switch {
	case err != nil:
		return 0, err
	case response.StatusCode != http.StatusOK:
		return response.StatusCode, fmt.Errorf("refuses the connection: %s", response.Status)
	case reader.Buffered() > 0:
		return 0, errors.New("sends more than its answer")
	case !stop():
		return 0, ctx.Err()
	}
	return 0, nil
}
