package classify

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// maxLinksBetween is how many links may be between that of a picture and that of the text
// that it shows.
const maxLinksBetween = 3

// anchor is a link of the page.
type anchor struct {
	node                *html.Node
	href                string
	hasText, hasPicture bool
}

// visitLink visits what is in a link, and records the link if it has an address. Links don't nest:
// call it only while s.link is -1.
func (s *pictureScan) visitLink(n *html.Node) {
	if href := strings.TrimSpace(htmltree.Attr(n, "href")); href != "" {
		s.link = len(s.links)
		s.links = append(s.links, anchor{node: n, href: href})
	}
	s.visit(n)
	s.link = -1
}

// updateLink calls update with the link that is being visited, if there is one.
func (s *pictureScan) updateLink(update func(*anchor)) {
	if s.link >= 0 {
		update(&s.links[s.link])
	}
}

// unlinkPictures marks links whose picture is to be written without the link. Such a link holds only
// a picture and has the address of a link with text near it, such as the heading of the same card.
func (s *pictureScan) unlinkPictures() {
	for i, link := range s.links {
		if link.hasText || !link.hasPicture {
			continue
		}
		for j := max(0, i-1-maxLinksBetween); j <= min(len(s.links)-1, i+1+maxLinksBetween); j++ {
			if s.links[j].hasText && s.links[j].href == link.href {
				s.marks[link.node] |= htmlmd.PlainLink
				break
			}
		}
	}
}
