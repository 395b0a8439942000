package visibility

import (
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// calls walks over the functions of a value such as "scale(0) rotate(3deg)".
// Arguments are split at commas and, without commas, at spaces.
func calls(value string, yield func(name string, args []string) bool) bool {
	for range 16 {
		open := strings.IndexByte(value, '(')
		if open < 0 {
			return false
		}
		name := strings.TrimSpace(value[:open])
		if i := strings.LastIndexAny(name, " ,)"); i >= 0 {
			name = name[i+1:]
		}
		args, rest := css.CutBlock(value[open+1:], ')')
		if yield(name, splitArgs(args)) {
			return true
		}
		value = rest
	}
	return false
}

// splitArgs splits at commas and white space outside of brackets.
func splitArgs(args string) (list []string) {
	depth, start := 0, 0
	for i := 0; i <= len(args); i++ {
		if i == len(args) || depth == 0 && (args[i] == ',' || css.IsBlank(args[i])) {
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
			return len(args) > 0 && (zeroLength(args[0]) || name == "circle" && isDot(args[0]) || name == "ellipse" && len(args) > 1 && zeroLength(args[1]) || outsideCircle(args))
		case "polygon":
			return emptyPolygon(args) || outsidePolygon(args)
		case "path", "shape":
			return len(args) > 0 && emptyPath(strings.Join(args, " "))
		}
		return false
	})
}

func zeroLength(s string) bool {
	l, ok := css.ParseLength(s)
	return ok && l.N <= 0.5
}

// isDot reports whether a radius leaves no letter of a text.
func isDot(s string) bool {
	l, ok := css.ParseLength(s)
	return ok && l.Unit == css.Pixels && l.N <= 2
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
		return a.Unit == css.Percent && b.Unit == css.Percent && a.N+b.N >= 100 || a.Unit == css.Pixels && a.N >= 1500 || a.Unit == css.Percent && a.N >= 100
	}
	return meet(v[from[0]], v[from[2]]) || meet(v[from[2]], v[from[0]]) || meet(v[from[1]], v[from[3]]) || meet(v[from[3]], v[from[1]])
}

// outsideCircle reports whether a circle or an ellipse, "r at x y", lies to the left of
// its box or above it.
func outsideCircle(args []string) bool {
	at := slices.Index(args, "at")
	if at < 1 || at+2 >= len(args) {
		return false
	}
	for k := range 2 {
		radius, ok := css.ParseLength(args[min(k, at-1)])
		center, known := css.ParseLength(args[at+1+k])
		if ok && known && radius.Unit == center.Unit && center.N+radius.N <= 0 {
			return true
		}
	}
	return false
}

// outsidePolygon reports whether all points of polygon() lie on one side of the box.
func outsidePolygon(args []string) bool {
	var least, most [2]float64
	n := 0
	for _, a := range args {
		l, ok := css.ParseLength(a)
		switch {
		case !ok && (a == "nonzero" || a == "evenodd"):
			continue
		case !ok:
			return false
		}
		after := 0.0 // how far it is behind the end of the box, as far as that is known
		if l.Unit == css.Percent {
			after = max(0, l.N-100)
		}
		if k := n % 2; n < 2 {
			least[k], most[k] = after, l.N
		} else {
			least[k], most[k] = min(least[k], after), max(most[k], l.N)
		}
		n++
	}
	return n >= 6 && (most[0] < 0 || most[1] < 0 || least[0] > 0 || least[1] > 0)
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

// zeroSize reports whether a value of mask-size leaves no mask.
func zeroSize(value string) bool {
	for f := range strings.FieldsSeq(value) {
		if l, ok := css.ParseLength(f); ok && l.N == 0 {
			return true
		}
	}
	return false
}

// sizeOfMask returns the size that a shorthand of mask gives, behind a slash; "" for none.
func sizeOfMask(value string) string {
	if strings.IndexByte(value, ',') >= 0 && !strings.HasSuffix(value, ")") {
		value, _ = css.CutBlock(value, ',')
	}
	_, size := css.CutBlock(value, '/')
	return size
}

// zeroMask reports whether a mask is a gradient of nothing but transparency.
func zeroMask(value string) bool {
	_, stops, found := strings.Cut(value, "gradient(")
	if !found || strings.Contains(value, "url(") {
		return false
	}
	args, _ := css.CutBlock(stops, ')')
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
	if strings.Trim(path, "\"' ") == "" { // not valid
		return false
	}
	numbers := strings.FieldsFunc(path, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' })
	relative := strings.ContainsAny(path, "hHvV") // these have one number for a point
	return len(numbers) < least && !(relative && len(numbers) >= least/2)
}
