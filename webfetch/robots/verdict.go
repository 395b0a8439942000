package robots

import (
	"errors"
	"fmt"
	"net/url"
	"time"
)

// Verdict says whether an address may be fetched, and why.
type Verdict struct {
	Allowed bool
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
	// from before, the verdict is a refusal (RFC 9309, section 2.3.1.4).
	Unreachable bool
	// Stale reports that a copy older than a day was used for that reason.
	Stale bool
	// TooComplex reports that the file has more patterns with stars than can be
	// tried on so long an address, which is then refused.
	TooComplex bool
	// Err is why robots.txt could not be read.
	Err error
}

// String says the verdict in a few words.
func (v Verdict) String() string {
	text := "allowed"
	if !v.Allowed {
		text = "disallowed"
	}
	switch {
	case v.Stale:
		text = "unreachable, last copy says: " + text
	case v.Unreachable:
		return "unreachable: " + v.cause()
	}
	switch {
	case v.TooComplex:
		return text + ": too many patterns for so long an address"
	case v.Rule != "":
		return fmt.Sprintf("%s: %q (line %d, group %s)", text, v.Rule, v.Line, v.Group)
	case v.Status >= 300 && !v.Stale:
		return fmt.Sprintf("%s: no robots.txt (status %d)", text, v.Status)
	}
	return text + ": no rule matches"
}

func (v Verdict) cause() string {
	switch {
	case v.Err != nil:
		return v.Err.Error()
	case v.Status != 0:
		return fmt.Sprintf("status %d", v.Status)
	}
	return "no answer"
}

// ErrDisallowed is the cause of a [BlockedError] whose file was read.
var ErrDisallowed = errors.New("robots.txt disallows it")

// BlockedError is a verdict against an address, as an error.
type BlockedError struct{ Verdict Verdict }

// Error says which rule refuses, or that robots.txt can't be read.
func (e *BlockedError) Error() string {
	if e.Verdict.Unreachable && !e.Verdict.Stale {
		return "robots.txt unreachable, which means disallowed for now: " + e.Verdict.cause()
	}
	return "robots.txt " + e.Verdict.String()
}

// Unwrap returns the cause of an unreachable file, else ErrDisallowed.
func (e *BlockedError) Unwrap() error {
	if e.Verdict.Unreachable && e.Verdict.Err != nil {
		return e.Verdict.Err
	}
	return ErrDisallowed
}

// Check judges u by its path and query. /robots.txt itself is always allowed.
// Without a matching rule everything is.
func (r *Rules) Check(u *url.URL) Verdict {
	if r == nil {
		return Verdict{Allowed: true}
	}
	v := Verdict{Allowed: true, Group: r.Group, CrawlDelay: r.CrawlDelay}
	path := pathOf(u)
	if path == "/robots.txt" {
		return v
	}
	rule, done := r.index.find(path)
	switch {
	case !done:
		v.Allowed, v.TooComplex = false, true
	case rule == nil:
	case rule.allow:
		v.Line, v.Rule = rule.line, "Allow: "+rule.text
	default:
		v.Allowed, v.Line, v.Rule = false, rule.line, "Disallow: "+rule.text
	}
	return v
}
