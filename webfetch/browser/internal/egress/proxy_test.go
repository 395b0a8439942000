package egress_test

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
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser/internal/egress"
)

// resolver leads every name to 127.0.0.1, and those that begin with "inside" to
// a private network.
type resolver struct{}

func (resolver) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if strings.HasPrefix(host, "inside") {
		return []netip.Addr{netip.MustParseAddr("10.0.0.1")}, nil
	}
	return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
}

func policy() *security.Policy {
	return &security.Policy{Resolver: resolver{}, Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.1/32"), AnyPort: true}}}
}

func listen(t *testing.T, config egress.Config) *egress.Proxy {
	t.Helper()
	if config.Policy == nil {
		config.Policy = policy()
	}
	p, err := egress.Listen(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// through is a client whose requests all go through the proxy.
func through(t *testing.T, p *egress.Proxy) *http.Client {
	t.Helper()
	transport := &http.Transport{
		Proxy:           http.ProxyURL(&url.URL{Scheme: "http", Host: p.Addr()}),
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

func portOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	return u.Port()
}

func TestRequestsArePassedOn(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Empty(t, r.Header.Get("Proxy-Connection"))
		assert.Empty(t, r.Header.Get("X-Hop"))
		assert.Equal(t, "kept", r.Header.Get("X-End"))
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Host", r.Host)
		w.Header()["Set-Cookie"] = []string{"a=1", "b=2"}
		w.Header()["Content-Type"] = nil
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write(append([]byte("got "), body...))
	})
	plain, secure := httptest.NewServer(handler), httptest.NewTLSServer(handler)
	defer plain.Close()
	defer secure.Close()
	client := through(t, listen(t, egress.Config{}))
	for _, address := range []string{"http://a.example.com:" + portOf(t, plain.URL) + "/x?y", "https://a.example.com:" + portOf(t, secure.URL) + "/x?y"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader("body"))
		require.NoError(t, err)
		req.Header = http.Header{"X-End": {"kept"}}
		if req.URL.Scheme == "http" {
			req.Header["Proxy-Connection"] = []string{"keep-alive"}
			req.Header["Connection"], req.Header["X-Hop"] = []string{"X-Hop"}, []string{"dropped"}
		}
		resp, err := client.Do(req)
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		assert.Equal(t, http.StatusTeapot, resp.StatusCode)
		assert.Equal(t, "got body", string(body))
		assert.Equal(t, req.URL.Host, resp.Header.Get("X-Host"))
		assert.Equal(t, []string{"a=1", "b=2"}, resp.Header["Set-Cookie"])
		assert.Empty(t, resp.Header.Get("Content-Type"), "the browser is to sniff as without a proxy")
	}
}

// What comes bit by bit is passed on bit by bit.
func TestEventsComeAtOnce(t *testing.T) {
	next := make(chan bool)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			_, _ = fmt.Fprintln(w, "event")
			_ = http.NewResponseController(w).Flush()
			<-next
		}
	}))
	defer s.Close()
	resp, err := through(t, listen(t, egress.Config{})).Get(s.URL)
	require.NoError(t, err)
	defer resp.Body.Close()
	lines := bufio.NewReader(resp.Body)
	for range 3 {
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, "event\n", line)
		next <- true
	}
}

func TestWhatIsRefused(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	p := listen(t, egress.Config{})
	client := through(t, p)
	for address, kind := range map[string]security.BlockReason{
		"http://10.0.0.1/":              security.BlockedAddress,
		"https://10.0.0.1/":             security.BlockedAddress,
		"http://inside.example.com/":    security.BlockedAddress,
		"https://inside.example.com/":   security.BlockedAddress,
		"http://[::1]:8080/":            security.BlockedAddress,
		"http://169.254.169.254/latest": security.BlockedAddress,
		"http://127.0.0.1:25/":          security.BlockedPort,
		"https://127.0.0.1:22/":         security.BlockedPort,
		"http://2130706433/":            security.BlockedAddress,
	} {
		resp, err := client.Get(address)
		if err == nil {
			_ = resp.Body.Close()
		}
		assert.Error(t, err, address)
		u, _ := url.Parse(address)
		port := map[string]uint16{"http": 80, "https": 443}[u.Scheme]
		if n := u.Port(); n != "" {
			_, _ = fmt.Sscan(n, &port)
		}
		var refused *security.BlockedError
		require.ErrorAs(t, p.Failure(u.Hostname(), port), &refused, address)
		assert.Equal(t, kind, refused.Reason, address)
	}
	// It is no server, and no way to itself.
	resp, err := http.Get("http://" + p.Addr() + "/")
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	assert.Equal(t, http.StatusBadRequest, resp.StatusCode)
}

