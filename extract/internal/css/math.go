package css

import (
	"math"
	"strings"
)

// Bounds of a math function.
const (
	maxMathText  = 256
	maxMathDepth = 8
)

// parseMath reads a math function (CSS Values Level 4, section 10). A length comes back
// in pixels: what depends on fonts, boxes and the screen is taken for fonts of 16, boxes
// of 1,000 and a screen of 1,280 pixels. Percentages alone stay such, and angles are
// degrees. variables names the numbers that may stand in it; nil means none.
func parseMath(s string, variables func(name string) (float64, bool)) (Length, bool) {
	if len(s) > maxMathText {
		return Length{}, false
	}
	m := mathParser{s: Lower(s), variables: variables}
	n, ok := m.value()
	m.space()
	ok = ok && m.i == len(m.s) && !math.IsNaN(n)
	switch m.units {
	case 1 << Percent:
		return Length{n / Length{1, Percent}.Approximate(), Percent}, ok
	case 1 << degrees:
		return Length{n, degrees}, ok
	}
	return Length{n, Pixels}, ok
}

type mathParser struct {
	s         string
	i         int
	depth     int
	units     uint8 // a bit for each that was seen, but for none
	variables func(name string) (float64, bool)
}

func (m *mathParser) space() {
	for m.i < len(m.s) && IsBlank(m.s[m.i]) {
		m.i++
	}
}

// sum reads products with plus and minus between them.
func (m *mathParser) sum() (float64, bool) {
	total, ok := m.product()
	for ok {
		m.space()
		if m.i >= len(m.s) || m.s[m.i] != '+' && m.s[m.i] != '-' {
			break
		}
		sign := m.s[m.i]
		m.i++
		var n float64
		if n, ok = m.product(); sign == '-' {
			n = -n
		}
		total += n
	}
	return total, ok
}

func (m *mathParser) product() (float64, bool) {
	total, ok := m.value()
	for ok {
		m.space()
		if m.i >= len(m.s) || m.s[m.i] != '*' && m.s[m.i] != '/' {
			break
		}
		divides := m.s[m.i] == '/'
		m.i++
		var n float64
		n, ok = m.value()
		switch {
		case divides && n == 0:
			return 0, false
		case divides:
			total /= n
		default:
			total *= n
		}
	}
	return total, ok
}

// value reads a number with its unit, a function or a sum in parentheses.
func (m *mathParser) value() (float64, bool) {
	m.space()
	open := m.i
	for open < len(m.s) && (m.s[open] >= 'a' && m.s[open] <= 'z' || m.s[open] == '-' || open > m.i && m.s[open-1] >= 'a' && m.s[open] >= '0' && m.s[open] <= '9') {
		open++
	}
	if open < len(m.s) && m.s[open] == '(' {
		name := m.s[m.i:open]
		m.i = open + 1
		return m.function(name)
	}
	if n, ok := m.named(m.s[m.i:open]); ok {
		m.i = open
		return n, true
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

// named returns a constant, or a variable.
func (m *mathParser) named(name string) (float64, bool) {
	switch name {
	case "":
		return 0, false
	case "pi":
		return math.Pi, true
	case "e":
		return math.E, true
	case "infinity", "-infinity":
		return math.Inf(len("infinity") - len(name)), true
	}
	if m.variables == nil {
		return 0, false
	}
	return m.variables(name)
}

func (m *mathParser) function(name string) (float64, bool) {
	if m.depth++; m.depth > maxMathDepth {
		return 0, false
	}
	defer func() { m.depth-- }()
	around := m.units
	if m.units = 0; name == "round" {
		name += m.strategy()
	}
	var args []float64
	for {
		n, ok := m.sum()
		m.space()
		if !ok || m.i >= len(m.s) {
			return 0, false
		}
		args = append(args, n)
		m.i++
		if c := m.s[m.i-1]; c == ')' {
			break
		} else if c != ',' {
			return 0, false
		}
	}
	if angle := m.units == 1<<degrees; plainNumber(name) {
		m.units = 0
		if angle {
			args[0] *= math.Pi / 180
		}
	}
	m.units |= around
	if name == "atan" || name == "atan2" || name == "asin" || name == "acos" {
		m.units = 1 << degrees
	}
	return mathFunction(name, args)
}

// strategy reads that of round(), with a hyphen before it; "" for none.
func (m *mathParser) strategy() string {
	m.space()
	for _, word := range [...]string{"nearest", "up", "down", "to-zero"} {
		if rest, found := strings.CutPrefix(m.s[m.i:], word); found {
			if rest = trim(rest); strings.HasPrefix(rest, ",") {
				m.i = len(m.s) - len(rest) + 1
			}
			return "-" + word
		}
	}
	return ""
}

// plainNumber reports whether a function makes a number of whatever it is given.
func plainNumber(name string) bool {
	switch name {
	case "sign", "sin", "cos", "tan", "exp", "log", "pow", "sqrt", "progress":
		return true
	}
	return false
}
