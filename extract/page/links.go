package page

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// maxLinkText bounds the text of a link in bytes, maxLinkDepth the elements around a picture in it.
const (
	maxLinkText  = 300
	maxLinkDepth = 512
)

const navRegions = measure.Nav | measure.Menu | measure.Footer

func links(p *measure.Page, base *url.URL, kept []bool) []extract.Link {
	n := min(len(p.Links), limit.Links)
	if n == 0 {
		return nil
	}
	r := weburl.NewResolver(base)
	out := make([]extract.Link, 0, n)
	for i := range p.Links[:n] {
		a := &p.Links[i]
		resolved, ok := resolveLink(&r, htmltree.Attr(a.Node, "href"))
		if !ok {
			continue
		}
		role := "navigation"
		el := &p.Elements[a.Element]
		if a.Block >= 0 && el.AnyKinds&navRegions == 0 && slices.Contains(kept[a.Block:max(el.End, a.Block+1)], true) {
			role = "content"
		}
		out = append(out, extract.Link{URL: resolved, Text: linkText(a.Node), Role: role, Rel: strings.ToLower(htmltree.Attr(a.Node, "rel"))})
	}
	return out
}

// linkText returns what a link shows: its text, else the text of its first picture that has one.
func linkText(n *html.Node) string {
	text := meta.Text(n, maxLinkText)
	if text == "" {
		hasText := func(c *html.Node) bool { return c.DataAtom == atom.Img && htmltree.Attr(c, "alt") != "" }
		if picture := htmltree.Find(n, maxLinkDepth, hasText); picture != nil {
			text = meta.FoldSpace(htmltree.Attr(picture, "alt"))
		}
	}
	return strings.ToValidUTF8(text[:min(len(text), maxLinkText)], "")
}

// resolveLink returns the absolute form of ref, or ref itself if the base is unknown. It refuses
// other schemes than http and https, and invalid addresses.
func resolveLink(r *weburl.Resolver, ref string) (string, bool) {
	ref = weburl.Trim(ref)
	if ref == "" || ref == "#" || len(ref) > 8<<10 || weburl.HasOtherScheme(ref) {
		return "", false
	}
	if t, ok := r.Plain(ref); ok {
		return t.String(), true
	}
	u, err := weburl.Resolve(r.Base, ref)
	switch {
	case err != nil:
		return "", false
	case r.Base == nil && u.Scheme == "":
		return ref, true
	}
	return u.String(), u.Scheme == "http" || u.Scheme == "https"
}
