package textstat

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// beforeCJK is the last character before all those of scripts without spaces.
const beforeCJK = '\u0E00'

// CountWords counts runs of letters and digits, and apart from them the
// characters of scripts that write without spaces. Apostrophes and hyphens stand
// inside of words.
func CountWords(s string) (words, unspaced int) {
	inside := false
	for i := 0; i < len(s); {
		if i+8 <= len(s) {
			if n, in, ok := countPlain(eight(s, i), inside); ok {
				words += n
				inside = in
				i += 8
				continue
			}
		}
		for end := min(i+8, len(s)); i < end; {
			r, size := rune(s[i]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(s[i:])
			}
			i += size
			switch {
			case isUnspaced(r):
				unspaced++
				inside = false
			case isWordly(r):
				if !inside {
					words++
				}
				inside = true
			default:
				inside = inside && (r == '\'' || r == '-')
			}
		}
	}
	return words, unspaced
}

// countPlain counts the words that begin in eight bytes of ASCII without two
// apostrophes or hyphens side by side, and reports whether the last byte is inside
// of one.
func countPlain(x uint64, before bool) (words int, inside, ok bool) {
	joiners := equal(x, '\'') | equal(x, '-')
	if x&high != 0 || joiners&(joiners<<8) != 0 {
		return 0, false, false
	}
	letters := within(x|0x20*ones, 'a', 'z') | within(x, '0', '9')
	first := uint64(0)
	if before {
		first = 0x80
	}
	open := letters | joiners&(letters<<8|first)
	return bits.OnesCount64(letters &^ (open<<8 | first)), open>>63 != 0, true
}

func isWordly(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	case r >= '\u2000' && r <= '\u206F': // General Punctuation, the most of what is left
		return false
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

func isUnspaced(r rune) bool {
	return r > beforeCJK && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
