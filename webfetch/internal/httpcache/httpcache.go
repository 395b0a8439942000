// Package httpcache holds the rules of a private HTTP cache (RFC 9111) of whole
// responses: what may be stored ([Storable]), when it answers a request without
// asking ([Fresh]), how the origin is asked whether it is still valid
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
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"
)

// Entry is a response as it is stored. Nothing in it may be changed once it is:
// [Update] makes a copy.
type Entry struct {
	Status   int
	Header   http.Header
	Body     []byte
	Received time.Time // when its header was there
}

// date is when the origin made the response: its Date field, else when it came.
func (e *Entry) date() time.Time {
	if t, ok := parseDate(e.Header.Get("Date")); ok {
		return t
	}
	return e.Received
}

// Age returns how long ago the origin made or confirmed the response (RFC 9111,
// section 4.2.3, where the delay of the response counts as nothing).
func Age(e *Entry, now time.Time) time.Duration {
	// The first member of a list counts, and a value that is not a number is ignored (section 5.1).
	first, _, _ := strings.Cut(e.Header.Get("Age"), ",")
	age, _ := parseSeconds(strings.TrimSpace(first))
	return max(age, e.Received.Sub(e.date())) + max(0, now.Sub(e.Received))
}

// lifetime returns for how long a response, of which cc are the directives, is fresh after the
// origin made it. One that doesn't say it (RFC 9111, section 4.2.2) is for a tenth of its age when it
// was made, at most limit or, where that is zero, a day; without Last-Modified for limit.
func lifetime(e *Entry, cc control, limit time.Duration) time.Duration {
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
		return limit
	}
	return min(max(0, e.date().Sub(modified))/10, cmp.Or(limit, 24*time.Hour))
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

// Storable reports whether the response to a GET with the header asked may be stored (RFC 9111,
// section 3).
func Storable(asked http.Header, e *Entry) bool {
	if e.Status < 200 || e.Status == http.StatusPartialContent || e.Status == http.StatusNotModified || asked.Get("Range") != "" {
		return false
	}
	cc := parseControl(e.Header)
	if cc.has("must-understand") { // of these codes the meaning for a cache is known here (section 5.2.2.3)
		if !heuristicStatus(e.Status) && !slices.Contains([]int{302, 303, 307, 400, 403, 500, 502, 503, 504}, e.Status) {
			return false
		}
	} else if cc.has("no-store") {
		return false
	}
	if parseControl(asked).has("no-store") || httpguts.HeaderValuesContainsToken(e.Header["Vary"], "*") { // what varies by all answers no other request
		return false
	}
	return cc.has("max-age", "public", "private") || e.Header.Get("Expires") != "" || heuristicStatus(e.Status)
}

// Outcome says where a response came from.
type Outcome string

// The outcomes.
const (
	Miss        Outcome = "miss"        // from the origin
	Hit         Outcome = "hit"         // from the cache, fresh
	Revalidated Outcome = "revalidated" // from the cache, confirmed by the origin
	Stale       Outcome = "stale"       // from the cache, though not fresh any more
)

// Fresh reports whether a stored response answers a request with a header without asking the
// origin (RFC 9111, section 4). None does that was received or confirmed as long ago as limit,
// which is also how long one is fresh that doesn't say it; zero means no limit.
func Fresh(header http.Header, e *Entry, limit time.Duration, now time.Time) bool {
	cc, asked := parseControl(e.Header), parseControl(header)
	if cc.has("no-cache") || asked.has("no-cache") || len(asked) == 0 && httpguts.HeaderValuesContainsToken(header["Pragma"], "no-cache") {
		return false
	}
	if limit > 0 && now.Sub(e.Received) >= limit {
		return false
	}
	age, fresh := Age(e, now), lifetime(e, cc, limit)
	if most, ok := parseSeconds(asked["max-age"]); ok && age > most {
		return false
	}
	if least, ok := parseSeconds(asked["min-fresh"]); ok && fresh < age+least {
		return false
	}
	if age < fresh {
		return true
	}
	value, accepts := asked["max-stale"]
	if !accepts || cc.has("must-revalidate") {
		return false
	}
	most, bounded := parseSeconds(value)
	return !bounded && value == "" || bounded && age-fresh <= most
}

// Settled is the result of having asked the origin.
type Settled struct {
	// Response answers the request; nil where asking failed.
	Response *Entry
	Outcome  Outcome
	// Store reports that Response takes the place of what was stored.
	Store bool
}

// Settle decides what answers a GET with the header asked after the origin was asked, with conditions if
// conditional. e is the stored response and answer that of the origin; nil means that there is none. The
// stored one replaces a failure if the origin allows that, see [StaleIfError].
func Settle(asked http.Header, e *Entry, conditional bool, answer *Entry, now time.Time) Settled {
	switch {
	case (answer == nil || answer.Status >= http.StatusInternalServerError) && e != nil && StaleIfError(e, now):
		return Settled{Response: e, Outcome: Stale}
	case answer == nil:
		return Settled{Outcome: Miss}
	case e != nil && conditional && answer.Status == http.StatusNotModified:
		return Settled{Response: Update(e, answer), Outcome: Revalidated, Store: true}
	}
	return Settled{Response: answer, Outcome: Miss, Store: Storable(asked, answer)}
}

