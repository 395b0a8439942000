package classify

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// maxLinksBetween is how many links may stand between that of a picture and that of the text
// that it shows.
const maxLinksBetween = 3

// anchor is a link of the page.
type anchor struct {
	node                *html.Node
	href                string
	hasText, hasPicture bool
}

// visitLink visits what is in a link.
func (s *pictureScan) visitLink(n *html.Node) {
	if href := strings.TrimSpace(htmltree.Attr(n, "href")); href != "" {
		s.link = len(s.links)
		s.links = append(s.links, anchor{node: n, href: href})
	}
	s.visit(n)
	s.link = -1
}

// shows notes what the link at hand shows, if there is one.
func (s *pictureScan) shows(note func(*anchor)) {
	if s.link >= 0 {
		note(&s.links[s.link])
	}
}

// unlinkPictures marks links that hold nothing but a picture and lead where a link with text
// near to them leads, such as the heading of the same card: the picture is written without the
// link.
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
