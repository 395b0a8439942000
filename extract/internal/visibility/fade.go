package visibility

import (
	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// leastOpacity is the opacity up to which text counts as invisible.
const leastOpacity = 0.1

// How elements fade: with those around them, until nothing legible is left.
const (
	byOpacity = iota
	byScale
	numFadings
)

// fading is how the values of properties multiply down the path.
type fading struct {
	properties css.PropertySet
	least      float64 // up to which nothing is left
	of         func(*css.Style) float64
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

// fades reports whether what the element at i of the path says, and those around it,
// leave nothing of it. html and body don't count, nor do elements that are too little by
// themselves: they have been judged, and what is in them is asked for because a script
// is expected to show them. What is left at each element is kept with the path.
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
				if own := f.of(&c); own > f.least {
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
