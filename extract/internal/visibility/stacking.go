package visibility

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// What makes a stacking context, or an element that is painted in layers of its
// own (CSS 2.2, appendix E, and the modules that add to it).
const stacks css.PropertySet = 1<<css.Position | 1<<css.ZIndex | 1<<css.Opacity | 1<<css.Transform | 1<<css.Scale | 1<<css.Translate | 1<<css.Rotate | 1<<css.Filter |
	1<<css.ClipPath | 1<<css.Mask | 1<<css.Isolation

// behindBackground reports whether the element at i of the path has a negative
// z-index and an opaque background is painted over it: that of an element around
// it, within the stacking context that both are in. The background of the context
// itself, and that of the page, are behind both.
func (s *Checker) behindBackground(i int) bool {
	var c css.Style
	s.sheet.Compute(i, 1<<css.Position|1<<css.ZIndex|1<<css.Left|1<<css.Top|1<<css.Right|1<<css.Bottom, &c)
	if z, ok := css.ParseLength(c.Get(css.ZIndex)); !ok || z.N >= 0 || !hasPosition(&c) || protrudes(&c) {
		return false
	}
	for j := i - 1; j >= 0; j-- {
		n := s.node(j)
		if n.Data == "html" || n.Data == "body" && !s.paintsBody(j) || !s.sheet.Spend(1) {
			return false
		}
		var around css.Style
		if s.sheet.Compute(j, stacks, &around); isStacking(&around) {
			return false
		}
		if p := s.colorsAt(j); p.backSet && p.back.A > 0.9 {
			return true
		}
	}
	return false
}

// paintsBody reports whether the background of body, at i of the path, is its own: that
// of a page without one for html is painted behind everything (CSS Backgrounds Level
// 3, section 2.11.2).
func (s *Checker) paintsBody(i int) bool {
	if i == 0 {
		return false
	}
	p := s.colorsAt(i - 1)
	return p.backSet || p.backOdd
}

// hasPosition reports whether an element is positioned, so that its z-index counts.
func hasPosition(c *css.Style) bool {
	switch c.Get(css.Position) {
	case "relative", "absolute", "fixed", "sticky", "-webkit-sticky":
		return true
	}
	return false
}

// protrudes reports whether offsets may move an element out of the one around it.
func protrudes(c *css.Style) bool {
	const near = 40 // pixels
	for _, p := range [...]css.Property{css.Left, css.Top, css.Right, css.Bottom} {
		l, ok := css.ParseLength(c.Get(p))
		if ok && (l.Unit != css.Pixels && l.Unit != css.NoUnit && l.N != 0 || l.N > near || l.N < -near) {
			return true
		}
	}
	return false
}

func isStacking(c *css.Style) bool {
	switch c.Get(css.Position) {
	case "fixed", "sticky", "-webkit-sticky":
		return true
	}
	if z := c.Get(css.ZIndex); z != "" && z != "auto" {
		return true
	}
	if l, ok := css.ParseLength(c.Get(css.Opacity)); ok && l.N < 1 && l.Unit != css.Percent || l.Unit == css.Percent && l.N < 100 {
		return true
	}
	for _, p := range [...]css.Property{css.Transform, css.Scale, css.Translate, css.Rotate, css.Filter, css.ClipPath, css.Mask, css.Isolation} {
		switch value := c.Get(p); value {
		case "", "none", "auto", "normal", "inherit", "initial", "unset", "revert":
		default:
			return p != css.Isolation || !strings.Contains(value, "scroll-position") && !strings.Contains(value, "contents")
		}
	}
	return false
}
