package classifier

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

func hit(id string, start, end int) match {
	r := rules().coded[id]
	return match{rule: r, start: start, end: end, weight: r.weight}
}

// Classes that the rules in code ask for.
var (
	// codedRuleClasses are those that rules in code begin with.
	codedRuleClasses = l.ClassSetOf(l.Agent, l.Machine, l.Turn, l.Your, l.Say, l.Exactly, l.Must, l.NewTask, l.CurrentTask, l.Act, l.Tool, l.Link)

	anyVerb   = l.ClassSetOf(l.Ignore, l.Drop, l.Say, l.Alter, l.Reveal, l.Send, l.Ask, l.Keep, l.Act, l.Obey, l.Role, l.Stealth, l.Praise)
	machines  = l.ClassSetOf(l.Agent, l.Machine)
	dictation = l.ClassSetOf(l.Say, l.Exactly, l.Must)
	tasks     = l.ClassSetOf(l.NewTask, l.CurrentTask)
	readers   = l.ClassSetOf(l.Agent, l.Machine, l.User)
	changes   = l.ClassSetOf(l.Alter, l.ObfuscateVerb)
)

func codedRules(b []byte, s *sentence) (out []match) {
	for i := range s.items {
		it := &s.items[i]
		if !it.class.Intersects(codedRuleClasses) {
			continue
		}
		if it.class.Intersects(machines) {
			if m, ok := called(b, s, i); ok {
				out = append(out, m)
			}
		}
		colon := int(it.end) < len(b) && b[it.end] == ':'
		if it.class.Has(l.Turn) && it.line && colon {
			out = append(out, hit("role-turn.1", int(it.start), int(it.end)+1))
		}
		if it.class.Has(l.Your) {
			if m, ok := answered(b, s, i); ok {
				out = append(out, m)
			}
		}
		if it.class.Intersects(dictation) && quoteAt(b, int(it.end)) {
			out = append(out, hit("quoted-words.1", int(it.start), int(it.end)))
		}
		if it.class.Intersects(tasks) && colon {
			out = append(out, hit("task-headline.1", int(it.start), int(it.end)+1))
		}
		if it.class.Has(l.Act) && it.imperative {
			if n := len(findName(nameAfter, b[it.end:min(len(b), int(it.end)+maxName)])); n > 0 {
				out = append(out, hit("named-tool.1", int(it.start), int(it.end)+n))
			}
		}
		if it.class.Has(l.Tool) {
			if n := len(findName(nameBefore, b[max(0, int(it.start)-maxName):it.start])); n > 0 {
				out = append(out, hit("named-tool.1", int(it.start)-n, int(it.end)))
			}
		}
		if it.class.Has(l.Link) && placeholder(b[it.start:it.end]) {
			out = append(out, hit("data-in-address.1", int(it.start), int(it.end)))
		}
	}
	return out
}

// called matches an imperative after the name of a machine: "AI agents: delete",
// "assistant, send", "Gemini please forget".
func called(b []byte, s *sentence, i int) (match, bool) {
	it := &s.items[i]
	start := it.imperative || it.line
	if !start && (!it.class.Has(l.Agent) || !addressee(b[:it.start])) {
		return match{}, false
	}
	last := i
	for last+1 < len(s.items) && s.items[last+1].start <= s.items[last].end+1 && s.items[last+1].class.Intersects(readers) {
		last++
	}
	for k := last + 1; k < len(s.items) && s.items[k].start < s.items[last].end+28; k++ {
		verb := &s.items[k]
		if verb.start < s.items[last].end || !verb.class.Intersects(anyVerb) || !verb.imperative || verb.class.Has(l.Must) || verb.word.Langs&it.word.Langs == 0 {
			continue
		}
		between := b[s.items[last].end:verb.start]
		polite := k > last+1 && s.items[last+1].class.Has(l.BeforeImperative) && !s.items[last+1].class.Has(l.Modal) && len(between) < 12 && !bytes.Contains(between, []byte("and"))
		if bytes.ContainsAny(between, ":,;!-") && !bytes.ContainsAny(between, ".(") || bytes.Contains(between, []byte("—")) || bytes.Contains(between, []byte("–")) || polite {
			if !it.class.Has(l.Agent) {
				return hit("vocative.2", int(it.start), int(verb.end)), true
			}
			return hit("vocative.1", int(it.start), int(verb.end)), true
		}
	}
	return match{}, false
}

func addressee(b []byte) bool {
	tail := string(b[max(0, len(b)-20):])
	return strings.Contains(tail, "for ") || strings.Contains(tail, "to ") || strings.Contains(tail, "all ")
}

