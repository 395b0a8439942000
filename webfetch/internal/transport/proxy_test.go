package transport_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/textproto"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// proxyServer is a proxy as most are set up: it tunnels to port 443 alone and
// forwards requests in the absolute form, all of them to one server.
type proxyServer struct {
	listener net.Listener
	answer   func(target string) string // in place of a tunnel or a forwarded response when set
	to       string
	conns    atomic.Int32

	mu   sync.Mutex
	seen []string // "METHOD target [host] [credentials]"
}

func newProxy(t *testing.T, to string, config *tls.Config) *proxyServer {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	if config != nil {
		listener = tls.NewListener(listener, config)
	}
	p := &proxyServer{listener: listener, to: to}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.conns.Add(1)
			go p.serve(conn)
		}
	}()
	return p
}

func (p *proxyServer) url(scheme string) *url.URL {
	return &url.URL{Scheme: scheme, Host: p.listener.Addr().String()}
}

func (p *proxyServer) serve(conn net.Conn) {
	defer conn.Close()
	reader := textproto.NewReader(bufio.NewReader(conn))
	for {
		// http.ReadRequest would forget the Host of the page.
		line, err := reader.ReadLine()
		if err != nil {
			return
		}
		header, err := reader.ReadMIMEHeader()
		if err != nil {
			return
		}
		method, rest, _ := strings.Cut(line, " ")
		target, _, _ := strings.Cut(rest, " ")
		p.mu.Lock()
		p.seen = append(p.seen, strings.Join(append([]string{method, target}, header["Proxy-Authorization"]...), " "))
		p.mu.Unlock()
		switch {
		case p.answer != nil:
			_, _ = io.WriteString(conn, p.answer(target))
			return
		case method != http.MethodConnect:
			if p.forward(conn, method, target, header.Get("Host")) != nil {
				return
			}
		case strings.HasSuffix(target, ":443"):
			p.tunnel(conn)
			return
		default:
			_, _ = io.WriteString(conn, "HTTP/1.1 403 Access violation\r\nContent-Length: 0\r\n\r\n")
			return
		}
	}
}

// forward asks the server for what a request in the absolute form asks for, and
// keeps the connection. It leaves the Host of the page as it is.
func (p *proxyServer) forward(conn net.Conn, method, target, host string) error {
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return err
	}
	defer server.Close()
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "http" {
		return errors.New("not in the absolute form")
	}
	_, _ = fmt.Fprintf(server, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", method, u.RequestURI(), host)
	resp, err := http.ReadResponse(bufio.NewReader(server), nil)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(conn, "HTTP/1.1 %s\r\nLocation: %s\r\nContent-Length: %d\r\n\r\n%s", resp.Status, resp.Header.Get("Location"), len(body), body)
	return err
}

func (p *proxyServer) tunnel(conn net.Conn) {
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer server.Close()
	_, _ = io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() { _, _ = io.Copy(server, conn); _ = server.(*net.TCPConn).CloseWrite() }()
	_, _ = io.Copy(conn, server)
}

func (p *proxyServer) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.seen...)
}

// names is a resolver.
type names map[string]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	addr, err := netip.ParseAddr(n[strings.TrimSuffix(host, ".")])
	if err != nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return []netip.Addr{addr}, nil
}

// several is a resolver with the same addresses for every name.
type several []string

func (s several) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	var all []netip.Addr
	for _, text := range s {
		all = append(all, netip.MustParseAddr(text))
	}
	return all, nil
}

