package css

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

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

// ParseLength reads a number with or without a unit, or a math function of such, in lower case.
func ParseLength(s string) (l Length, ok bool) {
	if s == "" || len(s) > maxMathText {
		return Length{}, false
	}
	if s[len(s)-1] == ')' {
		return parseMath(s)
	}
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.' || (s[i] == '-' || s[i] == '+') && i == 0) {
		i++
	}
	if i+1 < len(s) && s[i] == 'e' && (s[i+1] >= '0' && s[i+1] <= '9' || s[i+1] == '-') {
		for i++; i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '-'); i++ {
		}
	}
	n, err := strconv.ParseFloat(s[:i], 64)
	if err != nil {
		return Length{}, false
	}
	if i == len(s) {
		return Length{N: n}, true
	}
	unit, factor := unitOf(s[i:])
	return Length{n * factor, unit}, unit != NoUnit
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
		return Degrees, 180 / math.Pi
	case "grad":
		return Degrees, 0.9
	}
	return NoUnit, 0
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

// Bounds of a math function.
const (
	maxMathText  = 256
	maxMathDepth = 8
)

// parseMath reads calc(), min(), max() and clamp() over + - * / (CSS Values Level 4,
// section 10); the other functions are not understood. A length comes back in pixels, see
// [Length.Approximate]. Percentages alone stay such, and angles are Degrees.
func parseMath(s string) (Length, bool) {
	m := mathParser{rest: s}
	n, ok := m.value(0)
	if !ok || trim(m.rest) != "" || math.IsNaN(n) {
		return Length{}, false
	}
	switch m.units {
	case 0:
		return Length{N: n}, true
	case 1 << Percent:
		return Length{n / Length{1, Percent}.Approximate(), Percent}, true
	case 1 << Degrees:
		return Length{n, Degrees}, true
	}
	return Length{n, Pixels}, true
}

type mathParser struct {
	rest  string
	units uint8 // a bit for each that was seen, but for none
}

// next reads one of some signs, 0 for none.
func (m *mathParser) next(signs string) byte {
	m.rest = trim(m.rest)
	if m.rest == "" || strings.IndexByte(signs, m.rest[0]) < 0 {
		return 0
	}
	sign := m.rest[0]
	m.rest = m.rest[1:]
	return sign
}

func (m *mathParser) sum(depth int) (total float64, ok bool) {
	for sign := byte('+'); sign != 0; sign = m.next("+-") {
		product := 1.0
		for op := byte('*'); op != 0; op = m.next("*/") {
			n, ok := m.value(depth)
			switch {
			case !ok || op == '/' && n == 0:
				return 0, false
			case op == '*':
				product *= n
			default:
				product /= n
			}
		}
		if sign == '-' {
			product = -product
		}
		total += product
	}
	return total, true
}

func (m *mathParser) value(depth int) (float64, bool) {
	m.rest = trim(m.rest)
	end := strings.IndexAny(m.rest, " \t\n\r\f*/(),")
	if end < 0 || depth > maxMathDepth {
		return 0, false
	}
	word := m.rest[:end]
	m.rest = m.rest[end:]
	if m.rest[0] != '(' {
		l, ok := ParseLength(word)
		if l.Unit != NoUnit {
			m.units |= 1 << l.Unit
		}
		return l.Approximate(), ok
	}
	var args []float64
	for sign := m.next("("); sign != ')'; {
		n, ok := m.sum(depth + 1)
		if sign = m.next(",)"); !ok || sign == 0 {
			return 0, false
		}
		args = append(args, n)
	}
	switch {
	case word == "min":
		return slices.Min(args), true
	case word == "max":
		return slices.Max(args), true
	case word == "clamp" && len(args) == 3:
		return max(args[0], min(args[1], args[2])), true
	case len(args) == 1 && (word == "" || word == "calc" || word == "-webkit-calc"):
		return args[0], true
	}
	return 0, false
}
