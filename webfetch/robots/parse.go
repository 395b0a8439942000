package robots

import (
	"bytes"
	"slices"
	"strings"
	"time"
)

// MaxBytes is how much of a file is read (RFC 9309, section 2.5).
const MaxBytes = 500 << 10

// Rules are the rules of a robots.txt for one product token. The zero value and nil allow
// everything. Rules do not change; they are safe for concurrent use.
type Rules struct {
	// Group is the user agent line of the group, in lower case: the token, "*", or "" if no
	// group applies to the token.
	Group string
	// CrawlDelay is the requested pause between requests, 0 if the file has none. The line is
	// not in RFC 9309, but widely used.
	CrawlDelay time.Duration

	rules []rule // in the order of the file
	index index

	signals []signal
	agents  []agentRules // of AIAgents that the file names
}

// rule is one Allow or Disallow line.
type rule struct {
	pattern pattern
	allow   bool
	text    string // the value as written
	line    int
}

// Parse reads a robots.txt as far as it concerns a product token, such as
// webfetch-go. Groups of the same token are merged; without any, those of "*"
// count. Lines that make no sense are passed over and never end a group. Only
// the first MaxBytes count, without the line that they cut.
func Parse(body []byte, token string) *Rules {
	if len(body) > MaxBytes {
		body = body[:MaxBytes]
		body = body[:bytes.LastIndexAny(body, "\r\n")+1]
	}
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	p := parser{token: strings.ToLower(token)}
	for number := 1; len(body) > 0; number++ {
		var line []byte
		line, body = cutLine(body)
		p.line(number, line)
	}
	return p.result()
}

// cutLine returns the first line of body and what follows it. CR, LF and CRLF
// end a line.
func cutLine(body []byte) (line, rest []byte) {
	end := bytes.IndexAny(body, "\r\n")
	if end < 0 {
		return body, nil
	}
	rest = body[end+1:]
	if body[end] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return body[:end], rest
}

// group are the rules for one of the two agents of interest.
type group struct {
	found   bool
	delay   time.Duration
	rules   []rule
	signals []signal
}

type parser struct {
	token          string
	own, any       group
	forOwn, forAny bool // the group being read is for them
	ai             aiParser
	inRules        bool // the group has had a rule: the next user agent starts another
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
		if len(value) > 0 {
			p.ai.rule(string(value), name == "allow", number)
			p.each(func(g *group) { g.rules = append(g.rules, newRule(string(value), name == "allow", number)) })
		}
	case "content-signal", "content-usage":
		p.inRules = true
		found := parseSignals(map[string]string{"content-signal": "Content-Signal", "content-usage": "Content-Usage"}[name], string(value), number)
		p.each(func(g *group) {
			g.signals = append(g.signals, found[:min(len(found), maxSignals-len(g.signals))]...)
		})
	case "crawl-delay":
		if delay, valid := parseDelay(string(value)); valid {
			p.each(func(g *group) { g.delay = max(g.delay, delay) })
		}
	}
}

// each calls f for the agents that the current group is for.
func (p *parser) each(f func(*group)) {
	if p.forOwn {
		f(&p.own)
	}
	if p.forAny {
		f(&p.any)
	}
}

func (p *parser) agent(value []byte) {
	if p.inRules {
		p.inRules, p.forOwn, p.forAny = false, false, false
		p.ai.endGroup()
	}
	if len(value) > 0 && value[0] == '*' && (len(value) == 1 || value[1] == ' ' || value[1] == '\t') {
		p.forAny, p.any.found = true, true
		return
	}
	end := 0
	for end < len(value) && isTokenByte(value[end]) {
		end++
	}
	p.ai.agent(string(value[:end]))
	if end > 0 && strings.EqualFold(string(value[:end]), p.token) {
		p.forOwn, p.own.found = true, true
	}
}

func (p *parser) result() *Rules {
	chosen, group := &p.own, p.token
	if !p.own.found {
		chosen, group = &p.any, "*"
		if !p.any.found {
			return &Rules{agents: p.ai.result()}
		}
	}
	rules := slices.Clip(chosen.rules)
	return &Rules{
		Group: group, CrawlDelay: chosen.delay, rules: rules, index: newIndex(rules),
		signals: chosen.signals, agents: p.ai.result(),
	}
}

func newRule(value string, allow bool, line int) rule {
	return rule{pattern: compile(value), allow: allow, text: value, line: line}
}

// isTokenByte reports whether c is valid in a product token (section 2.2.1).
func isTokenByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-'
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
	default:
		return name
	}
}

// parseDelay reads seconds with an optional fraction, at most a day.
func parseDelay(value string) (time.Duration, bool) {
	whole, fraction, _ := strings.Cut(value, ".")
	if whole == "" && fraction == "" {
		return 0, false
	}
	const day = int64(24 * time.Hour)
	total := int64(0)
	for _, c := range []byte(whole) {
		if c < '0' || c > '9' {
			return 0, false
		}
		total = min(total*10+int64(c-'0')*int64(time.Second), day)
	}
	unit := int64(time.Second)
	for _, c := range []byte(fraction) {
		if c < '0' || c > '9' {
			return 0, false
		}
		unit /= 10
		total += int64(c-'0') * unit
	}
	return time.Duration(min(total, day)), true
}