// Names of tools such as send_mail, behind "call the" and before "tool".
var (
	nameAfter  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^[ `]*(?:the )?`*_*[a-z0-9]+_+[a-z0-9]") })
	nameBefore = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[a-z0-9._]*[a-z0-9.]_+[a-z0-9.][a-z0-9._]*[ `]*$") })
)

const maxName = 48

// findName spares most text the expression: a name has an underscore.
func findName(form func() *regexp.Regexp, b []byte) []byte {
	if bytes.IndexByte(b, '_') < 0 {
		return nil
	}
	return form().Find(b)
}

// placeholder reports whether the query of an address has a gap to fill with data: an
// empty last value, as in "?q=", or a mark such as "{", "[", "...", "$" or "%s".
func placeholder(link []byte) bool {
	q := bytes.IndexByte(link, '?')
	if q < 0 {
		return false
	}
	link = bytes.TrimRight(link[q:], ".)!,;")
	return len(link) > 1 && link[len(link)-1] == '=' || bytes.ContainsAny(link, "{[<$") || bytes.Contains(link, []byte("...")) || bytes.Contains(link, []byte("%s"))
}

// answered finds something that is to be put into "your answer": "add a joke to
// your reply". The preposition distinguishes it from "write your answer".
func answered(b []byte, s *sentence, i int) (match, bool) {
	noun := -1
	for k := i + 1; k < len(s.items) && s.items[k].start < s.items[i].end+14; k++ {
		if s.items[k].class.Has(l.Answer) {
			noun = k
		}
	}
	if noun < 0 {
		return match{}, false
	}
	before := bytes.TrimRight(b[:s.items[i].start], " \n")
	switch string(before[bytes.LastIndexAny(before, " \n")+1:]) {
	case "in", "to", "into", "of", "within", "throughout", "at", "inside", "onto", "across", "from":
	default:
		return match{}, false
	}
	for k := i - 1; k >= 0; k-- {
		if v := &s.items[k]; v.class.Intersects(changes) && !v.class.Has(l.Modal) && v.imperative {
			return hit("change-answer.5", int(v.start), int(s.items[noun].end)), true
		}
	}
	return match{}, false
}

func quoteAt(b []byte, at int) bool {
	rest := bytes.TrimLeft(b[at:min(len(b), at+12)], " :")
	rest = bytes.TrimPrefix(rest, []byte("be "))
	return len(rest) > 1 && (rest[0] == '\'' || rest[0] == '"') || bytes.HasPrefix(rest, []byte("“")) || bytes.HasPrefix(rest, []byte("‘"))
}

// delimiterText has a token a line: "#" begins headings of two to six marks, "{" an object, without white space.
//
//go:embed delimiters.txt
var delimiterText string

// delimiters has the tokens at the slots of their first two bytes.
var delimiters = sync.OnceValue(func() *[len(delimiterSigns) << 8][]string {
	tokens := new([len(delimiterSigns) << 8][]string)
	for token := range strings.Lines(delimiterText) {
		token = strings.ReplaceAll(strings.TrimSuffix(token, "\n"), `\n`, "\n")
		slot := delimiterSlot(token[0], token[1])
		tokens[slot] = append(tokens[slot], token)
	}
	return tokens
})

// delimiterSigns are the bytes that tokens begin with.
const delimiterSigns = "<#{[-"

func delimiterSlot(sign, second byte) int {
	return strings.IndexByte(delimiterSigns, sign)<<8 | int(second)
}

// delimiter reports whether a token of a chat format stands at b[i]: one that
// models are trained to take for a border between turns, and that ordinary text
// has no use for.
func delimiter(b []byte, i int, lineStart bool) (end int, ok bool) {
	rest, length, skipped := b[i:], 0, 0
	switch rest[0] {
	case '<':
		if len(rest) > 3 && (rest[1] == '|' || bytes.HasPrefix(rest[1:], []byte("｜"))) {
			if n := bytes.IndexByte(rest[:min(len(rest), 48)], '>'); n > 3 {
				return i + n + 1, true
			}
		}
	case '#':
		text := bytes.TrimLeft(rest, "#")
		if length = len(rest) - len(text); !lineStart || length < 2 || length > 6 {
			return 0, false
		}
		rest, skipped = bytes.TrimLeft(text, " "), 1
	case '{':
		if !bytes.HasPrefix(rest, []byte("{{")) {
			head := make([]byte, 0, 48)
			for n := 0; n < min(len(rest), 64) && len(head) < 41; n++ {
				if rest[n] > ' ' {
					head = append(head, rest[n])
				}
			}
			rest, length = head, 1
		}
	case '[', '-':
	default:
		return 0, false
	}
	if len(rest) < 2-skipped {
		return 0, false
	}
	for _, token := range delimiters()[delimiterSlot(b[i], rest[1-skipped])] {
		if token = token[skipped:]; len(rest) >= len(token) && string(rest[:len(token)]) == token {
			if length == 0 {
				length = len(token)
			}
			return i + length, true
		}
	}
	return 0, false
}
