package visibility

import "github.com/webfetch-mcp/webfetch-go/extract/internal/css"

// The kinds of fading, numbered as Checker.left: the opacity or the scale of an element is multiplied by
// those of the elements around it.
const (
	byOpacity = iota
	byScale
	numFadings
)

// fadings are the properties of each kind, and the product up to which an element is invisible.
var fadings = [numFadings]struct {
	properties css.PropertySet
	least      float64
}{byOpacity: {1 << css.Opacity, leastOpacity}, byScale: {1<<css.Scale | 1<<css.Transform | 1<<css.Zoom, leastScale}}

// fadeFactor is what the declarations of one element contribute.
func fadeFactor(c *css.Style, kind int) float64 {
	number := func(p css.Property) float64 {
		if v := c.Get(p); v.Form == css.Number && v.N >= 0 {
			return min(v.Fraction(), 1)
		}
		return 1
	}
	if kind == byOpacity {
		return number(css.Opacity)
	}
	factor := 1.0
	if zoom := number(css.Zoom); zoom > 0 {
		factor = zoom
	}
	for _, p := range [...]css.Property{css.Scale, css.Transform} {
		if e := c.Get(p).Effect; e != nil && e.Width == e.Height {
			factor *= min(e.Width, 1)
		}
	}
	return factor
}

// fades reports whether the element at i of the path is invisible by the product of its own factor and
// those of the elements around it. html and body don't count. An element that is invisible by its
// own factor doesn't count either: it was judged before, and the walk only goes into it if a script is
// expected to show it. s.left keeps the product at each element of the path.
func (s *Checker) fades(i, kind int) bool {
	least, left := fadings[kind].least, s.left[kind]
	for k := len(left); k <= i; k++ {
		rest := 1.0
		if n := s.node(k); n.Data != "body" && n.Data != "html" {
			if k > 0 {
				rest = left[k-1]
			}
			if s.sheet.Spend(1) {
				var c css.Style
				s.sheet.Compute(k, fadings[kind].properties, &c)
				if own := fadeFactor(&c, kind); own > least {
					rest *= own
				}
			}
		}
		left = append(left, rest)
	}
	s.left[kind] = left
	return left[i] <= least
}
