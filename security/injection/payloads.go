package injection

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/deobfuscate"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

type encodingContext struct {
	depth      int
	how        string
	start, end int // of the outermost form
}

func (s *scanner) scanPayloads(found []Finding, text string, signs deobfuscate.Signs, location Location, in encodingContext) []Finding {
	list, reached := deobfuscate.Find(text, signs)
	if in.depth == 1 {
		s.reached = min(s.reached, reached)
	} else if reached < len(text) {
		s.reached = min(s.reached, in.start)
	}
	for _, p := range list {
		if p.IsRepeatOf(in.how) {
			continue
		}
		here := encodingContext{in.depth + 1, p.How, in.start, in.end}
		if in.depth == 1 {
			here.start, here.end = p.Start, p.End
		}
		if s.decoded += len(p.Text); s.decoded > maxDecoded {
			s.reached = min(s.reached, here.start)
			continue
		}
		if _, known := s.harmless[joined{p.Text, location}]; known && p.IsJoined() {
			continue
		}
		var inner deobfuscate.Signs
		var hit bool
		found, inner, hit = s.payload(found, text, p, location, here)
		n := len(found)
		if in.depth < maxDepth {
			found = s.scanPayloads(found, p.Text, inner, location, here)
		}
		if !hit && len(found) == n && p.IsJoined() && in.depth == 1 { // deeper, not all encodings within were looked at
			s.harmless[joined{p.Text, location}] = struct{}{}
		}
	}
	return found
}

func (s *scanner) payload(found []Finding, text string, p deobfuscate.Payload, location Location, at encodingContext) (all []Finding, signs deobfuscate.Signs, hit bool) {
	threshold := decodedThreshold
	switch {
	case p.IsJoined() && strings.Count(p.Text, " ") >= longJoined:
		threshold = joinedThreshold
	case p.IsJoined() || p.IsCommon():
		threshold = s.threshold(location)
	}
	t := normalize.New(p.Text)
	opts := classifier.Options{Threshold: threshold, Thorough: !p.IsJoined(), Joined: p.IsJoined(), Page: &s.page, Max: 3}
	hits := classifier.Scan(t.Bytes, opts)
	signs = s.signs(t)
	if len(hits) == 0 {
		return found, signs, false
	}
	least := threshold
	if p.IsTurned() {
		written := normalize.New(text[p.Start:p.End])
		for _, h := range classifier.Scan(written.Bytes, classifier.Options{Threshold: threshold - minOrderGain, Thorough: true, Page: &s.page, Max: 3}) {
			least = max(least, h.Score+minOrderGain)
		}
	}
	for _, h := range hits {
		if h.Score < least {
			continue
		}
		cuts := p.InAddress() && at.depth == 2 // an address in the text itself
		if cuts {
			found = cutAt(found, text, at.start, at.end)
		}
		if overlaps(found, at.start, at.end) {
			break
		}
		from, to := t.Origin(h.Start), max(t.Origin(h.Start), t.Origin(h.End))
		if cuts {
			from, to = 0, len(p.Text) // all of it is cut out of the address
		}
		f := finding(p.Text, from, to, h, location, threshold)
		f.Start, f.End = at.start, at.end
		if f.address = cuts; cuts {
			f.Reason += "; in an address"
		} else {
			f.Score++
			f.Reason = fmt.Sprintf("%s; disguised as %s", f.Reason, p.How)
		}
		found = insert(found, f)
	}
	return found, signs, true
}

const minCutWords = 5

// cutAt ends findings of text that reach into the part of an address from start to end before that
// address, so that the part is a finding of its own. It leaves out those of which little is left.
func cutAt(found []Finding, text string, start, end int) []Finding {
	stop := strings.LastIndexAny(text[:start], " \t\n") + 1
	kept := found[:0]
	for _, f := range found {
		if f.Start < end && start < f.End && !f.address {
			if f.Start >= stop || len(strings.Fields(text[f.Start:stop])) < minCutWords {
				continue
			}
			f.End, f.Text = stop, clip(text[f.Start:stop])
		}
		kept = append(kept, f)
	}
	return kept
}

