package httpcache

import (
	"net/http"
	"strings"
	"time"
)

// Request holds the parts of a request that the rules need.
type Request struct {
	Method string
	Header http.Header
}

// Rules decide on stored responses. The zero value is RFC 9111 without heuristics
// of its own.
type Rules struct {
	// Heuristic is for responses that don't say how long they are fresh.
	Heuristic Heuristic
	// MaxAge is a cap on how long after it was received or confirmed a response
	// is used without asking the origin. Zero means none.
	MaxAge time.Duration
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

// Fresh reports whether a stored response answers a request without asking the
// origin (RFC 9111, section 4).
func (c Rules) Fresh(r *Request, e *Entry, now time.Time) bool {
	cc := parseControl(e.Header)
	asked := parseControl(r.Header)
	if cc.has("no-cache") || asked.has("no-cache") || len(asked) == 0 && hasToken(r.Header, "Pragma", "no-cache") {
		return false
	}
	age, fresh := Age(e, now), lifetime(e, cc, c.Heuristic)
	if c.MaxAge > 0 && now.Sub(e.Received) >= c.MaxAge {
		return false
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

// Settle decides what answers a request after the origin was asked, with conditions if
// conditional. e is what was stored and answer what came, each nil for nothing. What was stored
// replaces a failure where the origin allows that, see [StaleIfError].
func Settle(r *Request, e *Entry, conditional bool, answer *Entry, now time.Time) Settled {
	switch {
	case (answer == nil || answer.Status >= http.StatusInternalServerError) && e != nil && StaleIfError(e, now):
		return Settled{Response: e, Outcome: Stale}
	case answer == nil:
		return Settled{Outcome: Miss}
	case e != nil && conditional && answer.Status == http.StatusNotModified:
		return Settled{Response: Update(e, answer), Outcome: Revalidated, Store: true}
	}
	return Settled{Response: answer, Outcome: Miss, Store: Storable(r, answer)}
}

// FreshFor returns for how long a stored response may still be used without
// asking the origin, 0 if it may not.
func FreshFor(e *Entry, h Heuristic, now time.Time) time.Duration {
	cc := parseControl(e.Header)
	if cc.has("no-cache") {
		return 0
	}
	return max(0, lifetime(e, cc, h)-Age(e, now))
}

// StaleIfError reports whether the origin allows, by stale-if-error (RFC 5861, section 4),
// that a stale response is used instead of a failure.
func StaleIfError(e *Entry, now time.Time) bool {
	cc := parseControl(e.Header)
	most, allowed := seconds(cc, "stale-if-error")
	return allowed && !cc.has("must-revalidate", "no-cache") && Age(e, now)-lifetime(e, cc, Heuristic{}) <= most
}

func seconds(cc control, name string) (time.Duration, bool) {
	return parseSeconds(cc[name]) // which reads no ""
}

func hasToken(h http.Header, name, token string) bool {
	found := false
	for _, v := range h.Values(name) {
		eachItem(v, func(item string) { found = found || strings.EqualFold(item, token) })
	}
	return found
}
