package main

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
)

// cache answers any request, by the rules of package httpcache: beside what the
// library's client does, it keeps the variants of a response under one key, and
// marks what an unsafe request may have changed.
type cache struct {
	mu     sync.Mutex
	stored map[string][]*httpcache.Entry // by URL
}

// maxVariants bounds the responses under one key. The oldest is dropped for a new one.
const maxVariants = 16

// send asks the origin, with conditions in addition to the fields of the request.
type send func(ctx context.Context, conditions http.Header) (*httpcache.Entry, error)

// do answers a request. The entry must not be changed.
func (c *cache) do(ctx context.Context, r *httpcache.Request, u *url.URL, ask send) (*httpcache.Entry, httpcache.Outcome, error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.Header.Get("Range") != "" {
		e, err := ask(ctx, nil)
		if err == nil && !isSafe(r.Method) && e.Status < 400 {
			c.invalidate(u, e)
		}
		return e, httpcache.Bypass, err
	}
	e := c.find(u, r)
	if e != nil && (httpcache.Rules{}).Fresh(r, e, time.Now()) {
		return e, httpcache.Hit, nil
	}
	if httpcache.OnlyIfCached(r) {
		return &httpcache.Entry{Status: http.StatusGatewayTimeout, Header: http.Header{}}, httpcache.Miss, nil
	}
	var conditions http.Header
	if e != nil && r.Method == http.MethodGet {
		conditions = httpcache.Conditions(r, e)
	}
	answer, err := ask(ctx, conditions)
	settled := httpcache.Settle(r, e, conditions != nil, answer, time.Now())
	switch {
	case settled.Response == nil:
		return nil, httpcache.Miss, err
	case r.Method == http.MethodHead && settled.Outcome == httpcache.Miss:
		c.updateByHead(u, e, answer)
	case settled.Store && settled.Outcome == httpcache.Revalidated:
		c.put(u, r, e, settled.Response)
	case settled.Store:
		settled.Response.Vary = httpcache.VaryOf(r, settled.Response)
		c.put(u, r, nil, settled.Response)
	}
	return settled.Response, settled.Outcome, nil
}

// key leaves the fragment out.
func key(u *url.URL) string {
	plain := *u
	plain.Fragment, plain.RawFragment = "", ""
	return plain.String()
}

// find returns the stored response that answers a request, the latest if several
// do, or nil (RFC 9111, section 4.1).
func (c *cache) find(u *url.URL, r *httpcache.Request) *httpcache.Entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	var best *httpcache.Entry
	for _, e := range c.stored[key(u)] {
		if httpcache.Matches(e, r) && (best == nil || !e.Date().Before(best.Date())) {
			best = e
		}
	}
	return best
}

// put stores an entry and removes old, or if that is nil those that answer the same
// requests.
func (c *cache) put(u *url.URL, r *httpcache.Request, old, e *httpcache.Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := slices.DeleteFunc(slices.Clone(c.stored[key(u)]), func(s *httpcache.Entry) bool {
		return s == old || old == nil && httpcache.Matches(s, r)
	})
	if over := len(kept) + 1 - maxVariants; over > 0 {
		kept = slices.Delete(kept, 0, over)
	}
	if c.stored == nil {
		c.stored = map[string][]*httpcache.Entry{}
	}
	c.stored[key(u)] = append(kept, e)
}

// updateByHead updates the stored response by that to a HEAD request, or marks
// that as invalid if they differ (RFC 9111, section 4.3.5).
func (c *cache) updateByHead(u *url.URL, e, head *httpcache.Entry) {
	if e == nil || head.Status != http.StatusOK {
		return
	}
	changed := httpcache.Update(e, head)
	for _, name := range [...]string{"ETag", "Last-Modified", "Content-Length"} {
		if value := head.Header.Get(name); value != "" && e.Header.Get(name) != "" && value != e.Header.Get(name) {
			changed = invalid(e)
		}
	}
	c.put(u, nil, e, changed)
}

// invalidate marks what an unsafe request may have changed: its target, and
// what Location and Content-Location of the answer name on the same host (RFC
// 9111, section 4.4).
func (c *cache) invalidate(u *url.URL, answer *httpcache.Entry) {
	targets := []*url.URL{u}
	for _, name := range [...]string{"Location", "Content-Location"} {
		if value := answer.Header.Get(name); value != "" {
			if other, err := u.Parse(value); err == nil && other.Scheme == u.Scheme && strings.EqualFold(other.Host, u.Host) {
				targets = append(targets, other)
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, target := range targets {
		for i, e := range c.stored[key(target)] {
			c.stored[key(target)][i] = invalid(e)
		}
	}
}

func invalid(e *httpcache.Entry) *httpcache.Entry {
	gone := *e
	gone.Invalid = true
	return &gone
}

func isSafe(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}
