package css

import "strings"

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
	if !ok || !known {
		return RGBA{}, false
	}
	switch {
	case p < 0 && q < 0:
		p, q = 0.5, 0.5
	case p < 0:
		p = 1 - q
	case q < 0:
		q = 1 - p
	}
	sum := p + q
	if sum <= 0 {
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
		if c, ok = ParseColor(part); !ok {
			return RGBA{}, 0, false
		}
	}
	return c, weight, ok
}

// relativeColor reads a colour that is made from another one (CSS Color Level 5,
// section 4), here without "from": of rgb() each channel is a number or that of the
// other colour; other functions are understood where they keep all channels. An alpha
// is a number or that of the other colour.
func relativeColor(function, from string) (RGBA, bool) {
	base, rest := CutBlock(trim(from), ' ')
	c, ok := ParseColor(base)
	channels, alpha, _ := strings.Cut(rest, "/")
	if alpha = trim(alpha); ok && alpha != "" && alpha != "alpha" {
		l, isNumber := ParseLength(alpha)
		if !isNumber {
			return RGBA{}, false
		}
		c.A = share(l, 1)
	}
	of := [...]float64{c.R, c.G, c.B}
	for i, to := range [...]*float64{&c.R, &c.G, &c.B} {
		var word string
		word, channels = CutBlock(trim(channels), ' ')
		k := strings.Index("rgb", word)
		if l, isNumber := ParseLength(word); isNumber && strings.HasPrefix(function, "rgb") {
			*to = 255 * share(l, 255)
		} else if len(word) == 1 && k >= 0 && strings.HasPrefix(function, "rgb") {
			*to = of[k]
		} else if len(word) != 1 || k >= 0 && i != k || isNumber {
			return RGBA{}, ok && c.A <= 0.1
		}
	}
	return c, ok
}
