package htmlmd

import (
	"bytes"
	"strings"
)

// isAutolink says whether a link with this text can be written as <address>.
func isAutolink(text, url []byte) bool {
	if len(text) == 0 || !bytes.HasSuffix(url, text) {
		return false
	}
	for i, c := range url {
		if !isAlnum(c) && !isURLMark(c) && c != '(' && c != ')' && c != '&' && !(c == '%' && isPercentEncoded(url[i:])) {
			return false
		}
	}
	if len(text) == len(url) {
		return hasScheme(string(url))
	}
	return string(url[:len(url)-len(text)]) == "mailto:" && count(text, '@') == 1 && isMailAddress(string(text))
}

func isMailAddress(s string) bool {
	user, host, _ := strings.Cut(s, "@")
	for i := 0; i < len(user); i++ {
		if !isAlnum(user[i]) && !strings.Contains(".!#$%&'*+/=?^_{|}~-", user[i:i+1]) {
			return false
		}
	}
	for _, label := range strings.Split(host, ".") {
		if len(label) == 0 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := 0; i < len(label); i++ {
			if !isAlnum(label[i]) && label[i] != '-' {
				return false
			}
		}
	}
	return user != ""
}

// hasScheme says whether s begins with the scheme of an autolink: 2 to 32
// characters and a colon.
func hasScheme(s string) bool {
	i := strings.IndexByte(s, ':')
	if i < 2 || i > 32 || !isAlnum(s[0]) || s[0] <= '9' {
		return false
	}
	for j := 1; j < i; j++ {
		if c := s[j]; !isAlnum(c) && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

// emitURL writes an address as a link destination.
func (w *writer) emitURL(url []byte, titled bool) {
	if len(url) == 0 {
		if titled {
			w.out = append(w.out, "<>"...)
		}
		return
	}
	done := 0
	for i, c := range url {
		if isAlnum(c) || isURLMark(c) {
			continue
		}
		w.out = append(w.out, url[done:i]...)
		done = i + 1
		switch {
		case c == '(' || c == ')':
			if !parensMatch(url) {
				w.out = append(w.out, '\\')
			}
			w.out = append(w.out, c)
		case c == '&' && startsEntity(url[i:]):
			w.out = append(w.out, "&amp;"...)
		case c == '&' || c == '%' && isPercentEncoded(url[i:]):
			w.out = append(w.out, c)
		default:
			const hex = "0123456789ABCDEF"
			w.out = append(w.out, '%', hex[c>>4], hex[c&15])
		}
	}
	w.out = append(w.out, url[done:]...)
}

// isURLMark says whether a sign may stand in an address as it is, in Markdown as
// well as by RFC 3986, section 2.
func isURLMark(c byte) bool {
	switch c {
	case '/', '-', '.', '_', '~', ':', '?', '=', '#', '+', ',', ';', '@', '!', '$', '*', '\'':
		return true
	}
	return false
}

func isPercentEncoded(t []byte) bool { return len(t) > 2 && isHex(t[1]) && isHex(t[2]) }

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// parensMatch says whether parentheses pair, and nest no deeper than every
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

// appendTitle appends a title: its lines stay, other white space is folded.
func appendTitle(b []byte, s string) []byte {
	at := len(b)
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && byteClass[s[j]] == classSpace {
			j++
		}
		switch {
		case j == i:
			b = append(b, s[i])
			j++
		case s[i:j] == "\n":
			b = append(b, '\n')
		case len(b) > at && j < len(s):
			b = append(b, ' ')
		}
		i = j
	}
	return b
}

// emitTitle writes the title of a link or image.
func (w *writer) emitTitle(t []byte) {
	quote := byte('"')
	if count(t, '"') > 0 && count(t, '\'') == 0 {
		quote = '\''
	}
	w.out = append(w.out, ' ', quote)
	for i, c := range t {
		switch {
		case c == quote, c == '\\' && (i+1 == len(t) || isASCIIPunct(t[i+1])), c == '|' && w.cell > 0:
			w.out = append(w.out, '\\', c)
		case c == '&' && startsEntity(t[i:]):
			w.out = append(w.out, "&amp;"...)
		case c == '`':
			w.out = append(w.out, "&#96;"...)
		case c == '\n':
			w.out = append(w.out, "&#10;"...)
		case c == '<' && i+1 < len(t) && startsTag(t[i+1]):
			w.out = append(w.out, "&lt;"...)
		default:
			w.out = append(w.out, c)
		}
	}
	w.out = append(w.out, quote)
}
