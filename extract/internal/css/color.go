package css

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// colorsText has the named colours of CSS Color Level 4, and the system colours as a light theme has them, as RRGGBB.
//
//go:embed colors.txt
var colorsText string

var namedColors = sync.OnceValue(func() map[string]RGBA {
	table := map[string]RGBA{}
	for line := range strings.Lines(colorsText) {
		name, hex, _ := strings.Cut(strings.TrimSpace(line), " ")
		table[name], _ = parseHex(hex)
	}
	return table
})

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
	s = Lower(trim(s))
	if strings.IndexByte(s, '(') < 0 {
		return color(&token{text: s}, nil)
	}
	list := tokenize(s)
	if len(list) == 0 || list[0].size != len(list)-1 {
		return RGBA{}, false
	}
	return color(&list[0], list[1:])
}

func color(t *token, inner []token) (RGBA, bool) {
	switch {
	case t.kind == wordToken && strings.HasPrefix(t.text, "#"):
		return parseHex(t.text[1:])
	case t.kind == wordToken:
		c, ok := namedColors()[t.text]
		return c, ok
	case t.kind != callToken || t.text[len(t.text)-1] != ')':
		return RGBA{}, false
	}
	v, n := [4]Length{3: {N: 1}}, 0
	for _, arg := range inner {
		switch {
		case arg.is(",") || arg.is("/"):
			continue
		case n == len(v) || arg.kind != numberToken && !arg.is("none"):
			return RGBA{}, false
		}
		v[n] = arg.Length
		n++
	}
	alpha := share(v[3], 1)
	switch {
	case n < 3:
	case t.name == "rgb", t.name == "rgba":
		return RGBA{255 * share(v[0], 255), 255 * share(v[1], 255), 255 * share(v[2], 255), alpha}, true
	case t.name == "hsl", t.name == "hsla":
		hue, saturation, light := v[0].N, share(v[1], 100), share(v[2], 100)
		f := func(n float64) float64 {
			k := math.Mod(math.Mod(n+hue/30, 12)+12, 12)
			return 255 * (light - saturation*min(light, 1-light)*max(-1, min(k-3, 9-k, 1)))
		}
		return RGBA{f(0), f(8), f(4), alpha}, true
	}
	return RGBA{}, false
}

func parseHex(s string) (RGBA, bool) {
	if len(s) == 3 || len(s) == 4 {
		var b [8]byte
		for i := range len(s) {
			b[2*i], b[2*i+1] = s[i], s[i]
		}
		s = string(b[:2*len(s)])
	}
	if len(s) == 6 {
		s += "ff"
	}
	n, err := strconv.ParseUint(s, 16, 32)
	return RGBA{float64(n >> 24), float64(n >> 16 & 255), float64(n >> 8 & 255), float64(n&255) / 255}, err == nil && len(s) == 8
}

// share returns l as a part of full, clamped to 0 and 1.
func share(l Length, full float64) float64 {
	if l.Unit == Percent {
		full = 100
	}
	return min(1, max(0, l.N/full))
}
