package visibility

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// ofBoxes are the properties that have no effect on an inline box (CSS 2.2, 10.2, and
// CSS Transforms Level 1, section 3), nor on an element without a box of its own.
const ofBoxes css.PropertySet = 1<<css.Width | 1<<css.Height | 1<<css.MaxWidth | 1<<css.MaxHeight | 1<<css.MinHeight | 1<<css.Overflow | 1<<css.Contain |
	1<<css.Transform | 1<<css.Scale | 1<<css.Translate | 1<<css.Rotate | 1<<css.ContentVisibility | 1<<css.BackfaceVisibility

// ofContents are those that have no effect on an element that is displayed as its
// contents (CSS Display Level 3, section 2.5).
const ofContents = ofBoxes | 1<<css.Opacity | 1<<css.Filter | 1<<css.Clip | 1<<css.ClipPath | 1<<css.Mask | 1<<css.ZIndex | 1<<css.Position |
	1<<css.Left | 1<<css.Top | 1<<css.Right | 1<<css.Bottom | 1<<css.MarginLeft | 1<<css.MarginTop

// dropUnfit takes declarations out of c that have no effect on the kind of box that the
// element at i of the path has, and reports whether there were any.
func (s *Checker) dropUnfit(i int, c *css.Style) bool {
	var unfit css.PropertySet
	switch {
	case c.Get(css.Display) == "contents":
		unfit = c.Set & ofContents
	case !c.Has(css.Display) && isTablePart(s.node(i).Data): // as large as what is in it, at least
		unfit = c.Set & (1<<css.Width | 1<<css.Height | 1<<css.MaxHeight)
	case c.Set&ofBoxes != 0 && s.isInlineBox(i, c):
		unfit = c.Set & ofBoxes
	}
	c.Set &^= unfit
	return unfit != 0
}

// isInlineBox reports whether the element at i of the path is certainly an inline box;
// c holds its display, position and float. Where external style sheets may say
// otherwise, it is not certain.
func (s *Checker) isInlineBox(i int, c *css.Style) bool {
	n := s.node(i)
	if d := c.Get(css.Display); d != "" && d != "inline" || i == 0 || n.Namespace != "" || d == "" && !inlineElement(n.Data) || isReplaced(n.Data) || positioned(c) {
		return false
	}
	if f := c.Get(css.Float); f != "" && f != "none" {
		return false
	}
	var around css.Style
	s.sheet.Compute(i-1, 1<<css.Display, &around)
	switch around.Get(css.Display) {
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

// isReplaced reports whether an inline element has a size of its own.
func isReplaced(name string) bool {
	return name == "img" || name == "input" || name == "br" || name == "wbr"
}

// noTracks reports whether the first row or column of a grid leaves no room for what is
// in it; value is that of a template, whose rows come first.
func noTracks(value string) bool {
	rows, _ := css.CutBlock(value, '/')
	rows, _ = css.CutBlock(strings.TrimSpace(rows), ' ')
	if rows == "0fr" {
		return true
	}
	if inner, ok := strings.CutPrefix(rows, "minmax("); ok {
		least, most := css.CutBlock(strings.TrimSuffix(inner, ")"), ',')
		return zeroLength(least) && (zeroLength(strings.TrimSpace(most)) || strings.TrimSpace(most) == "0fr")
	}
	return zeroLength(rows)
}

// noFlex reports whether a value of flex leaves an item that cuts off what is in it no
// room: no least size, and nothing of what is left over.
func noFlex(value string) bool {
	f := strings.Fields(value)
	for len(f) < 3 && len(f) > 0 { // no basis is one of 0
		f = append(f, "0")
	}
	return len(f) == 3 && f[0] == "0" && zeroLength(f[2])
}

// sizeless reports whether the box of the element at i of the path, whose declarations are
// c, has no size but for what it is given: that of its content doesn't count (CSS
// Containment Level 2, section 3.1), or it is an item of a flex container that gives it none.
func (s *Checker) sizeless(i int, c *css.Style) bool {
	contain := c.Get(css.Contain)
	contained := contain == "strict" || css.HasToken(contain, "size")
	if i == 0 || positioned(c) || !clips(c) || !contained && !noFlex(c.Get(css.Flex)) || c.Has(css.Padding) && roomy(c.Value[css.Padding]) {
		return false
	}
	if s.external(s.node(i)) && (hasHooks(s.node(i)) || hasHooks(s.node(i-1))) {
		return false
	}
	var around css.Style
	s.sheet.Compute(i-1, 1<<css.Display, &around)
	switch around.Get(css.Display) {
	case "flex", "inline-flex":
		return !contained
	case "", "block", "flow-root":
		return contained && !c.Has(css.Height)
	}
	return false
}

// emptyTrack reports whether the element at i of the path is a grid whose only row, or
// column, has no room for the only element in it, which has no least size because it may scroll (CSS Grid Layout
// Level 2, section 6.6).
func (s *Checker) emptyTrack(i int, c *css.Style) bool {
	if d := c.Get(css.Display); d != "grid" && d != "inline-grid" || !noTracks(c.Get(css.GridRows)) && !noTracks(c.Get(css.GridColumns)) {
		return false
	}
	only := s.node(i).FirstChild
	for only != nil && !css.IsElement(only) {
		only = only.NextSibling
	}
	if only == nil || !alone(only) {
		return false
	}
	var inner css.Style
	s.sheet.Compute(s.enter(only), 1<<css.Overflow|1<<css.Padding|1<<css.Height|1<<css.Position, &inner)
	s.cut(i + 1)
	return scrolls(&inner) && !positioned(&inner) && !inner.Has(css.Height) && !(inner.Has(css.Padding) && roomy(inner.Value[css.Padding]))
}
