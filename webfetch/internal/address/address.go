// Package address writes the addresses of pages in one spelling.
package address

import (
	"bytes"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// IsRoute reports whether a fragment names a page of an application, which its
// scripts show, and not a place in one: "/install", "!/install". It is part of the
// address of what a renderer has read.
func IsRoute(fragment string) bool {
	return strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!")
}

// Canonical returns u in one spelling: the host of [Host], the path of [Path], no fragment but a route, no tracking parameters. The order of the
// other parameters is kept, for servers may care.
func Canonical(u *url.URL) string {
	c := *Clean(u)
	if c.User = nil; !IsRoute(c.Fragment) {
		c.Fragment, c.RawFragment = "", ""
	}
	c.Host = Host(c.Scheme, c.Host)
	c.RawQuery = withoutTracking(c.RawQuery)
	c.ForceQuery = false
	return c.String()
}

// Host returns a host with its port in one spelling: lower case, ASCII (IDNA), without the dot
// that may end a name, no default port, and none with zeros before it.
func Host(scheme, host string) string {
	host = strings.ToLower(host)
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, ""
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		if ascii, err := idna.Lookup.ToASCII(name); err == nil {
			name = ascii
		}
	}
	name = strings.TrimSuffix(name, ".")
	if err == nil && strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	port = strings.TrimLeft(port, "0")
	if port == "" || scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		return name
	}
	return name + ":" + port
}

func withoutTracking(query string) string {
	var buffer [256]byte
	kept := buffer[:0]
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if pair == "" || isTracking(strings.ToLower(name)) {
			continue
		}
		if len(kept) > 0 {
			kept = append(kept, '&')
		}
		kept = append(kept, pair...)
	}
	if len(kept) == len(query) {
		return query
	}
	return string(kept)
}

// isTracking reports whether a query parameter only says where a visitor came
// from. Names that some sites use for content (ref, source) are kept.
func isTracking(name string) bool {
	switch name {
	case "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "ysclid", "twclid",
		"ttclid", "igshid", "igsh", "li_fat_id", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "vero_id", "vero_conv",
		"oly_anon_id", "oly_enc_id", "rb_clickid", "s_cid", "mkt_tok", "_ga", "_gl", "srsltid", "wickedid",
		"epik", "sc_cid", "cmpid", "xtor", "at_medium", "at_campaign":
		return true
	}
	return strings.HasPrefix(name, "utm_") || strings.HasPrefix(name, "mtm_") || strings.HasPrefix(name, "pk_") ||
		strings.HasPrefix(name, "piwik_") || strings.HasPrefix(name, "hsa_")
}

// A path is compared (with robots.txt, a policy, a scope, the key of a cache) in the
// spelling in which it is sent, so that one rule can't be passed by through another
// spelling: Disallow: /private through /public/%2e%2e/private. [Clean] makes that spelling
// where an address enters the library; code that compares paths reads them by [Path].
//
// It is that of browsers (https://url.spec.whatwg.org/#path-state) without their repairs of
// broken escapes. Escapes stay as they are written: %2F is not a slash, and %252e not a dot.

// Clean returns u with the path of [Path]: u itself where it has that path or is a reference
// without a host, which may be relative, and else a copy.
func Clean(u *url.URL) *url.URL {
	path := Path(u)
	if u.Host == "" || u.EscapedPath() == path {
		return u
	}
	c := *u
	setPath(&c, path)
	return &c
}

// Path returns the path of u as it is sent, percent-encoded: without dot segments, with
// slashes for backslashes that were written unescaped, and "/" for none. Empty segments
// stay: they are segments like others, of which ".." removes one.
//
//	/a/../b     → /b        /a//../b → /a/b
//	/a/%2e%2E/b → /b        /a/b/..  → /a/
//	/../..      → /         /a%2F..  → /a%2F..
func Path(u *url.URL) string { return WithoutDots(encoded(u)) }

