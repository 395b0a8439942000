package webfetch

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// httpEntry is an entry as the rules of HTTP caching see it.
func (e *CacheEntry) httpEntry() *httpcache.Entry {
	return &httpcache.Entry{Status: e.Status, Header: e.Header, Requested: e.StoredAt, Received: e.StoredAt}
}

// rules are those of a call: a page that does not say how long it is fresh is for
// as long as the call asks, and none for longer.
func (call *fetchCall) rules() httpcache.Rules {
	return httpcache.Rules{Heuristic: httpcache.Heuristic{Default: call.ttl, Max: call.ttl}, MaxAge: call.ttl}
}

// cacheRequest is the call as the rules of HTTP caching see it. What HEAD brings
// has a key of its own, and is stored like what GET does.
func (call *fetchCall) cacheRequest() *httpcache.Request {
	return &httpcache.Request{Method: http.MethodGet, Header: call.Header}
}

// fresh returns the response of an entry that may be used without asking, else nil.
func (e *CacheEntry) fresh(call *fetchCall) *response {
	if e == nil || !call.rules().Fresh(call.cacheRequest(), e.httpEntry(), time.Now()) {
		return nil
	}
	resp := e.response()
	if resp != nil {
		resp.decision = cacheHit
	}
	return resp
}

// stale returns what is stored, with a warning that begins with why; nil if there is nothing.
func (e *CacheEntry) stale(why string) *response {
	if e == nil {
		return nil
	}
	resp := e.response()
	if resp != nil {
		resp.decision = cacheStale
		resp.warn(warnStale, why+" from "+e.StoredAt.UTC().Format(time.DateTime)+" UTC is shown.")
	}
	return resp
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

// response returns what is stored, nil if it can't be read.
func (e *CacheEntry) response() *response {
	u := e.address()
	if u == nil {
		return nil
	}
	return &response{url: u, status: e.Status, header: e.Header, body: e.Body, sum: e.sum, stored: e.StoredAt, redirects: e.Redirects, via: "cache", cached: true}
}

// conditions returns the conditional headers that ask the server of an entry, and no server
// of a redirect, whether it is still valid. It returns nil if the call has conditions of its
// own.
func (e *CacheEntry) conditions(call *fetchCall) func(*url.URL) http.Header {
	if e == nil {
		return nil
	}
	conditions := httpcache.Conditions(call.cacheRequest(), e.httpEntry())
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

// reconcile decides what answers a call after its server was asked, and whether that
// is to be stored. got is nil where asking failed with err.
func (e *CacheEntry) reconcile(call *fetchCall, conditional bool, resp *response, err error) (answer *response, store bool) {
	var stored, came *httpcache.Entry
	if e != nil && (err == nil || isOutage(err)) {
		stored = e.httpEntry()
	}
	if resp != nil {
		came = &httpcache.Entry{Status: resp.status, Header: resp.header, Requested: resp.stored, Received: resp.stored}
	}
	settled := httpcache.Settle(call.cacheRequest(), stored, conditional, came, time.Now())
	if settled.Outcome != httpcache.Stale && settled.Outcome != httpcache.Revalidated {
		return resp, settled.Store
	}
	kept := e.response()
	if kept == nil {
		return resp, false
	}
	kept.decision = string(settled.Outcome)
	if settled.Outcome == httpcache.Stale {
		return e.stale("The page could not be loaded again; a copy"), false
	}
	kept.header, kept.stored = settled.Response.Header, resp.stored
	kept.url, kept.redirects, kept.retries, kept.robots, kept.warnings = resp.url, resp.redirects, resp.retries, resp.robots, resp.warnings
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
