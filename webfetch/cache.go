package webfetch

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/memcache"
)

// memoryCache is the built-in Cache.
type memoryCache struct {
	store *memcache.Cache[*CacheEntry]
}

func newMemoryCache(maxBytes int64) *memoryCache {
	return &memoryCache{store: memcache.New[*CacheEntry](maxBytes)}
}

// Get never fails.
func (m *memoryCache) Get(_ context.Context, key string) (*CacheEntry, error) {
	e, _ := m.store.Get(key)
	return e, nil
}

// Put never fails; an entry larger than the cache is not kept.
func (m *memoryCache) Put(_ context.Context, key string, e *CacheEntry, ttl time.Duration) error {
	m.store.Put(key, e, int64(len(e.Body)+len(e.URL))+headerSize(e.Header), ttl)
	return nil
}

// cached returns what the cache holds for a task, nil if that is nothing fresh
// enough. A cache that fails is as good as an empty one.
func (c *Client) cached(ctx context.Context, t *task, key string) *load {
	if t.ttl <= 0 {
		return nil
	}
	e, err := c.cache.Get(ctx, key)
	if err != nil {
		c.log(ctx, "cache failed", slog.String("error", err.Error()))
	}
	if err != nil || e == nil || time.Since(e.StoredAt) >= min(t.ttl, freshness(e.Header, e.StoredAt)) {
		return nil
	}
	u, err := url.Parse(e.URL)
	if err != nil {
		return nil
	}
	return &load{url: u, status: e.Status, header: e.Header, body: e.Body, stored: e.StoredAt, redirects: e.Redirects, via: "cache", cached: true}
}

// remember stores a response that may be stored.
func (c *Client) remember(ctx context.Context, t *task, key string, got *load) {
	ttl := min(t.ttl, freshness(got.header, got.stored))
	if ttl <= 0 || got.status != http.StatusOK {
		return
	}
	e := &CacheEntry{URL: got.url.String(), Status: got.status, Header: got.header, Body: got.body, StoredAt: got.stored, Redirects: got.redirects}
	if err := c.cache.Put(ctx, key, e, ttl); err != nil {
		c.log(ctx, "cache failed", slog.String("error", err.Error()))
	}
}
