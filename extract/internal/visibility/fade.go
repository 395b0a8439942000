package visibility

import (
	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// leastOpacity is the opacity up to which text counts as invisible.
const leastOpacity = 0.1

// The kinds of fading, numbered as Checker.left: the opacity or the scale of an element is multiplied by
// those of the elements around it.
const (
	byOpacity = iota
	byScale
	numFadings
)

// fading is one kind of fading.
type fading struct {
	properties css.PropertySet
	least      float64                  // an element with this product or less is invisible
	factor     func(*css.Style) float64 // what the declarations of one element contribute
}

func fadingOf(kind int) fading {
	if kind == byOpacity {
		return fading{1 << css.Opacity, leastOpacity, func(c *css.Style) float64 { return fraction(c.Get(css.Opacity)) }}
	}
	return fading{1<<css.Scale | 1<<css.Transform | 1<<css.Zoom, minScale, scaleOf}
}

// scaleOf returns by how much scale, zoom and the scale() of a transform shrink an element.
func scaleOf(c *css.Style) float64 {
	scale := fraction(c.Get(css.Scale))
	if zoom := fraction(c.Get(css.Zoom)); zoom > 0 {
		scale *= zoom
	}
	calls(c.Get(css.Transform), func(name string, args []string) bool {
		if name == "scale" && len(args) == 1 {
			scale *= fraction(args[0])
		}
		return false
	})
	return scale
}

// fades reports whether the element at i of the path is invisible by the product of its own factor and
// those of the elements around it. html and body don't count. An element that is invisible by its
// own factor doesn't count either: it was judged before, and the walk only goes into it if a script is
// expected to show it. s.left keeps the product at each element of the path.
func (s *Checker) fades(i, kind int) bool {
	f := fadingOf(kind)
	left := s.left[kind]
	for k := len(left); k <= i; k++ {
		rest := 1.0
		if n := s.node(k); n.Data != "body" && n.Data != "html" {
			if k > 0 {
				rest = left[k-1]
			}
			if s.sheet.Spend(1) {
				var c css.Style
				s.sheet.Compute(k, f.properties, &c)
				if own := f.factor(&c); own > f.least {
					rest *= own
				}
			}
		}
		left = append(left, rest)
	}
	s.left[kind] = left
	return left[i] <= f.least
}

// fraction reads a number or a percentage from 0 to 1; 1 if it is none.
func fraction(value string) float64 {
	l, ok := css.ParseLength(value)
	if l.Unit == css.Percent {
		l.N /= 100
	}
	if !ok || l.N > 1 || l.N < 0 {
		return 1
	}
	return l.N
}
