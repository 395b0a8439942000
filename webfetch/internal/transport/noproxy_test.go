package transport_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// socksServer is a SOCKS5 proxy (RFC 1928) that leads all connections to one server and
// notes what it was asked for.
type socksServer struct {
	addr, to string
	secret   string // "user:password" that it wants; "": none
	mu       sync.Mutex
	asked    []string
}

func newSOCKS(t *testing.T, to, secret string) *socksServer {
	s := &socksServer{to: to, secret: secret}
	s.addr = listen(t, s.serve)
	return s
}

func (s *socksServer) serve(c net.Conn) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(c, head); err != nil || head[0] != 5 {
		return
	}
	_, _ = io.ReadFull(c, make([]byte, head[1]))
	if s.secret == "" {
		_, _ = c.Write([]byte{5, 0})
	} else {
		_, _ = c.Write([]byte{5, 2})
		_, _ = io.ReadFull(c, head)
		user := make([]byte, head[1])
		_, _ = io.ReadFull(c, user)
		_, _ = io.ReadFull(c, head[:1])
		password := make([]byte, head[0])
		_, _ = io.ReadFull(c, password)
		if string(user)+":"+string(password) != s.secret {
			_, _ = c.Write([]byte{1, 1})
			return
		}
		_, _ = c.Write([]byte{1, 0})
	}
	request := make([]byte, 4)
	_, _ = io.ReadFull(c, request)
	size := map[byte]int{1: 4, 4: 16}[request[3]]
	address := make([]byte, size+2)
	_, _ = io.ReadFull(c, address)
	ip, _ := netip.AddrFromSlice(address[:size])
	s.mu.Lock()
	s.asked = append(s.asked, netip.AddrPortFrom(ip, binary.BigEndian.Uint16(address[size:])).String())
	s.mu.Unlock()
	server, err := net.Dial("tcp", s.to)
	if err != nil {
		return
	}
	defer server.Close()
	_, _ = c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	go func() { _, _ = io.Copy(server, c) }()
	_, _ = io.Copy(c, server)
}

// Through SOCKS5 only checked addresses are asked for, for http and https.
func TestSOCKS(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "plain ", r.Host) }))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "secure ", r.Host) }))
	defer secure.Close()
	policy := &security.Policy{Resolver: names{"example.com": "93.184.216.34", "private.example.com": "10.0.0.1", "six.example.com": "2606:4700:4700::1111"}}
	for what, tt := range map[string]struct {
		url, to, secret, user string
		body, asked, code     string
	}{
		"http":           {url: "http://example.com/", to: plain.Listener.Addr().String(), body: "plain example.com", asked: "93.184.216.34:80"},
		"https":          {url: "https://example.com/", to: secure.Listener.Addr().String(), body: "secure example.com", asked: "93.184.216.34:443"},
		"IPv6":           {url: "http://six.example.com:8080/", to: plain.Listener.Addr().String(), body: "plain six.example.com:8080", asked: "[2606:4700:4700::1111]:8080"},
		"password":       {url: "http://example.com/", to: plain.Listener.Addr().String(), secret: "u:p", user: "u:p", body: "plain example.com", asked: "93.184.216.34:80"},
		"wrong password": {url: "http://example.com/", to: plain.Listener.Addr().String(), secret: "u:p", user: "u:q", code: "CONNECTION_FAILED"},
		"private":        {url: "http://private.example.com/", to: plain.Listener.Addr().String(), code: "SSRF_BLOCKED"},
		"refused port":   {url: "http://example.com:22/", to: plain.Listener.Addr().String(), code: "SSRF_BLOCKED"},
	} {
		t.Run(what, func(t *testing.T) {
			s := newSOCKS(t, tt.to, tt.secret)
			proxy := &url.URL{Scheme: "socks5", Host: s.addr}
			if tt.user != "" {
				proxy.User = url.UserPassword(tt.user[:1], tt.user[2:])
			}
			c := transport.New(transport.Config{Policy: policy, Proxy: proxy, RootCAs: poolOf(secure), MaxRetries: -1})
			defer c.Close()
			resp, err := get(t.Context(), c, tt.url)
			if tt.code != "" {
				assert.Equal(t, tt.code, codeOf(t, err))
				assert.Empty(t, s.asked)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.body, string(resp.Body))
			assert.Equal(t, []string{tt.asked}, s.asked)
		})
	}
}

// What NO_PROXY names is asked directly, under the same policy.
func TestNoProxy(t *testing.T) {
	p := newProxy(t, "", nil)
	p.answer = func(string) string { return "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy" }
	direct := listen(t, says("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ndirect"))
	policy := &security.Policy{
		Resolver: names{"a.example.com": "93.184.216.34", "www.intra.example": "93.184.216.35", "intra.example": "93.184.216.35", "inside.intra.example": "10.0.0.1", "notintra.example": "1.1.1.1"},
	}
	for list, wants := range map[string]map[string]string{
		"intra.example":             {"http://intra.example/": "direct", "http://www.intra.example/": "direct", "http://notintra.example/": "proxy", "http://a.example.com/": "proxy", "http://inside.intra.example/": "SSRF_BLOCKED"},
		".intra.example, 1.1.1.1":   {"http://www.intra.example/": "direct", "http://1.1.1.1/": "direct", "http://a.example.com/": "proxy"},
		"93.184.216.0/24,b.example": {"http://93.184.216.34/": "direct", "http://1.1.1.1/": "proxy"},
		"intra.example:8080":        {"http://intra.example:8080/": "direct", "http://intra.example/": "proxy"},
		"*":                         {"http://a.example.com/": "direct", "http://10.0.0.1/": "SSRF_BLOCKED"},
		"":                          {"http://intra.example/": "proxy"},
	} {
		for raw, want := range wants {
			t.Run(list+" "+raw, func(t *testing.T) {
				guarded := *policy
				var connected []string
				guarded.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
					connected = append(connected, address)
					return (&net.Dialer{}).DialContext(ctx, network, direct)
				}
				c := transport.New(transport.Config{Policy: &guarded, Proxy: p.url("http"), NoProxy: list, MaxRetries: -1, Hosts: hostlimit.Config{PerMinute: -1}})
				defer c.Close()
				resp, err := get(t.Context(), c, raw)
				if want == "SSRF_BLOCKED" {
					assert.Equal(t, want, codeOf(t, err))
					assert.Empty(t, connected)
					return
				}
				require.NoError(t, err)
				assert.Equal(t, want, string(resp.Body))
			})
		}
	}
}
