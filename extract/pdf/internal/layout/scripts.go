package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

// A small glyph above or below the line is an exponent, an index or the mark of a footnote or of where an
// author works. Its meaning is lost beside letters of the line: x², CO₂ and Ek¹ are not x2, CO2 and Ek1. It is
// written as in formulas. The letters of an ordinal stay as they are.

const (
	indexSize = 0.85 // times the size of the line, at most
	higher    = 0.2  // ems above the line, at least
	lower     = 0.08 // ems below the line, at least

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
	base := "" // the last two characters of the word that stand on the line
	for n := 0; n < len(order); n++ {
		at := order[n]
		if at == gapItem {
			base = ""
			continue
		}
		shift := c.scriptShift(at, k)
		if shift == 0 {
			_, size := utf8.DecodeLastRuneInString(base)
			base = base[len(base)-size:] + c.glyphs[at].Text
			continue
		}
		end, text := n, ""
		for end < len(order) && order[end] != gapItem && c.scriptShift(order[end], k) == shift {
			text += c.glyphs[order[end]].Text
			end++
		}
		text = strings.TrimSpace(text)
		isLetters := strings.ContainsFunc(text, unicode.IsLetter)
		last, size := utf8.DecodeLastRuneInString(base)
		before, _ := utf8.DecodeLastRuneInString(base[:len(base)-size])
		form, ok := raised.Text(text, shift > 0, base != "")
		if base == "" && isLetters && utf8.RuneCountInString(text) == 1 { // the mark of a note
			form, ok = "^"+text, true
		}
		switch {
		case isLetters && n > 0 && end < len(order) && order[end] != gapItem && isLetterText(c.glyphs[order[end]].Text) && c.scriptShift(order[end], k) == 0,
			isLetters && shift < 0 && unicode.IsLetter(before): // of a logo
		case ok && (shift > 0 || unicode.IsLetter(last) || last == ')'):
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
