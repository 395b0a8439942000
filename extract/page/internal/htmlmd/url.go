package htmlmd

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// base resolves links. Those that are absolute already, or relative to the
// host, need no parsing.
type base struct {
	url    *url.URL
	origin string // "https://host"
	page   string // the whole without its fragment
}

func newBase(u *url.URL) base {
	if u == nil || u.Scheme == "" || u.Host == "" {
		return base{url: u}
	}
	p := *u
	p.Fragment, p.RawFragment = "", ""
	return base{url: u, origin: u.Scheme + "://" + u.Host, page: p.String()}
}

func childElement(n *html.Node, a atom.Atom) *html.Node {
	if n == nil {
		return nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == a {
			return c
		}
	}
	return nil
}

// linkTarget is an address in two parts, so that most links need no string made:
// an origin and a path, or nothing and an address.
type linkTarget struct{ site, path string }

func (t linkTarget) isEmpty() bool  { return t.site == "" && t.path == "" }
func (t linkTarget) String() string { return t.site + t.path }

// resolve makes a link absolute. It is empty for one that must not be written:
// schemes that run code or read what is local.
func (b *base) resolve(href string) linkTarget {
	if href != "" && hasPlainPath(href) {
		switch {
		case strings.HasPrefix(href, "https://") || strings.HasPrefix(href, "http://"):
			return linkTarget{path: href}
		case b.page == "":
		case href[0] == '#':
			return linkTarget{b.page, href}
		case href[0] == '/' && (len(href) == 1 || href[1] != '/'):
			return linkTarget{b.origin, href}
		}
	}
	href = trimURL(href)
	if !hasSafeScheme(href) {
		return linkTarget{}
	}
	return linkTarget{path: b.reference(href)}
}

// isHome reports whether a link leads to a part of the page itself or to the front
// page of its site.
func (b *base) isHome(t linkTarget) bool {
	if strings.HasPrefix(t.path, "#") && (t.site == b.page || t.site == "") {
		return true
	}
	s := t.String()
	return s == "/" || b.origin != "" && strings.TrimSuffix(s, "/") == b.origin
}

func (b *base) reference(href string) string {
	switch {
	case b.url == nil:
		return href
	case href == "":
		return b.page
	case href[0] == '#' && b.page != "":
		return b.page + href
	}
	u, err := weburl.Resolve(b.url, href)
	switch {
	case err != nil:
		return b.resolveUnparsable(href)
	case u.Host == "" && mdinline.HasScheme(href):
		return href
	}
	return u.String()
}

// resolveUnparsable resolves an address that net/url can't parse, as far as possible.
func (b *base) resolveUnparsable(href string) string {
	switch {
	case mdinline.HasScheme(href) || b.origin == "":
		return href
	case strings.HasPrefix(href, "//"):
		return b.url.Scheme + ":" + href
	case href[0] == '/':
		return b.origin + href
	}
	page, _, _ := strings.Cut(b.page, "?")
	if i := strings.LastIndexByte(page, '/'); i >= len(b.origin) {
		return page[:i+1] + href
	}
	return b.origin + "/" + href
}

// hasPlainPath reports whether a reference has no dot segments and no odd bytes,
// so that resolving leaves its path as it is.
func hasPlainPath(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ' || c >= 0x7f || c == '\\' || c == '"' || c == '<' || c == '>':
			return false
		case c == '/' && i+1 < len(s) && s[i+1] == '.':
			return false
		}
	}
	return true
}

// trimURL drops what URL parsers of browsers drop: controls and spaces around,
// tabs and line breaks within.
func trimURL(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	if strings.ContainsAny(s, "\t\n\r") {
		s = strings.Map(func(r rune) rune {
			if r == '\t' || r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, s)
	}
	return clean(s)
}

// hasSafeScheme reports whether following a link does no more than to load it, or to
// open a program that asks first: a reference without scheme, or with one of
// [isSafeScheme]. Control characters and what is not ASCII are passed over within
// the scheme.
func hasSafeScheme(s string) bool {
	if strings.HasPrefix(s, `\`) {
		return false
	}
	i := strings.IndexByte(s, ':')
	if i < 0 || strings.ContainsAny(s[:i], "/?#") {
		return true
	}
	var scheme [16]byte
	n := 0
	for j := range i {
		c := s[j]
		if c <= ' ' || c >= 0x7f {
			continue
		}
		if n == len(scheme) {
			return false // longer than all that are safe
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		scheme[n] = c
		n++
	}
	return n == 0 || scheme[0] < 'a' || scheme[0] > 'z' || isSafeScheme(string(scheme[:n]))
}

// isSafeScheme reports whether a scheme in lower case is one of the web or one that
// pages may name handlers for (HTML, section 8.3.1.2, "safelisted scheme").
func isSafeScheme(scheme string) bool {
	switch scheme {
	case "http", "https",
		"bitcoin", "ftp", "ftps", "geo", "im", "irc", "ircs", "magnet", "mailto", "matrix", "mms", "news", "nntp",
		"openpgp4fpr", "sftp", "sip", "sms", "smsto", "ssh", "tel", "urn", "webcal", "wtai", "xmpp":
		return true
	}
	return false
}
