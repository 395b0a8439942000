package diskcache_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/diskcache"
)

// A client that is made later finds what one before has stored, robots.txt too, and
// nothing that its server forbids to store, whatever the caller allows.
func TestClientsFindPagesAgain(t *testing.T) {
	var asked, robots atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			robots.Add(1)
			http.NotFound(w, r)
			return
		}
		asked.Add(1)
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cache-Control", r.URL.Query().Get("cc"))
		_, _ = w.Write([]byte("<html><body><main><h1>Tides</h1><p>High water is at six in the morning.</p></main></body></html>"))
	}))
	defer s.Close()
	dir := t.TempDir()
	fetch := func(req webfetch.Request) *webfetch.Packet {
		client, err := webfetch.New(webfetch.Options{
			Policy: security.AllowLoopback(), Limits: webfetch.Limits{RatePerHost: -1},
			Cache: open(t, dir, 0),
		})
		require.NoError(t, err)
		defer client.Close()
		p, err := client.Fetch(t.Context(), req)
		require.NoError(t, err)
		assert.Contains(t, p.Content, "High water")
		return p
	}
	fetch(webfetch.Request{URL: s.URL + "/?cc=max-age%3D60"})
	assert.Equal(t, "cache", fetch(webfetch.Request{URL: s.URL + "/?cc=max-age%3D60"}).Provenance.Via)
	assert.NotEqual(t, "cache", fetch(webfetch.Request{URL: s.URL + "/?cc=max-age%3D60", Header: http.Header{"Cookie": {"who=ada"}}}).Provenance.Via, "credentials are not shared")
	assert.NotEqual(t, "cache", fetch(webfetch.Request{URL: s.URL + "/?cc=max-age%3D60", Principal: "ben"}).Provenance.Via)
	for range 2 {
		assert.NotEqual(t, "cache", fetch(webfetch.Request{URL: s.URL + "/?cc=no-store", CacheTTL: time.Hour}).Provenance.Via)
	}
	assert.EqualValues(t, 5, asked.Load())
	assert.EqualValues(t, 1, robots.Load())
}

// BenchmarkGet measures an entry of 100 KiB.
func BenchmarkGet(b *testing.B) {
	cache, err := diskcache.Open(diskcache.Options{Dir: b.TempDir()})
	require.NoError(b, err)
	require.NoError(b, cache.Put(b.Context(), "k", page(1, 100<<10), time.Hour))
	b.ReportAllocs()
	for b.Loop() {
		if e, err := cache.Get(b.Context(), "k"); err != nil || e == nil {
			b.Fatal(err)
		}
	}
}
