package mdinline

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// AppendText appends text to dst, escaped so that it remains text next to any inline Markdown. An [Encoder] escapes less, because it
// knows the neighbours. Line ends are kept; characters that would begin a block at the start of a line are escaped too. The text must
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
		c, next := text[i], byte(' ')
		if i+1 < len(text) {
			next = text[i+1]
		}
		escape := false
		switch c {
		case '\n':
			dst = bytes.TrimRight(dst, " ") // two of them would be a hard break
			lineStart = true
		case '\t':
			c = ' '
		case ':', '.':
			if host, ok := AddressHost(text, i); ok {
				address = AddressEnd(text, host)
			}
		case '\\', '`', '*', '[', ']':
			escape = true
		case '~':
			escape = i >= address // no delimiter is read in an address
		case '_':
			escape = i >= address && (i == 0 || !wordByte(text[i-1]) || !wordByte(next))
		case '<':
			escape = i+1 == len(text) || StartsTag(next) || startsMailAddress(text[i+1:])
		case '&':
			escape = StartsEntity(text[i:])
		}
		if escape {
			dst = append(dst, '\\')
		}
		dst = append(dst, c)
	}
	return dst
}

func wordByte(c byte) bool { return ascii.IsAlnum(c) || c == '_' || c >= utf8.RuneSelf }

// appendLineStart appends, escaped, characters at the start of a line that could begin a block, and returns how many
// bytes of line it read. It drops indentation: four blanks would be code.
func appendLineStart(dst []byte, line string) ([]byte, int) {
	n := len(line) - len(strings.TrimLeft(line, " \t"))
	if n == len(line) {
		return dst, n
	}
	ends := func(i int) bool { return i == len(line) || strings.IndexByte(" \t\r\n", line[i]) >= 0 }
	switch c := line[n]; c {
	case '#', '>', '|', '=', ':':
		return append(dst, '\\', c), n + 1
	case '+', '-':
		first, _, _ := strings.Cut(line[n:], "\n")
		first, _, _ = strings.Cut(first, "\r")
		rule := strings.TrimFunc(first, func(r rune) bool { return r <= ' ' || r == '-' || r == '|' || r == ':' }) == ""
		if ends(n+1) || rule { // a rule, the underline of a heading or the delimiter row of a table
			dst = append(dst, '\\')
		}
		return append(dst, c), n + 1
	}
	digits := n
	for digits < len(line) && digits < n+9 && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	dst = append(dst, line[n:digits]...)
	if digits > n && digits < len(line) && (line[digits] == '.' || line[digits] == ')') && ends(digits+1) {
		return append(dst, '\\', line[digits]), digits + 1
	}
	return dst, digits
}
