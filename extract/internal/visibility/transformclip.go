package visibility

import (
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// calls walks over the functions of a value such as "scale(0) rotate(3deg)".
// Arguments are split at commas and, without commas, at spaces.
func calls(value string, yield func(name string, args []string) bool) bool {
	for n := 0; n < 16; n++ {
		open := strings.IndexByte(value, '(')
		if open < 0 {
			return false
		}
		name := strings.TrimSpace(value[:open])
		if i := strings.LastIndexAny(name, " ,)"); i >= 0 {
			name = name[i+1:]
		}
		args, rest := css.CutBlock(value[open+1:], ')')
		split := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' })
		if yield(name, split) {
			return true
		}
		value = rest
	}
	return false
}

// zeroFilter reports whether a filter makes its element transparent.
func zeroFilter(value string) bool {
	return calls(value, func(name string, args []string) bool {
		return name == "opacity" && len(args) == 1 && smallNumber(args[0])
	})
}

// flattens reports whether a transform shrinks an element to nothing, turns it
// edge-on or moves it far away.
func flattens(value string) bool {
	return calls(value, func(name string, args []string) bool {
		if len(args) == 0 {
			return false
		}
		switch name {
		case "scale", "scalex", "scaley", "scale3d":
			return tinyScale(args[0]) || len(args) > 1 && tinyScale(args[1])
		case "matrix", "matrix3d":
			return flatMatrix(name, args)
		case "translate", "translatex", "translatey", "translate3d":
			for _, a := range args[:min(2, len(args))] {
				if l, ok := css.ParseLength(a); ok && l.Unit != css.Percent && (far(l, 500) || beyond(l)) || ok && l.Unit == css.Percent && l.N <= -500 {
					return true
				}
			}
		case "rotatex", "rotatey":
			l, ok := css.ParseLength(args[0])
			return ok && rightAngle(l.N)
		}
		return false
	})
}

func tinyScale(arg string) bool {
	l, ok := css.ParseLength(arg)
	if l.Unit == css.Percent {
		l.N /= 100
	}
	return ok && math.Abs(l.N) <= 0.05
}

func flatMatrix(name string, args []string) bool {
	at := [4]int{0, 1, 2, 3}
	if name == "matrix3d" {
		at = [4]int{0, 1, 4, 5}
	}
	var m [4]float64
	for i, j := range at {
		if j >= len(args) {
			return false
		}
		l, ok := css.ParseLength(args[j])
		if !ok {
			return false
		}
		m[i] = l.N
	}
	return math.Abs(m[0]*m[3]-m[1]*m[2]) < 0.0025
}

func rightAngle(deg float64) bool { return math.Abs(math.Mod(math.Abs(deg), 180)-90) < 1 }

// edgeOn reports whether a value of rotate turns an element so that it is seen
// from the side.
func edgeOn(value string) bool {
	axis, angle, ok := strings.Cut(value, " ")
	l, isAngle := css.ParseLength(strings.TrimSpace(angle))
	return ok && isAngle && (axis == "x" || axis == "y") && rightAngle(l.N)
}

// zeroRect reports whether a value of clip leaves nothing.
func zeroRect(value string) bool {
	return calls(value, func(name string, args []string) bool {
		if name != "rect" || len(args) != 4 {
			return false
		}
		var v [4]float64
		for i, a := range args {
			l, ok := css.ParseLength(a)
			if !ok {
				return false
			}
			v[i] = l.N
		}
		return v[2]-v[0] <= 1 || v[1]-v[3] <= 1
	})
}

// zeroShape reports whether a value of clip-path leaves nothing.
func zeroShape(value string) bool {
	return calls(value, func(name string, args []string) bool {
		switch name {
		case "inset":
			return emptyInset(args)
		case "rect", "xywh":
			return name == "rect" && zeroRect(value) || name == "xywh" && len(args) >= 4 && (zeroLength(args[2]) || zeroLength(args[3]))
		case "circle", "ellipse":
			return len(args) > 0 && (zeroLength(args[0]) || name == "ellipse" && len(args) > 1 && zeroLength(args[1]))
		case "polygon":
			return emptyPolygon(args)
		case "path":
			return emptyPath(strings.Join(args, " "))
		}
		return false
	})
}

func zeroLength(s string) bool {
	l, ok := css.ParseLength(s)
	return ok && l.N <= 0.5
}

// emptyInset reports whether opposite sides of inset() meet.
func emptyInset(args []string) bool {
	var v []css.Length
	for _, a := range args {
		l, ok := css.ParseLength(a)
		if !ok {
			break
		}
		v = append(v, l)
	}
	if len(v) == 0 || len(v) > 4 {
		return false
	}
	from := [5][4]int{1: {}, 2: {0, 1, 0, 1}, 3: {0, 1, 2, 1}, 4: {0, 1, 2, 3}}[len(v)]
	meet := func(a, b css.Length) bool {
		return a.Unit == css.Percent && b.Unit == css.Percent && a.N+b.N >= 100 || a.Unit == css.Pixels && a.N >= 3000 || a.Unit == css.Percent && a.N >= 100
	}
	return meet(v[from[0]], v[from[2]]) || meet(v[from[2]], v[from[0]]) || meet(v[from[1]], v[from[3]]) || meet(v[from[3]], v[from[1]])
}

// emptyPolygon reports whether the points of polygon() enclose no area.
func emptyPolygon(args []string) bool {
	var p []float64
	for _, a := range args {
		if l, ok := css.ParseLength(a); ok && len(p) < 64 {
			p = append(p, l.N)
		}
	}
	area := 0.0
	for i := 0; i+1 < len(p); i += 2 {
		j := (i + 2) % (len(p) &^ 1)
		area += p[i]*p[j+1] - p[j]*p[i+1]
	}
	return math.Abs(area) < 1
}

// zeroMask reports whether a mask is a gradient of nothing but transparency.
func zeroMask(value string) bool {
	open := strings.Index(value, "gradient(")
	if open < 0 || strings.Contains(value, "url(") {
		return false
	}
	args, _ := css.CutBlock(value[open+len("gradient("):], ')')
	colors := 0
	for args != "" {
		var arg string
		arg, args = css.CutBlock(args, ',')
		arg = strings.TrimSpace(arg)
		c, ok := css.ParseColor(arg)
		if !ok {
			word, _, _ := strings.Cut(arg, " ")
			if c, ok = css.ParseColor(word); !ok {
				continue
			}
		}
		if !transparent(c) {
			return false
		}
		colors++
	}
	return colors > 0
}

// emptyPath reports whether a path has too few numbers to go round an area: three
// points have six of them, an arc more.
func emptyPath(path string) bool {
	const least = 6
	numbers := strings.FieldsFunc(path, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' })
	relative := strings.ContainsAny(path, "hHvV") // these have one number for a point
	return len(numbers) < least && !(relative && len(numbers) >= least/2)
}
