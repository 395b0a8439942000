package mdwriter

import (
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Escape returns text as inline Markdown that renders as text: signs that would
// start markup are escaped, control characters dropped, line breaks kept. A
// sign at the start of a line that would begin a block is escaped too. Addresses
// such as https://example.com/_a_/~b stay as they are. Text must be valid UTF-8.
func Escape(text string) string {
	if plain(text) {
		return text
	}
	text = Printable(text)
	return string(appendEscaped(make([]byte, 0, len(text)+len(text)/8+8), text))
}

// Inline is Escape of text with every run of white space folded into a blank,
// for places that must stay on one line.
func Inline(text string) string { return Escape(Fold(text)) }

// Fold trims text and makes every run of white space and of control characters
// one blank. Characters that no reader sees are dropped.
func Fold(text string) string {
	return strings.Join(strings.FieldsFunc(invisible.Strip(text), func(r rune) bool {
		return r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u2028' || r == '\u2029'
	}), " ")
}

// plain reports whether text has nothing that Escape would change.
func plain(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == ' ' && i > 0, c == ',', c == '.' && i > 3, c == '\'', c == '"', c == '/', c == '%', c == '?':
			if c >= '0' && c <= '9' && i == 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

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

// appendEscaped appends printable text, escaped, to dst.
func appendEscaped(dst []byte, text string) []byte {
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
			if host, ok := mdinline.AddressHost(text, i); ok {
				address = mdinline.AddressEnd(text, host)
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
		return append(dst, "&lt;"...)
	case '_':
		if i > 0 && wordByte(text[i-1]) && wordByte(next) {
			return append(dst, c)
		}
		return append(dst, '\\', c)
	case '&':
		if entity(text[i:]) {
			return append(dst, '\\', c)
		}
	}
	return append(dst, c)
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// entity reports whether s, which begins with "&", may be read as a character
// reference.
func entity(s string) bool {
	for i := 1; i < len(s) && i < 34; i++ {
		switch c := s[i]; {
		case c == ';':
			return i > 1
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '#' && i == 1:
		default:
			return false
		}
	}
	return false
}

// appendLineStart appends what stands at the start of a line that could begin a
// block, escaped, and returns how much of line that was. Indentation is
// dropped: four blanks would be code.
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
