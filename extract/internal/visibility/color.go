package visibility

import (
	"math"
	"strings"
)

// rgba is a colour with components from 0 to 255 and an alpha from 0 to 1.
type rgba struct{ r, g, b, a float64 }

var white = rgba{255, 255, 255, 1}

func (c rgba) transparent() bool { return c.a <= 0.1 }

// like reports whether text of colour c can't be told from background b: a
// contrast ratio (WCAG 2.1) below 1.12.
func (c rgba) like(b rgba) bool {
	over := rgba{b.r + (c.r-b.r)*c.a, b.g + (c.g-b.g)*c.a, b.b + (c.b-b.b)*c.a, 1}
	if math.Abs(over.r-b.r)+math.Abs(over.g-b.g)+math.Abs(over.b-b.b) > 60 {
		return false
	}
	x, y := over.luminance(), b.luminance()
	return (math.Max(x, y)+0.05)/(math.Min(x, y)+0.05) < 1.12
}

func (c rgba) luminance() float64 {
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

func linear(v float64) float64 {
	v /= 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// parseColor reads a colour of CSS Color Level 4: names, hexadecimal forms,
// rgb, hsl, hwb, and of the other functions those without hue.
func parseColor(s string) (rgba, bool) {
	s = lower(strings.TrimSpace(s))
	if s == "" {
		return rgba{}, false
	}
	if s[0] == '#' {
		return parseHex(s[1:])
	}
	open := strings.IndexByte(s, '(')
	if open < 0 {
		if s == "transparent" {
			return rgba{}, true
		}
		n, ok := namedColor(s)
		return rgba{float64(n >> 16), float64(n >> 8 & 255), float64(n & 255), 1}, ok
	}
	if s[len(s)-1] != ')' {
		return rgba{}, false
	}
	return colorFunction(s[:open], s[open+1:len(s)-1])
}

func parseHex(s string) (rgba, bool) {
	var v [8]float64
	if len(s) > 8 {
		return rgba{}, false
	}
	for i := 0; i < len(s); i++ {
		d := hexDigit(s[i])
		if d < 0 {
			return rgba{}, false
		}
		v[i] = float64(d)
	}
	switch len(s) {
	case 3:
		return rgba{17 * v[0], 17 * v[1], 17 * v[2], 1}, true
	case 4:
		return rgba{17 * v[0], 17 * v[1], 17 * v[2], v[3] / 15}, true
	case 6:
		return rgba{16*v[0] + v[1], 16*v[2] + v[3], 16*v[4] + v[5], 1}, true
	case 8:
		return rgba{16*v[0] + v[1], 16*v[2] + v[3], 16*v[4] + v[5], (16*v[6] + v[7]) / 255}, true
	}
	return rgba{}, false
}

func colorFunction(name, args string) (rgba, bool) {
	switch name {
	case "color-mix":
		return mixedColor(args)
	case "light-dark":
		light, _ := cutBlock(args, ',')
		return parseColor(light)
	}
	if from, relative := strings.CutPrefix(args, "from "); relative {
		return relativeColor(from)
	}
	var v [4]length
	v[3] = length{n: 1}
	n := 0
	for _, f := range strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == '/' || r == ' ' || r == '\t' || r == '\n' }) {
		if n == 4 {
			return rgba{}, false
		}
		if f == "none" {
			f = "0"
		}
		if name == "color" && n == 0 && (f[0] > '9') {
			continue
		}
		l, ok := parseLength(f)
		if !ok {
			return rgba{}, false
		}
		v[n] = l
		n++
	}
	if n < 3 {
		return rgba{}, false
	}
	alpha := share(v[3], 1)
	switch name {
	case "rgb", "rgba":
		return rgba{255 * share(v[0], 255), 255 * share(v[1], 255), 255 * share(v[2], 255), alpha}, true
	case "color":
		return rgba{255 * share(v[0], 1), 255 * share(v[1], 1), 255 * share(v[2], 1), alpha}, true
	case "hsl", "hsla":
		return fromHSL(v[0].n, share(v[1], 100), share(v[2], 100), alpha), true
	case "hwb":
		return fromHWB(v[0].n, share(v[1], 100), share(v[2], 100), alpha), true
	case "lab", "lch":
		return fromLightness(share(v[0], 100), v[1].n, alpha)
	case "oklab", "oklch":
		return fromLightness(share(v[0], 1), 100*v[1].n, alpha)
	}
	return rgba{}, false
}

// share returns l as a part of full, clamped to 0 and 1.
func share(l length, full float64) float64 {
	if l.unit == percent {
		full = 100
	}
	return math.Min(1, math.Max(0, l.n/full))
}

func fromHSL(h, s, l, a float64) rgba {
	f := func(n float64) float64 {
		k := math.Mod(math.Mod(n+h/30, 12)+12, 12)
		return 255 * (l - s*math.Min(l, 1-l)*math.Max(-1, math.Min(k-3, math.Min(9-k, 1))))
	}
	return rgba{f(0), f(8), f(4), a}
}

func fromHWB(h, w, b, a float64) rgba {
	if sum := w + b; sum >= 1 {
		return rgba{255 * w / sum, 255 * w / sum, 255 * w / sum, a}
	}
	c := fromHSL(h, 1, 0.5, a)
	mix := func(v float64) float64 { return v*(1-w-b) + 255*w }
	return rgba{mix(c.r), mix(c.g), mix(c.b), a}
}

// fromLightness knows greys, and white and black of any hue.
func fromLightness(l, chroma, a float64) (rgba, bool) {
	if math.Abs(chroma) > 1 && l > 0.01 && l < 0.99 {
		return rgba{}, a <= 0.1
	}
	return rgba{255 * l, 255 * l, 255 * l, a}, true
}

// firstColor finds the colour in a background shorthand.
func firstColor(value string) (rgba, bool) {
	for rest := value; rest != ""; {
		var part string
		part, rest = cutBlock(rest, ' ')
		if v, ok := parseColor(part); ok {
			return v, true
		}
	}
	return parseColor(value)
}
