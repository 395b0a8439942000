package transport

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// throughProxy returns a policy that decides as p does and connects through an
// HTTP proxy. The proxy gets checked addresses only.
func throughProxy(p *security.Policy, proxy *url.URL, roots *x509.CertPool) *security.Policy {
	through := *p
	through.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dialProxy(ctx, proxy, roots)
		if err != nil {
			return nil, fmt.Errorf("proxy %s: %w", proxy.Host, err)
		}
		tunnel, err := connect(ctx, conn, proxy, address)
		if err != nil {
			_ = conn.Close()
			return nil, fmt.Errorf("proxy %s: %w", proxy.Host, err)
		}
		return tunnel, nil
	}
	return &through
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
	if user := proxy.User; user != nil {
		password, _ := user.Password()
		secret := base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password))
		request.Header.Set("Proxy-Authorization", "Basic "+secret)
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
