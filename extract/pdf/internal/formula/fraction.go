package formula

import (
	"cmp"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	partSlack = 0.25 // ems by which a part may stand out from its rule
	partGap   = 0.8  // ems at most between a rule and what it is of, and between that
)

// takeRules reads fractions and roots, the shortest rules first: these are the
// innermost.
func takeRules(items []*item, rules []contentstream.Segment, depth int) []*item {
	rules = slices.Clone(rules)
	slices.SortStableFunc(rules, func(a, b contentstream.Segment) int { return cmp.Compare(a.X1-a.X0, b.X1-b.X0) })
	for i, rule := range rules {
		if sign := signOf(items, rule); sign != nil {
			items = takeRoot(items, sign, rule, depth)
		} else {
			items = takeFraction(items, rule, rules[i+1:], depth)
		}
	}
	return items
}

// signOf returns the sign of a root whose rule begins at its right end.
func signOf(items []*item, rule contentstream.Segment) *item {
	for _, it := range items {
		if it.class == root && abs(rule.X0-it.x1) < 0.15*it.size && rule.Y0 > it.axis && rule.Y0 < it.top+0.4*it.size {
			return it
		}
	}
	return nil
}

// takeRoot reads a root.
func takeRoot(items []*item, sign *item, rule contentstream.Segment, depth int) []*item {
	var inside, index []*item
	for _, it := range items {
		switch {
		case it == sign:
		case it.x0 >= rule.X0-0.15*sign.size && it.x1 <= rule.X1+0.2*sign.size && it.axis < rule.Y0 && it.bottom > sign.bottom-0.4*sign.size:
			inside = append(inside, it)
		case it.size < 0.75*sign.size && it.x1 < sign.x0+0.6*sign.size && it.x1 > sign.x0 && it.base > sign.axis && it.base < sign.top:
			index = append(index, it)
		}
	}
	if len(inside) == 0 {
		sign.bad = true
		return items
	}
	all := append(append([]*item{sign}, inside...), index...)
	l := row(inside, depth+1)
	m := merge(all, `\sqrt{`+l.tex+"}")
	m.flat = flatRoot("", l.flat)
	if len(index) > 0 {
		n := row(index, depth+1)
		m.tex = `\sqrt[` + n.tex + "]{" + l.tex + "}"
		m.flat = flatRoot(n.flat, l.flat)
		m.bad = m.bad || n.bad
	}
	m.bad = m.bad || l.bad
	m.base, m.size, m.axis, m.x1 = l.base, l.size, l.base+axis*l.size, max(m.x1, rule.X1)
	return without(items, all, m)
}

// takeFraction reads the fraction of a rule, if it is one. wider are the rules that
// are not looked at yet.
func takeFraction(items []*item, rule contentstream.Segment, wider []contentstream.Segment, depth int) []*item {
	over, under := part(items, rule, wider, 1), part(items, rule, wider, -1)
	if len(over) == 0 || len(under) == 0 {
		return items
	}
	all := append(slices.Clone(over), under...)
	if width := func(part []*item) float32 { m := merge(part, ""); return m.x1 - m.x0 }; max(width(over), width(under)) < 0.5*(rule.X1-rule.X0) {
		over[0].bad, under[0].bad = true, true // what the rule parts is not clear
		return items
	}
	a, b := row(over, depth+1), row(under, depth+1)
	m := merge(all, `\frac{`+a.tex+"}{"+b.tex+"}")
	m.flat = flatFraction(a.flat, b.flat)
	m.bad = m.bad || a.bad || b.bad
	m.x0, m.x1, m.axis, m.size = min(m.x0, rule.X0), max(m.x1, rule.X1), rule.Y0, max(a.size, b.size)
	m.base = m.axis - axis*m.size
	return without(items, all, m)
}

// part returns the items above, for side 1, or below a rule, up to the next one.
func part(items []*item, rule contentstream.Segment, wider []contentstream.Segment, side float32) []*item {
	var near []*item
	for _, it := range items {
		slack := partSlack * it.size
		if it.x0 < rule.X0-slack || it.x1 > rule.X1+slack || (it.axis-rule.Y0)*side <= 0 {
			continue
		}
		hidden := slices.ContainsFunc(wider, func(w contentstream.Segment) bool {
			return w.X0 < it.x1 && w.X1 > it.x0 && (w.Y0-rule.Y0)*side > 0 && (it.axis-w.Y0)*side > 0
		})
		if !hidden {
			near = append(near, it)
		}
	}
	inner, outer := func(it *item) float32 { return it.bottom }, func(it *item) float32 { return it.top }
	if side < 0 {
		inner, outer = func(it *item) float32 { return -it.top }, func(it *item) float32 { return -it.bottom }
	}
	slices.SortStableFunc(near, func(a, b *item) int { return cmp.Compare(inner(a), inner(b)) })
	edge := rule.Y0 * side
	for n, it := range near {
		if inner(it)-edge > partGap*it.size {
			return near[:n]
		}
		edge = max(edge, outer(it))
	}
	return near
}
