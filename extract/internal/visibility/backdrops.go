package visibility

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// A picture or a coloured box that is positioned over all of the element around it may
// lie behind that element's text, which is then not read against the background of the
// page:
//
//	<div style="position:relative"><img style="position:absolute;inset:0;width:100%;height:100%">
//	<h1 style="position:relative;color:#fff">shown</h1></div>
//
// Which of the two is painted first doesn't matter here: text under an opaque box is
// found by findCovers.

// backdrop is the colour of such a box.
type backdrop struct {
	known bool // it is color
	color css.RGBA
}

// maxBackdropNodes bounds the nodes of a box that are looked at for text and pictures.
const maxBackdropNodes = 32

// backdropByElement notes what the element at i of the path puts behind text.
func (s *Checker) backdropByElement(i int) {
	n := s.node(i)
	picture, ok := backdropContent(n)
	if !ok {
		return
	}
	var c css.Style
	s.sheet.Compute(i, coverProperties, &c)
	if !fillsArea(&c) {
		return
	}
	if around := s.containingBlock(i); around > 0 {
		s.noteBackdrop(around, n, &c, picture)
	}
}

// noteBackdrop notes that a box with the declarations c, of n, fills the element at i of
// the path.
func (s *Checker) noteBackdrop(i int, n *html.Node, c *css.Style, picture bool) {
	var colors elementColors
	colors.set(n, c)
	if !picture && !colors.backSet && !colors.backOdd {
		return
	}
	if s.page.backdrops == nil {
		s.page.backdrops = map[*html.Node][]backdrop{}
	}
	if around := s.node(i); len(s.page.backdrops[around]) < maxCovers {
		s.page.backdrops[around] = append(s.page.backdrops[around], backdrop{known: colors.backSet && !picture, color: colors.back})
	}
}

// backdropContent reports whether n is a box without text, and whether it shows a picture.
func backdropContent(n *html.Node) (picture, ok bool) {
	if isPicture(n) || n.Data == "video" || n.Data == "canvas" {
		return true, true
	}
	seen := 0
	for d := n.FirstChild; d != nil; d = htmltree.Next(d, n) {
		if seen++; seen > maxBackdropNodes || d.Type == html.TextNode && !blankText(d.Data) {
			return false, false
		}
		picture = picture || d.Type == html.ElementNode && (isPicture(d) || d.Data == "video" || d.Data == "canvas")
	}
	return picture, true
}

// hasBackdrop reports whether something else than the background of elements may be
// behind the text of the element at i of the path, whose colours are settled: a box whose
// colour is not that of text.
func (s *Checker) hasBackdrop(i int, text css.RGBA) bool {
	if len(s.page.backdrops) == 0 {
		return false
	}
	for j := i; j >= 0 && s.sheet.Spend(1); j-- {
		for _, b := range s.page.backdrops[s.node(j)] {
			if !b.known || !alike(text, mixed(b.color, s.settleColors(j).behind)) {
				return true
			}
		}
		if p := s.settleColors(j); p.backSet && p.back.A > 0.9 {
			return false
		}
	}
	return false
}