// minOrderGain is how much higher a line must score with its words reversed than as written. Most of
// a score comes from the words, in any order. Reversing adds up to 2 to harmless sentences, and 4 or
// more to attacks.
const minOrderGain = 3.0

type span struct{ start, end int }

const minProse = 3

// codeStrings finds what is written in words in a script or a style sheet: string
// literals and comments of at least four words. Text that is hardly code at all
// is one span.
func codeStrings(code string) []span {
	if !codeLike(code) {
		return []span{{0, len(code)}}
	}
	var out []span
	keep := func(start, end int) {
		if s := code[start:end]; strings.Count(s, " ") >= minProse && !codeLike(s) {
			out = append(out, span{start, end})
		}
	}
	for i := 0; i < len(code); {
		switch c := code[i]; {
		case !opensProse[c]:
			i++
		case c == '"' || c == '\'' || c == '`':
			end := literalEnd(code, i)
			keep(i+1, max(i+1, end))
			i = end + 1
		case c == '/' && strings.HasPrefix(code[i:], "/*"):
			comment, _, _ := strings.Cut(code[i+2:], "*/")
			keep(i+2, i+2+len(comment))
			i += len(comment) + 4
		case c == '/' && strings.HasPrefix(code[i:], "//") && (i == 0 || code[i-1] != ':'):
			comment, _, _ := strings.Cut(code[i+2:], "\n")
			keep(i+2, i+2+len(comment))
			i += len(comment) + 3
		default:
			i++
		}
	}
	return out
}

var opensProse = [256]bool{'"': true, '\'': true, '`': true, '/': true}

// literalEnd returns the index of the quote that ends the literal at i, or the
// end of its line.
func literalEnd(code string, i int) int {
	quote := code[i]
	for i++; i < len(code); i++ {
		switch code[i] {
		case quote:
			return i
		case '\\':
			i++
		case '\n':
			if quote != '`' {
				return i
			}
		}
	}
	return len(code)
}

var codeSigns = [256]bool{
	'{': true, '}': true, ';': true, '=': true, '(': true, ')': true, '$': true, '[': true, ']': true, '_': true, '"': true, '<': true, '>': true,
}

// codeLike reports whether more than one byte in forty is in codeSigns, as it is in scripts and
// style sheets and not in prose.
func codeLike(s string) bool {
	left := len(s) / 40
	for i := range len(s) {
		if !codeSigns[s[i]] {
			continue
		}
		if left--; left < 0 {
			return true
		}
	}
	return false
}

// concealed holds texts that a page hides at first, such as a closed menu. The set
// of their word runs is built at the first call of holds.
type concealed struct {
	texts []string
	runs  map[string]struct{}
}

// holds reports whether the texts contain at least half of the word runs of a
// passage of Markdown.
func (c *concealed) holds(passage string) bool {
	if c.runs == nil {
		c.runs = make(map[string]struct{})
		for _, text := range c.texts {
			for _, run := range runsOf(text) {
				c.runs[run] = struct{}{}
			}
		}
	}
	held, runs := 0, runsOf(targets().ReplaceAllString(passage, ""))
	for _, run := range runs {
		if _, ok := c.runs[run]; ok {
			held++
		}
	}
	return len(runs) > 0 && 2*held >= len(runs)
}

const runLength = 3

// runsOf returns every runLength words in a row of a text; fewer words are one run, no words none.
func runsOf(text string) (runs []string) {
	list := words().FindAllString(strings.ToLower(text), -1)
	for i := range min(len(list), max(1, len(list)-runLength+1)) {
		runs = append(runs, strings.Join(list[i:min(len(list), i+runLength)], " "))
	}
	return runs
}

var (
	// words matches words of letters and digits. Every letter of a script that puts no spaces between words is one.
	words = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]|[\p{L}\p{Nd}]+`)
	})
	// targets matches the targets of the links of Markdown.
	targets = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\]\([^)]*\)?`) })
)
