package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// A box without content of its own that is positioned over all of the element around it
// and has an opaque background hides what that element holds:
//
//	<div style="position:relative">unseen<i style="position:absolute;inset:0;background:#fff"></i></div>
//
// So does the ::before or the ::after of an element, and a photo. As nothing is laid out,
// this is told only where the declarations leave no doubt about size, colour and order
// of painting (CSS 2.2, appendix E). What may go away counts as no cover: it has a
// transition, an animation or the name of something that waits, slides or opens, rules
// show it otherwise in another state, or it lies over most of the page.

// coverProperties decide whether a box is a cover.
const coverProperties css.PropertySet = paints | stacks | css.Animations | 1<<css.Left | 1<<css.Top | 1<<css.Right | 1<<css.Bottom | 1<<css.MarginLeft |
	1<<css.MarginTop | 1<<css.Width | 1<<css.Height | 1<<css.MaxWidth | 1<<css.MaxHeight | 1<<css.Display | 1<<css.Visibility | 1<<css.ContentVisibility |
	1<<css.Transition | 1<<css.Content | 1<<css.Clip | 1<<css.Zoom | 1<<css.BackfaceVisibility | 1<<css.ObjectFit | 1<<css.Padding

// isCovered reports whether something is painted over n.
func (s *Checker) isCovered(n *html.Node) bool {
	if s == nil || s.alone {
		return false
	}
	if !s.page.coversKnown {
		s.page.coversKnown = true
		s.findCovers(htmltree.Root(n))
	}
	return s.page.covered[n]
}

// findCovers notes what is covered on the page of root.
func (s *Checker) findCovers(root *html.Node) {
	rules, seen := s.sheet.Positions() || s.sheet.MovesBack(), 0
	for n := root.FirstChild; n != nil && seen < maxPageNodes; n = htmltree.Next(n, root) {
		seen++
		if n.Data == "noscript" || n.Data == "template" && !s.noteTree(n) {
			for n.LastChild != nil {
				n = n.LastChild
			}
			continue
		}
		if n.Type == html.ElementNode && (rules || len(n.Attr) > 0) {
			s.findCover(n, rules)
		}
	}
}

// findCover notes what n, or a box that it generates, covers. Where external style sheets
// may style n, that is not known.
func (s *Checker) findCover(n *html.Node, rules bool) {
	style, hooks := "", false
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "style":
			style = a.Val
		case "class", "id":
			hooks = true
		}
	}
	if hooks && (!rules && style == "" || s.external(n)) {
		return
	}
	if (positionedInline(style) || rules && s.sheet.MayPosition(n)) && s.isAbsolute(s.enter(n)) {
		s.backdropByElement(s.enter(n))
		if coversByContent(n) {
			s.coverByElement(s.enter(n))
		}
		s.noteMaybeCover(s.enter(n))
	}
	if movedInline(style) || rules && s.sheet.MayMoveBack(n) {
		s.noteMovedOver(s.enter(n))
	}
	if rules && s.sheet.Generates(n) {
		s.coverByBox(s.enter(n), css.After)
		s.coverByBox(s.enter(n), css.Before)
	}
}

// positionedInline reports whether a style attribute may take its element out of the
// flow.
func positionedInline(style string) bool {
	return len(style) >= len("position:absolute") && (strings.Contains(css.Lower(style), "absolute") || strings.Contains(style, "fixed") || strings.Contains(style, "var(") || strings.IndexByte(style, '\\') >= 0)
}

// isAbsolute reports whether the element at i of the path is positioned in another one, or on the screen.
// It is the only property of a cover that most elements lack, so it is asked for alone.
func (s *Checker) isAbsolute(i int) bool {
	var c css.Style
	s.sheet.Compute(i, 1<<css.Position, &c)
	return positioned(&c)
}

// cover is a box that lies over an element.
type cover struct {
	node   *html.Node // nil for a generated box
	z      float64
	passed bool // what follows is painted after it, if it is positioned too
	clips  bool // the element that it covers cuts off what doesn't fit
}

// coverByElement notes what the element at i of the path covers.
func (s *Checker) coverByElement(i int) {
	n := s.node(i)
	var c css.Style
	if s.sheet.Compute(i, coverProperties, &c); !fillsContainer(&c) || !isOpaque(n, &c) {
		return
	}
	if around := s.containingBlock(i); around > 0 && s.staysCovered(around, i) {
		s.coverContent(around, cover{node: n, z: zIndex(&c)})
	}
}

