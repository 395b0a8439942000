package normalize

import (
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
)

// maxWord bounds how far a word and a line are looked at, in bytes.
const maxWord, maxLine = 64, 400

// checkWord looks at the word around f.i, whose letter is of another script. If
// it has Latin letters too, or if all its letters look like Latin ones on a line
// that is mostly Latin, it stands for a Latin word.
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

// latinLine reports whether at least a third of the letters around f.i, within
// the line, are ASCII.
func (f *normalizer) latinLine() bool {
	var n [3]int // bytes that are none of these, letters, and starts of others
	for i := f.i; i < min(len(f.s), f.i+maxLine/2) && f.s[i] != '\n'; i++ {
		n[scriptOf(f.s[i])]++
	}
	for i := f.i - 1; i >= 0 && f.i-i < maxLine/2 && f.s[i] != '\n'; i-- {
		n[scriptOf(f.s[i])]++
	}
	return 2*n[1] >= n[2] && n[1] > 4
}

// scriptOf is 1 for letters of ASCII, 2 for what starts other characters, else 0.
func scriptOf(b byte) int {
	switch {
	case b|0x20 >= 'a' && b|0x20 <= 'z':
		return 1
	case b >= 0xc0:
		return 2
	}
	return 0
}
