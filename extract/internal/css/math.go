package css

import (
	"math"
	"slices"
	"strings"
)

// Bounds of a math function.
const (
	maxMathText  = 256
	maxMathDepth = 8
)

// parseMath reads calc(), min(), max() and clamp() over + - * / (CSS Values Level 4,
// section 10); the other functions are not understood. A length comes back in pixels, see
// [Length.Approximate]. Percentages alone stay such, and angles are Degrees.
func parseMath(s string) (Length, bool) {
	if len(s) > maxMathText {
		return Length{}, false
	}
	m := mathParser{s: Lower(s)}
	n, ok := m.value()
	m.space()
	ok = ok && m.i == len(m.s) && !math.IsNaN(n)
	switch m.units {
	case 0:
		return Length{N: n}, ok
	case 1 << Percent:
		return Length{n / Length{1, Percent}.Approximate(), Percent}, ok
	case 1 << Degrees:
		return Length{n, Degrees}, ok
	}
	return Length{n, Pixels}, ok
}

type mathParser struct {
	s     string
	i     int
	depth int
	units uint8 // a bit for each that was seen, but for none
}

func (m *mathParser) space() {
	for m.i < len(m.s) && IsBlank(m.s[m.i]) {
		m.i++
	}
}

// operator reads one of two operators, 0 for none.
func (m *mathParser) operator(a, b byte) byte {
	m.space()
	if m.i < len(m.s) && (m.s[m.i] == a || m.s[m.i] == b) {
		m.i++
		return m.s[m.i-1]
	}
	return 0
}

// sum reads products with plus and minus between them.
func (m *mathParser) sum() (total float64, ok bool) {
	total, ok = m.product()
	for ok {
		sign := m.operator('+', '-')
		if sign == 0 {
			break
		}
		var n float64
		if n, ok = m.product(); sign == '-' {
			n = -n
		}
		total += n
	}
	return total, ok
}

func (m *mathParser) product() (total float64, ok bool) {
	total, ok = m.value()
	for ok {
		op := m.operator('*', '/')
		if op == 0 {
			break
		}
		var n float64
		switch n, ok = m.value(); {
		case op == '*':
			total *= n
		case n == 0:
			return 0, false
		default:
			total /= n
		}
	}
	return total, ok
}

// value reads a number with its unit, a function or a sum in parentheses.
func (m *mathParser) value() (float64, bool) {
	m.space()
	open := m.i
	for open < len(m.s) && (m.s[open] >= 'a' && m.s[open] <= 'z' || m.s[open] == '-') {
		open++
	}
	if open < len(m.s) && m.s[open] == '(' {
		name := m.s[m.i:open]
		m.i = open + 1
		return m.function(name)
	}
	end := m.i
	for end < len(m.s) && !IsBlank(m.s[end]) && strings.IndexByte("*/(),", m.s[end]) < 0 && (end == m.i || m.s[end] != '+' && m.s[end] != '-') {
		end++
	}
	l, ok := ParseLength(m.s[m.i:end])
	m.i = end
	if l.Unit != NoUnit {
		m.units |= 1 << l.Unit
	}
	return l.Approximate(), ok
}

func (m *mathParser) function(name string) (float64, bool) {
	if m.depth++; m.depth > maxMathDepth {
		return 0, false
	}
	defer func() { m.depth-- }()
	var args []float64
	for more := true; more; {
		n, ok := m.sum()
		if !ok {
			return 0, false
		}
		args = append(args, n)
		switch m.operator(',', ')') {
		case 0:
			return 0, false
		case ')':
			more = false
		}
	}
	switch {
	case name == "min":
		return slices.Min(args), true
	case name == "max":
		return slices.Max(args), true
	case name == "clamp" && len(args) == 3:
		return max(args[0], min(args[1], args[2])), true
	case len(args) == 1 && (name == "" || name == "calc" || name == "-webkit-calc"):
		return args[0], true
	}
	return 0, false
}
