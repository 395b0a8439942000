package webfetch_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestASecondFetchComesFromTheCache(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	a, b := fetch(t, c, s.URL+"/counter"), fetch(t, c, s.URL+"/counter")
	assert.False(t, a.Provenance.Via == "cache")
	assert.Equal(t, "http", a.Provenance.Via)
	assert.True(t, b.Provenance.Via == "cache")
	assert.Positive(t, b.Stats.Age)
	assert.Equal(t, "cache", b.Provenance.Via)
	assert.Equal(t, a.Content, b.Content)
	assert.Equal(t, 1, s.count("/counter"))
}

func TestWhatIsNotServedFromTheCache(t *testing.T) {
	for _, test := range []struct {
		name   string
		query  string
		first  webfetch.Request
		second webfetch.Request
	}{
		{name: "other header", second: webfetch.Request{Header: http.Header{"X-Flavour": {"mint"}}}},
		{name: "other value", first: webfetch.Request{Header: http.Header{"X-Flavour": {"lime"}}}, second: webfetch.Request{Header: http.Header{"X-Flavour": {"mint"}}}},
		{name: "split value", first: webfetch.Request{Header: http.Header{"X-Flavour": {"ab", "c"}}}, second: webfetch.Request{Header: http.Header{"X-Flavour": {"a", "bc"}}}},
		{name: "value for name", first: webfetch.Request{Header: http.Header{"A": {"b", "c"}}}, second: webfetch.Request{Header: http.Header{"A": {"b"}, "C": {}}}},
		{name: "other agent", second: webfetch.Request{UserAgent: "other/1"}},
		{name: "other principal", first: webfetch.Request{Principal: "a"}, second: webfetch.Request{Principal: "b"}},
		{name: "a person asks", second: webfetch.Request{UserInitiated: true}},
		{name: "turned off", second: webfetch.Request{CacheTTL: -1}},
		{name: "no-store", query: "?cc=no-store"},
		{name: "no-cache", query: "?cc=private,%20no-cache"},
		{name: "max-age=0", query: "?cc=max-age%3D0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newSite(t)
			c := s.client(t)
			for _, r := range []webfetch.Request{test.first, test.second} {
				r.URL = s.URL + "/counter" + test.query
				p, err := c.Fetch(t.Context(), r)
				require.NoError(t, err)
				assert.False(t, p.Provenance.Via == "cache")
			}
			assert.Equal(t, 2, s.count("/counter"))
		})
	}
}

func TestCacheTTLBoundsTheAge(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	fetch(t, c, s.URL+"/counter")
	time.Sleep(time.Millisecond)
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/counter", CacheTTL: time.Microsecond})
	require.NoError(t, err)
	assert.False(t, p.Provenance.Via == "cache")
}

func TestErrorsAreNotCached(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	for range 2 {
		fault(t, c, webfetch.Request{URL: s.URL + "/status/404"})
	}
	assert.Equal(t, 2, s.count("/status/404"))
}

func TestConcurrentFetchesShareOneDownload(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/counter"})
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	assert.Equal(t, 1, s.count("/counter"))
}

// What one client may fetch is nothing that another with a stricter policy gets
// from the cache that they share.
func TestSharedCacheKeepsToThePolicy(t *testing.T) {
	s := newSite(t)
	shared := &heldCache{entries: map[string][]byte{}}
	lax := s.client(t, func(o *webfetch.Options) { o.Cache = shared })
	p, err := lax.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/counter"})
	require.NoError(t, err)
	require.NotEmpty(t, p.Content)
	strict := s.client(t, func(o *webfetch.Options) { o.Cache, o.Policy = shared, &security.Policy{} })
	_, err = strict.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/counter"})
	assert.ErrorIs(t, err, webfetch.SSRFBlocked)
	again, err := s.client(t, func(o *webfetch.Options) { o.Cache = shared }).Fetch(t.Context(), webfetch.Request{URL: s.URL + "/counter"})
	require.NoError(t, err)
	assert.True(t, again.Provenance.Via == "cache", "clients of the same policy share")
}

// heldCache is a Cache that clients share.
type heldCache struct {
	mu      sync.Mutex
	entries map[string][]byte
}

func (h *heldCache) Get(_ context.Context, key string) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.entries[key], nil
}

func (h *heldCache) Put(_ context.Context, key string, e []byte, _ time.Duration) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.entries[key] = e
	return nil
}