// Resolve returns the address that ref leads to from base, with the path of [Path]. At the
// beginning of ref two slashes or backslashes stand before a host.
func Resolve(base *url.URL, ref string) (*url.URL, error) {
	ref = Repair(ref)
	r, err := url.Parse(ref)
	if err == nil && r.Scheme == "" && r.Host == "" && strings.Contains(r.RawPath, `\`) {
		end := strings.IndexAny(ref+"?", "?#")
		r, err = url.Parse(strings.ReplaceAll(ref[:end], `\`, "/") + ref[end:])
	}
	if err != nil {
		return nil, err
	}
	u := base.ResolveReference(r)
	if u.Host == "" {
		return u, nil
	}
	// ResolveReference takes %2e%2e for a name, which a later ".." removes.
	path := encoded(r)
	switch from := encoded(base); {
	case r.Host != "":
	case path == "":
		path = from
	case path[0] != '/':
		path = from[:strings.LastIndexByte(from, '/')+1] + path
	}
	setPath(u, WithoutDots(path))
	return u, nil
}

func setPath(u *url.URL, path string) {
	if u.EscapedPath() == path {
		return
	}
	plain, err := url.PathUnescape(path)
	if err != nil {
		return // of no encoded path
	}
	u.Path, u.RawPath = plain, ""
	if u.EscapedPath() != path {
		u.RawPath = path
	}
}

// encoded returns the percent-encoded path of u with its dot segments. Where the path was
// written with bytes that have to be escaped, EscapedPath escapes all of it anew, and %2F
// would become a slash; here only these bytes are.
func encoded(u *url.URL) string {
	path := u.EscapedPath()
	if u.RawPath == "" || u.RawPath == path {
		return path
	}
	if plain, err := url.PathUnescape(u.RawPath); err != nil || plain != u.Path {
		return path // RawPath belongs to another path
	}
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(u.RawPath)+16)
	for _, c := range []byte(u.RawPath) {
		switch {
		case c == '\\':
			out = append(out, '/')
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/%-._~!$&'()*+,;=:@[]", c) >= 0:
			out = append(out, c)
		default:
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

// WithoutDots returns a percent-encoded path with its dot segments resolved. It begins with
// a slash.
func WithoutDots(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if !strings.Contains(path, "/.") && !strings.Contains(path, "/%2") {
		return path
	}
	out := make([]byte, 0, len(path))
	for rest, more := path[1:], true; more; {
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		switch strings.ReplaceAll(strings.ToLower(segment), "%2e", ".") {
		case ".":
		case "..":
			out = out[:max(bytes.LastIndexByte(out, '/'), 0)]
		default:
			out = append(append(out, '/'), segment...)
			continue
		}
		if !more {
			out = append(out, '/')
		}
	}
	return string(out)
}

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
		at = scheme + 2 + strings.IndexAny(raw[scheme+2:]+"/", "/?#")
	}
	query, fragment := at+strings.IndexAny(raw[at:]+"?", "?#"), at+strings.IndexByte(raw[at:]+"#", '#')
	return raw[:at] + escapePercent(raw[at:query]) + raw[query:fragment] + escapePercent(raw[fragment:])
}

// escapePercent writes %25 for each "%" that begins no escape.
func escapePercent(s string) string {
	parts := strings.Split(s, "%")
	for i, part := range parts {
		if _, err := strconv.ParseUint(part[:min(2, len(part))], 16, 8); i > 0 && (err != nil || len(part) < 2) {
			parts[i] = "25" + part
		}
	}
	return strings.Join(parts, "%")
}

// Homograph returns a short sentence if a host may have been made to look like another one,
// and "" for the great majority of hosts. It is a warning to show to a user, not a reason to
// refuse the host: honest names mix scripts too. The host may be in Unicode or in ASCII
// (xn--).
//
// A label is reported when it mixes scripts in a way that UTS 39, section 5.2, level "highly
// restrictive" does not allow, or when it consists only of Cyrillic or Greek letters that
// look like Latin ones.
func Homograph(host string) (reason string) {
	host = strings.ToLower(host)
	if ascii := !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }); ascii && !strings.Contains(host, "xn--") {
		return ""
	}
	name, err := idna.New().ToUnicode(host)
	if err != nil {
		return "a label does not decode"
	}
	for label := range strings.SplitSeq(name, ".") {
		found, lookalikes := scriptsOf(label)
		switch {
		case len(found) > 1 && !slices.ContainsFunc(together, func(set []string) bool {
			return !slices.ContainsFunc(found, func(script string) bool { return !slices.Contains(set, script) })
		}):
			return "the label " + label + " mixes scripts"
		case lookalikes && (slices.Equal(found, []string{"Cyrillic"}) || slices.Equal(found, []string{"Greek"})):
			return "the label " + label + " consists of letters that look like Latin ones"
		}
	}
	return ""
}

var together = [][]string{{"Latin", "Han", "Hiragana", "Katakana"}, {"Latin", "Han", "Bopomofo"}, {"Latin", "Han", "Hangul"}}

// scriptsOf returns the names of the scripts of a label, without what all scripts share, and whether
// all of its letters look like Latin ones.
func scriptsOf(label string) (found []string, lookalikes bool) {
	lookalikes = true
	for _, r := range label {
		script := "none"
		for name, table := range unicode.Scripts {
			if unicode.Is(table, r) {
				script = name
				break
			}
		}
		if script == "Common" || script == "Inherited" {
			continue
		}
		if !slices.Contains(found, script) {
			found = append(found, script)
		}
		lookalikes = lookalikes && strings.ContainsRune("асеорхуіјѕһԁԛԝӏүνορυικ", r)
	}
	return found, lookalikes
}
