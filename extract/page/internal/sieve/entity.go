package sieve

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// unescape returns the value of an attribute, its character references read as the
// parser does: a name without a semicolon is one only as a whole, and not before an
// equals sign (HTML, 13.2.5.73).
func unescape(value []byte) string {
	var b strings.Builder
	b.Grow(len(value))
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			b.Write(value)
			return b.String()
		}
		b.Write(value[:i])
		value = value[i:]
		n := referenceSize(value)
		b.WriteString(referred(value[:n], n < len(value) && value[n] == '='))
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
	for n < len(text) && (isLetter(text[n]) || '0' <= text[n] && text[n] <= '9') {
		n++
	}
	if n < len(text) && text[n] == ';' {
		n++
	}
	return n
}

// referred returns what a reference stands for, itself if it is none.
func referred(reference []byte, equals bool) string {
	literal := string(reference)
	switch {
	case literal == "&amp;":
		return "&"
	case len(literal) == 1:
		return literal
	}
	text := html.UnescapeString(literal)
	switch {
	case literal[1] == '#':
		return text
	case strings.HasSuffix(literal, ";"):
		if strings.HasSuffix(text, ";") && literal != "&semi;" { // read in part
			return literal
		}
	case equals || utf8.RuneCountInString(text) > 1:
		return literal
	}
	return text
}
