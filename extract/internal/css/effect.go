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

// maxCalls bounds the functions of a value that are read.
const maxCalls = 16

// calls walks over the functions of a value such as "scale(0) rotate(3deg)". Arguments are
// split at commas, slashes and white space.
func calls(value string, yield func(name string, args []string)) {
	for range maxCalls {
		open := strings.IndexByte(value, '(')
		if open < 0 {
			return
		}
		name := trim(value[:open])
		args, rest := CutBlock(value[open+1:], ')')
		yield(name[strings.LastIndexAny(name, " ,)")+1:], splitArgs(args))
		value = rest
	}
}

func splitArgs(args string) (list []string) {
	depth, start := 0, 0
	for i := 0; i <= len(args); i++ {
		switch {
		case i == len(args), depth == 0 && (args[i] == ',' || args[i] == '/' || IsBlank(args[i])):
			if i > start {
				list = append(list, args[start:i])
			}
			start = i + 1
		case args[i] == '(':
			depth++
		case args[i] == ')':
			depth--
		}
	}
	return list
}

func lengths(args []string) (list []Length, ok bool) {
	for _, a := range args {
		l, ok := ParseLength(a)
		if !ok {
			return list, false
		}
		list = append(list, l)
	}
	return list, len(list) > 0
}

// parseEffect reads a value of transform, scale, rotate or translate (CSS Transforms Level 2), or
// of filter (Filter Effects Level 1). Width and height are multiplied function by function, as if
// each turned the element about its own axes.
func parseEffect(p Property, text string) *Effect {
	e := &Effect{Width: 1, Height: 1, Opacity: 1}
	switch args := splitArgs(text); {
	case p == Filter:
		calls(text, e.filter)
	case p == Scale:
		e.transform("scale", args)
	case p == Translate:
		e.transform("translate", args)
	case p == Transform:
		calls(text, e.transform)
	case len(args) == 2: // an axis and an angle
		e.transform("rotate"+args[0], args[1:])
	case len(args) > 2:
		e.transform("rotate3d", args)
	}
	return e
}

func (e *Effect) transform(name string, args []string) {
	l, ok := lengths(args)
	if !ok {
		e.Odd = true
		return
	}
	first := math.Abs(l[0].Fraction())
	cos := math.Cos(l[len(l)-1].N * math.Pi / 180) // of an angle
	switch name {
	case "scale":
		e.Width *= first
		e.Height *= math.Abs(l[min(1, len(l)-1)].Fraction())
	case "scalex":
		e.Width *= first
	case "scaley":
		e.Height *= first
	case "rotatex", "rotatey":
		e.Odd = e.Odd || cos < 0 // its back may not be seen
		if name == "rotatex" {
			e.Height *= math.Abs(cos)
		} else {
			e.Width *= math.Abs(cos)
		}
	case "matrix":
		if e.Odd = e.Odd || len(l) != 6; len(l) == 6 {
			e.Width *= math.Hypot(l[0].N, l[1].N)
			e.Height *= math.Hypot(l[2].N, l[3].N)
			e.Shifts = append(e.Shifts, Length{l[4].N, Pixels}, Length{l[5].N, Pixels})
		}
	case "translate", "translatex", "translatey", "translate3d":
		e.Shifts = append(e.Shifts, l[:min(2, len(l))]...)
	case "rotate", "rotatez", "perspective":
	case "translatez":
		e.Odd = e.Odd || first != 0
	default:
		e.Odd = true
	}
}

func (e *Effect) filter(name string, args []string) {
	l, ok := lengths(args)
	switch {
	case name == "opacity" && ok:
		e.Opacity *= min(max(l[0].Fraction(), 0), 1)
	case name == "blur" && ok:
		e.Blur += l[0].Approximate()
	case name == "grayscale", name == "saturate", name == "hue-rotate", name == "blur":
	default: // other colours than are declared
		e.Odd = true
	}
}

// leavesNothing reports whether a shape of clip or clip-path (CSS Masking Level 1), or a mask of a gradient, leaves
// nothing of a box.
func leavesNothing(text string) (nothing bool) {
	calls(text, func(name string, args []string) {
		if i := slices.IndexFunc(args, func(a string) bool { return a == "round" || a == "at" }); i >= 0 {
			args = args[:i]
		}
		l, known := lengths(args)
		switch {
		case strings.HasSuffix(name, "gradient"):
			for _, a := range args {
				if c, isColor := ParseColor(a); isColor {
					if nothing = c.A <= 0.1; !nothing {
						return
					}
				}
			}
		case !known:
		case name == "inset":
			sides, _ := fourSides(strings.Join(args, " "))
			for i := range 2 {
				a, _ := ParseLength(sides[i])
				b, _ := ParseLength(sides[i+2])
				nothing = nothing || a.Approximate()+b.Approximate() >= 1000 && (a.Unit == Percent || b.Unit == Percent) || max(a.N, b.N) >= 1500
			}
		case name == "rect" && len(l) == 4: // top, right, bottom, left
			nothing = l[2].N-l[0].N <= 1 || l[1].N-l[3].N <= 1
		case name == "circle", name == "ellipse":
			nothing = slices.ContainsFunc(l, func(r Length) bool { return r.N <= 0.5 || r.Unit == Pixels && r.N <= 2 })
		case name == "polygon":
			nothing = len(slices.Compact(l)) == 1
		}
	})
	return nothing
}
