// Package httpcache holds the rules of a private HTTP cache (RFC 9111) of whole
// responses: what may be stored ([Storable]), when it answers a request without
// asking ([Rules.Fresh]), how the origin is asked whether it is still valid
// ([Conditions]), and what answers in the end ([Settle], [Update], [StaleIfError]).
// Where responses are stored is the caller's matter.
//
// It is a private cache: responses to requests with credentials may be stored,
// so callers keep the keys of different principals apart. Responses to ranges
// are never stored.
package httpcache

import (
	"cmp"
	"net/http"
	"strings"
	"time"
)

// Entry is a response as it is stored. Nothing in it may be changed once it is:
// [Update] makes a copy.
type Entry struct {
	Status int
	Header http.Header
	Body   []byte
	// Requested and Received are when the request was sent and the response's
	// header was there.
	Requested, Received time.Time
}

// date is when the origin made the response: its Date field, else when it came.
func (e *Entry) date() time.Time {
	if t, ok := parseDate(e.Header.Get("Date")); ok {
		return t
	}
	return e.Received
}

// Age returns how long ago the origin made or confirmed the response (RFC 9111,
// section 4.2.3).
func Age(e *Entry, now time.Time) time.Duration {
	apparent := max(0, e.Received.Sub(e.date()))
	corrected := e.Received.Sub(e.Requested)
	// Of a list its first member counts, and what is no number is ignored (section 5.1).
	first, _, _ := strings.Cut(e.Header.Get("Age"), ",")
	age, _ := parseSeconds(strings.TrimSpace(first))
	corrected += age
	return max(apparent, corrected) + max(0, now.Sub(e.Received))
}

// Heuristic says how long responses are fresh that don't say it themselves (RFC
// 9111, section 4.2.2).
type Heuristic struct {
	// Default is for those without Last-Modified. Zero means not at all.
	Default time.Duration
	// Max bounds it for those with Last-Modified, for which it is a tenth of
	// their age when they were made. Zero means a day.
	Max time.Duration
}

// lifetime returns for how long a response, of which cc are the directives, is fresh after the
// origin made it.
func lifetime(e *Entry, cc control, h Heuristic) time.Duration {
	if value, ok := cc["max-age"]; ok {
		d, _ := parseSeconds(value) // what can't be read is stale
		return d
	}
	if values := e.Header.Values("Expires"); len(values) > 0 {
		t, ok := parseDate(values[0])
		if !ok || len(values) > 1 {
			return 0
		}
		return max(0, t.Sub(e.date()))
	}
	if !heuristicStatus(e.Status) && !cc.has("public") {
		return 0
	}
	modified, ok := parseDate(e.Header.Get("Last-Modified"))
	if !ok {
		return h.Default
	}
	return min(max(0, e.date().Sub(modified))/10, cmp.Or(h.Max, 24*time.Hour))
}

// heuristicStatus reports status codes that are cacheable by default (RFC 9110,
// section 15.1), except 206.
func heuristicStatus(status int) bool {
	switch status {
	case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501:
		return true
	}
	return false
}

// understoodStatus reports final status codes whose meaning for a cache is known
// here (RFC 9111, section 5.2.2.3, must-understand).
func understoodStatus(status int) bool {
	return heuristicStatus(status) || status == 302 || status == 303 || status == 307 || status == 400 || status == 403 ||
		status == 500 || status == 502 || status == 503 || status == 504
}

// Storable reports whether the response to a request may be stored (RFC 9111,
// section 3).
func Storable(r *Request, e *Entry) bool {
	if r.Method != http.MethodGet || e.Status < 200 || e.Status == http.StatusPartialContent || e.Status == http.StatusNotModified {
		return false
	}
	if r.Header.Get("Range") != "" {
		return false
	}
	cc := parseControl(e.Header)
	switch {
	case cc.has("must-understand"):
		if !understoodStatus(e.Status) {
			return false
		}
	case cc.has("no-store"):
		return false
	}
	if parseControl(r.Header).has("no-store") || hasToken(e.Header, "Vary", "*") { // what varies by all answers no other request
		return false
	}
	return cc.has("max-age", "public", "private") || e.Header.Get("Expires") != "" || heuristicStatus(e.Status)
}
