package page

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

const maxLinkText = 300

const navRegions = measure.Nav | measure.Menu | measure.Footer

func links(p *measure.Page, base *url.URL, kept []bool) []extract.Link {
	n := min(len(p.Links), limit.Links)
	if n == 0 {
		return nil
	}
	r := newResolver(base)
	out := make([]extract.Link, 0, n)
	for i := range p.Links[:n] {
		a := &p.Links[i]
		resolved, ok := r.resolve(htmltree.Attr(a.Node, "href"))
		if !ok {
			continue
		}
		role := "navigation"
		if inContent(p, a, kept) {
			role = "content"
		}
		out = append(out, extract.Link{URL: resolved, Text: linkText(a.Node), Role: role, Rel: strings.ToLower(htmltree.Attr(a.Node, "rel"))})
	}
	return out
}

func inContent(p *measure.Page, a *measure.LinkRef, kept []bool) bool {
	el := &p.Elements[a.Element]
	if a.Block < 0 || el.AnyKinds&navRegions != 0 {
		return false
	}
	return slices.Contains(kept[a.Block:max(el.End, a.Block+1)], true)
}

func linkText(n *html.Node) string {
	text := ""
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		text = c.Data
	} else {
		var t anchorText
		t.collect(n)
		text = cmp.Or(string(t.text), t.alt)
	}
	if text = meta.FoldSpace(text); len(text) > maxLinkText {
		text = strings.ToValidUTF8(text[:maxLinkText], "")
	}
	return text
}

type anchorText struct {
	text []byte
	alt  string // of the first picture that has one
}

func (t *anchorText) collect(n *html.Node) {
	for c := n.FirstChild; c != nil && len(t.text) <= maxLinkText; c = c.NextSibling {
		switch {
		case c.Type != html.TextNode:
			if c.Data == "img" && t.alt == "" {
				t.alt = htmltree.Attr(c, "alt")
			}
			t.collect(c)
		case n.Data != "style" && n.Data != "script":
			if text := strings.TrimSpace(c.Data); text != "" {
				t.text = append(append(t.text, text...), ' ')
			}
		}
	}
}

// resolver makes addresses absolute. What needs no parsing is put together from
// its parts, so that an empty fragment stays, and a number sign in one.
type resolver struct {
	base *url.URL
	// The beginnings of the base that references resolve against. They are empty if the base is
	// unknown; dir is also empty if only parsing can resolve such references.
	scheme, origin, page, dir string
}

func newResolver(base *url.URL) *resolver {
	r := &resolver{base: base}
	if base == nil {
		return r
	}
	r.scheme = base.Scheme + ":"
	r.origin = r.scheme + "//" + base.Host
	page := *base
	page.Fragment, page.RawFragment, page.ForceQuery = "", "", false
	r.page = page.String()
	path := base.EscapedPath()
	if base.Scheme != "http" && base.Scheme != "https" || base.User != nil || base.Host == "" || !weburl.IsPlainHost(base.Host) ||
		path != "" && path[0] != '/' || strings.Contains(path, "/.") || strings.HasPrefix(path, "//") {
		return r
	}
	r.dir = r.origin + cmp.Or(path[:strings.LastIndexByte(path, '/')+1], "/")
	return r
}

// resolve returns the absolute form of ref, or ref itself if the base is unknown. It refuses
// other schemes than http and https, and invalid addresses.
func (r *resolver) resolve(ref string) (string, bool) {
	ref = strings.TrimSpace(ref)
	switch {
	case ref == "" || ref == "#" || len(ref) > 8<<10 || weburl.HasOtherScheme(ref):
		return "", false
	case !weburl.IsCanonical(ref):
		return r.slow(ref)
	case strings.HasPrefix(ref, "https://"), strings.HasPrefix(ref, "http://"), strings.HasPrefix(ref, "//") && r.base != nil:
		scheme, rest, _ := strings.Cut(ref, "//")
		if !weburl.IsPlainHost(weburl.HostOf(rest)) {
			break
		}
		if scheme == "" {
			ref = r.scheme + ref
		}
		return ref, true
	case r.base == nil:
	case ref[0] == '#':
		return r.page + ref, true
	case ref[0] == '/':
		return r.origin + ref, true
	case r.dir == "" || ref[0] == '?' || ref[0] == '.' || strings.IndexByte(ref, ':') >= 0 || strings.Count(ref, "#") > 1 || ref[len(ref)-1] == '#':
	default:
		return r.dir + ref, true
	}
	return r.slow(ref)
}

func (r *resolver) slow(ref string) (string, bool) {
	u, err := weburl.Resolve(r.base, ref)
	switch {
	case err != nil:
		return "", false
	case r.base == nil && u.Scheme == "":
		return ref, true
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return u.String(), true
}
