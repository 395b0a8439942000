package contentstream

import "math"

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
	for _, v := range m {
		if math.IsNaN(v) || math.Abs(v) > 1e9 {
			return false
		}
	}
	return true
}

// keepsUpright reports whether rectangles stay upright under the map.
func (m matrix) keepsUpright() bool {
	const nothing = 1e-6
	return math.Abs(m[1]) < nothing && math.Abs(m[2]) < nothing || math.Abs(m[0]) < nothing && math.Abs(m[3]) < nothing
}

func (m matrix) box(x0, y0, x1, y1 float64) (float64, float64, float64, float64) {
	ax, ay := m.apply(x0, y0)
	bx, by := m.apply(x1, y0)
	cx, cy := m.apply(x0, y1)
	dx, dy := m.apply(x1, y1)
	return min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy)
}
