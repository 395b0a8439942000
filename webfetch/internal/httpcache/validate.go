package httpcache

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// selectEntry returns the stored response that answers a request as its Vary
// field has it (RFC 9111, section 4.1), the latest if several do, or nil.
func selectEntry(stored []*Entry, r *Request) *Entry {
	var best *Entry
	for _, e := range stored {
		if matches(e, r) && (best == nil || !e.date().Before(best.date())) {
			best = e
		}
	}
	return best
}

func matches(e *Entry, r *Request) bool {
	for name, value := range e.Vary {
		if fieldValue(r.Header, name) != value {
			return false
		}
	}
	return true
}

// varyOf returns the fields of a request that the response varies by.
func varyOf(r *Request, e *Entry) map[string]string {
	names := varyNames(e.Header)
	if len(names) == 0 {
		return nil
	}
	vary := make(map[string]string, len(names))
	for _, name := range names {
		vary[name] = fieldValue(r.Header, name)
	}
	return vary
}

// Conditions returns the fields that ask an origin whether a response is still
// valid (RFC 9111, section 4.3.1), nil if it has no validators.
func Conditions(e *Entry) http.Header {
	h := http.Header{}
	if tag := e.Header.Get("ETag"); tag != "" {
		h.Set("If-None-Match", tag)
	}
	if modified := e.Header.Get("Last-Modified"); modified != "" {
		h.Set("If-Modified-Since", modified)
	}
	if len(h) == 0 {
		return nil
	}
	return h
}

// Update returns a stored response with the fields of the 304 that confirmed it
// (RFC 9111, section 3.2).
func Update(e, confirmed *Entry) *Entry {
	out := *e
	out.Header = e.Header.Clone()
	if out.Header == nil {
		out.Header = http.Header{}
	}
	out.Header.Del("Age") // of the stored response; the new one may have none
	for name, values := range confirmed.Header {
		if !isKept(name, confirmed.Header) {
			out.Header[name] = values
		}
	}
	out.Requested, out.Received, out.Invalid = confirmed.Requested, confirmed.Received, false
	return &out
}

// isKept reports fields that a 304 does not change: those of the connection and
// those of the body that is stored.
func isKept(name string, h http.Header) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer",
		"Transfer-Encoding", "Upgrade", "Content-Length", "Content-Encoding", "Content-Range":
		return true
	}
	return hasToken(h, "Connection", name)
}

// updateByHead takes over what a HEAD response says of the stored one, or marks
// that as invalid if they differ (RFC 9111, section 4.3.5).
func (c *Cache) updateByHead(ctx context.Context, r *Request, stored []*Entry, e, head *Entry) {
	if e == nil || head.Status != http.StatusOK {
		return
	}
	for _, name := range [...]string{"ETag", "Last-Modified", "Content-Length"} {
		if value := head.Header.Get(name); value != "" && e.Header.Get(name) != "" && value != e.Header.Get(name) {
			gone := *e
			gone.Invalid = true
			c.put(ctx, r, stored, e, &gone)
			return
		}
	}
	c.put(ctx, r, stored, e, Update(e, head))
}

// invalidate marks what an unsafe request may have changed: its target, and
// what Location and Content-Location of the answer name on the same host (RFC
// 9111, section 4.4).
func (c *Cache) invalidate(ctx context.Context, r *Request, answer *Entry) {
	targets := []*url.URL{r.URL}
	for _, name := range [...]string{"Location", "Content-Location"} {
		if value := answer.Header.Get(name); value != "" {
			if u, err := r.URL.Parse(value); err == nil && u.Scheme == r.URL.Scheme && strings.EqualFold(u.Host, r.URL.Host) {
				targets = append(targets, u)
			}
		}
	}
	for _, u := range targets {
		stored, _ := c.Store.Get(ctx, c.key(u))
		if len(stored) == 0 {
			continue
		}
		marked := make([]*Entry, len(stored))
		for i, e := range stored {
			gone := *e
			gone.Invalid = true
			marked[i] = &gone
		}
		_ = c.Store.Put(ctx, c.key(u), marked) // as good as not stored
	}
}
