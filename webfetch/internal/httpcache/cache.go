package httpcache

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Store holds the responses under a key. Implementations are safe for concurrent
// use and may forget any at any time; an error is as good as nothing stored.
type Store interface {
	Get(ctx context.Context, key string) ([]*Entry, error)
	// Put replaces what is stored under key. No entries delete it.
	Put(ctx context.Context, key string, entries []*Entry) error
}

// Request is what a cache has to know of a request.
type Request struct {
	Method string
	URL    *url.URL
	Header http.Header
}

// Send sends the request, with more fields than it has: the conditions under
// which the origin is asked for a new response.
type Send func(ctx context.Context, conditions http.Header) (*Entry, error)

// Outcome says where a response came from.
type Outcome string

// The outcomes.
const (
	Miss        Outcome = "miss"        // from the origin
	Hit         Outcome = "hit"         // from the cache, fresh
	Revalidated Outcome = "revalidated" // from the cache, confirmed by the origin
	Stale       Outcome = "stale"       // from the cache, though not fresh any more
	Bypass      Outcome = "bypass"      // from the origin, as the request can't be answered by a cache
)

// Cache answers requests from a Store. Its fields are set before the first use;
// then it is safe for concurrent use.
type Cache struct {
	Store Store
	// Heuristic is for responses that don't say how long they are fresh.
	Heuristic Heuristic
	// MaxAge is a cap on how old a response may be that is used without asking
	// the origin. Zero means none.
	MaxAge time.Duration
	// Key names the responses to requests for a URL. Nil means the URL.
	Key func(*url.URL) string
	// Now is the time. Nil means time.Now.
	Now func() time.Time
}

// maxVariants bounds the responses under one key; the oldest gives way.
const maxVariants = 16

// Do answers a request. The entry must not be changed. Errors are those of send;
// a stored response that may be used stale stands in for one.
func (c *Cache) Do(ctx context.Context, r *Request, send Send) (*Entry, Outcome, error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.Header.Get("Range") != "" {
		e, err := send(ctx, nil)
		if err == nil && !isSafe(r.Method) && e.Status < 400 {
			c.invalidate(ctx, r, e)
		}
		return e, Bypass, err
	}
	stored, _ := c.Store.Get(ctx, c.key(r.URL))
	e := selectEntry(stored, r)
	asked := parseControl(r.Header)
	if e != nil && c.usable(r, e, asked) {
		return e, Hit, nil
	}
	if _, only := asked["only-if-cached"]; only {
		return &Entry{Status: http.StatusGatewayTimeout, Header: http.Header{}, Requested: c.now(), Received: c.now()}, Miss, nil
	}
	return c.ask(ctx, r, stored, e, send)
}

// ask sends the request, under conditions if there is something to confirm.
func (c *Cache) ask(ctx context.Context, r *Request, stored []*Entry, e *Entry, send Send) (*Entry, Outcome, error) {
	var conditions http.Header
	if e != nil && r.Method == http.MethodGet && !isConditional(r.Header) {
		conditions = Conditions(e)
	}
	fresh, err := send(ctx, conditions)
	switch {
	case err != nil || fresh.Status >= 500:
		if e != nil && mayServeStale(e, parseControl(e.Header), c.now()) {
			return e, Stale, nil
		}
		if err != nil {
			return nil, Miss, err
		}
	case fresh.Status == http.StatusNotModified && len(conditions) > 0:
		updated := Update(e, fresh)
		c.put(ctx, r, stored, e, updated)
		return updated, Revalidated, nil
	case r.Method == http.MethodHead:
		c.updateByHead(ctx, r, stored, e, fresh)
		return fresh, Miss, nil
	}
	if Storable(r, fresh) {
		fresh.Vary = varyOf(r, fresh)
		c.put(ctx, r, stored, nil, fresh)
	}
	return fresh, Miss, nil
}

