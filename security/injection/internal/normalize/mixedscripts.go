package normalize

import (
	"strings"
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
	kinds := letters.Kind(0)
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

func (f *normalizer) kind(r rune) letters.Kind {
	switch {
	case r >= letters.TableEnd:
		return letters.KindOf(r)
	case r >= utf8.RuneSelf:
		return f.entries()[r].Kind
	case asciiLetter(byte(r)):
		return letters.InWord | letters.Latin
	}
	return 0
}

func (f *normalizer) entries() *[letters.TableEnd]letters.Entry {
	if f.table == nil {
		f.table = letters.Table()
	}
	return f.table
}

// latinLine reports whether ASCII letters are at least five and a third of the letters
// around f.i, within the line.
func (f *normalizer) latinLine() bool {
	start, end := max(0, f.i-maxLine/2), min(len(f.s), f.i+maxLine/2)
	if i := strings.LastIndexByte(f.s[start:f.i], '\n'); i >= 0 {
		start += i
	}
	if i := strings.IndexByte(f.s[f.i:end], '\n'); i >= 0 {
		end = f.i + i
	}
	ascii, other := 0, 0
	for _, b := range []byte(f.s[start:end]) {
		if asciiLetter(b) {
			ascii++
		} else if b >= 0xc0 {
			other++ // the first byte of a character
		}
	}
	return 2*ascii >= other && ascii > 4
}
