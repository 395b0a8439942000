package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/formula"
)

// A small glyph above or below the line is an exponent or index, whose meaning is
// lost beside letters of the line: x², 10⁶ and CO₂ are not x2, 106 and CO2. It
// becomes the Unicode character of its shape; an exponent of a variable that has no
// such shape follows a "^". Marks of footnotes and of where authors work become such
// characters too, so that a name or year doesn't seem longer than it is. The letters of
// an ordinal stay as they are.

const (
	indexSize = 0.85 // times the size of the line, at most
	raised    = 0.2  // ems above the line, at least
	lowered   = 0.08 // ems below the line, at least
	maxBase   = 32   // bytes of a word that are looked at
)

// scriptShift returns 1 if glyph i of the open run is smaller and above the line, -1 if
// it is smaller and below, and 0 if it is on the line.
func (c *runBuilder) scriptShift(i int, k *textRun) int {
	g := &c.glyphs[i]
	if float64(g.Size) > indexSize*k.size {
		return 0
	}
	switch rise := (float64(g.Y) - k.y) / k.size; {
	case rise >= raised:
		return 1
	case rise <= -lowered:
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
	var found map[int]string
	base := "" // the end of the word up to the last glyph that stands on the line
	for n := 0; n < len(order); n++ {
		at := order[n]
		if at == gapItem {
			base = ""
			continue
		}
		where := c.scriptShift(at, k)
		if where == 0 {
			base = strings.ToValidUTF8(base[max(0, len(base)-maxBase):], "") + c.glyphs[at].Text
			continue
		}
		end, text := n, ""
		for end < len(order) && order[end] != gapItem && c.scriptShift(order[end], k) == where {
			text += c.glyphs[order[end]].Text
			end++
		}
		forms := indexForms(base, text, where)
		if forms == nil && where > 0 && (n == 0 || !c.wordGoesOn(order, end, k)) {
			forms = markForms(base, text)
			if n == 0 && forms != nil && c.startsWord(order, end) {
				forms = append(forms, ' ')
			}
		}
		if forms == nil && where > 0 && isVariable(base) && !c.wordGoesOn(order, end, k) && strings.ContainsFunc(text, unicode.IsLetter) {
			if forms = []rune("^" + text); len(forms) > 2 {
				forms = []rune("^{" + text + "}")
			}
		}
		if forms != nil {
			if found == nil {
				found = map[int]string{}
			}
			for i, place := range order[n:end] {
				found[place] = ""
				if i == 0 {
					found[place] = string(forms)
				}
			}
		}
		n = end - 1
	}
	return found
}

// indexForms returns the characters of an exponent or index of the word base, nil
// where it may be something else.
func indexForms(base, text string, where int) (forms []rune) {
	table := formula.Superscripts
	if where < 0 {
		table = formula.Subscripts
	}
	letters := false
	for _, r := range text {
		form, known := table[r]
		if !known {
			return nil
		}
		forms = append(forms, form)
		letters = letters || unicode.IsLetter(r)
	}
	last, _ := utf8.DecodeLastRuneInString(base)
	switch {
	case where < 0 && !letters:
		if unicode.IsLetter(last) || last == ')' {
			return forms
		}
	case isVariable(base), where > 0 && !letters && base != "":
		return forms
	}
	return nil
}

// marks are the letters that refer to a place of work or a note, in order from "a" on.
var marks = []rune("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ\x00ʳˢᵗᵘᵛʷˣʸᶻ")

// markForms returns the characters of a list of marks behind a word, such as "a,1,∗", or
// at the start of a note or an address; nil for anything else.
func markForms(base, text string) (forms []rune) {
	if word := lastWord(base); base != "" && (len(word) < 2 || isVariable(base)) {
		return nil
	}
	for i, mark := range strings.Split(text, ",") {
		if i > 0 {
			forms = append(forms, ',')
		}
		r, size := utf8.DecodeRuneInString(mark)
		switch {
		case size == len(mark) && r >= 'a' && r <= 'z' && r != 'q':
			forms = append(forms, marks[r-'a'])
		case size == len(mark) && strings.ContainsRune("*∗†‡§¶", r):
			forms = append(forms, r)
		case mark != "" && strings.Trim(mark, "0123456789") == "":
			for _, digit := range mark {
				forms = append(forms, formula.Superscripts[digit])
			}
		case mark != "":
			return nil
		}
	}
	return forms
}

// lastWord returns the letters that text ends with, and the digits within them.
func lastWord(text string) string {
	start := strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) + 1
	return strings.TrimLeftFunc(text[start:], unicode.IsDigit)
}

// isVariable reports whether text ends with a letter on its own.
func isVariable(text string) bool {
	word := lastWord(text)
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && unicode.IsLetter(r)
}

// minWordAfterMark is the minimum number of letters of a word after a mark. Shorter
// text may be a chemical element after the number of an isotope.
const minWordAfterMark = 3

// startsWord reports whether a word stands at place n of the order.
func (c *runBuilder) startsWord(order []int, n int) bool {
	letters := 0
	for ; n < len(order) && letters < minWordAfterMark; n++ {
		if order[n] == gapItem || !isLetterText(c.glyphs[order[n]].Text) {
			return false
		}
		letters += utf8.RuneCountInString(c.glyphs[order[n]].Text)
	}
	return letters >= minWordAfterMark
}

// wordGoesOn reports whether a letter on the line of k stands at place n of the order,
// as in a logo of raised letters.
func (c *runBuilder) wordGoesOn(order []int, n int, k *textRun) bool {
	return n < len(order) && order[n] != gapItem && isLetterText(c.glyphs[order[n]].Text) && c.scriptShift(order[n], k) == 0
}
