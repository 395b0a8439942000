// Package laxjson reads JSON as pages have it: cut off, with commas too many or too few, and
// with strings that JSON does not allow. It never fails; it takes what it can.
package laxjson

import (
	"strconv"
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
	start := s.At + 1
	closed := s.SkipString()
	text := s.Src[min(start, s.At):s.At]
	if closed {
		text = text[:len(text)-1]
	}
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	return unescape(text)
}

// unescape replaces escapes. Of those that JSON does not have the character stays, and half of a pair is U+FFFD.
func unescape(s string) string {
	out := make([]byte, 0, len(s))
	for {
		plain, rest, found := strings.Cut(s, `\`)
		out = append(out, plain...)
		if !found {
			return string(out)
		}
		if rest == "" {
			return string(append(out, '\\'))
		}
		c := rest[0]
		s = rest[1:]
		if c == 'u' {
			var r rune
			if r, s = hex(s); utf16.IsSurrogate(r) {
				low, after := utf8.RuneError, s
				if rest, found := strings.CutPrefix(s, `\u`); found {
					low, after = hex(rest)
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					s = after
				}
			}
			out = utf8.AppendRune(out, r)
			continue
		}
		if i := strings.IndexByte("nrtbf", c); i >= 0 {
			c = "\n\n\t  "[i]
		}
		out = append(out, c)
	}
}

// hex reads the four digits that a text begins with. U+FFFD stands for fewer.
func hex(s string) (r rune, rest string) {
	n, err := strconv.ParseUint(s[:min(4, len(s))], 16, 16)
	if err != nil || len(s) < 4 {
		return utf8.RuneError, strings.TrimLeft(s, "0123456789abcdefABCDEF")
	}
	return rune(n), s[4:]
}

// SkipValue reads over a value of any kind without keeping it.
func (s *Scanner) SkipValue() {
	depth := 0
	for s.Skip(); s.At < len(s.Src); {
		switch c := s.Src[s.At]; {
		case c == '"':
			s.SkipString()
		case depth == 0 && strings.IndexByte(",:}]", c) >= 0:
			return
		case c == '{' || c == '[':
			depth++
			s.At++
		case c == '}' || c == ']':
			depth--
			s.At++
		default:
			s.At++
			if depth == 0 && s.At < len(s.Src) && strings.IndexByte(",]} \n\r\t", s.Src[s.At]) < 0 {
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
