// Package robots obeys the Robots Exclusion Protocol (RFC 9309).
//
// [Parse] reads a file for one product token, and [Rules.Check] judges an address:
//
//	rules := robots.Parse(body, "webfetch-go")
//	if d := rules.Check(u); !d.Allowed {
//		return fmt.Errorf("robots.txt: %s", d)
//	}
//
// The package has its own parser, because other parsers in Go reject whole files for one
// odd line, do not merge the groups of one agent, or decide ties against the crawler.
package robots

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
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

// MaxBytes is how much of a file is read (RFC 9309, section 2.5).
const MaxBytes = 500 << 10

// Parse reads a robots.txt as far as it concerns a product token, such as
// webfetch-go. Groups of the same token are merged; without any, those of "*"
// count. Lines that make no sense are passed over and never end a group. Only
// the first MaxBytes count, without the line that they cut.
func Parse(body []byte, token string) *Rules {
	if len(body) > MaxBytes {
		body = body[:MaxBytes]
		body = body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	p := parser{token: strings.ToLower(token), groups: map[string]*group{}}
	number := 0
	for line := range lines(body) {
		number++
		p.line(number, line)
	}
	return p.result()
}

// lines yields the lines of a file. CR, LF and CRLF end a line.
func lines(body []byte) iter.Seq[[]byte] {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	for _, end := range []string{"\r\n", "\r"} {
		body = bytes.ReplaceAll(body, []byte(end), []byte("\n"))
	}
	return bytes.SplitSeq(body, []byte("\n"))
}

// group are the lines for one agent of interest: our token, "*", or one of otherRobots.
type group struct {
	other   bool
	delay   time.Duration
	rules   []rule
	signals []signal
}

type parser struct {
	token   string
	groups  map[string]*group // by agent in lower case
	current []*group          // those that the lines read are for
	inRules bool              // the group has had a rule: the next user agent starts another
	// A crawl-delay ends no group, but that of other user agents is not for those before it.
	delayed bool // a crawl-delay stood since the last user agent
	slowed  int  // how many of current have one of their own
}

func (p *parser) line(number int, line []byte) {
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	key, value, found := cutField(line)
	if !found {
		return
	}
	switch name := fieldName(key); name {
	case "user-agent":
		p.agent(value)
	case "allow", "disallow":
		p.inRules = true
		for _, g := range p.current {
			if len(value) > 0 && (!g.other || len(g.rules) < maxOtherRules) {
				g.rules = append(g.rules, rule{compile(string(value)), name == "allow", string(value), number})
			}
		}
	case "content-signal", "content-usage":
		p.inRules = true
		found := parseSignals(string(value), fmt.Sprintf("%s, line %d", http.CanonicalHeaderKey(name), number))
		for _, g := range p.current {
			if !g.other {
				g.signals = append(g.signals, found[:min(len(found), maxSignals-len(g.signals))]...)
			}
		}
	case "crawl-delay":
		seconds, err := strconv.ParseFloat(string(value), 64) // with an optional fraction
		if len(bytes.Trim(value, "0123456789.")) > 0 || err != nil && !errors.Is(err, strconv.ErrRange) {
			return
		}
		const day = 24 * 60 * 60
		delay := time.Duration(math.Round(min(seconds, day) * float64(time.Second)))
		p.delayed = true
		for _, g := range p.current[p.slowed:] {
			g.delay = max(g.delay, delay)
		}
	}
}

func (p *parser) agent(value []byte) {
	if p.inRules {
		p.inRules, p.current, p.slowed = false, p.current[:0], 0
	}
	if p.delayed {
		p.delayed, p.slowed = false, len(p.current)
	}
	name := "*"
	if len(value) == 0 || value[0] != '*' || len(value) > 1 && value[1] != ' ' && value[1] != '\t' {
		name = strings.ToLower(Token(string(value)))
	}
	_, other := otherRobots()[name]
	if name == "" || name != "*" && name != p.token && !other {
		return
	}
	g := p.groups[name]
	if g == nil {
		g = &group{other: name != "*" && name != p.token}
		p.groups[name] = g
	}
	if !slices.Contains(p.current, g) {
		p.current = append(p.current, g)
	}
}

func (p *parser) result() *Rules {
	r := &Rules{Group: p.token}
	chosen := p.groups[p.token]
	if chosen == nil || p.token == "" {
		r.Group, chosen = "*", p.groups["*"]
	}
	for name, g := range p.groups {
		slices.SortFunc(g.rules, compareRules)
		if other, known := otherRobots()[name]; known {
			other.rules = g.rules[:min(len(g.rules), maxOtherRules)]
			r.others = append(r.others, other)
		}
	}
	slices.SortFunc(r.others, func(a, b otherRobot) int { return strings.Compare(a.name, b.name) })
	if chosen == nil {
		r.Group = ""
		return r
	}
	r.CrawlDelay, r.rules, r.signals = chosen.delay, slices.Clip(chosen.rules), chosen.signals
	return r
}

// cutField splits a line at its colon, or at its first blank where the colon
// was forgotten.
func cutField(line []byte) (key, value []byte, found bool) {
	line = bytes.Trim(line, " \t")
	key, value, found = bytes.Cut(line, []byte(":"))
	if !found {
		i := bytes.IndexAny(line, " \t")
		if i < 0 {
			return nil, nil, false
		}
		key, value = line[:i], line[i+1:]
		if bytes.ContainsAny(bytes.Trim(value, " \t"), " \t") {
			return nil, nil, false // a sentence
		}
	}
	return bytes.Trim(key, " \t"), bytes.Trim(value, " \t"), true
}

// fieldName returns the name of a field in lower case, misspellings seen in
// the wild put right.
func fieldName(key []byte) string {
	if len(key) > len("content-signal") {
		return ""
	}
	switch name := strings.ToLower(string(key)); name {
	case "useragent", "user agent":
		return "user-agent"
	case "dissallow", "dissalow", "disalow", "diasllow", "disallaw":
		return "disallow"
	case "site-map":
		return "sitemap"
	default:
		return name
	}
}

const maxSitemaps = 1000

// Sitemaps returns the addresses of the Sitemap lines of a robots.txt, as they
// stand there, each once, 1,000 at most. They are for every agent
// (https://www.sitemaps.org/protocol.html#submit_robots). Only the first
// MaxBytes count.
func Sitemaps(body []byte) []string {
	var found []string
	seen := map[string]bool{}
	for line := range lines(body[:min(len(body), MaxBytes)]) {
		if len(found) == maxSitemaps {
			break
		}
		if i := bytes.Index(line, []byte(" #")); i >= 0 {
			line = line[:i]
		}
		key, value, isField := cutField(line)
		if !isField || fieldName(key) != "sitemap" || len(value) == 0 || seen[string(value)] {
			continue
		}
		seen[string(value)] = true
		found = append(found, string(value))
	}
	return found
}

// pattern is the value of a rule: literal parts with anything between them.
type pattern struct {
	parts    []string // normalised; between two of them stands a star
	anchored bool     // a final $: the address ends there
	length   int      // octets of the normalised value; the longest pattern wins
}

// compile reads a value (RFC 9309, section 2.2.3): "*" is any sequence, a
// final "$" the end, everything else literal. "/a/../private" is a rule for /private; but
// "/../", which would be one for the whole site, is meant for attempts to leave it, and
// matches nothing.
func compile(value string) pattern {
	var p pattern
	value, p.anchored = strings.CutSuffix(value, "$")
	for i, part := range strings.Split(value, "*") {
		part = normalise(part)
		path, _, _ := strings.Cut(part, "?")
		if end := strings.LastIndexByte(path, '/') + 1; i == 0 && end > 0 {
			// Addresses have no dot segments. The last segment may go on, as "/.." does in "/..old", and stays.
			if clean := address.WithoutDots(path[:end]) + part[end:]; clean != "/" || normalise(strings.Trim(value, "*")) != part {
				part = clean
			}
		}
		p.length += len(part) + 1
		p.parts = append(p.parts, part)
	}
	p.length-- // there is one star less than parts
	if p.anchored {
		p.length++
	}
	return p
}

// matches reports whether the normalised path begins with the pattern. Each
// part is taken at its first occurrence, so the work is linear in both. The
// octets searched are added to work.
func (p *pattern) matches(path string, work *int) bool {
	*work++
	rest, found := strings.CutPrefix(path, p.parts[0])
	if !found {
		return false
	}
	last := len(p.parts) - 1
	if last == 0 {
		return !p.anchored || rest == ""
	}
	for _, part := range p.parts[1:last] {
		i := strings.Index(rest, part)
		if i < 0 {
			*work += len(rest)
			return false
		}
		*work += i + len(part)
		rest = rest[i+len(part):]
	}
	if p.anchored {
		return strings.HasSuffix(rest, p.parts[last])
	}
	*work += len(rest)
	return strings.Contains(rest, p.parts[last])
}

// pathOf returns what patterns are matched with: the path that is sent, without dot segments, and
// the query, normalised.
func pathOf(u *url.URL) string {
	path := address.Path(u)
	if u.RawQuery != "" || u.ForceQuery {
		path += "?" + u.RawQuery
	}
	return normalise(path)
}

// normalise decodes unreserved octets and encodes everything outside printable ASCII, and the two
// signs that patterns give a meaning (section 2.2.2).
func normalise(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == '%' || r >= 0x7f || mustEncode(byte(r)) }) {
		return s
	}
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		c, encoded := s[i], false
		if c == '%' && i+2 < len(s) {
			if octet, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				c, encoded = byte(octet), true
				i += 2
			}
		}
		if encoded && !unreserved(c) || !encoded && mustEncode(c) {
			out = append(out, '%', hex[c>>4], hex[c&15])
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

func mustEncode(c byte) bool { return c <= ' ' || c >= 0x7f || c == '*' || c == '$' }

// unreserved is the set of RFC 3986, section 2.3.
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

// RetryAfter reads the values of a Retry-After header (RFC 9110, section
// 10.2.3): seconds, or an HTTP date in any of the three forms, GMT only. Of
// several values the longest counts, the past is 0, and more than limit is
// limit. It reports false if no value can be read.
func RetryAfter(values []string, now time.Time, limit time.Duration) (time.Duration, bool) {
	longest, found := time.Duration(0), false
	for _, value := range values {
		if delay, valid := delayOf(strings.Trim(value, " \t"), now, limit); valid {
			longest, found = max(longest, delay), true
		}
	}
	return longest, found
}

func delayOf(value string, now time.Time, limit time.Duration) (time.Duration, bool) {
	const centuries = 1 << 33 // whose nanoseconds an int64 can hold
	if value != "" && strings.Trim(value, "0123456789") == "" {
		seconds, _ := strconv.ParseUint(value, 10, 64) // the largest there is for a larger one
		return min(time.Duration(min(seconds, centuries))*time.Second, limit), true
	}
	date, err := http.ParseTime(value)
	if isGMT := strings.HasSuffix(value, " GMT") || !strings.Contains(value, ","); err != nil || !isGMT { // asctime names no zone
		return 0, false
	}
	return min(max(date.Sub(now), 0), limit), true
}
