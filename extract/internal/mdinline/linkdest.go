package mdinline

import (
	"bytes"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// isAutolink reports whether a link with this text can be written as <address>.
func isAutolink(text, url []byte) bool {
	if len(text) == 0 || !bytes.HasSuffix(url, text) {
		return false
	}
	for i, c := range url {
		if !ascii.IsAlnum(c) && !isURLMark(c) && c != '(' && c != ')' && c != '&' && !(c == '%' && isPercentEncoded(url[i:])) {
			return false
		}
	}
	if len(text) == len(url) {
		return HasScheme(string(url))
	}
	return string(url[:len(url)-len(text)]) == "mailto:" && count(text, '@') == 1 && isMailAddress(string(text))
}

func isMailAddress(s string) bool {
	user, host, _ := strings.Cut(s, "@")
	for i := 0; i < len(user); i++ {
		if user[i] == '`' || !isMailMark(user[i]) { // a backtick could begin code
			return false
		}
	}
	for label := range strings.SplitSeq(host, ".") {
		if len(label) == 0 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := 0; i < len(label); i++ {
			if !ascii.IsAlnum(label[i]) && label[i] != '-' {
				return false
			}
		}
	}
	return user != ""
}

// isMailMark reports whether c may stand before the at sign of a mail address.
func isMailMark(c byte) bool {
	return ascii.IsAlnum(c) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", c) >= 0
}

// HasScheme reports whether s begins with the scheme of an autolink: 2 to 32
// characters and a colon.
func HasScheme(s string) bool {
	i := strings.IndexByte(s, ':')
	if i < 2 || i > 32 || !ascii.IsAlnum(s[0]) || s[0] <= '9' {
		return false
	}
	for j := 1; j < i; j++ {
		if c := s[j]; !ascii.IsAlnum(c) && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

// emitURL writes an address as a link destination.
func (e *Encoder) emitURL(url []byte, titled bool) {
	if len(url) == 0 {
		if titled {
			e.out = append(e.out, "<>"...)
		}
		return
	}
	done := 0
	for i, c := range url {
		if ascii.IsAlnum(c) || isURLMark(c) {
			continue
		}
		e.out = append(e.out, url[done:i]...)
		done = i + 1
		switch {
		case c == '(' || c == ')':
			if !parensMatch(url) {
				e.out = append(e.out, '\\')
			}
			e.out = append(e.out, c)
		case c == '&' && StartsEntity(url[i:]):
			e.out = append(e.out, "&amp;"...)
		case c == '&' || c == '%' && isPercentEncoded(url[i:]):
			e.out = append(e.out, c)
		default:
			const hex = "0123456789ABCDEF"
			e.out = append(e.out, '%', hex[c>>4], hex[c&15])
		}
	}
	e.out = append(e.out, url[done:]...)
}

// isURLMark reports whether a character is valid in an address without encoding, both in
// Markdown and by RFC 3986, section 2.
func isURLMark(c byte) bool {
	switch c {
	case '/', '-', '.', '_', '~', ':', '?', '=', '#', '+', ',', ';', '@', '!', '$', '*', '\'':
		return true
	}
	return false
}

func isPercentEncoded(t []byte) bool {
	return len(t) > 2 && ascii.HexValue(t[1]) >= 0 && ascii.HexValue(t[2]) >= 0
}

// parensMatch reports whether parentheses pair, and nest no deeper than every
// reader allows.
func parensMatch(t []byte) bool {
	depth := 0
	for _, c := range t {
		switch c {
		case '(':
			if depth++; depth > 30 {
				return false
			}
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// emitTitle writes the title of a link or image.
func (e *Encoder) emitTitle(t []byte) {
	quote := byte('"')
	if count(t, '"') > 0 && count(t, '\'') == 0 {
		quote = '\''
	}
	e.out = append(e.out, ' ', quote)
	for i, c := range t {
		switch {
		case c == quote, c == '\\' && (i+1 == len(t) || ascii.IsPunct(t[i+1])), c == '|' && e.context == Cell:
			e.out = append(e.out, '\\', c)
		case c == '&' && StartsEntity(t[i:]):
			e.out = append(e.out, "&amp;"...)
		case c == '`':
			e.out = append(e.out, "&#96;"...)
		case c == '\n':
			e.out = append(e.out, "&#10;"...)
		case c == '<' && i+1 < len(t) && StartsTag(t[i+1]):
			e.out = append(e.out, "&lt;"...)
		default:
			e.out = append(e.out, c)
		}
	}
	e.out = append(e.out, quote)
}
