package mdinline

import (
	"strings"
	"unicode/utf8"
)

// ruleOrTable reports whether the first line of s could be a rule, the
// underline of a heading or the delimiter row of a table.
func ruleOrTable(s string) bool {
	for i := 0; i < len(s) && s[i] != '\n' && s[i] != '\r'; i++ {
		if c := s[i]; c != '-' && c != '|' && c != ':' && c > ' ' {
			return false
		}
	}
	return true
}

// AppendText appends text to dst, escaped so that it remains text next to any inline
// Markdown. An [Encoder] escapes less, because it knows the neighbours. Line ends are kept;
// characters that would begin a block at the start of a line are escaped too. The text must
// be valid UTF-8 without control characters.
func AppendText(dst []byte, text string) []byte {
	lineStart := true
	address := 0 // the end of the last address met
	for i := 0; i < len(text); i++ {
		if lineStart {
			var n int
			dst, n = appendLineStart(dst, text[i:])
			i += n
			lineStart = false
			if i == len(text) {
				break
			}
		}
		switch c := text[i]; c {
		case '\n':
			dst = append(trimBlanks(dst), c)
			lineStart = true
		case '\t':
			dst = append(dst, ' ')
		case ':', '.':
			if host, ok := AddressHost(text, i); ok {
				address = AddressEnd(text, host)
			}
			dst = append(dst, c)
		case '_', '~':
			if i < address {
				dst = append(dst, c) // no delimiter is read in an address
				continue
			}
			dst = appendSign(dst, text, i)
		default:
			dst = appendSign(dst, text, i)
		}
	}
	return dst
}

// trimBlanks drops blanks before a line break: two of them would be a hard one.
func trimBlanks(dst []byte) []byte {
	for len(dst) > 0 && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// appendSign appends the ASCII character at i, escaped where it could begin
// inline markup.
func appendSign(dst []byte, text string, i int) []byte {
	c := text[i]
	next := byte(' ')
	if i+1 < len(text) {
		next = text[i+1]
	}
	switch c {
	case '\\', '`', '*', '[', ']', '~':
		return append(dst, '\\', c)
	case '<':
		if i+1 < len(text) && !StartsTag(next) && !startsMailAddress(text[i+1:]) {
			return append(dst, c)
		}
		return append(dst, '\\', c)
	case '_':
		if i > 0 && wordByte(text[i-1]) && wordByte(next) {
			return append(dst, c)
		}
		return append(dst, '\\', c)
	case '&':
		if StartsEntity(text[i:]) {
			return append(dst, '\\', c)
		}
	}
	return append(dst, c)
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// appendLineStart appends, escaped, characters at the start of a line that could begin a
// block, and returns how many bytes of line it read. It drops indentation: four blanks would
// be code.
func appendLineStart(dst []byte, line string) ([]byte, int) {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	if n == len(line) {
		return dst, n
	}
	switch c := line[n]; c {
	case '#', '>', '|', '=':
		return append(dst, '\\', c), n + 1
	case '+', '-':
		if n+1 == len(line) || strings.IndexByte(" \t\r\n", line[n+1]) >= 0 || ruleOrTable(line[n:]) {
			return append(dst, '\\', c), n + 1
		}
		return append(dst, c), n + 1
	case ':':
		return append(dst, '\\', c), n + 1
	}
	digits := n
	for digits < len(line) && digits < n+9 && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	if digits > n && digits < len(line) && (line[digits] == '.' || line[digits] == ')') &&
		(digits+1 == len(line) || strings.IndexByte(" \t\r\n", line[digits+1]) >= 0) {
		dst = append(dst, line[n:digits]...)
		return append(dst, '\\', line[digits]), digits + 1
	}
	return append(dst, line[n:digits]...), digits
}
