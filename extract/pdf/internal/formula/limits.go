package formula

import "slices"

// takeAccents puts accents over the letter that they stand at.
func takeAccents(items []*item) []*item {
	for _, a := range slices.Clone(items) {
		if a.class != accent || accentNames[a.text] == "" {
			continue
		}
		middle := (a.x0 + a.x1) / 2
		var under []*item
		for _, it := range items {
			if it.class == ordinary && it.x0 < middle && it.x1 > middle-0.1*a.size && a.base-it.base < 0.6*a.size && a.base-it.base > -0.1*a.size {
				under = append(under, it)
			}
		}
		if len(under) != 1 {
			continue // the row is not read then
		}
		m := merge([]*item{a, under[0]}, `\`+accentNames[a.text]+"{"+under[0].tex+"}")
		m.base, m.axis, m.size = under[0].base, under[0].axis, under[0].size
		items = without(items, []*item{a, under[0]}, m)
	}
	return items
}

// takeLimits takes what stands right above and below large signs.
func takeLimits(items []*item, depth int) []*item {
	for _, op := range slices.Clone(items) {
		if op.class != operator && !(op.class == function && functions[op.text]) {
			continue
		}
		over, under := limit(items, op, 1), limit(items, op, -1)
		if len(over)+len(under) == 0 {
			continue
		}
		all := append(append([]*item{op}, over...), under...)
		m := merge(all, op.tex)
		m.class, m.base, m.axis, m.size, m.hangs = limited, op.base, op.axis, op.size, op.hangs
		for _, part := range []struct {
			mark  string
			items []*item
		}{{"_", under}, {"^", over}} {
			if len(part.items) > 0 {
				l := row(part.items, depth+1)
				m.tex += part.mark + braced(l.tex)
				m.bad = m.bad || l.bad
			}
		}
		items = without(items, all, m)
	}
	return items
}

// maxLimit is how many glyphs a limit has at most.
const maxLimit = 40

// limit returns the small items above, for side 1, or below a large sign.
func limit(items []*item, op *item, side float32) []*item {
	beyond := func(it *item) bool {
		gap := it.bottom - op.top
		if side < 0 {
			gap = op.bottom - it.top
		}
		return it != op && it.size <= smallSize*op.size && gap > -0.35*op.size && gap < 0.5*op.size && (it.axis-op.axis)*side > 0.5*op.size
	}
	var found []*item
	x0, x1 := op.x0, op.x1
	var base float32
	for grown := true; grown && len(found) < maxLimit; {
		grown = false
		for _, it := range items {
			slack := 0.3 * it.size
			if len(found) == 0 {
				slack = 0
			}
			if beyond(it) && it.x0 < x1+slack && it.x1 > x0-slack && !slices.Contains(found, it) {
				if len(found) == 0 {
					x0, x1, base = it.x0, it.x1, it.base
				} else if abs(it.base-base) > 0.6*it.size {
					continue
				}
				found, grown = append(found, it), true
				x0, x1 = min(x0, it.x0), max(x1, it.x1)
			}
		}
	}
	if middle := (x0 + x1) - (op.x0 + op.x1); len(found) > 0 && abs(middle) > 1.2*op.size {
		return nil // what stands beside the sign is no limit
	}
	return found
}
