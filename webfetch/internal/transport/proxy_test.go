package transport

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/webfetch-mcp/webfetch-go/security"
)

// proxy is a CONNECT proxy that connects every tunnel to one server.
type proxy struct {
	listener net.Listener
	answer   func(target string) string // in place of a tunnel when not ""
	to       string

	mu   sync.Mutex
	seen []string // "CONNECT target [credentials]"
}

func newProxy(t *testing.T, to string, config *tls.Config) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	if config != nil {
		listener = tls.NewListener(listener, config)
	}
	p := &proxy{listener: listener, to: to}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
	return p
}

func (p *proxy) url(scheme string) *url.URL {
	return &url.URL{Scheme: scheme, Host: p.listener.Addr().String()}
}

func (p *proxy) serve(conn net.Conn) {
	defer conn.Close()
	r, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	p.mu.Lock()
	p.seen = append(p.seen, strings.TrimSpace(r.Method+" "+r.RequestURI+" "+r.Header.Get("Proxy-Authorization")))
	p.mu.Unlock()
	if p.answer != nil {
		_, _ = io.WriteString(conn, p.answer(r.RequestURI))
		return
	}
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer server.Close()
	_, _ = io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() { _, _ = io.Copy(server, conn); _ = server.(*net.TCPConn).CloseWrite() }()
	_, _ = io.Copy(conn, server)
}

func (p *proxy) requests() []string {
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

func TestProxy(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "plain ", r.Host) }))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "secure ", r.Host) }))
	defer secure.Close()
	policy := &security.Policy{Resolver: names{"example.com": "93.184.216.34", "private.example.com": "10.0.0.1"}}
	client := func(p *url.URL) *Client {
		c := New(Config{Policy: policy, Proxy: p, RootCAs: poolOf(secure), MaxRetries: -1})
		t.Cleanup(c.Close)
		return c
	}

	t.Run("http by CONNECT to the checked address", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), nil)
		resp, err := get(t.Context(), client(p.url("http")), "http://example.com/")
		require.NoError(t, err)
		assert.Equal(t, "plain example.com", string(resp.Body))
		assert.Equal(t, []string{"CONNECT 93.184.216.34:80"}, p.requests())
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
		assert.Equal(t, []string{"CONNECT 93.184.216.34:80 Basic dXNlcjpzZWNyZXQ="}, p.requests())
	})
	t.Run("over TLS", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), secure.TLS)
		resp, err := get(t.Context(), client(p.url("https")), "http://example.com/")
		require.NoError(t, err)
		assert.Equal(t, "plain example.com", string(resp.Body))
	})
	t.Run("the policy holds", func(t *testing.T) {
		p := newProxy(t, plain.Listener.Addr().String(), nil)
		c := client(p.url("http"))
		for raw, code := range map[string]string{
			"http://10.0.0.1/": codeSSRFBlocked, "http://localhost/": codeSSRFBlocked, "http://private.example.com/": codeSSRFBlocked,
			"http://gone.example.com/": codeDNS, "http://example.com:22/": codeSSRFBlocked, plain.URL: codeSSRFBlocked,
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
		"talks too long":  "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 100_000) + "\r\n\r\n",
		"talks too early": "HTTP/1.1 200 OK\r\n\r\nmore",
		"says nothing":    "",
	} {
		t.Run(what, func(t *testing.T) {
			p := newProxy(t, "", nil)
			p.answer = func(string) string { return answer }
			_, err := get(t.Context(), client(p.url("http")), "http://example.com/")
			assert.Equal(t, codeConnection, codeOf(t, err))
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
		assert.Equal(t, codeTimeout, codeOf(t, err))
	})
	t.Run("other kinds are refused", func(t *testing.T) {
		_, err := get(t.Context(), client(&url.URL{Scheme: "socks5", Host: "127.0.0.1:1"}), "http://example.com/")
		assert.ErrorContains(t, err, `scheme "socks5"`)
	})
}
