package css

import (
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// RGBA is a colour with components from 0 to 255 and an alpha from 0 to 1.
type RGBA struct{ R, G, B, A float64 }

// Luminance returns the relative luminance of WCAG 2.1, from 0 to 1, without regard to alpha.
func (c RGBA) Luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v float64) float64 {
	v /= 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// ParseColor reads a colour of CSS Color Level 4: names, hexadecimal forms, rgb and hsl.
// Those of other functions are not understood.
func ParseColor(s string) (RGBA, bool) {
	s = Lower(strings.TrimSpace(s))
	if s == "" {
		return RGBA{}, false
	}
	if s[0] == '#' {
		return parseHex(s[1:])
	}
	open := strings.IndexByte(s, '(')
	if open < 0 {
		if s == "transparent" {
			return RGBA{}, true
		}
		n, ok := namedColor(s)
		return RGBA{float64(n >> 16), float64(n >> 8 & 255), float64(n & 255), 1}, ok
	}
	if s[len(s)-1] != ')' {
		return RGBA{}, false
	}
	return colorFunction(s[:open], s[open+1:len(s)-1])
}

func parseHex(s string) (RGBA, bool) {
	var v [8]float64
	if len(s) > 8 {
		return RGBA{}, false
	}
	for i := 0; i < len(s); i++ {
		d := ascii.HexValue(s[i])
		if d < 0 {
			return RGBA{}, false
		}
		v[i] = float64(d)
	}
	switch len(s) {
	case 3:
		return RGBA{17 * v[0], 17 * v[1], 17 * v[2], 1}, true
	case 4:
		return RGBA{17 * v[0], 17 * v[1], 17 * v[2], v[3] / 15}, true
	case 6:
		return RGBA{16*v[0] + v[1], 16*v[2] + v[3], 16*v[4] + v[5], 1}, true
	case 8:
		return RGBA{16*v[0] + v[1], 16*v[2] + v[3], 16*v[4] + v[5], (16*v[6] + v[7]) / 255}, true
	}
	return RGBA{}, false
}

func colorFunction(name, args string) (RGBA, bool) {
	var v [4]Length
	v[3] = Length{N: 1}
	for n := 0; args != ""; {
		var f string
		if f, args = cutChannel(args); f == "" {
			continue
		}
		if n == 4 {
			return RGBA{}, false
		}
		if f == "none" {
			f = "0"
		}
		l, ok := ParseLength(f)
		if !ok {
			return RGBA{}, false
		}
		v[n] = l
		if n++; n < 3 && args == "" {
			return RGBA{}, false
		}
	}
	alpha := share(v[3], 1)
	switch name {
	case "rgb", "rgba":
		return RGBA{255 * share(v[0], 255), 255 * share(v[1], 255), 255 * share(v[2], 255), alpha}, true
	case "hsl", "hsla":
		return fromHSL(v[0].N, share(v[1], 100), share(v[2], 100), alpha), true
	}
	return RGBA{}, false
}

// cutChannel cuts off what stands before the next separator outside of brackets.
func cutChannel(args string) (first, rest string) {
	depth := 0
	for i := 0; i < len(args); i++ {
		switch c := args[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && (c == ',' || c == '/' || IsBlank(c)):
			return args[:i], args[i+1:]
		}
	}
	return args, ""
}

// share returns l as a part of full, clamped to 0 and 1.
func share(l Length, full float64) float64 {
	if l.Unit == Percent {
		full = 100
	}
	return math.Min(1, math.Max(0, l.N/full))
}

func fromHSL(h, s, l, a float64) RGBA {
	f := func(n float64) float64 {
		k := math.Mod(math.Mod(n+h/30, 12)+12, 12)
		return 255 * (l - s*math.Min(l, 1-l)*math.Max(-1, math.Min(k-3, math.Min(9-k, 1))))
	}
	return RGBA{f(0), f(8), f(4), a}
}

// firstColor finds the colour in a background shorthand.
func firstColor(value string) (RGBA, bool) {
	for rest := value; rest != ""; {
		var part string
		part, rest = CutBlock(rest, ' ')
		if v, ok := ParseColor(part); ok {
			return v, true
		}
	}
	return ParseColor(value)
}
