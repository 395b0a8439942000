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

// evaluate returns the value of calc(), min(), max() and clamp() over + - * / (CSS Values Level 4,
// section 10); the other functions are not understood. A length comes back in pixels, see
// [Length.Approximate]. Percentages alone stay such, and angles are Degrees.
func evaluate(name string, inner []token) (Length, bool) {
	switch name {
	case "calc", "-webkit-calc", "min", "max", "clamp":
	default:
		return Length{}, false
	}
	m := mathReader{rest: inner}
	n, ok := m.call(name)
	if !ok || math.IsNaN(n) {
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

type mathReader struct {
	rest  []token
	units uint8 // a bit for each that was seen, but for none
}

// next reads one of two signs, 0 for none.
func (m *mathReader) next(a, b byte) (sign byte) {
	if len(m.rest) > 0 && m.rest[0].kind == signToken && (m.rest[0].text[0] == a || m.rest[0].text[0] == b) {
		sign, m.rest = m.rest[0].text[0], m.rest[1:]
	}
	return sign
}

// call reads all arguments of a function.
func (m *mathReader) call(name string) (float64, bool) {
	var args []float64
	for sign := byte(','); sign != 0; sign = m.next(',', ',') {
		n, ok := m.sum()
		if !ok {
			return 0, false
		}
		args = append(args, n)
	}
	switch {
	case len(m.rest) > 0:
	case name == "min":
		return slices.Min(args), true
	case name == "max":
		return slices.Max(args), true
	case name == "clamp" && len(args) == 3:
		return max(args[0], min(args[1], args[2])), true
	case name != "clamp" && len(args) == 1:
		return args[0], true
	}
	return 0, false
}

func (m *mathReader) sum() (total float64, ok bool) {
	for sign := byte('+'); sign != 0; sign = m.next('+', '-') {
		product := 1.0
		for op := byte('*'); op != 0; op = m.next('*', '/') {
			n, ok := m.value()
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

func (m *mathReader) value() (n float64, ok bool) {
	if len(m.rest) == 0 {
		return 0, false
	}
	t := &m.rest[0]
	inner, rest := m.rest[1:1+t.size], m.rest[1+t.size:]
	switch {
	case t.kind == numberToken:
		if m.rest = rest; t.Unit != NoUnit {
			m.units |= 1 << t.Unit
		}
		return t.Approximate(), true
	case t.kind == callToken && t.name == "":
		m.rest = inner
		n, ok = m.call("")
		m.rest = rest
	}
	return n, ok
}