// FreshFor returns for how long a stored response may still be used without
// asking the origin, 0 if it may not. One that doesn't say how long it is fresh is for limit at most.
func FreshFor(e *Entry, limit time.Duration, now time.Time) time.Duration {
	cc := parseControl(e.Header)
	if cc.has("no-cache") {
		return 0
	}
	return max(0, lifetime(e, cc, limit)-Age(e, now))
}

// StaleIfError reports whether the origin allows, by stale-if-error (RFC 5861, section 4),
// that a stale response is used instead of a failure.
func StaleIfError(e *Entry, now time.Time) bool {
	cc := parseControl(e.Header)
	most, allowed := parseSeconds(cc["stale-if-error"])
	return allowed && !cc.has("must-revalidate", "no-cache") && Age(e, now)-lifetime(e, cc, 0) <= most
}

// Conditions returns the fields that ask an origin whether a response is still
// valid (RFC 9111, section 4.3.1), nil if it has no validators, or the header of the request
// has conditions of its own.
func Conditions(asked http.Header, e *Entry) http.Header {
	own := slices.ContainsFunc([]string{"If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"}, func(name string) bool { return asked.Get(name) != "" })
	if own || !HasValidator(e) {
		return nil
	}
	h := http.Header{}
	for name, condition := range map[string]string{"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"} {
		if value := e.Header.Get(name); value != "" {
			h.Set(condition, value)
		}
	}
	return h
}

// HasValidator reports whether an origin can be asked if the response is still
// valid.
func HasValidator(e *Entry) bool {
	return e.Header.Get("ETag") != "" || e.Header.Get("Last-Modified") != ""
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
		if !slices.Contains(keptFields, http.CanonicalHeaderKey(name)) && !httpguts.HeaderValuesContainsToken(confirmed.Header["Connection"], name) {
			out.Header[name] = values
		}
	}
	out.Received = confirmed.Received
	return &out
}

// keptFields describe the connection or the stored body. A 304 does not change them, nor the fields
// that its Connection names.
var keptFields = []string{
	"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer",
	"Transfer-Encoding", "Upgrade", "Content-Length", "Content-Encoding", "Content-Range",
}

type control map[string]string

func (cc control) has(names ...string) bool {
	for _, name := range names {
		if _, found := cc[name]; found {
			return true
		}
	}
	return false
}

// parseControl reads Cache-Control (RFC 9111, section 5.2). Of several values of max-age the
// shortest counts (section 4.2.1), of other directives the last.
func parseControl(h http.Header) control {
	values := h.Values("Cache-Control")
	if len(values) == 0 {
		return nil
	}
	cc := control{}
	for _, v := range values {
		eachItem(v, func(item string) {
			name, value, _ := strings.Cut(item, "=")
			name = strings.ToLower(strings.TrimSpace(name))
			if len(value) >= 2 && value[0] == '"' && value[len(value)-1] == '"' {
				value = strings.ReplaceAll(value[1:len(value)-1], `\`, "")
			}
			if before, twice := cc[name]; twice && name == "max-age" {
				is, isNumber := parseSeconds(value)
				if was, wasNumber := parseSeconds(before); !wasNumber || isNumber && was < is {
					value = before // text that isn't a number counts as less than every number
				}
			}
			cc[name] = value
		})
	}
	return cc
}

// eachItem splits a list at commas, which may be quoted (RFC 9110, section 5.6.1).
func eachItem(list string, found func(string)) {
	start, quoted := 0, false
	for i := 0; i <= len(list); i++ {
		switch {
		case i == len(list), list[i] == ',' && !quoted:
			if item := strings.TrimSpace(list[start:i]); item != "" {
				found(item)
			}
			start = i + 1
		case list[i] == '\\' && quoted:
			i = min(i+1, len(list)-1)
		case list[i] == '"':
			quoted = !quoted
		}
	}
}

// maxSeconds is what larger numbers of seconds become (RFC 9111, section 1.2.2).
const maxSeconds = 1 << 31

// parseSeconds reads delta-seconds: digits only, of which there are some (RFC 9111, section 1.2.2).
func parseSeconds(s string) (time.Duration, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, _ := strconv.ParseUint(s, 10, 64) // the largest there is for a larger one
	return time.Duration(min(n, maxSeconds)) * time.Second, true
}

// parseDate reads an HTTP date in one of its three forms (RFC 9110, section 5.6.7), strictly.
func parseDate(s string) (time.Time, bool) {
	if s == "" {
		return time.Time{}, false
	}
	for _, layout := range [...]string{http.TimeFormat, "Monday, 02-Jan-06 15:04:05 GMT", time.ANSIC} {
		var again [48]byte
		t, err := time.Parse(layout, s)
		if err == nil && string(t.AppendFormat(again[:0], layout)) == s {
			return t, true
		}
	}
	return time.Time{}, false
}
