// Package weburl makes the references of a page absolute and recognises addresses of buttons that share a page.
package weburl

import (
	_ "embed"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// mayChange has a bit for each ASCII character that parsing may change: controls and
// space, quotes, angles, braces and the like, and for those that it may change
// with what follows.
var mayChange = [2]uint64{
	1<<33 - 1 | 1<<'"' | 1<<'<' | 1<<'>' | 1<<'%' | 1<<'/',
	1<<('\\'-64) | 1<<('^'-64) | 1<<('`'-64) | 1<<('{'-64) | 1<<('|'-64) | 1<<('}'-64),
}

// maxScheme is how far an upper-case letter may belong to a scheme of the web.
const maxScheme = 8

// isCanonical reports whether an address holds nothing that parsing it would change:
// ASCII without spaces, control characters, quotes and dot segments, and with whole
// escapes, none of them of a dot. It looks at neither the host nor a second number sign.
func isCanonical(s string) bool {
	for i := range min(len(s), maxScheme) {
		if s[i]-'A' <= 'Z'-'A' {
			return false
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0x7F && mayChange[c>>6]>>(c&63)&1 == 0 {
			continue
		}
		switch {
		case c == '/' && (i+1 == len(s) || s[i+1] != '.'):
		case c == '%' && i+2 < len(s) && ascii.HexValue(s[i+1]) >= 0 && ascii.HexValue(s[i+2]) >= 0 && (s[i+1] != '2' || s[i+2]|0x20 != 'e'):
		default:
			return false
		}
	}
	return true
}

// Resolve returns the address that a reference leads to from base as browsers read it
// (https://url.spec.whatwg.org/#path-state): of a path, a backslash is a slash, and %2e%2e
// the folder above. Schemes that are not of the web have their own rules, and a reference
// without a base stays relative.
func Resolve(base *url.URL, ref string) (*url.URL, error) {
	u, err := url.Parse(plainDots(Trim(ref)))
	if err != nil || base == nil {
		return u, err
	}
	return base.ResolveReference(u), nil
}

// Trim drops what URL parsers of browsers drop: controls and spaces around, tabs and line breaks within.
func Trim(ref string) string {
	ref = strings.TrimFunc(ref, func(r rune) bool { return r <= ' ' })
	if strings.IndexByte(ref, '\n') >= 0 || strings.IndexByte(ref, '\t') >= 0 || strings.IndexByte(ref, '\r') >= 0 {
		ref = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(ref)
	}
	return ref
}

// plainDots writes a slash for each backslash of a path, and dots for the escaped ones of
// dot segments, which net/url takes for names.
func plainDots(ref string) string {
	if strings.IndexByte(ref, '\\') < 0 && !strings.Contains(ref, "%2") || HasOtherScheme(ref) {
		return ref
	}
	end := strings.IndexAny(ref+"?", "?#")
	segments := strings.Split(strings.ReplaceAll(ref[:end], `\`, "/"), "/")
	for i, s := range segments {
		if dots := strings.NewReplacer("%2e", ".", "%2E", ".").Replace(s); dots == "." || dots == ".." {
			segments[i] = dots
		}
	}
	return strings.Join(segments, "/") + ref[end:]
}

// HostOf returns the host of an address that has no scheme and no slashes after it: the part
// before the path, the query and the fragment.
func HostOf(rest string) string {
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return rest[:i]
	}
	return rest
}

// IsPlainHost reports whether a host is a name as most are, letters, digits, dots,
// hyphens, or empty.
func IsPlainHost(host string) bool {
	for i := 0; i < len(host); i++ {
		if c := host[i]; c|0x20 < 'a' || c|0x20 > 'z' {
			if (c < '0' || c > '9') && c != '.' && c != '-' {
				return false
			}
		}
	}
	return true
}

// HasOtherScheme reports whether an address begins with a scheme (RFC 3986, 3.1) that is
// not one of the web.
func HasOtherScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c|0x20-'a' <= 'z'-'a':
		case i > 0 && (c-'0' <= 9 || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return !strings.EqualFold(s[:i], "http") && !strings.EqualFold(s[:i], "https")
		default:
			return false
		}
	}
	return false
}

// maxBase bounds the path and query of a base address in bytes: it is written with every
// relative link.
const maxBase = 2000

// Base returns the base for relative addresses of a page (HTML, section 2.4.3). href is that
// of the first base element of the page that has one, and is itself relative to page, the
// address of the page. If href is not a web address, as "javascript:x", or is too long, Base
// returns page. Nil means unknown.
func Base(page *url.URL, href string) *url.URL {
	ref, err := Resolve(page, href)
	if err != nil || ref.Scheme != "http" && ref.Scheme != "https" || ref.Host == "" || len(ref.Path)+len(ref.RawQuery) > maxBase {
		return page
	}
	return ref
}

// Extension returns the extension of a name of a file, or else of the path of u, in lower case
// with its dot: ".md". It is "" for none. u may be nil.
func Extension(filename string, u *url.URL) string {
	ext := path.Ext(filename[strings.LastIndexByte(filename, '\\')+1:])
	if ext == "" && u != nil {
		ext = path.Ext(u.Path)
	}
	return strings.ToLower(ext)
}

//go:embed shareforms.txt
var shareFormsText string

// shareForms are the beginnings, after the scheme and "www.", of addresses of forms that
// share a page with people of a network.
var shareForms = sync.OnceValue(func() []string { return strings.Fields(shareFormsText) })

// SharesPage reports whether an address is that of a button that sends the page at hand on: in a mail
// or a message without recipient, or to people of a network ("https://x.com/intent/post?url=…").
func SharesPage(address string) bool {
	switch scheme := strings.ToLower(address[:min(len(address), len("whatsapp:"))]); {
	case strings.HasPrefix(scheme, "mailto:"):
		return strings.HasPrefix(address[len("mailto:"):], "?")
	case scheme == "whatsapp:":
		return true
	}
	_, rest, _ := strings.Cut(address, "://")
	if !strings.Contains(rest, "?") {
		return false
	}
	rest = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(rest, "www."), "m."))
	return slices.ContainsFunc(shareForms(), func(form string) bool { return strings.HasPrefix(rest, form) })
}

// Gist returns the address of the code that a script of GitHub with this address shows where it stands, "" for another script.
func Gist(script string) string {
	address, _, _ := strings.Cut(script, ".js")
	if !strings.HasPrefix(address, "https://gist.github.com/") {
		return ""
	}
	return address
}
