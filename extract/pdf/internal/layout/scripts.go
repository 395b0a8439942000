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

// scriptShift returns 1 if a glyph of the run is smaller and above the line, -1 if
// it is smaller and below, and 0 if it is on the line, or a blank.
func (c *textRun) scriptShift(p piece) int {
	if p.Glyph == nil || float64(p.Size) > indexSize*c.size {
		return 0
	}
	switch rise := (float64(p.Y) - c.y) / c.size; {
	case rise >= higher:
		return 1
	case rise <= -lower:
		return -1
	}
	return 0
}

// writeScripts sets what is written for the glyphs that are exponents or indices. items are in the order of reading.
func (c *textRun) writeScripts(items []piece) {
	base := "" // the last two characters of the word that stand on the line
	for n := 0; n < len(items); n++ {
		shift := c.scriptShift(items[n])
		if items[n].Glyph == nil {
			base = ""
			continue
		}
		if shift == 0 {
			_, size := utf8.DecodeLastRuneInString(base)
			base = base[len(base)-size:] + items[n].Text
			continue
		}
		end, text := n, ""
		for end < len(items) && c.scriptShift(items[end]) == shift {
			text += items[end].Text
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
		case isLetters && n > 0 && end < len(items) && isLetterText(items[end].written) && c.scriptShift(items[end]) == 0,
			isLetters && shift < 0 && unicode.IsLetter(before): // of a logo
		case ok && (shift > 0 || unicode.IsLetter(last) || last == ')'):
			if n == 0 && end+minWordAfterMark <= len(items) && !slices.ContainsFunc(items[end:end+minWordAfterMark], func(p piece) bool { return !isLetterText(p.written) }) {
				form += " " // between the mark of a note and its first word
			}
			for i := range items[n:end] {
				items[n+i].written = ""
			}
			items[n].written = form
		}
		n = end - 1
	}
}
