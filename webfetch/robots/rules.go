package robots

import (
	"cmp"
	"fmt"
	"net/url"
	"time"
)

// maxWork bounds the octets of an address that are searched for the parts of
// patterns in one check. Searching them takes some 10 ms. Only a file made for
// it has so many patterns with a star: those of 500 KiB, the largest file, come
// to an address of 800 octets.
const maxWork = 32 << 20

// Rules are the rules of a robots.txt for one product token. The zero value and nil allow
// everything. Rules do not change; they are safe for concurrent use.
type Rules struct {
	// Group is the user agent line of the group, in lower case: the token, "*", or "" if no
	// group applies to the token.
	Group string
	// CrawlDelay is the requested pause between requests, 0 if the file has none. The line is
	// not in RFC 9309, but widely used.
	CrawlDelay time.Duration

	rules   []rule // in the order in which they win: the first that matches decides
	signals []signal
	others  []otherRobot
}

type rule struct {
	pattern pattern
	allow   bool
	text    string // the value as written
	line    int
}

// compareRules sorts the rule that wins first: the longer pattern, of equal
// ones Allow (section 2.2.2), then the line that stands first.
func compareRules(a, b rule) int {
	switch longer := cmp.Compare(b.pattern.length, a.pattern.length); {
	case longer != 0:
		return longer
	case a.allow != b.allow && a.allow:
		return -1
	case a.allow != b.allow:
		return 1
	}
	return cmp.Compare(a.line, b.line)
}

// Size counts what the rules hold: lines and robots.
func (r *Rules) Size() int {
	if r == nil {
		return 0
	}
	n := 1 + len(r.rules) + len(r.signals)
	for _, o := range r.others {
		n += 1 + len(o.rules)
	}
	return n
}

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
	// TooComplex reports that the file has more patterns with stars than can be
	// tried on so long an address, which is then refused.
	TooComplex bool
}

// String says the decision in a few words.
func (d Decision) String() string {
	verdict := "disallowed"
	if d.Allowed {
		verdict = "allowed"
	}
	switch {
	case d.TooComplex:
		return verdict + ": too many patterns for so long an address"
	case d.Rule != "":
		return fmt.Sprintf("%s: %q (line %d, group %s)", verdict, d.Rule, d.Line, d.Group)
	case d.Allowed:
		return "allowed: no rule matches" // the usual one
	}
	return "disallowed: no rule matches"
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
	rule, done := decide(r.rules, path)
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

// decide returns the rule that decides about a normalised path, nil if none
// matches. It returns false if that would take too long.
func decide(rules []rule, path string) (best *rule, done bool) {
	work := 0
	for i := range rules {
		if work > maxWork {
			return nil, false
		}
		if rules[i].pattern.matches(path, &work) {
			return &rules[i], true
		}
	}
	return nil, true
}
