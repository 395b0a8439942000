package visibility

import "strings"

// mixedColor reads the arguments of color-mix (CSS Color Level 5, section 3). All
// spaces are taken for sRGB, which is near enough to compare with a background.
func mixedColor(args string) (rgba, bool) {
	space, rest := cutBlock(args, ',')
	first, second := cutBlock(rest, ',')
	if !strings.HasPrefix(strings.TrimSpace(space), "in ") {
		return rgba{}, false
	}
	a, p, ok := weightedColor(first)
	b, q, known := weightedColor(second)
	if !ok || !known {
		return rgba{}, false
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
		return rgba{}, false
	}
	alpha := min(sum, 1)
	p, q = p/sum, q/sum
	mix := rgba{a: a.a*p + b.a*q}
	if mix.a > 0 {
		mix.r, mix.g, mix.b = (a.r*a.a*p+b.r*b.a*q)/mix.a, (a.g*a.a*p+b.g*b.a*q)/mix.a, (a.b*a.a*p+b.b*b.a*q)/mix.a
	}
	mix.a *= alpha
	return mix, true
}

// weightedColor reads a colour with a percentage before or after it; the weight is
// below 0 for none.
func weightedColor(s string) (c rgba, weight float64, ok bool) {
	weight = -1
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		var part string
		part, s = cutBlock(s, ' ')
		if l, isNumber := parseLength(part); isNumber && l.unit == percent {
			weight = share(l, 100)
			continue
		}
		if ok {
			return rgba{}, 0, false
		}
		if c, ok = parseColor(part); !ok {
			return rgba{}, 0, false
		}
	}
	return c, weight, ok
}

// relativeColor reads a colour that is made from another one: it is that one, but
// for an alpha that is given as a number.
func relativeColor(from string) (rgba, bool) {
	base, rest := cutBlock(strings.TrimSpace(from), ' ')
	c, ok := parseColor(base)
	if _, alpha, given := strings.Cut(rest, "/"); ok && given {
		if l, isNumber := parseLength(strings.TrimSpace(alpha)); isNumber {
			c.a = share(l, 1)
		}
	}
	return c, ok
}
