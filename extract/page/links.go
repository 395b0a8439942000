package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// maxLinks bounds the links of a document, maxLinkText the bytes of the text of
// one.
const (
	maxLinks    = 20_000
	maxLinkText = 300
)

// around are the elements whose links lead around the site.
const around = layout.Nav | layout.Menu | layout.Footer

// links lists the links of the page.
func links(p *layout.Page, base *url.URL, kept []bool) []extract.Link {
	n := min(len(p.Links), maxLinks)
	if n == 0 {
		return nil
	}
	r := newResolver(base)
	out := make([]extract.Link, 0, n)
	for i := range p.Links[:n] {
		a := &p.Links[i]
		address, ok := r.resolve(attr(a.Node, "href"))
		if !ok {
			continue
		}
		role := extract.LinkNavigation
		if inContent(p, a, kept) {
			role = extract.LinkContent
		}
		out = append(out, extract.Link{URL: address, Text: linkText(a.Node), Role: role, Rel: strings.ToLower(attr(a.Node, "rel"))})
	}
	return out
}

func inContent(p *layout.Page, a *layout.Anchor, kept []bool) bool {
	el := &p.Elems[a.Elem]
	if a.Block < 0 || el.AnyTags&around != 0 {
		return false
	}
	for i := a.Block; i < max(el.End, a.Block+1); i++ {
		if kept[i] {
			return true
		}
	}
	return false
}

// linkText is the text of an anchor, or the alternative text of its picture.
func linkText(n *html.Node) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return shortText(c.Data)
	}
	var b strings.Builder
	alt := ""
	for c := range n.Descendants() {
		switch {
		case b.Len() > maxLinkText:
		case c.Type == html.TextNode && c.Parent.Data != "style" && c.Parent.Data != "script":
			b.WriteString(c.Data)
			b.WriteByte(' ')
		case c.Data == "img" && alt == "":
			alt = attr(c, "alt")
		}
		if b.Len() > maxLinkText {
			break
		}
	}
	if text := shortText(b.String()); text != "" {
		return text
	}
	return shortText(alt)
}

// shortText folds white space and cuts at maxLinkText.
func shortText(s string) string {
	s = meta.FoldSpace(s)
	if len(s) > maxLinkText {
		s = strings.ToValidUTF8(s[:maxLinkText], "")
	}
	return s
}

// resolver makes addresses absolute. What needs no parsing is put together from
// its parts.
type resolver struct {
	base           *url.URL
	scheme, origin string
	page           string
}

func newResolver(base *url.URL) *resolver {
	r := &resolver{base: base}
	if base != nil {
		r.scheme = base.Scheme + ":"
		r.origin = base.Scheme + "://" + base.Host
		page := *base
		page.Fragment, page.RawFragment = "", ""
		r.page = page.String()
	}
	return r
}

// resolve returns the absolute form of ref, or ref itself when the base is
// unknown. It refuses what leads nowhere on the web: other schemes than http
// and https, and what is no address at all.
func (r *resolver) resolve(ref string) (string, bool) {
	ref = strings.TrimSpace(ref)
	switch {
	case ref == "" || ref == "#" || len(ref) > 8<<10:
		return "", false
	case !plain(ref):
		return r.slow(ref)
	case strings.HasPrefix(ref, "https://"), strings.HasPrefix(ref, "http://"):
		return ref, true
	case r.base == nil:
		return r.slow(ref)
	case ref[0] == '#':
		return r.page + ref, true
	case strings.HasPrefix(ref, "//"):
		return r.scheme + ref, true
	case ref[0] == '/':
		return r.origin + ref, true
	}
	return r.slow(ref)
}

// oddInAddress has a bit for each ASCII character that parsing may change:
// controls and space, quotes, angles, braces and the like.
var oddInAddress = [2]uint64{
	1<<33 - 1 | 1<<'"' | 1<<'<' | 1<<'>' | 1<<'%',
	1<<('\\'-64) | 1<<('^'-64) | 1<<('`'-64) | 1<<('{'-64) | 1<<('|'-64) | 1<<('}'-64),
}

// plain reports whether an address holds nothing that parsing it would change:
// ASCII without spaces, control characters, quotes and dot segments.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x7F || oddInAddress[c>>6]>>(c&63)&1 != 0 || c == '/' && i+1 < len(s) && s[i+1] == '.' || i < 8 && c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

func (r *resolver) slow(ref string) (string, bool) {
	u, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	if r.base != nil {
		u = r.base.ResolveReference(u)
	} else if u.Scheme == "" {
		return ref, true
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return u.String(), true
}
