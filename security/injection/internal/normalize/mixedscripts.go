package normalize

import (
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
)

// Bounds in bytes: checkWord reads maxWord to each side, latinLine half of maxLine.
const maxWord, maxLine = 64, 400

// checkWord decides whether the word around f.i, whose letter is of another script,
// imitates a Latin word: if it has Latin letters too, or if all its letters look
// Latin and latinLine holds. It then sets f.mixed to the end of the word.
func (f *normalizer) checkWord() {
	start, end := f.i, f.i
	kinds := letters.Entry(0)
	for start > 0 && f.i-start < maxWord {
		r, size := utf8.DecodeLastRuneInString(f.s[:start])
		kind := f.kind(r)
		if kind&letters.InWord == 0 {
			break
		}
		kinds |= kind
		start -= size
	}
	for end < len(f.s) && end-f.i < maxWord {
		r, size := utf8.DecodeRuneInString(f.s[end:])
		kind := f.kind(r)
		if kind&letters.InWord == 0 {
			break
		}
		kinds |= kind
		end += size
	}
	f.checked = end
	if kinds&letters.Latin != 0 || kinds&letters.Other == 0 && f.latinLine() {
		f.mixed = end
	}
}

// kind is letters.KindOf, looked up where that is possible.
func (f *normalizer) kind(r rune) letters.Entry {
	switch {
	case r >= letters.TableEnd:
		return letters.KindOf(r)
	case r >= utf8.RuneSelf:
		if f.table == nil {
			f.table = letters.Table()
		}
		return f.table[r]
	case r|0x20 >= 'a' && r|0x20 <= 'z':
		return letters.InWord | letters.Latin
	}
	return 0
}

// latinLine reports whether ASCII letters are at least five and a third of the letters
// around f.i, within the line.
func (f *normalizer) latinLine() bool {
	var n [3]int // by scriptOf: other bytes, ASCII letters, first bytes of characters beyond ASCII
	for i := f.i; i < min(len(f.s), f.i+maxLine/2) && f.s[i] != '\n'; i++ {
		n[scriptOf(f.s[i])]++
	}
	for i := f.i - 1; i >= 0 && f.i-i < maxLine/2 && f.s[i] != '\n'; i-- {
		n[scriptOf(f.s[i])]++
	}
	return 2*n[1] >= n[2] && n[1] > 4
}

// scriptOf returns 1 for ASCII letters, 2 for first bytes of characters beyond ASCII,
// else 0.
func scriptOf(b byte) int {
	switch {
	case b|0x20 >= 'a' && b|0x20 <= 'z':
		return 1
	case b >= 0xc0:
		return 2
	}
	return 0
}
