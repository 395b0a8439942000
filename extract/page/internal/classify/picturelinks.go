package classify

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// maxLinksBetween is how many links may stand between that of a picture and that of the text
// that it shows.
const maxLinksBetween = 3

// unlinkPictures marks links that hold nothing but a picture and lead where a link with text
// near to them leads, such as the heading of the same card: the picture is written without the
// link.
func unlinkPictures(root *html.Node, marks htmlmd.Marks) {
	links := anchors(root, marks, nil)
	for i, link := range links {
		if link.hasText || !link.hasPicture {
			continue
		}
		for j := max(0, i-1-maxLinksBetween); j <= min(len(links)-1, i+1+maxLinksBetween); j++ {
			if links[j].hasText && links[j].href == link.href {
				marks[link.node] |= htmlmd.PlainLink
				break
			}
		}
	}
}

// anchor is a link of the page.
type anchor struct {
	node                *html.Node
	href                string
	hasText, hasPicture bool
}

// anchors appends the links below n that are written, in document order.
func anchors(n *html.Node, marks htmlmd.Marks, links []anchor) []anchor {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || marks[c]&htmlmd.Skipped != 0 {
			continue
		}
		if href := strings.TrimSpace(htmltree.Attr(c, "href")); c.DataAtom == atom.A && href != "" {
			a := anchor{node: c, href: href}
			a.look(c, marks)
			links = append(links, a)
			continue
		}
		links = anchors(c, marks, links)
	}
	return links
}

// look notes what is shown below n.
func (a *anchor) look(n *html.Node, marks htmlmd.Marks) {
	for c := n.FirstChild; c != nil && !(a.hasText && a.hasPicture); c = c.NextSibling {
		switch {
		case marks[c]&htmlmd.Skipped != 0:
		case c.Type == html.TextNode:
			a.hasText = a.hasText || strings.TrimSpace(c.Data) != ""
		case c.DataAtom == atom.Img:
			a.hasPicture = true
		case c.DataAtom != atom.Noscript && c.DataAtom != atom.Script && c.DataAtom != atom.Style:
			a.look(c, marks)
		}
	}
}
