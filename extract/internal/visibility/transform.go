package visibility

import (
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// matrix is the linear part of a transform in three dimensions, rows first.
type matrix [3][3]float64

var identity = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

func (m matrix) times(o matrix) (p matrix) {
	for i := range 3 {
		for j := range 3 {
			p[i][j] = m[i][0]*o[0][j] + m[i][1]*o[1][j] + m[i][2]*o[2][j]
		}
	}
	return p
}

// Below these an element that is seen on the screen shows nothing legible: of its
// width or height a twentieth, of its area a four-hundredth.
const (
	minScale = 0.05
	minArea  = minScale * minScale
	maxSkew  = 20 // the tangent of an angle of 87 degrees
)

// flat reports whether a transform leaves nothing legible of an element on the screen.
func (m matrix) flat() bool {
	width, height := math.Hypot(m[0][0], m[1][0]), math.Hypot(m[0][1], m[1][1])
	area := math.Abs(m[0][0]*m[1][1] - m[0][1]*m[1][0])
	skewed := math.Abs(m[0][1]) > maxSkew || math.Abs(m[1][0]) > maxSkew
	return width <= minScale || height <= minScale || area < minArea || skewed && area <= 1.01
}

// flattens reports whether a value of transform shrinks an element to nothing, turns
// it edge-on or moves it far away (CSS Transforms Level 2, section 13).
func flattens(value string) bool {
	m, distance := identity, 0.0
	away := calls(value, func(name string, args []string) bool {
		if len(args) == 0 {
			return false
		}
		if name == "perspective" {
			if l, ok := css.ParseLength(args[0]); ok {
				distance = max(1, l.N)
			}
		}
		if shift, ok := depthOf(name, args); ok && distance > 0 && (shift >= distance || distance/(distance-shift) <= minScale) {
			return true
		}
		m = m.times(functionMatrix(name, args))
		return strings.HasPrefix(name, "translate") && name != "translatez" && farAway(args[:min(2, len(args))])
	})
	return away || m.flat()
}

// depthOf returns how far a function moves an element towards the reader.
func depthOf(name string, args []string) (float64, bool) {
	switch {
	case name == "translatez":
		l, ok := css.ParseLength(args[0])
		return l.N, ok
	case name == "translate3d" && len(args) == 3:
		l, ok := css.ParseLength(args[2])
		return l.N, ok
	}
	return 0, false
}

func farAway(args []string) bool {
	for _, a := range args {
		l, ok := css.ParseLength(a)
		if ok && l.Unit != css.Percent && (far(l, 500) || beyond(l)) || ok && l.Unit == css.Percent && l.N <= -500 {
			return true
		}
	}
	return false
}

// functionMatrix returns the linear part of a transform function, that of no
// transform for one that isn't understood.
func functionMatrix(name string, args []string) matrix {
	v := make([]float64, len(args))
	for i, a := range args {
		l, ok := css.ParseLength(a)
		if !ok {
			return identity
		}
		if v[i] = l.N; l.Unit == css.Percent {
			v[i] /= 100
		}
	}
	at := func(i int, absent float64) float64 {
		if i < len(v) {
			return v[i]
		}
		return absent
	}
	rad := v[0] * math.Pi / 180
	switch name {
	case "scale":
		return matrix{{v[0], 0, 0}, {0, at(1, v[0]), 0}, {0, 0, 1}}
	case "scalex":
		return matrix{{v[0], 0, 0}, {0, 1, 0}, {0, 0, 1}}
	case "scaley":
		return matrix{{1, 0, 0}, {0, v[0], 0}, {0, 0, 1}}
	case "scale3d":
		return matrix{{v[0], 0, 0}, {0, at(1, 1), 0}, {0, 0, at(2, 1)}}
	case "rotate", "rotatez":
		return rotation(0, 0, 1, rad)
	case "rotatex":
		return rotation(1, 0, 0, rad)
	case "rotatey":
		return rotation(0, 1, 0, rad)
	case "rotate3d":
		if len(v) == 4 {
			return rotation(v[0], v[1], v[2], v[3]*math.Pi/180)
		}
	case "skew":
		return matrix{{1, math.Tan(rad), 0}, {math.Tan(at(1, 0) * math.Pi / 180), 1, 0}, {0, 0, 1}}
	case "skewx":
		return matrix{{1, math.Tan(rad), 0}, {0, 1, 0}, {0, 0, 1}}
	case "skewy":
		return matrix{{1, 0, 0}, {math.Tan(rad), 1, 0}, {0, 0, 1}}
	case "matrix":
		if len(v) == 6 {
			return matrix{{v[0], v[2], 0}, {v[1], v[3], 0}, {0, 0, 1}}
		}
	case "matrix3d":
		if len(v) == 16 {
			return matrix{{v[0], v[4], v[8]}, {v[1], v[5], v[9]}, {v[2], v[6], v[10]}}
		}
	}
	return identity
}

// rotation is a turn about an axis.
func rotation(x, y, z, rad float64) matrix {
	n := math.Sqrt(x*x + y*y + z*z)
	if n == 0 {
		return identity
	}
	x, y, z = x/n, y/n, z/n
	s, c := math.Sincos(rad)
	d := 1 - c
	return matrix{
		{c + x*x*d, x*y*d - z*s, x*z*d + y*s},
		{y*x*d + z*s, c + y*y*d, y*z*d - x*s},
		{z*x*d - y*s, z*y*d + x*s, c + z*z*d},
	}
}

// edgeOn reports whether a value of rotate turns an element so that it is seen
// from the side.
func edgeOn(value string) bool { return rotateMatrix(value).flat() }

// rotateMatrix is the turn of a value of rotate.
func rotateMatrix(value string) matrix {
	f := strings.Fields(value)
	switch {
	case len(f) == 2 && f[0] == "x":
		return functionMatrix("rotatex", f[1:])
	case len(f) == 2 && f[0] == "y":
		return functionMatrix("rotatey", f[1:])
	case len(f) == 4:
		return functionMatrix("rotate3d", f)
	}
	return identity
}
