package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Bounds on the emphasis of a paragraph: what is longer, or deeper, is taken as it
// stands.
const (
	maxEmphasized = 1 << 13 // bytes of a paragraph
	maxOpenMarks  = 32      // marks that are open at the same time
)

// emphasisPairs calls found with the places of each pair of marks of emphasis or of deletion in a paragraph,
// one character each.
func emphasisPairs(text string, found func(open, closing int)) {
	var open []int
	for i := 0; i < len(text); {
		switch text[i] {
		case '\\':
			i += 2
			continue
		case '`':
			i = skipCode(text, i)
			continue
		case ']':
			if i+1 < len(text) && text[i+1] == '(' {
				i = skipTarget(text, i+1)
				continue
			}
		case '*', '_', '~':
			end := len(text) - len(strings.TrimLeft(text[i:], text[i:i+1]))
			opens, closes := flanks(text, i, end)
			for ; closes && i < end && len(open) > 0 && text[open[len(open)-1]] == text[i]; i++ {
				found(open[len(open)-1], i)
				open = open[:len(open)-1]
			}
			for ; opens && i < end && len(open) < maxOpenMarks; i++ {
				open = append(open, i)
			}
			i = end
			continue
		}
		i++
	}
}

// flanks reports whether the run of marks text[a:b] may open and close emphasis: one with letters at both sides
// does neither if it is of underscores.
func flanks(text string, a, b int) (opens, closes bool) {
	before, _ := utf8.DecodeLastRuneInString(text[:a])
	behind, _ := utf8.DecodeRuneInString(text[b:])
	isSpace := func(r rune, end bool) bool { return end || unicode.IsSpace(r) }
	isWord := func(r rune, end bool) bool { return !end && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	first, last := a == 0, b == len(text)
	opens = !isSpace(behind, last) && (isWord(behind, last) || !isWord(before, first))
	closes = !isSpace(before, first) && (isWord(before, first) || !isWord(behind, last))
	if text[a] == '_' && isWord(before, first) && isWord(behind, last) || text[a] == '~' && b-a != 2 {
		return false, false
	}
	return opens, closes
}

// skipCode returns the end of the code that begins at i, or of its backticks if it does not end.
func skipCode(text string, i int) int {
	n := len(text) - len(strings.TrimLeft(text[i:], "`"))
	if k := strings.Index(text[n:min(len(text), n+maxTarget)], text[i:n]); k >= 0 {
		return n + k + n - i
	}
	return n
}

// marksAround returns the marks to write before and behind a span of the units from first to last, for emphasis
// that it shares with what is left out of their paragraphs.
func (m *docIndex) marksAround(first, last int, span extract.Span) (before, behind string) {
	if !strings.ContainsAny(m.md[span.Start:span.End], "*_~") {
		return "", ""
	}
	m.emphasisOf(first, func(open, closing int) {
		if open < span.Start && span.Start <= closing && closing < span.End {
			before = m.md[open:open+1] + before
		}
	})
	m.emphasisOf(last, func(open, closing int) {
		if span.Start <= open && open < span.End && span.End <= closing {
			behind += m.md[open : open+1]
		}
	})
	return before, behind
}

// emphasisOf calls found with the pairs of marks in the paragraph of unit i.
func (m *docIndex) emphasisOf(i int, found func(open, closing int)) {
	last, paragraph := i, m.places[i].paragraph
	start := m.units[paragraph].Start
	for last+1 < len(m.units) && m.places[last+1].paragraph == paragraph && m.units[last].End-start <= maxEmphasized {
		last++
	}
	end := m.units[last].End
	if end-start <= maxEmphasized {
		emphasisPairs(m.md[start:end], func(open, closing int) { found(start+open, start+closing) })
	}
}
