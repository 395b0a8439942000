package css

import "strings"

// Bounds of a math function.
const (
	maxMathText  = 256
	maxMathDepth = 8
)

// parseMath reads a math function (CSS Values Level 4, section 10) whose value is
// a length, and returns that in pixels: what depends on fonts, boxes and the screen
// is taken for fonts of 16, boxes of 1,000 and a screen of 1,280 pixels.
func parseMath(s string) (Length, bool) {
	if len(s) > maxMathText {
		return Length{}, false
	}
	m := mathParser{s: Lower(s)}
	n, ok := m.value()
	m.space()
	return Length{n, Pixels}, ok && m.i == len(m.s)
}

type mathParser struct {
	s     string
	i     int
	depth int
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
	return l.approximate(), ok
}

func (m *mathParser) function(name string) (float64, bool) {
	if m.depth++; m.depth > maxMathDepth {
		return 0, false
	}
	defer func() { m.depth-- }()
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
	switch {
	case name == "min":
		return least(args), true
	case name == "max":
		return most(args), true
	case name == "clamp" && len(args) == 3:
		return max(args[0], min(args[1], args[2])), true
	case name == "abs" && len(args) == 1:
		return max(args[0], -args[0]), true
	case (name == "" || name == "calc" || name == "-webkit-calc") && len(args) == 1:
		return args[0], true
	}
	return 0, false
}

func least(list []float64) float64 {
	n := list[0]
	for _, v := range list[1:] {
		n = min(n, v)
	}
	return n
}

func most(list []float64) float64 {
	n := list[0]
	for _, v := range list[1:] {
		n = max(n, v)
	}
	return n
}

// approximate returns l in pixels, see parseMath.
func (l Length) approximate() float64 {
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