func TestProxy(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/redirect":
			w.Header().Set("Location", "http://other.example.com/there")
			w.WriteHeader(http.StatusFound)
		case "/inside":
			w.Header().Set("Location", "http://private.example.com/")
			w.WriteHeader(http.StatusFound)
		default:
			fmt.Fprint(w, "plain ", r.Host, " ", r.RequestURI)
		}
	}))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "secure ", r.Host) }))
	defer secure.Close()
	policy := &security.Policy{Resolver: names{"example.com": "93.184.216.34", "private.example.com": "10.0.0.1", "other.example.com": "1.1.1.1", "six.example.com": "2606:4700:4700::1111"}}
	client := func(p *url.URL) *transport.Client {
		c := transport.New(transport.Config{Policy: policy, Proxy: p, RootCAs: poolOf(secure), MaxRetries: -1})
		t.Cleanup(c.Close)
		return c
	}

	t.Run("http in the absolute form, to the checked address", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), nil)
		c := client(p.url("http"))
		for range 2 {
			resp, err := get(t.Context(), c, "http://example.com/a%2Fb?c=d")
			require.NoError(t, err)
			assert.Equal(t, "plain example.com /a%2Fb?c=d", string(resp.Body), "the Host is that of the page")
			assert.Equal(t, "http://example.com/a%2Fb?c=d", resp.URL.String())
		}
		assert.Equal(t, []string{"GET http://93.184.216.34/a%2Fb?c=d", "GET http://93.184.216.34/a%2Fb?c=d"}, p.requests())
		assert.EqualValues(t, 1, p.conns.Load(), "the connection to the proxy is kept")
	})
	t.Run("another port, IPv6", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), nil)
		_, err := get(t.Context(), client(p.url("http")), "http://six.example.com:8080/")
		require.NoError(t, err)
		_, err = get(t.Context(), client(p.url("http")), "http://six.example.com/")
		require.NoError(t, err)
		assert.Equal(t, []string{"GET http://[2606:4700:4700::1111]:8080/", "GET http://[2606:4700:4700::1111]/"}, p.requests())
	})
	t.Run("redirects", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), nil)
		resp, err := get(t.Context(), client(p.url("http")), "http://example.com/redirect")
		require.NoError(t, err)
		assert.Equal(t, "plain other.example.com /there", string(resp.Body))
		_, err = get(t.Context(), client(p.url("http")), "http://example.com/inside")
		assert.Equal(t, "SSRF_BLOCKED", codeOf(t, err))
		assert.Equal(t, []string{"GET http://93.184.216.34/redirect", "GET http://1.1.1.1/there", "GET http://93.184.216.34/inside"}, p.requests())
	})
	t.Run("the next address for the next try", func(t *testing.T) {
		p := newProxy(t, "", nil)
		p.answer = func(target string) string {
			if strings.Contains(target, "2606") {
				return "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
			}
			return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
		}
		both := &security.Policy{Resolver: several{"2606:4700:4700::1111", "93.184.216.34"}}
		c := transport.New(transport.Config{Policy: both, Proxy: p.url("http"), Hosts: hostlimit.Config{PerMinute: -1}})
		defer c.Close()
		resp, err := get(t.Context(), c, "http://example.com/")
		require.NoError(t, err)
		assert.Equal(t, "ok", string(resp.Body))
		assert.Equal(t, 1, resp.Retries)
	})
	t.Run("https, the certificate being the site's", func(t *testing.T) {
		p := newProxy(t, secure.Listener.Addr().String(), nil)
		resp, err := get(t.Context(), client(p.url("http")), "https://example.com/")
		require.NoError(t, err)
		assert.Equal(t, "secure example.com", string(resp.Body))
		assert.Equal(t, []string{"CONNECT 93.184.216.34:443"}, p.requests())
	})
	t.Run("credentials go to the proxy only", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), nil)
		u := p.url("http")
		u.User = url.UserPassword("user", "secret")
		_, err := get(t.Context(), client(u), "http://example.com/")
		require.NoError(t, err)
		assert.Equal(t, []string{"GET http://93.184.216.34/ Basic dXNlcjpzZWNyZXQ="}, p.requests())

	})
	t.Run("over TLS", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), secure.TLS)
		resp, err := get(t.Context(), client(p.url("https")), "http://example.com/")
		require.NoError(t, err)
		assert.Equal(t, "plain example.com /", string(resp.Body))
		p = newProxy(t, secure.Listener.Addr().String(), secure.TLS)
		resp, err = get(t.Context(), client(p.url("https")), "https://example.com/")
		require.NoError(t, err)
		assert.Equal(t, "secure example.com", string(resp.Body))
	})
	t.Run("the policy holds", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), nil)
		c := client(p.url("http"))
		for raw, code := range map[string]string{
			"http://10.0.0.1/": "SSRF_BLOCKED", "http://localhost/": "SSRF_BLOCKED", "http://private.example.com/": "SSRF_BLOCKED",
			"http://gone.example.com/": "DNS_ERROR", "http://example.com:22/": "SSRF_BLOCKED", plain.URL: "SSRF_BLOCKED",
		} {
			_, err := get(t.Context(), c, raw)
			assert.Equal(t, code, codeOf(t, err), raw)
		}
		assert.Empty(t, p.requests())
	})
	for what, answer := range map[string]string{
		"refuses":         "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
		"wants a secret":  "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
		"is no proxy":     "220 smtp.example.com ESMTP\r\n",
		"talks too long":  "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 300_000) + "\r\n\r\n",
		"talks too early": "HTTP/1.1 200 OK\r\n\r\nmore",
		"says nothing":    "",
	} {
		t.Run(what, func(t *testing.T) {
			p := newProxy(t, "", nil)
			p.answer = func(string) string { return answer }
			_, err := get(t.Context(), client(p.url("http")), "https://example.com/")
			assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
			assert.ErrorContains(t, err, "proxy "+p.listener.Addr().String())
			if what == "refuses" || what == "talks too early" {
				return // http: an answer as any other
			}
			_, err = get(t.Context(), client(p.url("http")), "http://example.com/")
			assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
			assert.ErrorContains(t, err, "proxy "+p.listener.Addr().String())
		})
	}
	t.Run("does not answer", func(t *testing.T) {
		p := newProxy(t, "", nil)
		block := make(chan struct{})
		defer close(block)
		p.answer = func(string) string { <-block; return "" }
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := get(ctx, client(p.url("http")), "http://example.com/")
		assert.Equal(t, "TIMEOUT", codeOf(t, err))
	})
}
