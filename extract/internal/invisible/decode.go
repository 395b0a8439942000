package invisible

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Decode returns the text that invisible characters of s spell: tag
// characters, which mirror ASCII; runs of variation selectors, each one byte;
// and zero-width characters used as binary digits. It returns "" if there is
// none, and for the tags of flags. What it returns was never visible: hand it
// to the injection scan, not to a reader.
func Decode(s string) string {
	if len(s) < leastSmuggled || strings.IndexByte(s, 0xf3) < 0 && strings.IndexByte(s, 0xef) < 0 && (strings.IndexByte(s, 0xe2) < 0 || !zeroWidthPair(s)) {
		return ""
	}
	var tags, selectors, binary []byte
	var run []rune // zero-width characters, the first of which is taken for the digit 0, since the first bit of ASCII is
	endRun := func() {
		for digits := range slices.Chunk(run, 8) {
			if len(run) >= leastBits && len(digits) == 8 {
				spelt := byte(0)
				for _, r := range digits {
					if spelt <<= 1; r != run[0] {
						spelt |= 1
					}
				}
				binary = append(binary, spelt)
			}
		}
		run = run[:0]
	}
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
		case r >= 0x200b && r <= 0x200d, r == 0x2060, r == 0xfeff:
			run = append(run, r)
		case len(run) > 0:
			endRun()
		}
	}
	endRun()
	var parts []string
	for _, p := range [][]byte{tags, selectors, binary} {
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
	leastBits     = 8 * leastSpelt // of zero-width characters
)

// zeroWidthPair reports whether two zero-width spaces or non-joiners stand side by side.
func zeroWidthPair(s string) bool {
	return strings.Contains(s, "\u200b\u200b") || strings.Contains(s, "\u200b\u200c") || strings.Contains(s, "\u200c\u200b") || strings.Contains(s, "\u200c\u200c")
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
