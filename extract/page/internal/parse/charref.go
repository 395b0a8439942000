package parse

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// unescape returns the value of an attribute, its character references read as the
// parser does: a name without a semicolon is one only as a whole, and not before an
// equals sign (HTML, 13.2.5.73).
func unescape(value []byte) string {
	var b strings.Builder
	b.Grow(len(value))
	writeUnescaped(&b, value)
	return b.String()
}

// writeUnescaped writes what unescape returns.
func writeUnescaped(b *strings.Builder, value []byte) {
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			b.Write(value)
			return
		}
		b.Write(value[:i])
		value = value[i:]
		n := referenceSize(value)
		switch reference := value[:n]; string(reference) {
		case "&", "&amp;":
			b.WriteByte('&')
		case "&quot;":
			b.WriteByte('"')
		default:
			b.WriteString(referred(string(reference), n < len(value) && value[n] == '='))
		}
		value = value[n:]
	}
}

// referenceSize is the size of what may be a character reference at the beginning
// of text.
func referenceSize(text []byte) int {
	n := 1
	if n < len(text) && text[n] == '#' {
		n++
	}
	for n < len(text) && (ascii.IsLetter(text[n]) || '0' <= text[n] && text[n] <= '9') {
		n++
	}
	if n < len(text) && text[n] == ';' {
		n++
	}
	return n
}

// referred returns what a reference of two bytes or more stands for, itself if it is
// none.
func referred(reference string, equals bool) string {
	text := html.UnescapeString(reference)
	switch {
	case reference[1] == '#':
		return text
	case strings.HasSuffix(reference, ";"):
		if strings.HasSuffix(text, ";") && reference != "&semi;" { // read in part
			return reference
		}
	case equals || utf8.RuneCountInString(text) > 1:
		return reference
	}
	return text
}
