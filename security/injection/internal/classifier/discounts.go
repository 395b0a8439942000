package classifier

import (
	"bytes"
	"regexp"
	"sort"
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Bounds of looking around a match, in bytes.
const (
	quoteReach = 300
	leadReach  = 160
)

// factor returns what to multiply the weight of a match by, for its surroundings: 0.25
// for quotations that words before them report or that a page about attacks has, and for
// orders that the text only describes ("instructions that tell you to ignore …"),
// 0.3 for code on such a page or in documentation, and half of that for rules with
// the flag halved on these pages.
func (c *documentScan) factor(m match) float64 {
	f := 1.0
	about := c.Page.AboutAttacks()
	docs := c.Page.docs >= 4 && c.Page.docs*500 >= c.Page.bytes // explains how to program models
	switch {
	case c.quoted(m.start, m.end) && (about || c.reported(m.start)), c.relayed(m.start):
		f = 0.25
	case (about || docs) && c.code(m.start):
		f = 0.3
	}
	if m.rule.halved && (docs || about) {
		f *= 0.5
	}
	return f
}

// relayed reports whether the text only describes the order at b[at], which another text gives: in a relative clause ("pages that
// tell you to") or after a participle ("comments telling you to"). "The administrator asks you to" gives the order itself.
func (c *documentScan) relayed(at int) bool {
	before := c.b[max(0, at-leadReach):at]
	return bytes.Contains(before, []byte(" to ")) && relays().Match(before)
}

var relays = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:(?:that|which) (?:tell|ask|instruct|order|direct|command|urge)s?|` +
		`(?:text|instructions?|messages?|content|comments?|prompts?|e-?mails?|pages?|documents?|input) (?:tell|ask|instruct|order|direct|command|urg)ing) ` +
		`(?:you|it|them|(?:the |an? |your )?(?:model|assistant|agent|ai|llm|chatbot|bot)s?) to (?:[a-z]+, )*$`)
})

// quoted reports whether b[start:end] is inside quotation marks that open and close
// within quoteReach bytes, in the same paragraph.
func (c *documentScan) quoted(start, end int) bool {
	before := c.b[max(0, start-quoteReach):start]
	if i := bytes.LastIndex(before, []byte("\n\n")); i >= 0 {
		before = before[i+2:]
	}
	after := c.b[end:min(len(c.b), end+quoteReach)]
	if i := bytes.Index(after, []byte("\n\n")); i >= 0 {
		after = after[:i]
	}
	for _, q := range [...][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {"‘", "’"}, {"‹", "›"}} {
		open := bytes.LastIndex(before, []byte(q[0]))
		if open < 0 || bytes.Contains(before[open+len(q[0]):], []byte(q[1])) {
			continue
		}
		if bytes.Contains(after, []byte(q[1])) {
			return true
		}
	}
	return bytes.Count(before, []byte{'"'})%2 == 1 && bytes.IndexByte(after, '"') >= 0
}

func (c *documentScan) code(at int) bool {
	line := c.b[max(0, at-quoteReach):at]
	if i := bytes.LastIndexByte(line, '\n'); i >= 0 {
		line = line[i+1:]
	}
	if bytes.Count(line, []byte{'`'})%2 == 1 || len(line) > 0 && line[0] == '|' || bytes.HasPrefix(line, []byte("    ")) {
		return true
	}
	return c.fenced(at)
}

func (c *documentScan) fenced(at int) bool {
	if c.fences == nil {
		c.fences = []int{-1}
		for i := 0; ; {
			n := bytes.Index(c.b[i:], []byte("```"))
			if n < 0 {
				break
			}
			i += n + 3
			c.fences = append(c.fences, i)
		}
	}
	return sort.SearchInts(c.fences, at+1)%2 == 0
}

// reports are words of other languages than English for Mention and Topic, which the
// model was not fitted with: "example", "said", "attacker", "sentence", "hidden". A space stands
// where an English word would hold them else: " dit " is not in "edit ".
var reports = [...]string{
	"beispiel", " sagt", "schrieb", "angreifer", " satz", "versteckt",
	"exemple", " phrase", "attaquant", " dit ",
	"ejemplo", "exemplo", " frase", "atacante", " dijo", " disse ", "oculto", "esempio", "attaccante", "nascost",
	"например", "фраз", "злоумышленник", "сказал", "атак", "скрыт",
	"例如", "比如", "攻击", "攻擊", "隐藏", "隱藏", "例えば", "攻撃", "隠", "مثل", "مثال", "مهاجم", "예를", "공격",
}

// reported reports whether a word such as "phrase", "example" or "prompt injection"
// precedes b[at] by at most leadReach bytes.
func (c *documentScan) reported(at int) bool {
	before := c.b[max(0, at-leadReach):at]
	for _, word := range reports {
		if bytes.Contains(before, []byte(word)) {
			return true
		}
	}
	r := sentenceTagger{known: c.scratch.reader.known}
	r.reset(before)
	for s, ok := r.next(); ok; s, ok = r.next() {
		if s.mask.Has(l.Mention) || s.mask.Has(l.Topic) {
			return true
		}
	}
	return false
}
