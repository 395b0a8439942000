package webfetch

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
)

// Values of FetchStats.Cache.
const (
	cacheMiss  = "miss"
	cacheHit   = "hit"
	cacheStale = "stale"
)

// warnStale is the type of the warning of a page that could not be loaded again,
// of which a stored copy is shown.
const warnStale = "stale_copy"

// keptForConfirming is how long a response with a validator (ETag or Last-Modified) is
// stored at least, so that the server can be asked whether it is still valid.
const keptForConfirming = 24 * time.Hour

// cachedEntry returns the entry of the cache for a call, fresh or stale. It returns nil if
// the cache has no entry, if the policy refuses an address of it, or if the cache fails.
func (c *Client) cachedEntry(ctx context.Context, call *fetchCall, key string) *cacheEntry {
	if call.ttl <= 0 || c.opts.Policy.CheckURL(call.url) != nil {
		return nil // the transport reports the refusal
	}
	e, err := c.cache.Get(ctx, key)
	if err != nil {
		c.log(ctx, "cache failed", slog.String("error", err.Error()))
		return nil
	}
	if e == nil || c.opts.Policy.CheckURL(e.url) != nil {
		return nil
	}
	return e
}

// store stores a response: for as long as it is fresh, and longer if the
// server can be asked whether it is still valid. It reports whether there was anything
// to store.
func (c *Client) store(ctx context.Context, call *fetchCall, key string, resp *response) bool {
	if resp.status != http.StatusOK || resp.cut {
		return false
	}
	e := newEntry(resp.url, resp.body, resp.sum, entryHead{Status: resp.status, Header: resp.header, StoredAt: resp.stored, Redirects: resp.redirects})
	ttl := call.ttl
	if ttl <= 0 { // this call reads nothing from the cache; others do
		ttl = c.opts.Cache.TTL
	}
	keep := min(httpcache.FreshFor(e.httpEntry(), httpcache.Heuristic{Default: ttl, Max: ttl}, resp.stored), ttl)
	if ttl > 0 && httpcache.HasValidator(e.httpEntry()) {
		keep = max(keep, keptForConfirming)
	}
	if keep <= 0 {
		return false
	}
	c.put(ctx, key, e, keep)
	return true
}

// holds reports whether something is stored under key.
func (c *Client) holds(ctx context.Context, key string) bool {
	e, err := c.cache.Get(ctx, key)
	return err == nil && e != nil
}

func (c *Client) put(ctx context.Context, key string, e *cacheEntry, ttl time.Duration) {
	if err := c.cache.Put(ctx, key, e, ttl); err != nil {
		c.log(ctx, "cache failed", slog.String("error", err.Error()))
	}
}