// coverByBox notes what a generated box of the element at i of the path covers: the
// content of the element.
func (s *Checker) coverByBox(i int, which css.Generated) {
	var c, own css.Style
	s.sheet.ComputeGenerated(i, which, coverProperties, &c)
	if c.Has(css.Content) && c.Value[css.Content] != "none" && fillsArea(&c) {
		s.noteBackdrop(i, s.node(i), &c, false)
	}
	s.noteMaybeCoverBox(i, &c)
	if content := c.Get(css.Content); !blankContent(content) || !fillsContainer(&c) || !opaqueColor(s.node(i), &c) {
		return
	}
	s.sheet.Compute(i, stacks, &own)
	if hasPosition(&own) && s.staysCovered(i, i) {
		s.coverContent(i, cover{z: zIndex(&c), passed: which == css.Before})
	}
}

// Bounds of what is looked at to find covers, so that the work is linear in the page.
const (
	maxBetween = 8  // elements between a box and the one that it is positioned in
	maxCovers  = 16 // covered elements within each other; beyond, visibility is not known
)

// containingBlock returns the index of the element that the one at i of the path is
// positioned in, 0 if that is the page or isn't certain.
func (s *Checker) containingBlock(i int) int {
	for j := i - 1; j > 0 && i-j <= maxBetween && s.sheet.Spend(1); j-- {
		if n := s.node(j); n.Data == "body" || n.Data == "html" {
			return 0
		}
		var c css.Style
		s.sheet.Compute(j, stacks|1<<css.Display|1<<css.Visibility, &c)
		switch {
		case c.Get(css.Display) == "none", c.Get(css.Display) == "contents", c.Has(css.Visibility):
			return 0
		case hasPosition(&c):
			return j
		case isStacking(&c):
			return 0
		}
	}
	return 0
}

// coverContent notes the content of the element at i of the path that c covers, unless
// some of the element may stick out.
func (s *Checker) coverContent(i int, c cover) {
	var around css.Style
	s.sheet.Compute(i, 1<<css.Display|1<<css.Position|1<<css.Float|1<<css.Height|1<<css.MaxHeight|1<<css.Overflow|1<<css.Contain|1<<css.WhiteSpace, &around)
	c.clips = clips(&around)
	if s.isInlineBox(i, &around) || !c.clips && (sized(&around, css.Height) || sized(&around, css.MaxHeight) || keepsLines(&around)) {
		return
	}
	if s.enterContainer(i) {
		s.coverChildren(s.node(i), &c, true)
		s.cut(i + 1)
	}
}

// enterContainer notes that the content of the element at i of the path is looked at, and
// reports whether it may be: not if it was before, or too many around it were.
func (s *Checker) enterContainer(i int) bool {
	around := 0
	for j := i; j >= 0 && around == 0 && s.sheet.Spend(1); j-- {
		around = s.page.containers[s.node(j)]
		if j == i && around > 0 {
			return false
		}
	}
	if around >= maxCovers {
		s.sheet.Exceed()
		return false
	}
	put(&s.page.containers, s.node(i), around+1)
	return true
}

func sized(c *css.Style, p css.Property) bool {
	switch c.Get(p) {
	case "", "auto", "none", "initial", "max-content", "min-content", "fit-content":
		return false
	}
	return true
}

// keepsLines reports whether long lines may stick out of a box.
func keepsLines(c *css.Style) bool {
	value := c.Get(css.WhiteSpace)
	return strings.HasPrefix(value, "nowrap") || value == "pre"
}

// coverChildren notes which children of n are covered and have text. If all are, and
// n isn't the element that is covered itself, it leaves that to its caller: all is true.
// It looks at each node once.
func (s *Checker) coverChildren(n *html.Node, c *cover, outermost bool) (all, text bool) {
	var covered []*html.Node
	all = true
	for d := n.FirstChild; d != nil; d = d.NextSibling {
		whole, has := false, false
		switch {
		case !s.sheet.Spend(1):
		case d == c.node:
			c.passed = true
		case d.Type == html.ElementNode:
			whole, has = s.coverElement(d, c)
		default:
			whole, has = true, d.Type == html.TextNode && !blankText(d.Data)
		}
		if whole && has {
			covered = append(covered, d)
		}
		all, text = all && whole, text || has
	}
	if !all || outermost {
		s.noteCovered(covered)
	}
	return all, text
}

// coverElement reports whether all of n is covered and whether it has text, and notes
// what is covered if not all is.
func (s *Checker) coverElement(n *html.Node, c *cover) (all, text bool) {
	if unrendered(n) {
		return true, false
	}
	if s.page.containers[n] > 0 { // what covers it decides
		c.passed = c.passed || htmltree.IsInside(c.node, n)
		return false, true
	}
	if !s.staysBelow(s.enter(n), n, c) {
		c.passed = c.passed || htmltree.IsInside(c.node, n)
		return false, true
	}
	return s.coverChildren(n, c, false)
}

func (s *Checker) noteCovered(list []*html.Node) {
	for _, n := range list {
		put(&s.page.covered, n, true)
	}
}
