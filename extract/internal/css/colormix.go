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

// relativeColor reads a colour that is made from another one: it is that one, but
// for an alpha that is given as a number.
func relativeColor(from string) (RGBA, bool) {
	base, rest := CutBlock(strings.TrimSpace(from), ' ')
	c, ok := ParseColor(base)
	if _, alpha, given := strings.Cut(rest, "/"); ok && given {
		if l, isNumber := ParseLength(strings.TrimSpace(alpha)); isNumber {
			c.A = share(l, 1)
		}
	}
	return c, ok
}
