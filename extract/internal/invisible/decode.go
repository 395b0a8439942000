package invisible

import (
	"strings"
	"unicode/utf8"
)

// Decode returns the text that invisible characters of s spell: tag
// characters, which mirror ASCII; runs of variation selectors, each one byte;
// and zero-width characters used as binary digits. It returns "" if there is
// none, and for the tags of flags. What it returns was never visible: hand it
// to the injection scan, not to a reader.
func Decode(s string) string {
	if len(s) < leastSmuggled || strings.IndexByte(s, 0xf3) < 0 && strings.IndexByte(s, 0xef) < 0 && !zeroWidthPair(s) {
		return ""
	}
	var tags, selectors []byte
	var bits bitReader
	flag := false
	for _, r := range s {
		flag = r == 0x1f3f4 || flag && r >= 0xe0020 && r <= 0xe007f
		switch {
		case flag:
		case r >= 0xe0020 && r <= 0xe007e:
			tags = append(tags, byte(r-0xe0000))
		case r == 0xe007f && len(tags) > 0:
			tags = append(tags, ' ')
		case r >= 0xfe00 && r <= 0xfe0f:
			selectors = append(selectors, byte(r-0xfe00))
		case r >= 0xe0100 && r <= 0xe01ef:
			selectors = append(selectors, byte(r-0xe0100+16))
		default:
			bits.read(r)
		}
	}
	bits.flush()
	var parts []string
	for _, p := range [][]byte{tags, selectors, bits.out} {
		if text := strings.TrimSpace(string(p)); len(text) >= leastSpelt && utf8.ValidString(text) && printable(text) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n")
}

// What is smuggled is at least so many bytes, each spelt by one character of three
// bytes or more.
const (
	leastSpelt    = 8
	leastSmuggled = 3 * leastSpelt
)

// zeroWidthPair reports whether two zero-width spaces or non-joiners (U+200B,
// U+200C: E2 80 8B and 8C) stand side by side.
func zeroWidthPair(s string) bool {
	for {
		i := strings.IndexByte(s, 0xe2)
		if i < 0 || len(s)-i < 6 {
			return false
		}
		if s = s[i:]; zeroWidth(s) && zeroWidth(s[3:]) {
			return true
		}
		s = s[1:]
	}
}

func zeroWidth(s string) bool {
	return s[0] == 0xe2 && s[1] == 0x80 && (s[2] == 0x8b || s[2] == 0x8c)
}

func printable(s string) bool {
	bad := 0
	for _, r := range s {
		if r < 0x20 && r != '\n' && r != '\t' || r == 0x7f {
			bad++
		}
	}
	return 10*bad <= len(s)
}

// bitReader puts runs of two kinds of zero-width characters together to bytes;
// the first kind that is seen in a run is taken for 0, since the first bit of
// ASCII is.
type bitReader struct {
	out  []byte
	zero rune
	bits []byte
}

func (b *bitReader) read(r rune) {
	if r < 0x200b || r > 0x200d && r != 0x2060 && r != 0xfeff {
		b.flush()
		return
	}
	if len(b.bits) == 0 {
		b.zero = r
	}
	bit := byte(1)
	if r == b.zero {
		bit = 0
	}
	b.bits = append(b.bits, bit)
}

func (b *bitReader) flush() {
	if len(b.bits) >= 64 {
		for i := 0; i+8 <= len(b.bits); i += 8 {
			v := byte(0)
			for _, bit := range b.bits[i : i+8] {
				v = v<<1 | bit
			}
			b.out = append(b.out, v)
		}
	}
	b.bits = b.bits[:0]
}