// usable reports whether a stored response may be used without asking (RFC 9111,
// section 4).
func (c *Cache) usable(r *Request, e *Entry, asked control) bool {
	cc := parseControl(e.Header)
	if mustConfirm(e, cc) {
		return false
	}
	if _, no := asked["no-cache"]; no || len(asked) == 0 && hasToken(r.Header, "Pragma", "no-cache") {
		return false
	}
	age := Age(e, c.now())
	fresh := lifetime(e, cc, c.Heuristic)
	if c.MaxAge > 0 {
		fresh = min(fresh, c.MaxAge)
	}
	if most, ok := seconds(asked, "max-age"); ok && age > most {
		return false
	}
	if least, ok := seconds(asked, "min-fresh"); ok && fresh < age+least {
		return false
	}
	if age < fresh {
		return true
	}
	value, accepts := asked["max-stale"]
	if _, must := cc["must-revalidate"]; !accepts || must {
		return false
	}
	most, bounded := parseSeconds(value)
	return !bounded && value == "" || bounded && age-fresh <= most
}

// mustConfirm reports responses that are never used without asking.
func mustConfirm(e *Entry, cc control) bool {
	_, no := cc["no-cache"]
	return no || e.Invalid
}

// FreshFor returns for how long a stored response may still be used without
// asking the origin, 0 if it may not.
func FreshFor(e *Entry, h Heuristic, now time.Time) time.Duration {
	cc := parseControl(e.Header)
	if mustConfirm(e, cc) {
		return 0
	}
	return max(0, lifetime(e, cc, h)-Age(e, now))
}

// StaleIfError reports whether the origin allows, by stale-if-error (RFC 5861,
// section 4), that a response which is not fresh stands in for a failure.
func StaleIfError(e *Entry, now time.Time) bool {
	cc := parseControl(e.Header)
	_, allowed := cc["stale-if-error"]
	return allowed && mayServeStale(e, cc, now)
}

// mayServeStale reports whether a response that is not fresh may stand in for one
// that can't be had (RFC 9111, section 4.2.4; RFC 5861, section 4).
func mayServeStale(e *Entry, cc control, now time.Time) bool {
	for _, strict := range [...]string{"must-revalidate", "no-cache"} {
		if _, ok := cc[strict]; ok {
			return false
		}
	}
	if most, ok := seconds(cc, "stale-if-error"); ok {
		return Age(e, now)-lifetime(e, cc, Heuristic{}) <= most
	}
	return !e.Invalid
}

func seconds(cc control, name string) (time.Duration, bool) {
	value, ok := cc[name]
	if !ok {
		return 0, false
	}
	return parseSeconds(value)
}

func hasToken(h http.Header, name, token string) bool {
	found := false
	for _, v := range h.Values(name) {
		eachItem(v, func(item string) { found = found || strings.EqualFold(item, token) })
	}
	return found
}

// isConditional reports requests that have conditions of their own.
func isConditional(h http.Header) bool {
	for _, name := range [...]string{"If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"} {
		if h.Get(name) != "" {
			return true
		}
	}
	return false
}

func isSafe(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}

func (c *Cache) key(u *url.URL) string {
	if c.Key != nil {
		return c.Key(u)
	}
	plain := *u
	plain.Fragment, plain.RawFragment = "", ""
	return plain.String()
}

func (c *Cache) now() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

// put stores an entry in place of old, and of those that answer the same
// requests.
func (c *Cache) put(ctx context.Context, r *Request, stored []*Entry, old, e *Entry) {
	kept := make([]*Entry, 0, len(stored)+1)
	for _, s := range stored {
		if s != old && (!matches(s, r) || old != nil) {
			kept = append(kept, s)
		}
	}
	if over := len(kept) + 1 - maxVariants; over > 0 {
		kept = slices.Delete(kept, 0, over)
	}
	_ = c.Store.Put(ctx, c.key(r.URL), append(kept, e)) // as good as not stored
}
