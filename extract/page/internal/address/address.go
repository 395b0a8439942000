// Package address tells addresses that need no parsing from others.
package address

import "strings"

// odd has a bit for each ASCII character that parsing may change: controls and
// space, quotes, angles, braces and the like.
var odd = [2]uint64{
	1<<33 - 1 | 1<<'"' | 1<<'<' | 1<<'>' | 1<<'%',
	1<<('\\'-64) | 1<<('^'-64) | 1<<('`'-64) | 1<<('{'-64) | 1<<('|'-64) | 1<<('}'-64),
}

// Plain reports whether an address holds nothing that parsing it would change:
// ASCII without spaces, control characters, quotes and dot segments. It doesn't
// look at the host, nor at a second number sign.
func Plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x7F || odd[c>>6]>>(c&63)&1 != 0 || c == '/' && i+1 < len(s) && s[i+1] == '.' || i < 8 && c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// Host returns what stands before the path, the query and the fragment of an
// address without its scheme and the slashes after it.
func Host(rest string) string {
	for i := 0; i < len(rest); i++ {
		if c := rest[i]; c == '/' || c == '?' || c == '#' {
			return rest[:i]
		}
	}
	return rest
}

// PlainHost reports whether a host is a name as most are, letters, digits, dots,
// hyphens, or empty.
func PlainHost(host string) bool {
	for i := 0; i < len(host); i++ {
		if c := host[i]; c|0x20 < 'a' || c|0x20 > 'z' {
			if (c < '0' || c > '9') && c != '.' && c != '-' {
				return false
			}
		}
	}
	return true
}

// Whole reports whether an address is absolute, of the web, without a fragment,
// and stays the same when it is parsed and resolved.
func Whole(s string) bool {
	rest, found := strings.CutPrefix(s, "https://")
	if !found {
		rest, found = strings.CutPrefix(s, "http://")
	}
	if !found || strings.IndexByte(s, '#') >= 0 || !Plain(s) {
		return false
	}
	host := Host(rest)
	return host != "" && PlainHost(host)
}
