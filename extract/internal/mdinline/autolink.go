package mdinline

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Addresses in running text that GFM makes links of:
// "extended autolinks", https://github.github.com/gfm/#autolinks-extension-.
// Writers of Markdown leave them as they stand, since readers copy them.

// text is a text to find addresses in.
type text interface{ string | []byte }

// AddressHost returns where the host begins of the address that the byte at i is part
// of: the colon of "http://", "https://" or "ftp://", or the first dot of
// "www.". It reports false for any other byte, and where no address may begin.
func AddressHost[T text](t T, i int) (host int, ok bool) {
	begin := i
	for begin > 0 && i-begin <= 8 && ascii.IsAlnum(t[begin-1]) {
		begin--
	}
	if begin > 0 && strings.IndexByte(" \n*_~(", t[begin-1]) < 0 {
		return 0, false
	}
	host = i + 1
	switch word := string(t[begin:i]); {
	case t[i] == ':' && (word == "http" || word == "https" || word == "ftp"):
		if host += 2; host >= len(t) || t[i+1] != '/' || t[i+2] != '/' {
			return 0, false
		}
	case t[i] == '.' && word == "www":
	default:
		return 0, false
	}
	return host, host < len(t) && ascii.IsAlnum(t[host])
}

// AddressEnd returns the end of the address whose host begins at host: of what every
// reader of GFM takes for part of it, without punctuation of the sentence. It
// returns 0 for a host that not all of them take for one, such as localhost.
func AddressEnd[T text](t T, host int) int {
	i, label := host, host
	for i < len(t) && (ascii.IsAlnum(t[i]) || t[i] == '-' || t[i] == '.') {
		if i++; t[i-1] == '.' {
			label = i
		}
	}
	if label == host || label == len(t) || t[label] < 'a' || t[label] > 'z' {
		return 0
	}
	for i < len(t) && (ascii.IsAlnum(t[i]) || strings.IndexByte("-@:%_+.~#!?&/=(),;'", t[i]) >= 0) {
		i++
	}
	for i > host && strings.IndexByte("?!.,:_~)", t[i-1]) >= 0 {
		i--
	}
	return i
}

// AddressGoesOn reports whether an address that begins with t and reaches its end may go
// on in what follows t.
func AddressGoesOn[T text](t T) bool {
	for i := 0; i < len(t); i++ {
		if c := t[i]; c <= ' ' || c == '<' || c == '\\' {
			return false
		}
	}
	return true
}
