// Package grapheme finds characters as a reader sees them.
package grapheme

import (
	"unicode"
	"unicode/utf8"
)

// End returns the end of the first user-perceived character of s: an extended grapheme
// cluster of Unicode Standard Annex 29, with rules based on general categories instead of
// its own tables. It returns 0 for "". It cuts a character of more than MaxCluster code
// points; no language has one.
func End(s string) int {
	prev, i := utf8.DecodeRuneInString(s)
	flags := 0
	if regional(prev) {
		flags = 1
	}
	for n := 1; i < len(s) && n < MaxCluster; n++ {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case prev == '\r' && r == '\n':
		case prev == '\n' || prev == '\r':
			return i
		case extends(r), prev == zeroWidthJoiner:
		case hangul(prev, r):
		case regional(r) && flags == 1:
			flags = 2
		default:
			return i
		}
		prev = r
		i += size
	}
	return i
}

// MaxCluster is well above the 31 of the Stream-Safe Text Format (UAX 15).
const MaxCluster = 64

const zeroWidthJoiner = '\u200d'

func extends(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == zeroWidthJoiner, r == '\u200c', r == 'ำ', r == 'ຳ': // the vowels am of Thai and Lao
		return true
	case 0x1f3fb <= r && r <= 0x1f3ff, 0xe0020 <= r && r <= 0xe007f: // skin tones, tags
		return true
	}
	return unicode.Is(unicode.M, r)
}

func regional(r rune) bool { return 0x1f1e6 <= r && r <= 0x1f1ff }

func hangul(prev, r rune) bool {
	lead := func(r rune) bool { return 0x1100 <= r && r <= 0x115f || 0xa960 <= r && r <= 0xa97c }
	vowel := func(r rune) bool { return 0x1160 <= r && r <= 0x11a7 || 0xd7b0 <= r && r <= 0xd7c6 }
	trail := func(r rune) bool { return 0x11a8 <= r && r <= 0x11ff || 0xd7cb <= r && r <= 0xd7fb }
	syllable := func(r rune) bool { return 0xac00 <= r && r <= 0xd7a3 }
	open := func(r rune) bool { return syllable(r) && (r-0xac00)%28 == 0 }
	switch {
	case lead(prev):
		return lead(r) || vowel(r) || syllable(r)
	case open(prev), vowel(prev):
		return vowel(r) || trail(r)
	case syllable(prev), trail(prev):
		return trail(r)
	}
	return false
}
