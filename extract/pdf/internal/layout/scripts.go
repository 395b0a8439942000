package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/formula"
)

// A small glyph above or below the line is an exponent, an index or the mark of a footnote or of where an
// author works. Its meaning is lost beside letters of the line: x², CO₂ and Ek¹ are not x2, CO2 and Ek1. It is
// written as in formulas. The letters of an ordinal stay as they are.

const (
	indexSize = 0.85 // times the size of the line, at most
	higher    = 0.2  // ems above the line, at least
	lower     = 0.08 // ems below the line, at least
	maxBase   = 32   // bytes of a word that are looked at

	// minWordAfterMark is the minimum number of letters of a word after a mark. Shorter
	// text may be a chemical element after the number of an isotope.
	minWordAfterMark = 3
)

// scriptShift returns 1 if glyph i of the open run is smaller and above the line, -1 if
// it is smaller and below, and 0 if it is on the line.
func (c *runBuilder) scriptShift(i int, k *textRun) int {
	g := &c.glyphs[i]
	rise := (float64(g.Y) - k.y) / k.size
	switch {
	case float64(g.Size) > indexSize*k.size:
	case rise >= higher:
		return 1
	case rise <= -lower:
		return -1
	}
	return 0
}

// indices returns the text of the glyphs that are exponents or indices, by their
// place in the open run, nil without any. order has the places of the glyphs in the
// order of reading.
func (c *runBuilder) indices(order []int, k *textRun) map[int]string {
	if !slices.ContainsFunc(order, func(at int) bool { return at != gapItem && c.scriptShift(at, k) != 0 }) {
		return nil
	}
	found := map[int]string{}
	base := "" // the end of the word up to the last glyph that stands on the line
	for n := 0; n < len(order); n++ {
		at := order[n]
		if at == gapItem {
			base = ""
			continue
		}
		shift := c.scriptShift(at, k)
		if shift == 0 {
			base = strings.ToValidUTF8(base[max(0, len(base)-maxBase):], "") + c.glyphs[at].Text
			continue
		}
		end, text := n, ""
		for end < len(order) && order[end] != gapItem && c.scriptShift(order[end], k) == shift {
			text += c.glyphs[order[end]].Text
			end++
		}
		// as in a logo of raised letters
		wordGoesOn := n > 0 && end < len(order) && order[end] != gapItem && isLetterText(c.glyphs[order[end]].Text) && c.scriptShift(order[end], k) == 0
		if form, ok := scriptForm(base, strings.TrimSpace(text), shift > 0, wordGoesOn); ok {
			if n == 0 && end+minWordAfterMark <= len(order) && !slices.ContainsFunc(order[end:end+minWordAfterMark], func(at int) bool {
				return at == gapItem || !isLetterText(c.glyphs[at].Text)
			}) {
				form += " " // between the mark of a note and its first word
			}
			for _, place := range order[n:end] {
				found[place] = ""
			}
			found[at] = form
		}
		n = end - 1
	}
	return found
}

// scriptForm returns how a raised (sup) or lowered text behind the word base is written. It is not ok for text that
// reads as well on the line, or may be something else than an exponent, index or mark.
func scriptForm(base, text string, sup, wordGoesOn bool) (form string, ok bool) {
	isLetters := strings.ContainsFunc(text, unicode.IsLetter)
	last, _ := utf8.DecodeLastRuneInString(base)
	word := strings.TrimLeftFunc(base[strings.LastIndexFunc(base, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })+1:], unicode.IsDigit)
	isVariable := utf8.RuneCountInString(word) == 1
	switch {
	case isLetters && wordGoesOn:
		return "", false
	case isVariable && (isLetters || strings.ContainsAny(text, "0123456789")):
		return formula.Script(text, sup), true
	case !isLetters && (sup || unicode.IsLetter(last) || last == ')'):
		return raised.Signs(text, sup)
	case isLetters && sup && (base == "" || len(word) > 1) && areMarks(text):
		return formula.Script(text, sup), true
	}
	return "", false
}

// areMarks reports whether text is a list of marks of a letter or number each, such as "a,1,∗".
func areMarks(text string) bool {
	for mark := range strings.SplitSeq(text, ",") {
		if utf8.RuneCountInString(mark) > 1 && strings.Trim(mark, "0123456789") != "" {
			return false
		}
	}
	return true
}
