package css

import (
	"math"
	"slices"
	"strings"
)

// Effect sums up what the functions in a value of transform (or a related property) or of
// filter do to an element.
type Effect struct {
	Width, Height float64  // factors of its size on the screen
	Shifts        []Length // moves to the right or down
	Opacity       float64
	Blur          float64 // radius of the blur in pixels
	Odd           bool    // the value has functions that aren't understood
}

// parseEffect reads a value of transform, scale, rotate or translate (CSS Transforms Level 2), or
// of filter (Filter Effects Level 1). It multiplies width and height function by function, as if
// each function turned the element about its own axes.
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
	cos := math.Cos(l[0].N * math.Pi / 180) // used for angles only
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
		e.Odd = e.Odd || cos < 0 // turned to its back, which backface-visibility may hide
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
	case "rotate": // the property may name any axis
		e.Odd = e.Odd || len(l) > 1
	case "translatez":
		e.Odd = e.Odd || first != 0
	case "opacity":
		e.Opacity *= min(first, 1)
	case "blur":
		e.Blur += l[0].Approximate()
	case "rotatez", "perspective", "grayscale", "saturate", "hue-rotate":
	default: // such as invert(), which changes the declared colours
		e.Odd = true
	}
}

// leavesNothing reports whether a shape of clip or clip-path (CSS Masking Level 1), or a gradient as a mask, hides
// all of a box.
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
