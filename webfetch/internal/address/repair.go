package address

import "strings"

// Repair returns an address, or a reference to one, as browsers read it
// (https://url.spec.whatwg.org/#concept-basic-url-parser) where net/url has an error:
// without tabs and line breaks, and with %25 for a "%" of path or fragment that begins no
// escape. Host and query stay as they are.
//
//	/100%-wool → /100%25-wool   /a%2Fb → /a%2Fb   /q?a\tb=5% → /q?ab=5%
func Repair(raw string) string {
	if strings.ContainsAny(raw, "\t\r\n") {
		raw = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(raw)
	}
	if !strings.Contains(raw, "%") {
		return raw
	}
	at := 0 // the beginning of the path
	if scheme := strings.Index(raw, "//"); scheme == 0 || scheme > 0 && raw[scheme-1] == ':' && !strings.ContainsAny(raw[:scheme], "/?#") {
		at = scheme + 2
		if end := strings.IndexAny(raw[at:], "/?#"); end >= 0 {
			at += end
		} else {
			return raw
		}
	}
	rest, fragment, hasFragment := strings.Cut(raw[at:], "#")
	path, query, hasQuery := strings.Cut(rest, "?")
	out := raw[:at] + escapePercent(path)
	if hasQuery {
		out += "?" + query
	}
	if hasFragment {
		out += "#" + escapePercent(fragment)
	}
	return out
}

func escapePercent(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		if len(s) > i+2 && isHex(s[i+1]) && isHex(s[i+2]) {
			b.WriteString("%")
		} else {
			b.WriteString("%25")
		}
		s = s[i+1:]
	}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
