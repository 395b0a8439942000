package visibility

import (
	"slices"

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
	if around := s.node(i); len(s.page.backdrops[around]) < maxCovers {
		put(&s.page.backdrops, around, append(s.page.backdrops[around], backdrop{known: colors.backSet && !picture, color: colors.back}))
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

// maxOver bounds the elements around a text that are asked whether they lie over a sibling.
const maxOver = 4

// overSibling reports whether the element at i of the path, or one near around it, may lie
// over a sibling without text that has a background or is a picture: as items of a grid
// do that share a cell, or what a negative margin pulls over the element before it.
func (s *Checker) overSibling(i int) bool {
	for j := i; j > 0 && j > i-maxOver && s.sheet.Spend(1); j-- {
		n := s.node(j)
		if n.Data == "body" || s.colorsAt(j).backSet && j < i {
			return false
		}
		var around, own css.Style
		s.sheet.Compute(j-1, 1<<css.Display, &around)
		d := around.Get(css.Display)
		inGrid := d == "grid" || d == "inline-grid"
		s.sheet.Compute(j, 1<<css.MarginTop, &own)
		if margin, ok := css.ParseLength(own.Get(css.MarginTop)); !inGrid && !(ok && margin.N < 0) {
			continue
		}
		if s.besidePaint(j, inGrid) {
			return true
		}
	}
	return false
}

// besidePaint reports whether a sibling of the element at j of the path, before it or
// anywhere, is a picture or has a background, and no text. The path and what is known of its
// elements stay.
func (s *Checker) besidePaint(j int, anywhere bool) (found bool) {
	n, last := s.node(j), s.sheet.Last()
	heirs, colors := slices.Clone(s.heirs), slices.Clone(s.colors)
	for d := n.Parent.FirstChild; d != nil && !found && s.sheet.Spend(len(s.heirs)) && (anywhere || d != n); d = d.NextSibling {
		if d == n || d.Type != html.ElementNode {
			continue
		}
		picture, empty := backdropContent(d)
		if found = empty && picture; found || !empty {
			continue
		}
		var c css.Style
		var p elementColors
		s.sheet.Compute(s.enter(d), paints, &c)
		p.set(d, &c)
		found = p.backSet || p.backOdd
	}
	s.enter(last)
	s.heirs, s.colors = heirs, colors
	return found
}
