package layout

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// stringValue returns what a JSON string says, or the literal where it isn't one
// (RFC 8259, section 7). What isn't UTF-8, nor half of a surrogate pair, is
// U+FFFD.
func stringValue(literal string) string {
	inner := literal[1 : len(literal)-1]
	i := 0
	for i < len(inner) && inner[i] >= ' ' && inner[i] != '\\' {
		i++
	}
	if i == len(inner) {
		return validUTF8(inner)
	}
	var b strings.Builder
	b.Grow(len(inner))
	for start := 0; ; start = i {
		for i < len(inner) && inner[i] >= ' ' && inner[i] != '\\' {
			i++
		}
		b.WriteString(validUTF8(inner[start:i]))
		if i == len(inner) {
			return b.String()
		}
		r, size := escaped(inner[i:])
		if size == 0 {
			return literal
		}
		b.WriteRune(r)
		i += size
	}
}

// validUTF8 replaces each byte that isn't UTF-8.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// escaped reads the escape that s begins with; its size is 0 if there is none.
func escaped(s string) (r rune, size int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	switch c := s[1]; c {
	case '"', '\\', '/':
		return rune(c), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		return escapedRune(s)
	}
	return 0, 0
}

// escapedRune reads "\u" with four digits, or two of them for a character beyond
// the first plane.
func escapedRune(s string) (r rune, size int) {
	r, ok := fourDigits(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := fourDigits(s[6:]); ok {
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

// fourDigits returns the number after "\u".
func fourDigits(s string) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, c := range []byte(s[2:6]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
