package compact

import (
	"maps"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Sizes of code in bytes.
const (
	maxWholeCode = 400 // of a block that is kept or left out as a whole
	leastCode    = 120 // of the pieces of a longer one, which end at blank lines
)

// codeBlock is a block of code that is cut into pieces.
type codeBlock struct {
	first, last  int    // units
	open, closed string // lines to write around some of its pieces
}

// addCode adds the units of a block of code: one, or pieces of a long block.
func (m *docIndex) addCode(units []chunk.Unit) {
	if units[len(units)-1].End-units[0].Start <= maxWholeCode {
		u := units[0]
		u.End = units[len(units)-1].End
		m.units = append(m.units, unit{Unit: u, head: -1, table: -1})
		return
	}
	c := &codeBlock{first: len(m.units)}
	c.open, c.closed = fencesOf(m.md[units[0].Start:units[0].End])
	for i, u := range units {
		last := len(m.units) - 1
		if i > 0 && (m.units[last].End-m.units[last].Start < leastCode || i == len(units)-1 && u.End-u.Start < leastCode) {
			m.units[last].End = u.End
			continue
		}
		m.units = append(m.units, unit{Unit: u, head: -1, table: -1, code: c})
	}
	c.last = len(m.units) - 1
}

// codeRun returns how many of the units are of the same block of code.
func codeRun(md string, units []chunk.Unit) int {
	n := 0
	for n < len(units) && units[n].Kind == chunk.CodeUnit && units[n].Block == units[0].Block {
		if open, _ := fencesOf(md[units[n].Start:units[n].End]); n > 0 && open != "" {
			break
		}
		n++
	}
	return n
}

// fencesOf returns the opening fence of code and the closing one, each with its line break, or nothing for code
// without.
func fencesOf(code string) (open, closed string) {
	line, _, _ := strings.Cut(code, "\n")
	mark := strings.TrimLeft(line, " \t")
	n := len(mark) - len(strings.TrimLeft(mark, mark[:min(1, len(mark))]))
	if n < 3 || mark[0] != '`' && mark[0] != '~' {
		return "", ""
	}
	return line + "\n", "\n" + line[:len(line)-len(mark)] + mark[:n]
}

// fencesAround returns what to write before unit a and behind unit b, which are kept with all between them, if
// they are pieces of code of which others are left out.
func (s *selection) fencesAround(a, b int) (before, behind string) {
	if c := s.m.units[a].code; c != nil && a > c.first && !slices.Contains(s.kept[c.first:a], true) {
		before = c.open + ellipsis + "\n"
	}
	if c := s.m.units[b].code; c != nil && b < c.last && !slices.Contains(s.kept[b+1:c.last+1], true) {
		behind = "\n" + ellipsis + c.closed
	}
	return before, behind
}

// Pages write headings as paragraphs in bold too: the questions of an FAQ, the terms of
// a glossary, the options of a manual. What follows such a label says little without it,
// and below another label it says what is not so.
const (
	labelLevel = 7   // of a label: below all headings
	maxLabel   = 300 // bytes of a label
	plainShare = 4   // one byte in so many of a label is not bold, at most
	maxSame    = 2   // labels with the same text: "Note" or "Example" again and again names nothing
)

// labels returns the text of each block that is a label: a short paragraph in bold that is not a sentence, or is
// a question or numbered, and that does not come again and again.
func (m *docIndex) labels() map[int]string {
	out, count := map[int]string{}, map[string]int{}
	for k, b := range m.doc.Blocks {
		text := strings.TrimSpace(m.md[b.Start:b.End])
		mark := text[:min(len(text), 2)]
		if b.Kind != extract.Paragraph || len(text) > maxLabel || len(text) < 5 || mark != "**" && mark != "__" || !strings.HasSuffix(text, mark) {
			continue
		}
		plain := 0
		for i, part := range strings.Split(text, mark) {
			if i%2 == 0 {
				plain += len(strings.TrimSpace(part))
			}
		}
		number, _, _ := strings.Cut(labelText(text), " ")
		if plain*plainShare <= len(text) && (asks(text) || !endsSentence(text) || strings.Trim(number, "(.)0123456789") == "") {
			out[k] = text
			count[text]++
		}
	}
	maps.DeleteFunc(out, func(_ int, text string) bool { return count[text] > maxSame })
	return out
}

func labelText(text string) string {
	text = strings.NewReplacer("**", "", "__", "", "\\\n", " ").Replace(text)
	return strings.Join(strings.Fields(strings.Trim(text, "*_")), " ")
}

// maxBriefHeading is how many bytes a heading has at most that is written without its links.
const maxBriefHeading = 2048

// briefHeading returns a heading of one line without its images and the targets of its links, or nothing for
// one that has none.
func briefHeading(u *unit, text string) string {
	if u.Kind != chunk.HeadingUnit || u.Level == labelLevel || !strings.Contains(text, "](") || len(text) > maxBriefHeading {
		return ""
	}
	plain := withoutLinks(extract.HeadingText(text))
	if strings.TrimSpace(plain) == "" || strings.Contains(plain, "\n") {
		return ""
	}
	return strings.Repeat("#", u.Level) + " " + strings.Join(strings.Fields(plain), " ")
}

// withoutLinks returns Markdown with the text of its links in their place, without images; nothing if brackets
// don't match or are no link: "A [b] c".
func withoutLinks(text string) string {
	type bracket struct {
		at    int // in out
		image bool
	}
	var open []bracket
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			out = append(out, c, text[i+1])
			i++
		case c == '!' && strings.HasPrefix(text[i+1:], "["):
			open = append(open, bracket{len(out), true})
			i++
		case c == '[':
			open = append(open, bracket{len(out), false})
		case c == ']' && len(open) > 0:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			end := i + 1
			if strings.HasPrefix(text[end:], "(") {
				end = skipTarget(text, end)
			}
			if end <= i+2 { // no target
				return ""
			}
			if last.image {
				out = out[:last.at]
			}
			i = end - 1
		default:
			out = append(out, c)
		}
	}
	if len(open) > 0 {
		return ""
	}
	return string(out)
}
