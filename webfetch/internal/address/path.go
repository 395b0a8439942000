package address

import (
	"net/url"
	"strconv"
	"strings"
)

// A path is compared (with robots.txt, a policy, a scope, the key of a cache) in the
// spelling in which it is sent, so that one rule can't be passed by through another
// spelling: Disallow: /private through /public/%2e%2e/private. [Clean] makes that spelling
// where an address enters the library; code that compares paths reads them by [Path].
//
// It is that of browsers (https://url.spec.whatwg.org/#path-state) without their repairs of
// broken escapes. Escapes stay as they are written: %2F is not a slash, and %252e not a dot.

// Clean returns a copy of u with the path of [Path]. A reference without a host, which
// may be relative, is copied as it is.
func Clean(u *url.URL) *url.URL {
	c := clean(u)
	return &c
}

func clean(u *url.URL) url.URL {
	c := *u
	if c.Host != "" {
		setPath(&c, Path(u))
	}
	return c
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
		switch dots(segment) {
		case 0:
			out = append(append(out, '/'), segment...)
			continue
		case 2:
			for len(out) > 0 && out[len(out)-1] != '/' {
				out = out[:len(out)-1]
			}
			out = out[:max(len(out)-1, 0)]
		}
		if !more {
			out = append(out, '/')
		}
	}
	return string(out)
}

// dots returns 1 for a segment that means the current folder, "." or "%2e", 2 for one that
// means the parent folder, and 0 for all others.
func dots(segment string) int {
	const longest = len("%2e%2e")
	if len(segment) > longest {
		return 0
	}
	switch strings.ReplaceAll(strings.ToLower(segment), "%2e", ".") {
	case ".":
		return 1
	case "..":
		return 2
	}
	return 0
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
