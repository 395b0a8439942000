package css

import "strconv"

// Unit says what a number is measured in, as far as it matters here.
type Unit uint8

const (
	NoUnit  Unit = iota // absent or unknown
	Pixels              // px and all absolute units, converted
	Ems                 // em, ex, ch, …: multiples of the font's size
	Rems                // multiples of the root's font size
	Percent             // of the containing block
	Views               // vw, vh, …: hundredths of the screen
	Degrees             // deg and the other angles, converted
)

// Length is a CSS number with its unit.
type Length struct {
	N    float64
	Unit Unit
}

// ParseLength reads a number with or without a unit, or a math function of such.
func ParseLength(s string) (l Length, ok bool) {
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
		return Length{}, false
	}
	n, err := strconv.ParseFloat(s[:i], 64)
	if err != nil {
		return Length{}, false
	}
	l.N = n
	if i == len(s) {
		return l, true
	}
	var factor float64
	l.Unit, factor = unitOf(Lower(s[i:]))
	l.N *= factor
	return l, l.Unit != NoUnit
}

func unitOf(s string) (Unit, float64) {
	switch s {
	case "px":
		return Pixels, 1
	case "pt":
		return Pixels, 4.0 / 3
	case "pc":
		return Pixels, 16
	case "in":
		return Pixels, 96
	case "cm":
		return Pixels, 96 / 2.54
	case "mm":
		return Pixels, 96 / 25.4
	case "q":
		return Pixels, 96 / 101.6
	case "em", "lh":
		return Ems, 1
	case "rem", "rlh":
		return Rems, 1
	case "ex", "ch", "cap", "ic":
		return Ems, 0.5
	case "%":
		return Percent, 1
	case "vw", "vh", "vmin", "vmax", "vi", "vb", "dvw", "dvh", "svw", "svh", "lvw", "lvh", "cqw", "cqh":
		return Views, 1
	case "deg":
		return Degrees, 1
	case "turn":
		return Degrees, 360
	case "rad":
		return Degrees, 57.29577951308232
	case "grad":
		return Degrees, 0.9
	}
	return NoUnit, 1
}

// Approximate returns l in pixels: what depends on fonts, boxes and the screen is taken for
// fonts of 16, boxes of 1,000 and a screen of 1,280 pixels.
func (l Length) Approximate() float64 {
	switch l.Unit {
	case Ems, Rems:
		return l.N * 16
	case Percent:
		return l.N * 10
	case Views:
		return l.N * 12.8
	}
	return l.N
}

// Fraction returns a number or a percentage as a number.
func (l Length) Fraction() float64 {
	if l.Unit == Percent {
		return l.N / 100
	}
	return l.N
}
