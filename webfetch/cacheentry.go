package webfetch

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// response is an entry as the rules of HTTP caching see it.
func (e *CacheEntry) response() *httpcache.Entry {
	return &httpcache.Entry{Status: e.Status, Header: e.Header, Requested: e.StoredAt, Received: e.StoredAt}
}

// freshFor is for how long an entry may still be used without asking: as long as
// its server says, else as heuristics have it, and no longer than the task asks.
func (e *CacheEntry) freshFor(ttl time.Duration, now time.Time) time.Duration {
	return min(httpcache.FreshFor(e.response(), httpcache.Heuristic{Default: ttl, Max: ttl}, now), ttl-now.Sub(e.StoredAt))
}

// fresh returns the load of an entry that may be used without asking, else nil.
func (e *CacheEntry) fresh(t *task) *load {
	if e == nil || e.freshFor(t.ttl, time.Now()) <= 0 {
		return nil
	}
	got := e.load()
	if got != nil {
		got.decision = CacheHit
	}
	return got
}

// load returns what is stored, nil if it can't be read.
func (e *CacheEntry) load() *load {
	u, err := url.Parse(e.URL)
	if err != nil {
		return nil
	}
	return &load{url: u, status: e.Status, header: e.Header, body: e.Body, stored: e.StoredAt, redirects: e.Redirects, via: "cache", cached: true}
}

// conditions asks the server of an entry whether it is still valid, and no other
// that redirects lead to. A task with conditions of its own gets none of ours.
func (e *CacheEntry) conditions(t *task) func(*url.URL) http.Header {
	if e == nil || t.Header.Get("If-None-Match") != "" || t.Header.Get("If-Modified-Since") != "" {
		return nil
	}
	return func(u *url.URL) http.Header {
		if u.String() != e.URL {
			return nil
		}
		return httpcache.Conditions(e.response())
	}
}

// confirmed returns the stored response with what the 304 says of it.
func (e *CacheEntry) confirmed(answer *load) *load {
	got := e.load()
	if got == nil {
		return answer
	}
	said := &httpcache.Entry{Status: answer.status, Header: answer.header, Requested: answer.stored, Received: answer.stored}
	got.header, got.stored, got.decision = httpcache.Update(e.response(), said).Header, answer.stored, CacheRevalidated
	got.url, got.redirects, got.retries, got.robots, got.warnings = answer.url, answer.redirects, answer.retries, answer.robots, answer.warnings
	return got
}

// instead returns the stored response where the server fails and has allowed
// that (stale-if-error), else nil.
func (e *CacheEntry) instead(res *transport.Response, err error) *load {
	if e == nil || err == nil && res.Status < http.StatusInternalServerError || !httpcache.StaleIfError(e.response(), time.Now()) {
		return nil
	}
	var failed *transport.Error
	if err != nil && (!errors.As(err, &failed) || !isOutage(Code(failed.Code))) {
		return nil
	}
	got := e.load()
	if got != nil {
		got.decision = CacheStale
		got.warnings = []extract.Warning{{Type: WarnStale, Message: "The page could not be loaded again; a copy from " + e.StoredAt.UTC().Format(time.DateTime) + " UTC is shown."}}
	}
	return got
}

// isOutage reports failures of a server, not of a policy or of the caller.
func isOutage(code Code) bool {
	return code == ConnectionFailed || code == DNSError || code == Timeout
}
