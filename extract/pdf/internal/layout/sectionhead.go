package layout

import (
	"slices"
	"strings"
	"unicode"
)

// Some journals set the headings of sections no larger and no bolder than the text: in
// capitals with a Roman number ("II. RELATED WORK"), those of parts of sections in italics
// with a letter ("B. Cleaning"). They are found by their numbers, which count through the document.

const (
	maxSectionHead   = 100 // bytes
	minRomanSections = 2
)

// collectSectionHeads notes the lines that are headings by their numbers, with their depth.
func (s *docStats) collectSectionHeads(lines []Line) {
	heads := map[int]int{}
	romans, letters := 0, 0
	for i := range lines {
		l := &lines[i]
		if l.Turned || l.Rows != nil || len(l.Cells) > 2 || l.Size > headingSize*s.size || i > 0 && l.Before > 0 && l.Before < s.leading*1.1*l.Size && heads[i-1] == 0 {
			continue
		}
		text := strings.TrimSpace(l.Text())
		label, rest, found := strings.Cut(text, ". ")
		switch {
		case !found || rest == "" || len(text) > maxSectionHead || strings.ContainsAny(text[len(text)-1:], ".,;:"):
		case label == romanNumber(romans+1) && hasLetter(rest) && strings.ToUpper(rest) == rest:
			romans++
			letters = 0
			heads[i] = 1
		case romans > 0 && label == string(rune('A'+letters)) && unicode.IsUpper([]rune(rest)[0]) && isItalic(l):
			letters++
			heads[i] = 2
		}
	}
	if romans >= minRomanSections {
		s.heads = heads
	}
}

func romanNumber(n int) string {
	return strings.Repeat("X", n/10) + [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}[n%10]
}

func isItalic(l *Line) bool {
	return !slices.ContainsFunc(l.Cells, func(c Cell) bool {
		return slices.ContainsFunc(c.Spans, func(s Span) bool { return !s.Italic && hasLetter(s.Text) })
	})
}
