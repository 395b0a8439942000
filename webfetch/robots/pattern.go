package robots

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

// pattern is the value of a rule: literal parts with anything between them.
type pattern struct {
	parts    []string // normalised; between two of them stands a star
	anchored bool     // a final $: the address ends there
	length   int      // octets of the normalised value; the longest pattern wins
}

// compile reads a value (RFC 9309, section 2.2.3): "*" is any sequence, a
// final "$" the end, everything else literal. "/a/../private" is a rule for /private; but
// "/../", which would be one for the whole site, is meant for attempts to leave it, and
// matches nothing.
func compile(value string) pattern {
	var p pattern
	value, p.anchored = strings.CutSuffix(value, "$")
	for i, part := range strings.Split(value, "*") {
		part = normalise(part)
		if clean := withoutDots(part); i == 0 && (clean != "/" || normalise(strings.Trim(value, "*")) != part) {
			part = clean
		}
		p.length += len(part) + 1
		p.parts = append(p.parts, part)
	}
	p.length-- // there is one star less than parts
	if p.anchored {
		p.length++
	}
	return p
}

// withoutDots resolves the dot segments at the beginning of a pattern, since addresses have
// none. The last segment may go on, as "/.." does in "/..old", and stays.
func withoutDots(part string) string {
	path, _, _ := strings.Cut(part, "?")
	end := strings.LastIndexByte(path, '/') + 1
	if end == 0 {
		return part
	}
	return address.WithoutDots(path[:end]) + part[end:]
}

// matches reports whether the normalised path begins with the pattern. Each
// part is taken at its first occurrence, so the work is linear in both. The
// octets searched are added to work.
func (p *pattern) matches(path string, work *int) bool {
	*work++
	rest, found := strings.CutPrefix(path, p.parts[0])
	if !found {
		return false
	}
	last := len(p.parts) - 1
	if last == 0 {
		return !p.anchored || rest == ""
	}
	for _, part := range p.parts[1:last] {
		i := strings.Index(rest, part)
		if i < 0 {
			*work += len(rest)
			return false
		}
		*work += i + len(part)
		rest = rest[i+len(part):]
	}
	if p.anchored {
		return strings.HasSuffix(rest, p.parts[last])
	}
	*work += len(rest)
	return strings.Contains(rest, p.parts[last])
}

// pathOf returns what patterns are matched with: the path that is sent, without dot segments, and
// the query, normalised.
func pathOf(u *url.URL) string {
	path := address.Path(u)
	if u.RawQuery != "" || u.ForceQuery {
		path += "?" + u.RawQuery
	}
	return normalise(path)
}

// normalise decodes unreserved octets and encodes everything outside printable ASCII, and the two
// signs that patterns give a meaning (section 2.2.2).
func normalise(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = !mustEncode(s[i]) && s[i] != '%'
	}
	if clean {
		return s
	}
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		c, encoded := s[i], false
		if c == '%' && i+2 < len(s) {
			if octet, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				c, encoded = byte(octet), true
				i += 2
			}
		}
		if encoded && !unreserved(c) || !encoded && mustEncode(c) {
			out = append(out, '%', hex[c>>4], hex[c&15])
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

func mustEncode(c byte) bool { return c <= ' ' || c >= 0x7f || c == '*' || c == '$' }

// unreserved is the set of RFC 3986, section 2.3.
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}
