package transport

import (
	"bufio"
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
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
	socksproxy "golang.org/x/net/proxy"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// proxy is the way through a proxy, which gets checked addresses only. Through an HTTP proxy https
// goes by a tunnel, and http by a request in the absolute form (RFC 9112, section 3.2.2), since
// many proxies have tunnels for port 443 alone. Through SOCKS5 (RFC 1928) both go by a connection.
type proxy struct {
	url      *url.URL
	policy   *security.Policy
	tunnels  *security.Policy                      // decides as policy does and connects through the proxy
	through  *conns                                // connections by tunnels
	absolute *conns                                // connections to the proxy itself; nil: SOCKS5
	bypass   func(page *url.URL) (*url.URL, error) // nil for what Config.NoProxy names; nil func: nothing is
}

func newProxy(config *Config, policy *security.Policy, maxPerHost int) *proxy {
	u := config.Proxy
	x := &proxy{url: u, policy: policy, tunnels: tunnelPolicy(policy, u, config.RootCAs), bypass: bypassOf(u, config.NoProxy)}
	x.through = newConns(x.tunnels.DialContext, tlsConfig(config.RootCAs), "", maxPerHost)
	if !isSOCKS(u) {
		dial := func(ctx context.Context, _, _ string) (net.Conn, error) { return dialProxy(ctx, u, config.RootCAs) }
		x.absolute = newConns(dial, nil, u.Host, 16)
	}
	return x
}

// bypassOf returns a function that returns nil for pages that are requested without the proxy u.
// The function itself is nil if noProxy is empty.
func bypassOf(u *url.URL, noProxy string) func(page *url.URL) (*url.URL, error) {
	if noProxy == "" {
		return nil
	}
	return (&httpproxy.Config{HTTPProxy: u.String(), HTTPSProxy: u.String(), NoProxy: noProxy}).ProxyFunc()
}

func (x *proxy) isDirect(page *url.URL) bool {
	if x.bypass == nil {
		return false
	}
	by, err := x.bypass(page)
	return by == nil && err == nil
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
	x := &proxy{tunnels: tunnelPolicy(policy, u, roots), bypass: bypassOf(u, noProxy)}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if x.isDirect(&url.URL{Scheme: "https", Host: address}) {
			return policy.DialContext(ctx, network, address)
		}
		return x.tunnels.DialContext(ctx, network, address)
	}
}

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
		conn, err := socks(ctx, u, address)
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

func socks(ctx context.Context, u *url.URL, address string) (net.Conn, error) {
	var auth *socksproxy.Auth
	if u.User != nil {
		password, _ := u.User.Password()
		auth = &socksproxy.Auth{User: u.User.Username(), Password: password}
	}
	at := u.Host
	if u.Port() == "" {
		at = net.JoinHostPort(u.Hostname(), "1080")
	}
	d, err := socksproxy.SOCKS5("tcp", at, auth, &net.Dialer{Timeout: 10 * time.Second})
	if err != nil {
		return nil, err
	}
	return d.(socksproxy.ContextDialer).DialContext(ctx, "tcp", address)
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
		return nil, orCause(ctx, err)
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
	port := proxy.Port()
	switch {
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
	config := tlsConfig(roots)
	config.ServerName = proxy.Hostname()
	return (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext(ctx, "tcp", address)
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
