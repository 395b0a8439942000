// Package laxjson reads JSON as pages have it: cut off, with commas too many or too few, and
// with strings that JSON does not allow. It never fails; it takes what it can.
package laxjson

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Scanner reads Src from At on, in place: strings without escapes are not copied. Its
// methods stop at the end of Src for every input.
type Scanner struct {
	Src string
	At  int
}

// Skip goes on behind white space, and commas and semicolons, which are misplaced where
// Skip is called.
func (s *Scanner) Skip() {
	for s.At < len(s.Src) {
		switch s.Src[s.At] {
		case ' ', '\t', '\n', '\r', ',', ';':
			s.At++
		default:
			return
		}
	}
}

// Peek goes on to what comes next and returns its first byte, 0 at the end.
func (s *Scanner) Peek() byte {
	s.Skip()
	if s.At < len(s.Src) {
		return s.Src[s.At]
	}
	return 0
}

// List calls item for each value of an array.
func (s *Scanner) List(item func()) {
	s.At++
	for {
		c := s.Peek()
		if c == ']' || c == 0 {
			s.At++
			return
		}
		before := s.At
		item()
		if s.At == before {
			s.At++
		}
	}
}

// Object calls member for each name of an object, the cursor being at the value.
func (s *Scanner) Object(member func(name string)) {
	const maxBlank = 64 // bounds the white space that is searched for a comma instead of a value
	s.At++
	for {
		switch s.Peek() {
		case '}', 0:
			s.At++
			return
		case '"':
		default:
			s.At++
			continue
		}
		name := s.Text()
		if s.Peek() == ':' {
			s.At++
		}
		if strings.HasPrefix(strings.TrimLeft(s.Src[s.At:min(len(s.Src), s.At+maxBlank)], " \t\r\n"), ",") {
			continue // a comma instead of a value
		}
		before := s.At
		member(name)
		if s.At == before {
			s.At++
		}
	}
}

// Text reads a string. The cursor is at its quote. A string that does not end goes to the
// end of Src.
func (s *Scanner) Text() string {
	s.At++
	start := s.At
	for s.At < len(s.Src) {
		switch s.Src[s.At] {
		case '"':
			s.At++
			return s.Src[start : s.At-1]
		case '\\':
			return s.escaped(start)
		}
		s.At++
	}
	return s.Src[start:]
}

// escaped reads the rest of a string, up to whose first escape Text came.
func (s *Scanner) escaped(start int) string {
	text := []byte(s.Src[start:s.At])
	for s.At < len(s.Src) {
		c := s.Src[s.At]
		s.At++
		switch {
		case c == '"':
			return string(text)
		case c != '\\' || s.At == len(s.Src):
			text = append(text, c)
			continue
		}
		c = s.Src[s.At]
		s.At++
		if c == 'u' {
			text = utf8.AppendRune(text, s.character())
			continue
		}
		if i := strings.IndexByte("nrtbf", c); i >= 0 {
			c = "\n\n\t  "[i]
		}
		text = append(text, c)
	}
	return string(text)
}

// character reads the digits of an escape, and for the first half of a pair the second one too. It returns U+FFFD where none
// follows.
func (s *Scanner) character() rune {
	r, at := s.hex(), s.At
	if !utf16.IsSurrogate(r) {
		return r
	}
	if strings.HasPrefix(s.Src[at:], `\u`) {
		s.At += len(`\u`)
		if r = utf16.DecodeRune(r, s.hex()); r != utf8.RuneError {
			return r
		}
		s.At = at
	}
	return utf8.RuneError
}

func (s *Scanner) hex() (r rune) {
	for n := 0; n < 4 && s.At < len(s.Src); n++ {
		c := s.Src[s.At]
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 + rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 + rune(c|0x20-'a'+10)
		default:
			return utf8.RuneError
		}
		s.At++
	}
	return r
}

// SkipValue reads over a value of any kind without keeping it.
func (s *Scanner) SkipValue() {
	depth := 0
	for s.Skip(); s.At < len(s.Src); {
		switch s.Src[s.At] {
		case '"':
			s.SkipString()
		case '{', '[':
			depth++
			s.At++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
			s.At++
		case ',', ':':
			if depth == 0 {
				return
			}
			s.At++
			continue
		default:
			s.At++
			if depth == 0 && s.At < len(s.Src) && !strings.ContainsRune(",]} \n\r\t", rune(s.Src[s.At])) {
				continue
			}
		}
		if depth == 0 {
			return
		}
	}
}

// SkipString passes over a string. The cursor is at its quote. It reports whether the
// string ends.
func (s *Scanner) SkipString() (closed bool) {
	for s.At++; s.At < len(s.Src); s.At++ {
		switch s.Src[s.At] {
		case '"':
			s.At++
			return true
		case '\\':
			s.At++
		}
	}
	s.At = len(s.Src) // and not beyond, as after a backslash at the end
	return false
}

// NextQuote moves to the next quote and reports whether there is one.
func (s *Scanner) NextQuote() bool {
	i := strings.IndexByte(s.Src[s.At:], '"')
	s.At += max(i, 0)
	return i >= 0
}

// AtColon reports whether a colon comes next, so that the string before it was a name.
func (s *Scanner) AtColon() bool {
	return strings.HasPrefix(strings.TrimLeft(s.Src[s.At:], " \t\r\n"), ":")
}

// Unquote returns what a string with its quotes says. Of escapes that JSON does not have
// the character stays.
func Unquote(literal string) string { return (&Scanner{Src: literal}).Text() }
