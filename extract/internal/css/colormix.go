package css

import (
	"math"
	"strings"
)

// mixedColor reads the arguments of color-mix (CSS Color Level 5, section 3). All
// spaces are taken for sRGB, which is near enough to compare with a background.
func mixedColor(args string) (RGBA, bool) {
	space, rest := CutBlock(args, ',')
	first, second := CutBlock(rest, ',')
	if !strings.HasPrefix(strings.TrimSpace(space), "in ") {
		return RGBA{}, false
	}
	a, p, ok := weightedColor(first)
	b, q, known := weightedColor(second)
	switch {
	case p < 0 && q < 0:
		p, q = 0.5, 0.5
	case p < 0:
		p = 1 - q
	case q < 0:
		q = 1 - p
	}
	sum := p + q
	if sum <= 0 || !ok && p > 0 || !known && q > 0 { // a colour without weight may be any
		return RGBA{}, false
	}
	alpha := min(sum, 1)
	p, q = p/sum, q/sum
	mix := RGBA{A: a.A*p + b.A*q}
	if mix.A > 0 {
		mix.R, mix.G, mix.B = (a.R*a.A*p+b.R*b.A*q)/mix.A, (a.G*a.A*p+b.G*b.A*q)/mix.A, (a.B*a.A*p+b.B*b.A*q)/mix.A
	}
	mix.A *= alpha
	return mix, true
}

// weightedColor reads a colour with a percentage before or after it; the weight is
// below 0 for none.
func weightedColor(s string) (c RGBA, weight float64, ok bool) {
	weight = -1
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var part string
		part, s = CutBlock(s, ' ')
		if l, isNumber := ParseLength(part); isNumber && l.Unit == Percent {
			weight = share(l, 100)
			continue
		}
		if ok {
			return RGBA{}, 0, false
		}
		c, ok = ParseColor(part)
	}
	return c, weight, ok
}

// relativeColor reads a colour that is made from another one (CSS Color Level 5,
// section 4), here without "from": each channel is a number or made from those of the
// other colour, which are known for rgb(), hsl() and hwb(). Other functions are understood
// where they keep all channels, or for white and black.
func relativeColor(function, from string) (RGBA, bool) {
	base, rest := CutBlock(trim(from), ' ')
	c, ok := ParseColor(base)
	if !ok {
		return RGBA{}, false
	}
	channels, alpha, _ := strings.Cut(rest, "/")
	if channels = trim(channels); function == "color" { // the space is taken for sRGB
		_, channels = CutBlock(channels, ' ')
		channels = trim(channels)
	}
	if alpha = trim(alpha); alpha != "" && alpha != "alpha" {
		l, isNumber := channel(alpha, func(name string) (float64, bool) { return c.A, name == "alpha" })
		if !isNumber {
			return RGBA{}, false
		}
		c.A = share(l, 1)
	}
	if letters := strings.TrimSuffix(function, "a"); channels == strings.Join(strings.Split(strings.TrimPrefix(letters, "ok"), ""), " ") {
		return c, true
	}
	values := channelsOf(function, c)
	made, ok := colorOf(function, channels, func(name string) (float64, bool) {
		n, known := values[name]
		return n, known
	})
	made.A = c.A
	return made, ok || c.A <= 0.1
}

// channelsOf returns the channels of a colour, as its function counts them.
func channelsOf(function string, c RGBA) map[string]float64 {
	high, low := max(c.R, c.G, c.B), min(c.R, c.G, c.B)
	switch function {
	case "rgb", "rgba":
		return map[string]float64{"r": c.R, "g": c.G, "b": c.B}
	case "color":
		return map[string]float64{"r": c.R / 255, "g": c.G / 255, "b": c.B / 255}
	case "hsl", "hsla", "hwb":
		hue, light, saturation := hueOf(c), (high+low)/510, 0.0
		if rest := 1 - math.Abs(2*light-1); rest > 0 {
			saturation = (high - low) / 255 / rest
		}
		return map[string]float64{"h": hue, "s": 100 * saturation, "l": 100 * light, "w": low / 2.55, "b": 100 - high/2.55}
	case "lab", "lch":
		return map[string]float64{"l": 100 * math.Cbrt(c.Luminance()), "a": 0, "b": 0, "c": 0, "h": 0}
	}
	return map[string]float64{"l": math.Cbrt(c.Luminance()), "a": 0, "b": 0, "c": 0, "h": 0}
}

// hueOf returns the hue of a colour in degrees, 0 for a grey.
func hueOf(c RGBA) float64 {
	high, low := max(c.R, c.G, c.B), min(c.R, c.G, c.B)
	switch width := high - low; {
	case width == 0:
		return 0
	case high == c.R:
		return 60 * math.Mod((c.G-c.B)/width+6, 6)
	case high == c.G:
		return 60 * ((c.B-c.R)/width + 2)
	default:
		return 60 * ((c.R-c.G)/width + 4)
	}
}
