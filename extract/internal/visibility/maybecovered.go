package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// A box that is sure to lie over text is found by cover.go. Here are those that may: a large
// box that is positioned, whatever it holds, and one that is moved over what stands before it.
// What is beside them in the page is maybe covered.

// A box that is positioned may lie over what is beside it if it is so large, in pixels or
// hundredths of what is around it. One that the page holds must be higher.
const (
	coveringWidth  = 200
	coveringHeight = 24
	coveringPage   = 150
	coveringShare  = 60
)

// paintsOverAlpha is the opacity from which on a box hides what is behind it, or nearly so.
const paintsOverAlpha = 0.7

// maxBeside bounds the siblings that one box may cover.
const maxBeside = 64

// maxMaybeCovered bounds the elements of a page that may be covered.
const maxMaybeCovered = 1 << 14

// noteMaybeCover notes what the element at i of the path, which is positioned absolutely or fixed, may
// lie over.
func (s *Checker) noteMaybeCover(i int) {
	n := s.node(i)
	var c css.Style
	s.sheet.Compute(i, coverProperties|1<<css.MinHeight, &c)
	if zIndex(&c) < 0 || c.Get(css.Display) == "none" || c.Get(css.Visibility) == "hidden" || c.Has(css.Opacity) && fraction(c.Value[css.Opacity]) < paintsOverAlpha || !paintsOver(n, &c) {
		return
	}
	least, around := coveringHeight, s.containingBlock(i)
	if around == 0 {
		least, around = coveringPage, i-1
	}
	if !covers(&c, css.Left, css.Right, css.Width, css.MaxWidth, coveringWidth) || !covers(&c, css.Top, css.Bottom, css.Height, css.MinHeight, float64(least)) {
		return
	}
	if around >= 0 && around < i {
		s.noteBeside(s.node(around + 1))
	}
}

// noteMaybeCoverBox notes an element that a box which it generates may lie over.
func (s *Checker) noteMaybeCoverBox(i int, c *css.Style) {
	if c.Has(css.Content) && c.Value[css.Content] != "none" && c.Get(css.Position) == "absolute" && zIndex(c) >= 0 && paintsOver(s.node(i), c) &&
		covers(c, css.Left, css.Right, css.Width, css.MaxWidth, coveringWidth) && covers(c, css.Top, css.Bottom, css.Height, css.MinHeight, coveringHeight) {
		s.noteMaybeCovered(s.node(i))
	}
}

// covers reports whether a box is large in one direction.
func covers(c *css.Style, start, end, size, most css.Property, least float64) bool {
	if c.Has(start) && c.Has(end) && c.Get(start) != "auto" && c.Get(end) != "auto" && !sized(c, size) {
		return true
	}
	for _, p := range [...]css.Property{size, most} {
		l, ok := css.ParseLength(c.Get(p))
		switch {
		case !ok || p == most && most == css.MaxWidth:
		case l.Unit == css.Percent || l.Unit == css.Views:
			if l.N >= coveringShare {
				return true
			}
		case l.Approximate() >= least:
			return true
		}
	}
	return c.Has(size) && strings.IndexByte(c.Value[size], '(') >= 0 && c.Value[size] != "" && !sizeKnown(c.Value[size])
}

func sizeKnown(value string) bool {
	_, ok := css.ParseLength(value)
	return ok
}

// paintsOver reports whether a box hides what is behind it, or may.
func paintsOver(n *html.Node, c *css.Style) bool {
	switch n.Data {
	case "img", "picture", "video", "canvas", "iframe", "embed", "object", "textarea", "button", "svg", "select", "dialog":
		return true
	}
	if v := c.Get(css.Isolation); strings.IndexByte(v, '(') >= 0 { // backdrop-filter
		return true
	}
	var colors elementColors
	colors.set(n, c)
	return colors.backSet && colors.back.A > paintsOverAlpha || colors.backOdd
}

// shifting are the properties that move a box.
const shifting css.PropertySet = 1<<css.MarginTop | 1<<css.MarginLeft | 1<<css.Position | 1<<css.Top | 1<<css.Left | 1<<css.Transform | 1<<css.Translate

// noteMovedOver notes what stands before the element at i of the path, if that is moved
// over it and has a background.
func (s *Checker) noteMovedOver(i int) {
	var c css.Style
	s.sheet.Compute(i, shifting, &c)
	up, back := min(shiftOf(&c, css.MarginTop), 0), min(shiftOf(&c, css.MarginLeft), 0)
	if hasPosition(&c) {
		up += min(shiftOf(&c, css.Top), 0)
		back += min(shiftOf(&c, css.Left), 0)
	}
	moveDown, moveRight := moves(&c)
	up, back = up+min(moveDown, 0), back+min(moveRight, 0)
	if up > -maybeShift/2 && back > -maybeShift {
		return
	}
	s.sheet.Compute(i, coverProperties, &c)
	if c.Get(css.Display) == "none" || !paintsOver(s.node(i), &c) {
		return
	}
	left := min(1+int(-up/100), maxBeside)
	for d := s.node(i).PrevSibling; d != nil && left > 0; d = d.PrevSibling {
		if d.Type == html.ElementNode {
			s.noteMaybeCovered(d)
			left--
		}
	}
}

// moves returns by how much transforms move a box down and to the right.
func moves(c *css.Style) (down, right float64) {
	add := func(name string, args []string) bool {
		for k, a := range args[:min(2, len(args))] {
			l, ok := css.ParseLength(a)
			switch {
			case !ok:
			case name == "translatey", strings.HasPrefix(name, "translate") && k == 1:
				down += l.Approximate()
			case name == "translatex", strings.HasPrefix(name, "translate"):
				right += l.Approximate()
			}
		}
		return false
	}
	calls(c.Get(css.Transform), add)
	if c.Has(css.Translate) {
		add("translate", splitArgs(c.Value[css.Translate]+" "))
	}
	return down, right
}

// noteBeside notes that what is beside n may be covered, and text that stands among it.
func (s *Checker) noteBeside(n *html.Node) {
	seen := 0
	for d := n.PrevSibling; d != nil && seen < maxBeside; d = d.PrevSibling {
		s.noteMaybeCovered(d)
		seen++
	}
	for d := n.NextSibling; d != nil && seen < maxBeside; d = d.NextSibling {
		s.noteMaybeCovered(d)
		seen++
	}
}

// noteMaybeCovered notes that an element may be covered, or that around a text.
func (s *Checker) noteMaybeCovered(n *html.Node) {
	if n.Type == html.TextNode && !blankText(n.Data) {
		n = n.Parent
	}
	if n.Type != html.ElementNode || unrendered(n) || len(s.page.maybeCovered) >= maxMaybeCovered {
		return
	}
	put(&s.page.maybeCovered, n, struct{}{})
}

// movedInline reports whether a style attribute may move its element back.
func movedInline(style string) bool {
	return strings.IndexByte(style, '-') >= 0 && (strings.Contains(style, "margin") || strings.Contains(style, "top") || strings.Contains(style, "translate") || strings.Contains(style, "left"))
}

// isMaybeCovered reports whether something may be painted over n.
func (s *Checker) isMaybeCovered(n *html.Node) bool {
	if s == nil || len(s.page.maybeCovered) == 0 {
		return false
	}
	_, found := s.page.maybeCovered[n]
	return found
}
