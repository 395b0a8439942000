package httpcache

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// cache answers any request, by the rules of package httpcache: beside what the
// library's client does, it keeps the variants of a response under one key, and
// marks what an unsafe request may have changed.
type cache struct {
	mu      sync.Mutex
	stored  map[string][]*Entry          // by URL
	vary    map[*Entry]map[string]string // of the request that an entry answered
	invalid map[*Entry]bool              // an unsafe request may have changed it
}

// maxVariants bounds the responses under one key. The oldest is dropped for a new one.
const maxVariants = 16

// request holds the parts of a request that decide.
type request struct {
	Method string
	Header http.Header
}

// send asks the origin, with conditions in addition to the fields of the request.
type send func(ctx context.Context, conditions http.Header) (*Entry, error)

// do answers a request. The entry must not be changed.
func (c *cache) do(ctx context.Context, r *request, u *url.URL, ask send) (*Entry, Outcome, error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.Header.Get("Range") != "" {
		e, err := ask(ctx, nil)
		if err == nil && !isSafe(r.Method) && e.Status < 400 {
			c.invalidate(u, e)
		}
		return e, bypass, err
	}
	e := c.find(u, r)
	c.mu.Lock()
	invalid := c.invalid[e]
	c.mu.Unlock()
	if e != nil && !invalid && Fresh(r.Header, e, 0, time.Now()) {
		return e, Hit, nil
	}
	if _, only := parseControl(r.Header)["only-if-cached"]; only {
		return &Entry{Status: http.StatusGatewayTimeout, Header: http.Header{}}, Miss, nil
	}
	var conditions http.Header
	if e != nil && r.Method == http.MethodGet {
		conditions = Conditions(r.Header, e)
	}
	answer, err := ask(ctx, conditions)
	settled := Settle(r.Header, e, conditions != nil, answer, time.Now())
	switch {
	case settled.Response == nil:
		return nil, Miss, err
	case r.Method == http.MethodHead && settled.Outcome == Miss:
		c.updateByHead(u, e, answer)
	case settled.Store && settled.Outcome == Revalidated:
		c.put(u, r, e, settled.Response)
	case settled.Store:
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
func (c *cache) find(u *url.URL, r *request) *Entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	var best *Entry
	for _, e := range c.stored[key(u)] {
		if c.matches(e, r) && (best == nil || !e.date().Before(best.date())) {
			best = e
		}
	}
	return best
}

// put stores an entry and removes old, or if that is nil those that answer the same
// requests.
func (c *cache) put(u *url.URL, r *request, old, e *Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := slices.DeleteFunc(slices.Clone(c.stored[key(u)]), func(s *Entry) bool {
		return s == old || old == nil && c.matches(s, r)
	})
	if over := len(kept) + 1 - maxVariants; over > 0 {
		kept = slices.Delete(kept, 0, over)
	}
	if c.stored == nil {
		c.stored, c.vary, c.invalid = map[string][]*Entry{}, map[*Entry]map[string]string{}, map[*Entry]bool{}
	}
	if c.vary[e] = c.vary[old]; old == nil {
		c.vary[e] = map[string]string{}
		for _, value := range e.Header.Values("Vary") {
			eachItem(value, func(name string) { c.vary[e][strings.ToLower(name)] = fieldValue(r.Header, name) })
		}
	}
	c.stored[key(u)] = append(kept, e)
}

// updateByHead updates the stored response by that to a HEAD request, or marks
// that as invalid if they differ (RFC 9111, section 4.3.5).
func (c *cache) updateByHead(u *url.URL, e, head *Entry) {
	if e == nil || head.Status != http.StatusOK {
		return
	}
	changed := Update(e, head)
	for _, name := range [...]string{"ETag", "Last-Modified", "Content-Length"} {
		if value := head.Header.Get(name); value != "" && e.Header.Get(name) != "" && value != e.Header.Get(name) {
			c.mu.Lock()
			c.invalid[e] = true
			c.mu.Unlock()
			return
		}
	}
	c.put(u, nil, e, changed)
}

// invalidate marks what an unsafe request may have changed: its target, and
// what Location and Content-Location of the answer name on the same host (RFC
// 9111, section 4.4).
func (c *cache) invalidate(u *url.URL, answer *Entry) {
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
		for _, e := range c.stored[key(target)] {
			c.invalid[e] = true
		}
	}
}

// bypass is the Outcome of a request that a cache can't answer.
const bypass Outcome = "bypass"

// matches reports whether a stored response answers a request as its Vary field has it
// (RFC 9111, section 4.1).
func (c *cache) matches(e *Entry, r *request) bool {
	for name, value := range c.vary[e] {
		if fieldValue(r.Header, name) != value {
			return false
		}
	}
	return true
}

// fieldValue is all values of a field as one, without the white space around their items.
func fieldValue(h http.Header, name string) string {
	var items []string
	for _, v := range h.Values(name) {
		eachItem(v, func(item string) { items = append(items, item) })
	}
	return strings.Join(items, ",")
}

func isSafe(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}
