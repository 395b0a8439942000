package visibility

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// external reports whether the page loads style sheets that are not known here.
func (s *Checker) external(n *html.Node) bool {
	if !s.page.externalKnown {
		s.page.external, s.page.externalKnown = linksStyle(n), true
	}
	return s.page.external
}

// linksStyle looks for links to style sheets in the head and at the top of the
// body of the page that n is in.
func linksStyle(n *html.Node) bool {
	for n.Parent != nil && n.Data != "html" {
		n = n.Parent
	}
	for part := n.FirstChild; part != nil; part = part.NextSibling {
		if part.Data != "head" && part.Data != "body" {
			continue
		}
		seen := 0
		for c := part.FirstChild; c != nil && seen < 2000; c, seen = c.NextSibling, seen+1 {
			if c.Data == "link" && css.HasToken(css.Lower(htmltree.Attr(c, "rel")), "stylesheet") && css.ScreenMedia(htmltree.Attr(c, "media")) {
				return true
			}
		}
	}
	return false
}
