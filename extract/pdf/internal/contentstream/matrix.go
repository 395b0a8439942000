package contentstream

import (
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// matrix is an affine map: x' = a x + c y + e, y' = b x + d y + f.
type matrix [6]float64

func identity() matrix { return matrix{1, 0, 0, 1, 0, 0} }

func (m matrix) mul(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// usable reports whether all elements are finite and of a usable size.
func (m matrix) usable() bool {
	return !slices.ContainsFunc(m[:], func(v float64) bool { return math.IsNaN(v) || math.Abs(v) > 1e9 })
}

// keepsUpright reports whether rectangles stay upright under the map.
func (m matrix) keepsUpright() bool {
	const nothing = 1e-6
	return math.Abs(m[1]) < nothing && math.Abs(m[2]) < nothing || math.Abs(m[0]) < nothing && math.Abs(m[3]) < nothing
}

// box returns the upright rectangle around the image of one.
func (m matrix) box(r object.Rect) object.Rect {
	ax, ay := m.apply(r.X0, r.Y0)
	bx, by := m.apply(r.X1, r.Y0)
	cx, cy := m.apply(r.X0, r.Y1)
	dx, dy := m.apply(r.X1, r.Y1)
	return object.Rect{X0: min(ax, bx, cx, dx), Y0: min(ay, by, cy, dy), X1: max(ax, bx, cx, dx), Y1: max(ay, by, cy, dy)}
}

// Directions of writing: the four quarter turns, and from Oblique on one for
// every five degrees.
const (
	Oblique    = 4
	Directions = Oblique + obliques

	obliques = 72
	step     = 2 * math.Pi / obliques
	// slant is how far from a quarter turn text may be that was meant to be
	// one, as on a page that was scanned at a slant.
	slant = 15 * math.Pi / 180
)

// direction returns the direction of a vector: the quarter turn if it is near,
// else one in between.
func direction(dx, dy float64) uint8 {
	angle := math.Atan2(dy, dx)
	if angle < 0 {
		angle += 2 * math.Pi
	}
	quarter := math.Round(angle / (math.Pi / 2))
	if math.Abs(angle-quarter*math.Pi/2) < slant {
		return uint8(int(quarter) % 4)
	}
	return uint8(Oblique + int(math.Round(angle/step))%obliques)
}

// Sincos returns the sine and cosine of the angle of a direction.
func Sincos(dir uint8) (sin, cos float64) {
	if dir < Oblique {
		return [...]float64{0, 1, 0, -1}[dir], [...]float64{1, 0, -1, 0}[dir]
	}
	return math.Sincos(float64(dir-Oblique) * step)
}
