package visibility

import "strconv"

// unit says what a number is measured in, as far as it matters here.
type unit uint8

const (
	noUnit  unit = iota // absent or unknown
	pixels              // px and all absolute units, converted
	ems                 // em, ex, ch, …: multiples of the font's size
	rems                // multiples of the root's font size
	percent             // of the containing block
	views               // vw, vh, …: hundredths of the screen
	degrees             // deg and the other angles, converted
)

// length is a CSS number with its unit.
type length struct {
	n    float64
	unit unit
}

// parseLength reads a number with or without a unit.
func parseLength(s string) (l length, ok bool) {
	if s != "" && s[len(s)-1] == ')' {
		return parseMath(s)
	}
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.' || s[i] == '-' && i == 0 || s[i] == '+' && i == 0) {
		i++
	}
	if i < len(s) && s[i]|0x20 == 'e' && i+1 < len(s) && (s[i+1] >= '0' && s[i+1] <= '9' || s[i+1] == '-') {
		for i++; i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '-'); i++ {
		}
	}
	if i == 0 || len(s) > 40 {
		return length{}, false
	}
	n, err := strconv.ParseFloat(s[:i], 64)
	if err != nil {
		return length{}, false
	}
	l.n = n
	var factor float64
	l.unit, factor = unitOf(lower(s[i:]))
	l.n *= factor
	return l, l.unit != noUnit || i == len(s)
}

func unitOf(s string) (unit, float64) {
	switch s {
	case "px":
		return pixels, 1
	case "pt":
		return pixels, 4.0 / 3
	case "pc":
		return pixels, 16
	case "in":
		return pixels, 96
	case "cm":
		return pixels, 96 / 2.54
	case "mm":
		return pixels, 96 / 25.4
	case "q":
		return pixels, 96 / 101.6
	case "em", "lh":
		return ems, 1
	case "rem", "rlh":
		return rems, 1
	case "ex", "ch", "cap", "ic":
		return ems, 0.5
	case "%":
		return percent, 1
	case "vw", "vh", "vmin", "vmax", "vi", "vb", "dvw", "dvh", "svw", "svh", "lvw", "lvh", "cqw", "cqh":
		return views, 1
	case "deg":
		return degrees, 1
	case "turn":
		return degrees, 360
	case "rad":
		return degrees, 57.29577951308232
	case "grad":
		return degrees, 0.9
	}
	return noUnit, 1
}

// far reports whether a shift by l moves a box off the screen to the left or
// to the top; n is how many pixels count as far.
func (l length) far(n float64) bool {
	switch l.unit {
	case pixels, noUnit:
		return l.n <= -n
	case ems, rems:
		return l.n <= -n/16
	case views, percent:
		return l.n <= -100
	}
	return false
}

// beyond reports whether a shift by l moves a box off the screen to the right
// or to the bottom.
func (l length) beyond() bool {
	switch l.unit {
	case pixels, noUnit:
		return l.n >= 4000
	case ems, rems:
		return l.n >= 250
	case views, percent:
		return l.n >= 200
	}
	return false
}

// tiny reports whether a font or a box of size l shows nothing legible.
func (l length) tiny(limit float64) bool {
	switch l.unit {
	case noUnit:
		return l.n == 0
	case pixels:
		return l.n <= limit
	case ems, rems:
		return l.n <= limit/16
	case percent:
		return l.n <= limit*100/16
	case views:
		return l.n <= limit*100/1280
	}
	return false
}
