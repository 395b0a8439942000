package visibility

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// boxProperties are the properties that have no effect on an inline box (CSS 2.2, 10.2, and
// CSS Transforms Level 1, section 3), nor on an element without a box of its own.
const boxProperties css.PropertySet = 1<<css.Width | 1<<css.Height | 1<<css.MaxWidth | 1<<css.MaxHeight | 1<<css.MinHeight | 1<<css.Overflow |
	1<<css.Transform | 1<<css.Scale | 1<<css.Translate | 1<<css.Rotate | 1<<css.ContentVisibility | 1<<css.Rare

// ownBoxProperties are those that have no effect on an element that is displayed as its
// contents (CSS Display Level 3, section 2.5).
const ownBoxProperties = boxProperties | 1<<css.Opacity | 1<<css.Filter | 1<<css.Clip | 1<<css.ClipPath | 1<<css.Mask | 1<<css.ZIndex | 1<<css.Position |
	1<<css.Left | 1<<css.Top | 1<<css.Right | 1<<css.Bottom | 1<<css.MarginLeft | 1<<css.MarginTop

// dropUnfit takes declarations out of c that have no effect on the kind of box that the
// element at i of the path has, and reports whether there were any.
func (s *Checker) dropUnfit(i int, c *css.Style) bool {
	var unfit css.PropertySet
	switch {
	case c.Get(css.Display).Is("contents"):
		unfit = c.Set & ownBoxProperties
	case !c.Has(css.Display) && isTablePart(s.node(i).Data): // as large as what is in it, at least
		unfit = c.Set & (1<<css.Width | 1<<css.Height | 1<<css.MaxHeight)
	case c.Set&boxProperties != 0 && s.isInlineBox(i, c):
		unfit = c.Set & boxProperties
	}
	c.Set &^= unfit
	return unfit != 0
}

// isInlineBox reports whether the element at i of the path is certainly an inline box;
// c holds its display, position and float. Where external style sheets may say
// otherwise, it is not certain.
func (s *Checker) isInlineBox(i int, c *css.Style) bool {
	n, d := s.node(i), c.Get(css.Display)
	switch f := c.Get(css.Float); {
	case d.Form != css.Absent && !d.Is("inline"), i == 0, n.Namespace != "", d.Form == css.Absent && !inlineElement(n.Data), isOutOfFlow(c), f.Form != css.Absent && !f.Is("none"):
		return false
	case n.Data == "img", n.Data == "input", n.Data == "br", n.Data == "wbr": // they have a size of their own
		return false
	}
	var around css.Style
	s.sheet.Compute(i-1, 1<<css.Display, &around)
	switch around.Get(css.Display).Text {
	case "", "block", "inline", "inline-block", "list-item", "table-cell", "flow-root":
		return !s.external(n) || !hasHooks(n) && !hasHooks(s.node(i-1))
	}
	return false
}

// isTablePart reports whether elements of a name are tables, rows or cells.
func isTablePart(name string) bool {
	switch name {
	case "table", "tbody", "thead", "tfoot", "tr", "td", "th":
		return true
	}
	return false
}

// clips reports whether a box cuts off what is outside of it.
func clips(c *css.Style) bool {
	for _, word := range [...]string{"hidden", "clip", "scroll", "auto"} {
		if strings.Contains(c.Get(css.Overflow).Text, word) {
			return true
		}
	}
	return false
}

func isOutOfFlow(c *css.Style) bool {
	p := c.Get(css.Position)
	return p.Is("absolute") || p.Is("fixed")
}

// hasPosition reports whether an element is positioned, so that its offsets and its z-index
// count. What is sticky stays where it is.
func hasPosition(c *css.Style) bool { return isOutOfFlow(c) || c.Get(css.Position).Is("relative") }

// lacksRoom reports whether a box cuts off what is in it, and shows none of it in its padding.
// A table is as large as what is in it, at least.
func lacksRoom(c *css.Style) bool {
	d := c.Get(css.Display).Text
	return clips(c) && c.Get(css.Padding).N == 0 && !strings.HasPrefix(d, "table") && d != "inline-table"
}

// lacksHeight is lacksRoom for a box without a least height that leaves room for text.
func lacksHeight(c *css.Style) bool {
	switch least := c.Get(css.MinHeight); {
	case !lacksRoom(c):
		return false
	case least.Form == css.Number:
		return least.Unit == css.Percent || isTinyLength(least.Length, mostBoxPixels)
	case least.Form == css.Odd:
		return false
	default:
		return !strings.HasSuffix(least.Text, "-content")
	}
}

// mostBoxPixels is the size in pixels of a box that no letter of usual text reaches into.
const mostBoxPixels = 3

func isThin(v *css.Value) bool { return v.Form == css.Number && isTinyLength(v.Length, mostBoxPixels) }

// isFlat reports whether a height leaves no room. A percentage of a height that the
// content gives is none.
func isFlat(v *css.Value) bool { return isThin(v) && v.Unit != css.Percent }

func isSized(v *css.Value) bool { return v.Form == css.Number || v.Form == css.Odd }

// stackProperties decide whether an element is a stacking context (CSS 2.2, appendix E).
const stackProperties css.PropertySet = 1<<css.Position | 1<<css.ZIndex | 1<<css.Opacity | 1<<css.Transform | 1<<css.Scale | 1<<css.Translate | 1<<css.Rotate | 1<<css.Filter |
	1<<css.ClipPath | 1<<css.Mask | 1<<css.Isolation

// isBehindBackground reports whether the element at i of the path has a negative
// z-index and an opaque background is painted over it: that of an element around
// it, within the stacking context that both are in. The background of the context
// itself, and that of the page, are behind both.
func (s *Checker) isBehindBackground(i int) bool {
	var c css.Style
	s.sheet.Compute(i, 1<<css.Position|1<<css.ZIndex|1<<css.Left|1<<css.Top|1<<css.Right|1<<css.Bottom, &c)
	if c.Get(css.ZIndex).N >= 0 || !hasPosition(&c) {
		return false
	}
	for _, p := range [...]css.Property{css.Left, css.Top, css.Right, css.Bottom} {
		if v := c.Get(p); v.Form == css.Odd || v.N != 0 && (v.Unit != css.Pixels || v.N > doubtfulShift || v.N < -doubtfulShift) {
			return false // it may stick out
		}
	}
	for j := i - 1; j > 0; j-- {
		n := s.node(j)
		if n.Data == "html" || n.Data == "body" && !s.settleColors(j-1).backSet || !s.sheet.Spend(1) {
			return false
		}
		var around css.Style
		s.sheet.Compute(j, stackProperties, &around)
		if p := around.Get(css.Position).Text; p == "fixed" || strings.HasSuffix(p, "sticky") {
			return false
		}
		if v := around.Get(css.Isolation).Text; v != "" && v != "auto" && v != "none" && v != "normal" {
			return false
		}
		around.Set &^= 1 << css.Position
		for p := range css.NumProperties {
			if v := around.Get(p); v.Form == css.Number && !(p == css.Opacity && v.Fraction() >= 1) || v.Form == css.Changed || v.Form == css.Odd {
				return false // a stacking context
			}
		}
		if p := s.colorsAt(j); p.backSet && p.back.A > 0.9 {
			return true
		}
	}
	return false
}
