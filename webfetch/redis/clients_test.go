package redis_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

// site counts what is asked of it, by path.
type site struct {
	*httptest.Server
	mu   sync.Mutex
	hits map[string]int
}

func newSite(t *testing.T) *site {
	s := &site{hits: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.hits[r.URL.Path]++
		s.mu.Unlock()
		if r.URL.Path == "/robots.txt" {
			_, _ = fmt.Fprintln(w, "User-agent: *\nDisallow: /closed")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, "<html><body><main><h1>Page</h1><p>High water at %s is at six in the morning.</p></main></body></html>", r.URL.Path)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) client(t *testing.T, shared *redis.Client) *webfetch.Client {
	t.Helper()
	c, err := webfetch.New(webfetch.Options{
		Policy: security.AllowLoopback(),
		Cache:  shared.Cache(), Hooks: webfetch.Hooks{Limiter: shared.Limiter(-1, 0)},
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// What several clients want at one time is downloaded once, and robots.txt too.
func TestClientsDownloadOnce(t *testing.T) {
	const pages, clients = 10, 3
	s, web := newServer(t), newSite(t)
	var wg sync.WaitGroup
	for range clients {
		client := web.client(t, s.open())
		for i := range pages {
			wg.Go(func() {
				p, err := client.Fetch(t.Context(), webfetch.Request{URL: fmt.Sprintf("%s/%d", web.URL, i)})
				if assert.NoError(t, err) {
					assert.Contains(t, p.Content, "High water")
				}
			})
		}
	}
	wg.Wait()
	for i := range pages {
		assert.Equal(t, 1, web.hits[fmt.Sprintf("/%d", i)], i)
	}
	later := web.client(t, s.open())
	_, err := later.Fetch(t.Context(), webfetch.Request{URL: web.URL + "/closed"})
	require.ErrorIs(t, err, webfetch.RobotsBlocked)
	assert.Equal(t, 1, web.hits["/robots.txt"])
}

// A client without Redis downloads by itself, each page once.
func TestClientsGoOnWithoutRedis(t *testing.T) {
	s, web := newServer(t), newSite(t)
	client := web.client(t, s.open())
	s.kill()
	for i := range 6 {
		p, err := client.Fetch(t.Context(), webfetch.Request{URL: fmt.Sprintf("%s/%d", web.URL, i%3)})
		require.NoError(t, err)
		assert.Contains(t, p.Content, "High water")
		assert.Equal(t, i >= 3, p.Provenance.Via == "cache", "it keeps a cache of its own")
	}
}
