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

// rules are those of a task: a page that does not say how long it is fresh is for
// as long as the task asks, and none for longer.
func (t *task) rules() httpcache.Rules {
	return httpcache.Rules{Heuristic: httpcache.Heuristic{Default: t.ttl, Max: t.ttl}, MaxAge: t.ttl}
}

// cacheRequest is the task as the rules of HTTP caching see it. What HEAD brings
// has a key of its own, and is stored like what GET does.
func (t *task) cacheRequest() *httpcache.Request {
	return &httpcache.Request{Method: http.MethodGet, Header: t.Header}
}

// fresh returns the load of an entry that may be used without asking, else nil.
func (e *CacheEntry) fresh(t *task) *load {
	if e == nil || !t.rules().Fresh(t.cacheRequest(), e.response(), time.Now()) {
		return nil
	}
	got := e.load()
	if got != nil {
		got.decision = CacheHit
	}
	return got
}

// address is where the entry came from, nil if that can't be read.
func (e *CacheEntry) address() *url.URL {
	if e.parsed != nil {
		return e.parsed
	}
	u, err := url.Parse(e.URL)
	if err != nil {
		return nil
	}
	return u
}

// load returns what is stored, nil if it can't be read.
func (e *CacheEntry) load() *load {
	u := e.address()
	if u == nil {
		return nil
	}
	return &load{url: u, status: e.Status, header: e.Header, body: e.Body, stored: e.StoredAt, redirects: e.Redirects, via: "cache", cached: true}
}

// conditions asks the server of an entry whether it is still valid, and no other
// that redirects lead to. A task with conditions of its own gets none of ours.
func (e *CacheEntry) conditions(t *task) func(*url.URL) http.Header {
	if e == nil {
		return nil
	}
	conditions := httpcache.Conditions(t.cacheRequest(), e.response())
	if conditions == nil {
		return nil
	}
	return func(u *url.URL) http.Header {
		if u.String() != e.URL {
			return nil
		}
		return conditions
	}
}

// settle decides what answers a task after its server was asked, and whether that
// is to be stored. got is nil where asking failed with err.
func (e *CacheEntry) settle(t *task, conditional bool, got *load, err error) (answer *load, store bool) {
	var stored, came *httpcache.Entry
	if e != nil && (err == nil || isOutage(err)) {
		stored = e.response()
	}
	if got != nil {
		came = &httpcache.Entry{Status: got.status, Header: got.header, Requested: got.stored, Received: got.stored}
	}
	settled := httpcache.Settle(t.cacheRequest(), stored, conditional, came, time.Now())
	if settled.Outcome != httpcache.Stale && settled.Outcome != httpcache.Revalidated {
		return got, settled.Store
	}
	kept := e.load()
	if kept == nil {
		return got, false
	}
	kept.decision = CacheDecision(settled.Outcome)
	if settled.Outcome == httpcache.Stale {
		kept.warnings = []extract.Warning{{Type: WarnStale, Message: "The page could not be loaded again; a copy from " + e.StoredAt.UTC().Format(time.DateTime) + " UTC is shown."}}
		return kept, false
	}
	kept.header, kept.stored = settled.Response.Header, got.stored
	kept.url, kept.redirects, kept.retries, kept.robots, kept.warnings = got.url, got.redirects, got.retries, got.robots, got.warnings
	return kept, true
}

// isOutage reports failures of a server, not of a policy or of the caller.
func isOutage(err error) bool {
	var failed *transport.Error
	if !errors.As(err, &failed) {
		return false
	}
	code := Code(failed.Code)
	return code == ConnectionFailed || code == DNSError || code == Timeout
}