// A kept connection does not open the way to another name on it.
func TestEveryRequestIsChecked(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("x")) }))
	defer s.Close()
	p := listen(t, egress.Config{SameSite: true})
	p.AllowSite("www.example.co.uk")
	client := through(t, p)
	for host, allowed := range map[string]bool{"example.co.uk": true, "cdn.example.co.uk": true, "other.co.uk": false, "co.uk": false, "127.0.0.1": false} {
		for range 2 {
			resp, err := client.Get("http://" + host + ":" + portOf(t, s.URL) + "/")
			if allowed {
				require.NoError(t, err, host)
				_, _ = io.Copy(io.Discard, resp.Body)
				_ = resp.Body.Close()
				continue
			}
			assert.Error(t, err, host)
		}
	}
}

func TestBytesAreCounted(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 100_000)) }))
	defer s.Close()
	secure := httptest.NewTLSServer(s.Config.Handler)
	defer secure.Close()
	for _, address := range []string{s.URL, secure.URL} {
		for limit, fits := range map[int64]bool{110_000: true, 90_000: false} {
			p := listen(t, egress.Config{MaxBytes: limit})
			client := through(t, p)
			resp, err := client.Get(address)
			require.NoError(t, err)
			_, err = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
			assert.Equal(t, fits, err == nil, "%s %d: %v", address, limit, err)
			assert.Equal(t, !fits, p.Exhausted())
			if !fits {
				client.CloseIdleConnections()
				_, err = client.Get(address)
				assert.Error(t, err, "nothing more is asked for")
			}
		}
	}
}

// The end of a page cuts its connections.
func TestCloseCutsConnections(t *testing.T) {
	upstream, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer upstream.Close()
	ctx, cancel := context.WithCancel(t.Context())
	for _, end := range []func(p *egress.Proxy){func(p *egress.Proxy) { p.Close() }, func(*egress.Proxy) { cancel() }} {
		p, err := egress.Listen(ctx, egress.Config{Policy: policy()})
		require.NoError(t, err)
		conn, err := net.Dial("tcp", p.Addr())
		require.NoError(t, err)
		_, err = fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: x\r\n\r\n", upstream.Addr())
		require.NoError(t, err)
		line, err := bufio.NewReader(conn).ReadString('\n')
		require.NoError(t, err)
		assert.Contains(t, line, "200")
		server, err := upstream.Accept()
		require.NoError(t, err)
		end(p)
		require.NoError(t, server.SetDeadline(time.Now().Add(10*time.Second)))
		_, err = server.Read(make([]byte, 1))
		assert.ErrorIs(t, err, io.EOF)
		_ = server.Close()
		_, err = io.Copy(io.Discard, conn)
		assert.NoError(t, err)
		_ = conn.Close()
		p.Close()
		_, err = net.Dial("tcp", p.Addr())
		assert.Error(t, err)
	}
}

// Without a site, as that of the browser itself is, it refuses whatever comes.
func TestNoSiteIsNoWayOut(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request came through") }))
	defer s.Close()
	p := listen(t, egress.Config{SameSite: true})
	client := through(t, p)
	for _, address := range []string{s.URL, "http://example.com:" + portOf(t, s.URL), "https://example.com/"} {
		_, err := client.Get(address)
		assert.Error(t, err, address)
	}
	p.Close()
	_, err := net.Dial("tcp", p.Addr())
	assert.Error(t, err)
}

func TestSite(t *testing.T) {
	for host, site := range map[string]string{
		"www.example.com": "example.com", "example.com": "example.com", "WWW.Example.COM.": "example.com",
		"a.b.example.co.uk": "example.co.uk", "co.uk": "co.uk", "user.github.io": "user.github.io", "other.github.io": "other.github.io",
		"localhost": "localhost", "10.0.0.1": "10.0.0.1", "[::1]": "::1", "[::ffff:1.2.3.4]": "1.2.3.4", "": "",
	} {
		assert.Equal(t, site, egress.Site(host), host)
	}
}
