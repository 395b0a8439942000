package contentstream

import "math"

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
	switch dir {
	case 0:
		return 0, 1
	case 1:
		return 1, 0
	case 2:
		return 0, -1
	case 3:
		return -1, 0
	}
	return math.Sincos(float64(dir-Oblique) * step)
}
