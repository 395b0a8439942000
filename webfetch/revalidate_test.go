package webfetch_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const cachedPage = "<html><body><main><h1>Tides</h1><p>High water is at six in the morning, and again at half past six in the evening.</p></main></body></html>"

// cachingOrigin counts what it is asked, and answers as handle does.
func cachingOrigin(t *testing.T, handle func(n int64, w http.ResponseWriter, r *http.Request)) (client *webfetch.Client, address string, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		handle(asked.Add(1), w, r)
	}))
	t.Cleanup(s.Close)
	return (&site{Server: s}).client(t), s.URL + "/tides", asked
}

// What is not fresh any more is asked for under conditions; a server that says
// 304 sends no body again.
func TestStoredPagesAreRevalidated(t *testing.T) {
	for name, c := range map[string]struct{ header, condition string }{
		"ETag":          {"ETag", "If-None-Match"},
		"Last-Modified": {"Last-Modified", "If-Modified-Since"},
	} {
		t.Run(name, func(t *testing.T) {
			value := map[string]string{"ETag": `"v1"`, "Last-Modified": "Mon, 02 Mar 2026 08:00:00 GMT"}[c.header]
			client, page, asked := cachingOrigin(t, func(n int64, w http.ResponseWriter, r *http.Request) {
				w.Header().Set(c.header, value)
				w.Header().Set("Cache-Control", "no-cache")
				if r.Header.Get(c.condition) == value {
					w.Header().Set("X-Turn", "second")
					w.WriteHeader(http.StatusNotModified)
					return
				}
				assert.Equal(t, int64(1), n, "the second request is conditional")
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte(cachedPage))
			})
			first, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
			require.NoError(t, err)
			assert.Equal(t, "miss", first.Stats.Cache)
			second, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
			require.NoError(t, err)
			assert.Equal(t, "revalidated", second.Stats.Cache)
			assert.True(t, second.Provenance.Via == "cache")
			assert.Equal(t, first.Content, second.Content)
			assert.Equal(t, first.Hashes, second.Hashes)
			assert.Equal(t, http.StatusOK, second.Status)
			assert.Empty(t, second.Warnings, "304 is no status of the page")
			assert.Equal(t, int64(2), asked.Load())
		})
	}
}

// A changed page answers a conditional request with itself, and takes the place
// of the old one.
func TestChangedPagesReplaceStoredOnes(t *testing.T) {
	client, page, asked := cachingOrigin(t, func(n int64, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", map[bool]string{true: `"v1"`, false: `"v2"`}[n == 1])
		if n == 3 {
			assert.Equal(t, `"v2"`, r.Header.Get("If-None-Match"))
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write([]byte(cachedPage))
	})
	for _, want := range []string{"miss", "miss", "revalidated"} {
		p, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
		require.NoError(t, err)
		assert.Equal(t, want, p.Stats.Cache)
		assert.Contains(t, p.Content, "High water")
	}
	assert.Equal(t, int64(3), asked.Load())
}

// Conditions go to the address of the stored page only, and not where the caller
// has some, or wants no cache.
func TestConditionsAreForTheStoredPageOnly(t *testing.T) {
	var conditions []string
	client, page, _ := cachingOrigin(t, func(n int64, w http.ResponseWriter, r *http.Request) {
		conditions = append(conditions, r.URL.Path+" "+r.Header.Get("If-None-Match"))
		if r.URL.Path == "/tides" {
			http.Redirect(w, r, "/tides/today", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cache-Control", "max-age=0")
		w.Header().Set("ETag", `"v1"`)
		_, _ = w.Write([]byte(cachedPage))
	})
	for _, req := range []webfetch.Request{{}, {}, {CacheTTL: -1}, {Header: http.Header{"If-None-Match": {`"mine"`}}}} {
		req.URL = page
		_, err := client.Fetch(t.Context(), req)
		require.NoError(t, err)
	}
	assert.Equal(t, []string{
		"/tides ", "/tides/today ", "/tides ", `/tides/today "v1"`, "/tides ", "/tides/today ", `/tides "mine"`, `/tides/today "mine"`,
	}, conditions)
}

// A server that can't be reached is stood in for by what is stored only if it has
// allowed that.
func TestStaleIfError(t *testing.T) {
	for directive, want := range map[string]bool{"no-cache": false, "max-age=0": false, "max-age=0, stale-if-error=600": true, "max-age=0, stale-if-error=600, must-revalidate": false} {
		t.Run(directive, func(t *testing.T) {
			client, page, _ := cachingOrigin(t, func(n int64, w http.ResponseWriter, r *http.Request) {
				if n > 1 {
					w.WriteHeader(http.StatusBadGateway)
					return
				}
				w.Header().Set("Content-Type", "text/html")
				w.Header().Set("Cache-Control", directive)
				w.Header().Set("ETag", `"v1"`)
				_, _ = w.Write([]byte(cachedPage))
			})
			_, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
			require.NoError(t, err)
			p, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
			if !want {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "stale", p.Stats.Cache)
			require.Len(t, p.Warnings, 1)
			assert.Equal(t, "stale_copy", p.Warnings[0].Type)
		})
	}
}

// A page is used without asking for as long as its server says, and a page that
// says nothing for as long as the caller allows.
func TestFreshPagesAreNotAskedFor(t *testing.T) {
	for name, c := range map[string]struct {
		header map[string]string
		ttl    time.Duration
		want   string
	}{
		"nothing said":                  {nil, 0, "hit"},
		"max-age":                       {map[string]string{"Cache-Control": "max-age=60"}, 0, "hit"},
		"the caller wants it newer":     {map[string]string{"Cache-Control": "max-age=60"}, time.Nanosecond, "miss"},
		"no-store":                      {map[string]string{"Cache-Control": "no-store"}, 0, "miss"},
		"old already":                   {map[string]string{"Cache-Control": "max-age=60", "Age": "60"}, 0, "miss"},
		"varies by all":                 {map[string]string{"Vary": "*"}, 0, "miss"},
		"changed long ago":              {map[string]string{"Last-Modified": "Mon, 02 Mar 2020 08:00:00 GMT"}, 0, "hit"},
		"a date that can't be read":     {map[string]string{"Expires": "0"}, 0, "miss"},
		"no-store with an entity tag":   {map[string]string{"Cache-Control": "no-store", "ETag": `"v1"`}, 0, "miss"},
		"the shortest of two lifetimes": {map[string]string{"Cache-Control": "max-age=60, max-age=0"}, 0, "miss"},
	} {
		t.Run(name, func(t *testing.T) {
			client, page, _ := cachingOrigin(t, func(_ int64, w http.ResponseWriter, r *http.Request) {
				assert.Empty(t, r.Header.Get("If-None-Match"))
				for name, value := range c.header {
					w.Header().Set(name, value)
				}
				w.Header().Set("Content-Type", "text/html")
				_, _ = w.Write([]byte(cachedPage))
			})
			for i, want := range []string{"miss", c.want} {
				p, err := client.Fetch(t.Context(), webfetch.Request{URL: page, CacheTTL: c.ttl})
				require.NoError(t, err)
				assert.Equal(t, want, p.Stats.Cache, i)
			}
		})
	}
}
