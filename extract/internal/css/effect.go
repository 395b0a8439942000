package css

import (
	"math"
	"strings"
)

// Effect is what the functions in a value of transform, or of one of its kin, or of filter
// do to an element.
type Effect struct {
	Width, Height float64  // its size on the screen, as a multiple of what it was
	Shifts        []Length // by which it is moved to the right or down
	Opacity       float64
	Blur          float64 // its radius in pixels
	Recolors      bool    // text has other colours than are declared
	Odd           bool    // there is more that isn't understood
}

// maxCalls bounds the functions of a value that are read.
const maxCalls = 16

// calls walks over the functions of a value such as "scale(0) rotate(3deg)". Arguments are
// split at commas and white space.
func calls(value string, yield func(name string, args []string)) {
	for range maxCalls {
		open := strings.IndexByte(value, '(')
		if open < 0 {
			return
		}
		name := trim(value[:open])
		if i := strings.LastIndexAny(name, " ,)"); i >= 0 {
			name = name[i+1:]
		}
		args, rest := CutBlock(value[open+1:], ')')
		yield(name, splitArgs(args))
		value = rest
	}
}

// splitArgs splits at commas and white space outside of brackets.
func splitArgs(args string) (list []string) {
	depth, start := 0, 0
	for i := 0; i <= len(args); i++ {
		if i == len(args) || depth == 0 && (args[i] == ',' || IsBlank(args[i])) {
			if i > start {
				list = append(list, args[start:i])
			}
			start = i + 1
		} else if args[i] == '(' {
			depth++
		} else if args[i] == ')' {
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

// parseTransform reads a value of transform, scale, rotate or translate (CSS Transforms
// Level 2). Width and height are multiplied function by function, as if each turned the
// element about its own axes.
func (v *Value) parseTransform(p Property) {
	if v.Is("none") {
		return
	}
	e := &Effect{Width: 1, Height: 1, Opacity: 1}
	v.Form, v.Effect = Changed, e
	switch args := splitArgs(v.Text); p {
	case Scale:
		e.transform("scale", args)
	case Translate:
		e.transform("translate", args)
	case Rotate:
		switch {
		case len(args) == 2: // an axis and an angle
			e.transform("rotate"+args[0], args[1:])
		case len(args) == 4:
			e.transform("rotate3d", args)
		}
	default:
		calls(v.Text, e.transform)
	}
}

func (e *Effect) transform(name string, args []string) {
	l, ok := lengths(args)
	if !ok {
		e.Odd = true
		return
	}
	at := func(i int) float64 {
		if i < len(l) {
			return l[i].Fraction()
		}
		return l[0].Fraction()
	}
	turned := func(angle Length) float64 {
		cos := math.Cos(angle.N * math.Pi / 180)
		e.Odd = e.Odd || cos < 0 // its back may not be seen
		return math.Abs(cos)
	}
	switch {
	case name == "scale":
		e.Width, e.Height = e.Width*math.Abs(at(0)), e.Height*math.Abs(at(1))
	case name == "scalex":
		e.Width *= math.Abs(at(0))
	case name == "scaley":
		e.Height *= math.Abs(at(0))
	case name == "scale3d" && len(l) == 3:
		e.Width, e.Height = e.Width*math.Abs(at(0)), e.Height*math.Abs(at(1))
	case name == "rotatex", name == "rotate3d" && len(l) == 4 && l[0].N != 0 && l[1].N == 0 && l[2].N == 0:
		e.Height *= turned(l[len(l)-1])
	case name == "rotatey", name == "rotate3d" && len(l) == 4 && l[0].N == 0 && l[1].N != 0 && l[2].N == 0:
		e.Width *= turned(l[len(l)-1])
	case name == "matrix" && len(l) == 6:
		e.Width, e.Height = e.Width*math.Hypot(at(0), at(1)), e.Height*math.Hypot(at(2), at(3))
		e.Shifts = append(e.Shifts, Length{l[4].N, Pixels}, Length{l[5].N, Pixels})
		e.Odd = e.Odd || math.Abs(at(0)*at(3)-at(1)*at(2)) < 0.05*e.Width*e.Height
	case strings.HasPrefix(name, "skew"):
		e.Odd = true
		if math.Abs(math.Tan(l[0].N*math.Pi/180)) > 20 {
			e.Width = 0
		}
	case strings.HasPrefix(name, "translate") && name != "translatez":
		for i := range min(2, len(l)) {
			e.Shifts = append(e.Shifts, l[i])
		}
	case name == "rotate", name == "rotatez", name == "translatez" && l[0].N == 0, name == "perspective":
	default:
		e.Odd = true
	}
}

// parseFilter reads a value of filter (Filter Effects Level 1, section 6).
func (v *Value) parseFilter() {
	if strings.IndexByte(v.Text, '(') < 0 {
		return
	}
	e := &Effect{Width: 1, Height: 1, Opacity: 1}
	v.Form, v.Effect = Changed, e
	calls(v.Text, func(name string, args []string) {
		l, ok := lengths(args)
		switch {
		case name == "opacity" && ok:
			e.Opacity *= min(max(l[0].Fraction(), 0), 1)
		case name == "blur" && ok:
			e.Blur += l[0].Approximate()
		case name == "brightness" && ok && l[0].Fraction() > 0.3, name == "contrast" && ok && l[0].Fraction() > 0.3, name == "invert", name == "sepia", name == "drop-shadow":
			e.Recolors = true
		case name == "grayscale", name == "saturate", name == "hue-rotate", name == "blur":
		default:
			e.Recolors, e.Odd = true, true
		}
	})
}

// parseShape sets v to the share that clip or clip-path leaves of a box, where that is 0 or
// nearly all of it (CSS Masking Level 1). Others are odd.
func (v *Value) parseShape() {
	if strings.IndexByte(v.Text, '(') < 0 {
		return
	}
	v.Form = Odd
	calls(v.Text, func(name string, args []string) {
		if share, ok := shareOf(name, args); ok {
			v.Form, v.N = Number, share
		}
	})
}

func shareOf(name string, args []string) (share float64, ok bool) {
	if i := indexOf(args, "round"); i >= 0 {
		args = args[:i]
	}
	l, known := lengths(args)
	switch {
	case name == "inset" && known:
		sides, _ := fourSides(strings.Join(args, " "))
		least := true
		for i := range 2 {
			a, _ := ParseLength(sides[i])
			b, _ := ParseLength(sides[i+2])
			for _, one := range [...]Length{a, b} {
				if one.Unit == Percent && one.N >= 100 || one.Unit == Pixels && one.N >= 1500 {
					return 0, true
				}
				least = least && one.N <= 8 && one.Unit != Ems
			}
			if a.Unit == Percent && b.Unit == Percent && a.N+b.N >= 100 {
				return 0, true
			}
		}
		return 1, least
	case name == "rect" && known && len(l) == 4: // top, right, bottom, left
		return 0, l[2].N-l[0].N <= 1 || l[1].N-l[3].N <= 1
	case name == "xywh" && known && len(l) >= 4:
		return 0, l[2].N <= 0.5 || l[3].N <= 0.5
	case name == "circle", name == "ellipse":
		at := indexOf(args, "at")
		if at >= 0 {
			args = args[:at]
		}
		radii, known := lengths(args)
		half := known && at < 0
		for _, r := range radii {
			if r.N <= 0.5 || r.Unit == Pixels && r.N <= 2 {
				return 0, true
			}
			half = half && r.Unit == Percent && r.N >= 50
		}
		return 1, half
	case name == "polygon":
		var p []float64
		for _, a := range args {
			if l, ok := ParseLength(a); ok && len(p) < maxPoints {
				p = append(p, l.N)
			}
		}
		area := 0.0
		for i := 0; i+1 < len(p); i += 2 {
			j := (i + 2) % (len(p) &^ 1)
			area += p[i]*p[j+1] - p[j]*p[i+1]
		}
		return 0, math.Abs(area) < 1
	}
	return 0, false
}

// maxPoints bounds the coordinates of a polygon that are read.
const maxPoints = 64

func indexOf(args []string, word string) int {
	for i, a := range args {
		if a == word {
			return i
		}
	}
	return -1
}
