package addresses

import (
	"net/url"
	"slices"
	"strings"
)

// Pattern returns what u has in common with addresses that differ only in
// numbers, identifiers and the values of the query; varies is false for an
// address that has none of these.
func Pattern(u *url.URL) (p string, varies bool) {
	var b strings.Builder
	b.WriteString(u.Scheme + "://" + u.Host)
	for segment := range strings.SplitSeq(strings.TrimPrefix(u.Path, "/"), "/") {
		shape := shapeOf(segment)
		varies = varies || shape != segment
		b.WriteString("/" + shape)
	}
	if u.RawQuery == "" {
		return b.String(), varies
	}
	var names []string
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		name, _, _ := strings.Cut(pair, "=")
		names = append(names, shapeOf(name))
	}
	slices.Sort(names)
	b.WriteString("?" + strings.Join(slices.Compact(names), "&"))
	return b.String(), true
}

// shapeOf puts "#" for each run of digits, and "*" for a segment that is an
// identifier: 16 letters and digits or more with at least four of each mixed, as
// hashes, UUIDs and session identifiers are.
func shapeOf(segment string) string {
	letters, digits := 0, 0
	for _, c := range []byte(segment) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			letters++
		}
	}
	if digits == 0 {
		return segment
	}
	if digits >= 4 && letters >= 4 && letters+digits >= 16 && !strings.ContainsAny(segment, "_ ") && strings.Count(segment, "-") <= 4 {
		return "*"
	}
	var b strings.Builder
	for i := 0; i < len(segment); i++ {
		if c := segment[i]; c < '0' || c > '9' {
			b.WriteByte(c)
		} else if i == 0 || segment[i-1] < '0' || segment[i-1] > '9' {
			b.WriteByte('#')
		}
	}
	return b.String()
}
