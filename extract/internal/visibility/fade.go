package visibility

import (
	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// leastOpacity is the opacity up to which text counts as invisible.
const leastOpacity = 0.1

// fades reports whether the opacities of the element at i of the path, which has one
// of its own, and of those around it leave nothing of it.
func (s *Checker) fades(i int) bool {
	return s.product(i, 1<<css.Opacity, leastOpacity, func(c *css.Style) float64 { return fraction(c.Get(css.Opacity)) }) <= leastOpacity
}

// shrinks reports that of their scales, where minScale is too little.
func (s *Checker) shrinks(i int) bool {
	return s.product(i, 1<<css.Scale|1<<css.Transform, minScale, func(c *css.Style) float64 {
		scale := fraction(c.Get(css.Scale))
		calls(c.Get(css.Transform), func(name string, args []string) bool {
			if name == "scale" && len(args) == 1 {
				scale *= fraction(args[0])
			}
			return false
		})
		return scale
	}) <= minScale
}

// product multiplies what the styles of the element at i of the path and of those
// around it say, but for html and body, and for those that are too little by
// themselves: they have been judged, and what is in them is asked for because a script
// is expected to show them.
func (s *Checker) product(i int, properties css.PropertySet, least float64, of func(*css.Style) float64) float64 {
	all := 1.0
	for ; i >= 0 && s.sheet.Spend(1); i-- {
		if n := s.node(i); n.Data == "body" || n.Data == "html" {
			break
		}
		var c css.Style
		s.sheet.Compute(i, properties, &c)
		if f := of(&c); f > least {
			all *= f
		}
	}
	return all
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
