package css

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	unit := units()[s[i:]]
	return Length{n * unit.N, unit.Unit}, unit.Unit != NoUnit
}

// unitNames has a line for each Unit from Pixels on: its names, each with what it is a multiple of.
const unitNames = `px=1 pt=1.3333333333333333 pc=16 in=96 cm=37.79527559055118 mm=3.779527559055118 q=0.9448818897637795
em=1 lh=1 ex=0.5 ch=0.5 cap=0.5 ic=0.5
rem=1 rlh=1
%=1
vw=1 vh=1 vmin=1 vmax=1 vi=1 vb=1 dvw=1 dvh=1 svw=1 svh=1 lvw=1 lvh=1 cqw=1 cqh=1
deg=1 turn=360 rad=57.29577951308232 grad=0.9
`

var units = sync.OnceValue(func() map[string]Length {
	byName, unit := map[string]Length{}, Pixels
	for line := range strings.Lines(unitNames) {
		for one := range strings.FieldsSeq(line) {
			name, factor, _ := strings.Cut(one, "=")
			n, _ := strconv.ParseFloat(factor, 64)
			byName[name] = Length{n, unit}
		}
		unit++
	}
	return byName
})

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
