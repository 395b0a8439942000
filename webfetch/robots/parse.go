package robots

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

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
	for number, line := range lines(body) {
		p.line(number, line)
	}
	return p.result()
}

// lines yields the lines of a file by their numbers. CR, LF and CRLF end a line.
func lines(body []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		rest := bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
		for number := 1; len(rest) > 0; number++ {
			line, end := rest, bytes.IndexAny(rest, "\r\n")
			switch {
			case end < 0:
				rest = nil
			case bytes.HasPrefix(rest[end:], []byte("\r\n")):
				line, rest = rest[:end], rest[end+2:]
			default:
				line, rest = rest[:end], rest[end+1:]
			}
			if !yield(number, line) {
				return
			}
		}
	}
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
		field := map[string]string{"content-signal": "Content-Signal", "content-usage": "Content-Usage"}[name]
		found := parseSignals(string(value), fmt.Sprintf("%s, line %d", field, number))
		for _, g := range p.current {
			if !g.other {
				g.signals = append(g.signals, found[:min(len(found), maxSignals-len(g.signals))]...)
			}
		}
	case "crawl-delay":
		if delay, valid := parseDelay(string(value)); valid {
			for _, g := range p.current {
				g.delay = max(g.delay, delay)
			}
		}
	}
}

func (p *parser) agent(value []byte) {
	if p.inRules {
		p.inRules, p.current = false, p.current[:0]
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
	default:
		return name
	}
}

// parseDelay reads seconds with an optional fraction, at most a day.
func parseDelay(value string) (time.Duration, bool) {
	seconds, err := strconv.ParseFloat(value, 64)
	if strings.Trim(value, "0123456789.") != "" || err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	const day = 24 * 60 * 60
	return time.Duration(math.Round(min(seconds, day) * float64(time.Second))), true
}

const maxSitemaps = 1000

// Sitemaps returns the addresses of the Sitemap lines of a robots.txt, as they
// stand there, each once, 1,000 at most. They are for every agent
// (https://www.sitemaps.org/protocol.html#submit_robots). Only the first
// MaxBytes count.
func Sitemaps(body []byte) []string {
	var found []string
	seen := map[string]bool{}
	for _, line := range lines(body[:min(len(body), MaxBytes)]) {
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
