package browser_test

import (
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
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// With Options.Proxy everything goes through it, to addresses that were checked.
func TestAnUpstreamProxy(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/": text(`<body><p id=p></p><script>fetch('/data').then(() => p.append('content'))</script>`), "/data": text("x"),
	})
	var mu sync.Mutex
	asked := map[string]int{}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.Method+" "+r.Host]++
		mu.Unlock()
		out, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			return
		}
		defer out.Close()
		in, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer in.Close()
		_, _ = fmt.Fprint(in, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
		_, _ = io.Copy(in, out)
	}))
	t.Cleanup(proxy.Close)
	u, err := url.Parse(proxy.URL)
	require.NoError(t, err)
	r := rendererOf(t, browser.Options{Proxy: u, Policy: &security.Policy{Resolver: names{"site.example.com": {netip.MustParseAddr("93.184.216.34")}}}})
	got, err := r.Render(at(t, "http://site.example.com/"))
	require.NoError(t, err)
	assert.Contains(t, string(got.HTML), "content")
	mu.Lock()
	defer mu.Unlock()
	assert.Len(t, asked, 1)
	assert.Positive(t, asked["CONNECT 93.184.216.34:80"], "%v", asked)
}
