package robots

import (
	"errors"
	"fmt"
	"net/url"
	"time"
)

// Decision says whether an address may be fetched, and why.
type Decision struct {
	Allowed bool // the address may be fetched
	// Rule is the line that decided, such as "Disallow: /private", "" where no
	// rule did. Line is its number in the file, Group its user agent.
	Rule  string
	Line  int
	Group string
	// CrawlDelay is the pause that the site asks for, 0 if it asks for none.
	CrawlDelay time.Duration
	// Status is that of the response that robots.txt was read from or found
	// missing by, 0 where there was none.
	Status int
	// Unreachable reports that robots.txt could not be read. Without a copy
	// from before, the decision is a refusal (RFC 9309, section 2.3.1.4).
	Unreachable bool
	// Stale reports that a copy older than a day was used for that reason.
	Stale bool
	// TooComplex reports that the file has more patterns with stars than can be
	// tried on so long an address, which is then refused.
	TooComplex bool
	// Err is why robots.txt could not be read.
	Err error
}

// String says the decision in a few words.
func (d Decision) String() string {
	text := "allowed"
	if !d.Allowed {
		text = "disallowed"
	}
	switch {
	case d.Stale:
		text = "unreachable, last copy says: " + text
	case d.Unreachable:
		return "unreachable: " + d.cause()
	}
	switch {
	case d.TooComplex:
		return text + ": too many patterns for so long an address"
	case d.Rule != "":
		return fmt.Sprintf("%s: %q (line %d, group %s)", text, d.Rule, d.Line, d.Group)
	case d.Status >= 300 && !d.Stale:
		return fmt.Sprintf("%s: no robots.txt (status %d)", text, d.Status)
	}
	return text + ": no rule matches"
}

func (d Decision) cause() string {
	switch {
	case d.Err != nil:
		return d.Err.Error()
	case d.Status != 0:
		return fmt.Sprintf("status %d", d.Status)
	}
	return "no answer"
}

// ErrDisallowed is the cause of a [BlockedError] whose file was read.
var ErrDisallowed = errors.New("robots.txt disallows it")

// BlockedError is a decision against an address, as an error.
type BlockedError struct{ Decision Decision }

// Error says which rule refuses, or that robots.txt can't be read.
func (e *BlockedError) Error() string {
	if e.Decision.Unreachable && !e.Decision.Stale {
		return "robots.txt unreachable, which means disallowed for now: " + e.Decision.cause()
	}
	return "robots.txt " + e.Decision.String()
}

// Unwrap returns the cause of an unreachable file, else ErrDisallowed.
func (e *BlockedError) Unwrap() error {
	if e.Decision.Unreachable && e.Decision.Err != nil {
		return e.Decision.Err
	}
	return ErrDisallowed
}

// Check judges u by its path and query. /robots.txt itself is always allowed.
// Without a matching rule everything is.
func (r *Rules) Check(u *url.URL) Decision {
	if r == nil {
		return Decision{Allowed: true}
	}
	d := Decision{Allowed: true, Group: r.Group, CrawlDelay: r.CrawlDelay}
	path := pathOf(u)
	if path == "/robots.txt" {
		return d
	}
	rule, done := r.index.find(path)
	switch {
	case !done:
		d.Allowed, d.TooComplex = false, true
	case rule == nil:
	case rule.allow:
		d.Line, d.Rule = rule.line, "Allow: "+rule.text
	default:
		d.Allowed, d.Line, d.Rule = false, rule.line, "Disallow: "+rule.text
	}
	return d
}
