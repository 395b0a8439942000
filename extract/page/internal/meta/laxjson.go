package meta

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string. The cursor is at its quote.
func (s *laxScanner) text() string {
	s.at++
	start := s.at
	for s.at < len(s.src) {
		switch s.src[s.at] {
		case '"':
			s.at++
			return s.src[start : s.at-1]
		case '\\':
			return s.escaped(start)
		}
		s.at++
	}
	return s.src[start:]
}

// escaped reads on in a string that has escapes.
func (s *laxScanner) escaped(start int) string {
	var b strings.Builder
	b.WriteString(s.src[start:s.at])
	for s.at < len(s.src) {
		c := s.src[s.at]
		s.at++
		switch {
		case c == '"':
			return b.String()
		case c != '\\' || s.at >= len(s.src):
			b.WriteByte(c)
		default:
			s.escape(&b)
		}
	}
	return b.String()
}

func (s *laxScanner) escape(b *strings.Builder) {
	c := s.src[s.at]
	s.at++
	switch c {
	case 'n', 'r':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'b', 'f':
		b.WriteByte(' ')
	case 'u':
		r := s.hex()
		if utf16.IsSurrogate(r) && strings.HasPrefix(s.src[s.at:], `\u`) {
			s.at += 2
			r = utf16.DecodeRune(r, s.hex())
		}
		if utf16.IsSurrogate(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	default:
		b.WriteByte(c)
	}
}

func (s *laxScanner) hex() (r rune) {
	for n := 0; n < 4 && s.at < len(s.src); n++ {
		c := s.src[s.at]
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 + rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 + rune(c|0x20-'a'+10)
		default:
			return utf8.RuneError
		}
		s.at++
	}
	return r
}

// skipValue reads over a value of any kind without keeping it.
func (s *laxScanner) skipValue() {
	depth := 0
	for s.skip(); s.at < len(s.src); {
		switch s.src[s.at] {
		case '"':
			s.skipString()
		case '{', '[':
			depth++
			s.at++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
			s.at++
		case ',', ':':
			if depth == 0 {
				return
			}
			s.at++
			continue
		default:
			s.at++
			if depth == 0 && s.at < len(s.src) && !strings.ContainsRune(",]} \n\r\t", rune(s.src[s.at])) {
				continue
			}
		}
		if depth == 0 {
			return
		}
	}
}

// skipString passes over a string.
func (s *laxScanner) skipString() {
	for s.at++; s.at < len(s.src); s.at++ {
		switch s.src[s.at] {
		case '"':
			s.at++
			return
		case '\\':
			s.at++
		}
	}
	s.at = len(s.src) // and not beyond, as after a backslash at the end
}
