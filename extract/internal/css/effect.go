package css

import (
	"math"
	"slices"
	"strings"
)

// Effect is the effect on an element of the functions in a value of transform (or a related
// property) or of filter.
type Effect struct {
	Width, Height float64  // its size on the screen, as a multiple of what it was
	Shifts        []Length // by which it is moved to the right or down
	Opacity       float64
	Blur          float64 // its radius in pixels
	Odd           bool    // there is more that isn't understood
}

// parseEffect reads a value of transform, scale, rotate or translate (CSS Transforms Level 2), or
// of filter (Filter Effects Level 1). Width and height are multiplied function by function, as if
// each turned the element about its own axes.
func parseEffect(p Property, list []token) *Effect {
	e := &Effect{Width: 1, Height: 1, Opacity: 1}
	switch p {
	case Scale:
		e.apply("scale", list)
	case Translate:
		e.apply("translate", list)
	case Rotate:
		axis := ""
		if len(list) == 2 {
			axis, list = list[0].text, list[1:]
		}
		e.apply("rotate"+axis, list)
	default:
		for t, args := range parts(list) {
			if t.kind == callToken {
				e.apply(t.name, args)
			}
		}
	}
	return e
}

func (e *Effect) apply(function string, args []token) {
	l, ok := numbers(args)
	if !ok {
		e.Odd = true
		return
	}
	first := math.Abs(l[0].Fraction())
	cos := math.Cos(l[0].N * math.Pi / 180) // of an angle
	switch function {
	case "scale":
		e.Width *= first
		e.Height *= math.Abs(l[min(1, len(l)-1)].Fraction())
	case "scalex":
		e.Width *= first
	case "scaley":
		e.Height *= first
	case "rotatex":
		e.Height *= math.Abs(cos)
		e.Odd = e.Odd || cos < 0 // its back may not be seen
	case "rotatey":
		e.Width *= math.Abs(cos)
		e.Odd = e.Odd || cos < 0
	case "matrix":
		if e.Odd = e.Odd || len(l) != 6; len(l) == 6 {
			e.Width *= math.Hypot(l[0].N, l[1].N)
			e.Height *= math.Hypot(l[2].N, l[3].N)
			e.Shifts = append(e.Shifts, Length{l[4].N, Pixels}, Length{l[5].N, Pixels})
		}
	case "translate", "translatex", "translatey", "translate3d":
		e.Shifts = append(e.Shifts, l[:min(2, len(l))]...)
	case "rotate": // about any axis, as a property
		e.Odd = e.Odd || len(l) > 1
	case "translatez":
		e.Odd = e.Odd || first != 0
	case "opacity":
		e.Opacity *= min(first, 1)
	case "blur":
		e.Blur += l[0].Approximate()
	case "rotatez", "perspective", "grayscale", "saturate", "hue-rotate":
	default: // such as other colours than are declared
		e.Odd = true
	}
}

// leavesNothing reports whether a shape of clip or clip-path (CSS Masking Level 1), or a mask of a gradient, leaves
// nothing of a box.
func leavesNothing(list []token) (nothing bool) {
	for shape, args := range parts(list) {
		if strings.HasSuffix(shape.name, "gradient") {
			for stop, args := range parts(args) {
				if c, isColor := color(stop, args); isColor {
					if nothing = c.A <= 0.1; !nothing {
						break
					}
				}
			}
			continue
		}
		if i := slices.IndexFunc(args, func(a token) bool { return a.is("round") || a.is("at") }); i >= 0 {
			args = args[:i]
		}
		l, known := numbers(args)
		switch {
		case !known:
		case shape.name == "inset" && len(args) <= 4:
			side, _ := sides(args)
			for i := range 2 {
				a, b := side[i].Length, side[i+2].Length
				nothing = nothing || a.Approximate()+b.Approximate() >= 1000 && (a.Unit == Percent || b.Unit == Percent) || max(a.N, b.N) >= 1500
			}
		case shape.name == "rect" && len(l) == 4: // top, right, bottom, left
			nothing = l[2].N-l[0].N <= 1 || l[1].N-l[3].N <= 1
		case shape.name == "circle", shape.name == "ellipse":
			nothing = slices.ContainsFunc(l, func(r Length) bool { return r.N <= 0.5 || r.Unit == Pixels && r.N <= 2 })
		case shape.name == "polygon":
			nothing = len(slices.Compact(l)) == 1
		}
	}
	return nothing
}
