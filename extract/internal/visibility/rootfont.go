package visibility

import (
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// usualFont is the size of the font of a page in pixels that nothing sets.
const usualFont = 16

// leastRootFont stands for a font of the root without a size.
const leastRootFont = 0.001

// scaleRem writes a size of a font in pixels that is a multiple of that of the root, if the page
// says what that is. Where it doesn't, a script may.
func (s *Checker) scaleRem(c *css.Style) {
	l, ok := css.ParseLength(c.Get(css.FontSize))
	if !ok || l.Unit != css.Rems {
		return
	}
	if size := s.fontOfRoot(); size > 0 {
		c.Value[css.FontSize] = strconv.FormatFloat(l.N*size, 'f', 4, 64) + "px"
	}
}

// fontOfRoot returns the size of the font of the root in pixels, 0 if it isn't known.
func (s *Checker) fontOfRoot() float64 {
	if s.page.rootFontKnown || s.alone {
		return s.page.rootFont
	}
	s.page.rootFontKnown = true
	root := s.node(0)
	if root.Data != "html" || s.external(root) {
		return 0
	}
	var c css.Style
	s.sheet.Compute(0, 1<<css.FontSize, &c)
	l, ok := css.ParseLength(c.Get(css.FontSize))
	switch {
	case !ok || l.N < 0:
	case l.Unit == css.Percent:
		s.page.rootFont = usualFont * l.N / 100
	case l.Unit != css.NoUnit:
		s.page.rootFont = l.Approximate()
	}
	if ok && l.N == 0 {
		s.page.rootFont = leastRootFont
	}
	return s.page.rootFont
}
