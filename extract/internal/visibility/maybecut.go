package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// What a box that cuts off its content has room for is estimated, in pixels, with the least
// that lines and letters of usual text take.
const (
	lineHeight    = 16
	letterWidth   = 6
	screenLetters = 1280 / letterWidth
)

const (
	mostOfBox  = 0.8 // of its size: what is moved so far leaves no room for text
	lineBeyond = 1.7 // of its height: a line so high stands below the middle of it
)

// room is how large a box is at most; 0 where that isn't known.
type room struct{ width, height float64 }

// cutsOff reports whether the box of the element at i of the path may have no room for all
// that is in it, and cuts off the rest.
func (s *Checker) cutsOff(i int, c *css.Style) bool {
	clamp, clamped := css.ParseLength(c.Get(css.LineClamp))
	if !cuts(c) && !clamped {
		return false
	}
	n := s.node(i)
	if n.Data == "html" || n.Data == "body" {
		return false
	}
	r := room{width: bound(c, css.Width, css.MaxWidth), height: bound(c, css.Height, css.MaxHeight)}
	if stretched(c) {
		r.height = 0
	}
	if clamped {
		r.height = clamp.N * lineHeight
	}
	oneLine, ownLines := strings.Contains(c.Get(css.WhiteSpace), "nowrap"), strings.HasPrefix(c.Get(css.WhiteSpace), "pre")
	if r == (room{}) && !oneLine {
		return false
	}
	return !r.holdsLine(c) || !s.holds(r, n, oneLine, ownLines) || !clamped && s.shiftsWithin(n, r)
}

// cuts reports whether what doesn't fit a box can't be scrolled to.
func cuts(c *css.Style) bool {
	o, contain := c.Get(css.Overflow), c.Get(css.Contain)
	return strings.Contains(o, "hidden") || strings.Contains(o, "clip") || strings.Contains(contain, "paint") || contain == "strict" || contain == "content"
}

// bound returns the lesser of two sizes of a box in pixels, 0 if neither is known.
func bound(c *css.Style, size, most css.Property) (px float64) {
	for _, p := range [...]css.Property{size, most} {
		if l, ok := css.ParseLength(c.Get(p)); ok && l.Unit != css.Percent && l.N >= 0 {
			if at := max(l.Approximate(), 1); px == 0 || at < px {
				px = at
			}
		}
	}
	return px
}

// holdsLine reports whether the first line of a box stands in it: by its indent, the padding
// before it and its height.
func (r room) holdsLine(c *css.Style) bool {
	if l, ok := css.ParseLength(c.Get(css.LineHeight)); ok && r.height > 0 {
		if l.Unit == css.NoUnit {
			l.Unit = css.Ems
		}
		if l.Approximate() > lineBeyond*r.height || l.N == 0 {
			return false
		}
	}
	if l, ok := css.ParseLength(c.Get(css.PaddingTop)); ok && r.height > 0 && l.Approximate() >= mostOfBox*r.height {
		return false
	}
	if sides, ok := css.FourSides(c.Get(css.Padding)); ok && r.height > 0 {
		if l, ok := css.ParseLength(sides[0]); ok && l.Unit != css.Percent && l.Approximate() >= mostOfBox*r.height {
			return false
		}
	}
	l, ok := css.ParseLength(c.Get(css.TextIndent))
	return !ok || r.width == 0 || l.Approximate() < mostOfBox*r.width
}

// maxHeld bounds the nodes of a box whose text is counted. More take more room than most have.
const maxHeld = 512

// holds reports whether there is room for the text in n, as far as letters and lines tell: all
// of it stands on one line, or lines end where they do in its source.
func (s *Checker) holds(r room, n *html.Node, oneLine, ownLines bool) bool {
	letters, lines := screenLetters, 1<<30
	if r.width > 0 {
		letters = int(r.width/letterWidth) + 1
	}
	if r.height > 0 {
		lines = max(int(r.height/lineHeight), 1)
	}
	if oneLine {
		lines = 1
	}
	if lines > 1000 {
		return letters > 8
	}
	size, breaks, seen := 0, 0, 0
	for d := n.FirstChild; d != nil; d = htmltree.Next(d, n) {
		if seen++; seen > maxHeld || !s.sheet.Spend(1) {
			return false
		}
		switch {
		case d.Type == html.TextNode:
			if size += len(strings.TrimSpace(d.Data)); ownLines {
				breaks += strings.Count(d.Data, "\n")
			}
		case d.Type == html.ElementNode && (d.Data == "br" || !inlineElement(d.Data)) && (d.PrevSibling != nil || d.Data == "br"):
			breaks++
		}
		if size > letters*lines || !oneLine && breaks >= lines {
			return false
		}
	}
	return true
}

// maxWithin bounds the elements of a box that are asked for what moves them.
const maxWithin = 6

// shiftProperties move an element, or the text in it, within the box around it.
const shiftProperties css.PropertySet = 1<<css.Position | 1<<css.Left | 1<<css.Top | 1<<css.Right | 1<<css.Bottom | 1<<css.MarginLeft | 1<<css.MarginTop | 1<<css.Translate |
	1<<css.Transform | 1<<css.Padding | 1<<css.PaddingTop | 1<<css.LineHeight | 1<<css.Height | 1<<css.TextIndent | 1<<css.Display

// shiftsWithin reports whether one of the first elements in n may be moved to where
// the box of n, of a known size, ends.
func (s *Checker) shiftsWithin(n *html.Node, r room) bool {
	found, seen, last := false, 0, s.sheet.Last()
	for d := n.FirstChild; d != nil && !found && seen < maxWithin && s.sheet.Spend(1); d = htmltree.Next(d, n) {
		if d.Type != html.ElementNode {
			continue
		}
		seen++
		var c css.Style
		s.sheet.Compute(s.enter(d), shiftProperties, &c)
		found = r.leaves(&c)
	}
	s.enter(last)
	return found
}

// leaves reports whether an element with the declarations c begins where a box ends.
func (r room) leaves(c *css.Style) bool {
	down := shiftOf(c, css.MarginTop) + shiftOf(c, css.PaddingTop)
	right := shiftOf(c, css.MarginLeft)
	if hasPosition(c) {
		down += shiftOf(c, css.Top)
		right += max(shiftOf(c, css.Left), -shiftOf(c, css.Right))
	}
	if sides, ok := css.FourSides(c.Get(css.Padding)); ok {
		if l, ok := css.ParseLength(sides[0]); ok {
			down += l.Approximate()
		}
	}
	right += shiftOf(c, css.TextIndent)
	moveDown, moveRight := moves(c)
	down, right = down+moveDown, right+moveRight
	if l, ok := css.ParseLength(c.Get(css.LineHeight)); ok && r.height > 0 {
		if l.Unit == css.NoUnit {
			l.Unit = css.Ems
		}
		down += max(0, (l.Approximate()-lineHeight)/2)
	}
	if c.Get(css.Display) != "inline" && c.Has(css.Height) && shiftOf(c, css.Height) > r.height && r.height > 0 { // what follows it is out
		return true
	}
	return r.height > 0 && down >= mostOfBox*r.height || r.width > 0 && right >= mostOfBox*r.width
}

// shiftOf returns a length in pixels, 0 for none.
func shiftOf(c *css.Style, p css.Property) float64 {
	l, ok := css.ParseLength(c.Get(p))
	if !ok {
		return 0
	}
	return l.Approximate()
}
