package writer

import (
	"strings"
)

// startsAddress says whether the byte at i is the one that makes GFM take the
// word it stands in for an address ("extended autolink"): the colon of
// "http://", the dot of "www." or the at of an e-mail address.
func startsAddress(t []byte, i int) bool {
	if t[i] == '@' {
		return isMailHost(t[i+1:]) && isMailUser(t[:i])
	}
	begin := i
	for begin > 0 && i-begin <= 8 && isAlnum(t[begin-1]) {
		begin--
	}
	word := t[begin:i]
	switch t[i] {
	case ':':
		if s := string(word); s != "http" && s != "https" && s != "ftp" {
			return false
		}
		if i+3 >= len(t) || t[i+1] != '/' || t[i+2] != '/' || !isAlnum(t[i+3]) {
			return false
		}
	case '.':
		if string(word) != "www" || i+1 >= len(t) || !isAlnum(t[i+1]) {
			return false
		}
	}
	return begin == 0 || precedesAddress(t[begin-1])
}

// precedesAddress says whether an address may begin after c.
func precedesAddress(c byte) bool {
	return c == ' ' || c == '*' || c == '_' || c == '~' || c == '('
}

// isMailUser says whether t ends in what may stand before the at of an address.
func isMailUser(t []byte) bool {
	begin := len(t)
	for begin > 0 && len(t)-begin <= 64 && isMailByte(t[begin-1]) {
		if begin--; begin+1 < len(t) && precedesAddress(t[begin]) {
			return true
		}
	}
	return begin < len(t) && (begin == 0 || precedesAddress(t[begin-1]))
}

func isMailByte(c byte) bool {
	return isAlnum(c) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", c) >= 0
}

func isMailHost(t []byte) bool {
	dot := false
	for i, c := range t {
		switch {
		case isAlnum(c) || c == '-' && i > 0:
		case c == '.' && i > 0:
			dot = dot || i+1 < len(t) && isAlnum(t[i+1])
		default:
			return dot
		}
		if dot {
			return true
		}
	}
	return dot
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func isASCIIPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !isAlnum(c)
}
