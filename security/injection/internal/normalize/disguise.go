package normalize

import (
	"slices"
	"unicode/utf8"
)

// minDisguised is how many disguised characters make a passage disguised:
// a single one may be a slip or an ornament.
const minDisguised = 4

// Disguised reports whether the original text from start to end has Latin text that is
// written with characters that hide it from a search: letters of mathematics, full-width
// or enclosed ones, letters of other scripts within Latin words, tag characters, selectors
// that carry bytes, and invisible characters or heaps of accents within words. Soft
// hyphens, and the emoji of flags and families, don't count.
func (t *Text) Disguised(start, end int) bool {
	from, _ := slices.BinarySearch(t.disguised, int32(start))
	to, _ := slices.BinarySearch(t.disguised, int32(end))
	return to-from >= minDisguised
}

// disguises reports whether the character r at f.i, which ends before next, disguises text.
func (f *normalizer) disguises(r rune, next int) bool {
	behind, before := f.i > 0 && asciiLetter(f.s[f.i-1]), next < len(f.s) && asciiLetter(f.s[next])
	switch {
	case r >= 0x200b && r <= 0x200f || r >= 0x2060 && r <= 0x2064 || r == 0xfeff || r == 0x180e: // invisible, soft hyphens aside
		return behind && before
	case r >= 0x370 && r <= 0x58f || r >= 0x13a0 && r <= 0x13ff: // Greek, Cyrillic and others that look like Latin
		return behind || before
	case accent(r):
		last, _ := utf8.DecodeLastRuneInString(f.s[:f.i])
		return accent(last)
	}
	return r >= 0x1d400 && r <= 0x1d6a5 || r >= 0xff21 && r <= 0xff5a || r >= 0x249c && r <= 0x24e9 || r >= 0x1f110 && r <= 0x1f189 || hiddenLetter(r)
}

// hiddenLetter reports whether a character is a tag or a variation selector that
// encodes a byte; both are invisible.
func hiddenLetter(r rune) bool { return r >= 0xe0020 && r <= 0xe007e || r >= 0xe0100 && r <= 0xe01ef }

func accent(r rune) bool { return r >= 0x300 && r <= 0x36f }

func asciiLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
