package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Bounds on the emphasis of a paragraph: what is longer, or deeper, is taken as it
// stands.
const (
	maxEmphasized = 1 << 16 // bytes of a paragraph
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
			end := i
			for end < len(text) && text[end] == text[i] {
				end++
			}
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
	n := i
	for n < len(text) && text[n] == '`' {
		n++
	}
	if k := strings.Index(text[n:min(len(text), n+maxTarget)], text[i:n]); k >= 0 {
		return n + k + n - i
	}
	return n
}

// findSharedMarks finds the marks of emphasis whose mates are in other units.
func (m *docIndex) findSharedMarks() {
	m.mates = map[int]int{}
	for i := 0; i < len(m.units); {
		k := i + 1
		for k < len(m.units) && m.continues(k) {
			k++
		}
		start, end := m.units[i].Start, m.units[k-1].End
		if k > i+1 && end-start <= maxEmphasized {
			at := i
			emphasisPairs(m.md[start:end], func(open, closing int) {
				open, closing = start+open, start+closing
				for at < k-1 && m.units[at].End <= closing {
					at++
				}
				if open < m.units[at].Start {
					m.mates[open], m.mates[closing] = closing, open
				}
			})
		}
		i = k
	}
}

func (m *docIndex) continues(k int) bool {
	u, v := &m.units[k-1], &m.units[k]
	return v.Kind == chunk.SentenceUnit && v.group == u.group && (u.Kind == chunk.SentenceUnit || u.Kind == chunk.ItemUnit) &&
		strings.Count(m.md[u.End:v.Start], "\n") < 2
}

// marksAround returns the marks to write before and behind a span of the document that shares emphasis with
// what is left out.
func (m *docIndex) marksAround(span extract.Span, clipped *unit) (before, behind string) {
	if m.mates == nil {
		m.findSharedMarks()
	}
	mates := m.mates
	if clipped != nil {
		mates = map[int]int{}
		if text := m.text(clipped); len(text) <= maxEmphasized {
			emphasisPairs(text, func(open, closing int) {
				open, closing = clipped.Start+open, clipped.Start+closing
				mates[open], mates[closing] = closing, open
			})
		}
	}
	for i := span.Start; i < span.End; i++ {
		if c := m.md[i]; c != '*' && c != '_' && c != '~' {
			continue
		}
		mate, ok := mates[i]
		if !ok {
			mate, ok = m.mates[i]
		}
		switch {
		case !ok:
		case mate < span.Start:
			before = m.md[i:i+1] + before
		case mate >= span.End:
			behind = m.md[i:i+1] + behind
		}
	}
	return before, behind
}
