package transport

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpconn"
)

// proxy is the way through an HTTP proxy, which gets checked addresses only:
// https goes through a tunnel to one, and http by a request for one in the
// absolute form (RFC 9112, section 3.2.2), since many proxies have tunnels for
// port 443 alone.
type proxy struct {
	url     *url.URL
	policy  *security.Policy
	tunnels *security.Policy // decides as policy does and connects by CONNECT
	conns   *httpconn.Pool   // connections to the proxy itself
}

func newProxyRoute(policy *security.Policy, u *url.URL, roots *x509.CertPool) *proxy {
	x := &proxy{url: u, policy: policy}
	through := *policy
	through.Dial = func(ctx context.Context, _, address string) (net.Conn, error) { return x.tunnel(ctx, roots, address) }
	x.tunnels = &through
	x.conns = &httpconn.Pool{
		Dial:           func(ctx context.Context, _, _ string) (net.Conn, error) { return dialProxy(ctx, u, roots) },
		Fixed:          u.Host,
		MaxHeaderBytes: maxHeaderBytes,
		MaxIdlePerHost: 16,
	}
	return x
}

// Through returns a policy that decides as policy does, and connects to what it
// allows by CONNECT through the HTTP proxy u. Nil roots are those of the system.
func Through(policy *security.Policy, u *url.URL, roots *x509.CertPool) *security.Policy {
	return newProxyRoute(policy, u, roots).tunnels
}

// tunnel opens a connection to address through the proxy.
func (x *proxy) tunnel(ctx context.Context, roots *x509.CertPool, address string) (net.Conn, error) {
	conn, err := dialProxy(ctx, x.url, roots)
	if err != nil {
		return nil, fmt.Errorf("proxy %s: %w", x.url.Host, err)
	}
	through, err := connect(ctx, conn, x.url, address)
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("proxy %s: %w", x.url.Host, err)
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return through, nil
	}
	return &tunnel{through, net.TCPAddrFromAddrPort(to)}, nil
}

// tunnel is a connection through a proxy. Its remote address is where it leads.
type tunnel struct {
	net.Conn
	to net.Addr
}

// RemoteAddr is the address that the proxy was asked for.
func (t *tunnel) RemoteAddr() net.Addr { return t.to }

// roundTrip sends a request for a page of the scheme http. Every request
// decides anew what the name leads to; of several addresses each try takes the
// next, since it is the proxy that knows which of them it reaches.
func (x *proxy) roundTrip(req *http.Request, try int) (*http.Response, error) {
	ctx, page := req.Context(), req.URL
	port := uint16(80)
	if n, err := strconv.ParseUint(page.Port(), 10, 16); err == nil {
		port = uint16(n)
	}
	found, err := x.policy.Resolve(ctx, page.Hostname(), port)
	if err != nil {
		return nil, httpconn.OrCause(ctx, err)
	}
	through := req.WithContext(ctx)
	through.URL = &url.URL{
		Scheme: "http", Host: page.Host, Opaque: "//" + authority(found[try%len(found)]) + page.EscapedPath(),
		RawQuery: page.RawQuery, ForceQuery: page.ForceQuery,
	}
	if secret := credentials(x.url); secret != "" {
		through.Header = maps.Clone(req.Header)
		through.Header.Set("Proxy-Authorization", secret)
	}
	resp, err := x.conns.RoundTrip(through)
	if err == nil && resp.StatusCode == http.StatusProxyAuthRequired {
		_ = resp.Body.Close()
		err = fmt.Errorf("refuses the request: %s", resp.Status)
	}
	if err != nil {
		return nil, fmt.Errorf("proxy %s: %w", x.url.Host, err)
	}
	return resp, nil
}

// authority writes an address for the URL of a request.
func authority(ap netip.AddrPort) string {
	if ap.Port() != 80 {
		return ap.String()
	}
	if ap.Addr().Is6() {
		return "[" + ap.Addr().String() + "]"
	}
	return ap.Addr().String()
}

// credentials is what a proxy wants to be shown, "" if nothing (RFC 7617).
func credentials(u *url.URL) string {
	if u.User == nil {
		return ""
	}
	password, _ := u.User.Password()
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password))
}

// dialProxy opens the connection to the proxy itself, which the operator named
// and the policy does not judge.
func dialProxy(ctx context.Context, proxy *url.URL, roots *x509.CertPool) (net.Conn, error) {
	port := proxy.Port()
	switch {
	case proxy.Scheme != "http" && proxy.Scheme != "https":
		return nil, fmt.Errorf("scheme %q is not http or https", proxy.Scheme)
	case port == "" && proxy.Scheme == "http":
		port = "80"
	case port == "":
		port = "443"
	}
	address := net.JoinHostPort(proxy.Hostname(), port)
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	if proxy.Scheme == "http" {
		return dialer.DialContext(ctx, "tcp", address)
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots, ServerName: proxy.Hostname()}
	return (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext(ctx, "tcp", address)
}

// connect asks the proxy for a tunnel to address (RFC 9110, section 9.3.6).
func connect(ctx context.Context, conn net.Conn, proxy *url.URL, address string) (net.Conn, error) {
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	request := &http.Request{
		Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: http.Header{"User-Agent": {""}},
	}
	if secret := credentials(proxy); secret != "" {
		request.Header.Set("Proxy-Authorization", secret)
	}
	if err := request.Write(conn); err != nil {
		return nil, err
	}
	limited := &limitedConn{Conn: conn, left: 64 << 10}
	reader := bufio.NewReaderSize(limited, 1<<10)
	response, err := http.ReadResponse(reader, request)
	switch {
	case err != nil:
		return nil, err
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("refuses the connection: %s", response.Status)
	case reader.Buffered() > 0:
		return nil, errors.New("sends more than its answer")
	case !stop():
		return nil, ctx.Err()
	}
	return conn, nil
}

// limitedConn bounds the answer of a proxy.
type limitedConn struct {
	net.Conn
	left int
}

func (c *limitedConn) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errors.New("the answer is too long")
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}
