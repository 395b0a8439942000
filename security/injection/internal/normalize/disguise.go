package normalize

import (
	"encoding/binary"
	"unicode/utf8"
)

// minDisguised is how many disguised characters make a passage disguised:
// a single one may be a slip or an ornament.
const minDisguised = 4

// Disguised reports whether Latin text is written with characters that hide it
// from a search: letters of mathematics, full-width or enclosed ones, letters of
// other scripts within Latin words, tag characters, selectors that carry bytes,
// and invisible characters or heaps of accents within words. Soft hyphens, and the
// emoji of flags and families, don't count.
func Disguised(s string) bool {
	count, flag := 0, false
	var last rune // the character before
	for i := 0; i < len(s); {
		if n := leadingASCII(s[i:]); n > 0 {
			i += n
			last = rune(s[i-1])
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		flag = r == 0x1f3f4 || flag && hiddenLetter(r)
		if !flag && masks(r, last, s[i:]) {
			if count++; count == minDisguised {
				return true
			}
		}
		last = r
	}
	return false
}

// leadingASCII returns how many bytes of ASCII s begins with.
func leadingASCII(s string) (n int) {
	const high = 0x8080808080808080
	for n+8 <= len(s) && binary.LittleEndian.Uint64([]byte(s[n:n+8]))&high == 0 {
		n += 8
	}
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// masks reports whether a character between the last one and rest disguises text.
func masks(r, last rune, rest string) bool {
	behind, before := last < utf8.RuneSelf && asciiLetter(byte(last)), rest != "" && asciiLetter(rest[0])
	switch {
	case joiner(r):
		return behind && before
	case lettered(r):
		return behind || before
	case accent(r):
		return accent(last)
	}
	return styled(r) || hiddenLetter(r)
}

// styled reports whether a character is a Latin letter in another shape.
func styled(r rune) bool {
	return r >= 0x1d400 && r <= 0x1d6a5 || r >= 0xff21 && r <= 0xff5a || r >= 0x249c && r <= 0x24e9 || r >= 0x1f110 && r <= 0x1f189
}

// hiddenLetter reports whether a character is a tag or a variation selector that
// encodes a byte; both are invisible.
func hiddenLetter(r rune) bool { return r >= 0xe0020 && r <= 0xe007e || r >= 0xe0100 && r <= 0xe01ef }

// joiner reports whether a character is invisible, and not a soft hyphen.
func joiner(r rune) bool {
	return r >= 0x200b && r <= 0x200f || r >= 0x2060 && r <= 0x2064 || r == 0xfeff || r == 0x180e
}

// lettered reports whether a character is Greek, Cyrillic or of another script
// whose letters look like Latin ones.
func lettered(r rune) bool {
	return r >= 0x370 && r <= 0x58f || r >= 0x13a0 && r <= 0x13ff
}

func accent(r rune) bool { return r >= 0x300 && r <= 0x36f }

func asciiLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
