package formula

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// assemble makes one delimiter of the pieces that stand above each other.
func assemble(items []*item) []*item {
	var pieces []*item
	for _, it := range items {
		if it.class == stretch {
			pieces = append(pieces, it)
		}
	}
	slices.SortStableFunc(pieces, func(a, b *item) int { return cmp.Compare(b.top, a.top) })
	for len(pieces) > 0 {
		first := pieces[0]
		column := []*item{first}
		bottom := first.bottom
		for _, p := range pieces[1:] {
			if abs(p.x0-first.x0) < 0.15*first.size && p.top > bottom-0.15*first.size && p.size == first.size {
				column, bottom = append(column, p), min(bottom, p.bottom)
			}
		}
		pieces = without(pieces, column)
		m := merge(column, "")
		m.class, m.tex = delimiterOf(column)
		m.size, m.hangs, m.axis = first.size, true, (m.top+m.bottom)/2
		m.base = m.axis - axis*m.size
		m.bad = m.bad || m.tex == ""
		items = without(items, column, m)
	}
	return items
}

// delimiterOf returns what a column of pieces is.
func delimiterOf(column []*item) (class, string) {
	for _, p := range column {
		switch {
		case strings.Contains("⎛⎝", p.text):
			return opening, "("
		case strings.Contains("⎞⎠", p.text):
			return closing, ")"
		case strings.Contains("⎡⎣", p.text):
			return opening, "["
		case strings.Contains("⎤⎦", p.text):
			return closing, "]"
		case strings.Contains("⎧⎨⎩", p.text):
			return opening, `\{`
		case strings.Contains("⎫⎬⎭", p.text):
			return closing, `\}`
		case strings.Contains("∣│", p.text):
			return fence, "|"
		case strings.Contains("∥‖", p.text):
			return fence, `\|`
		}
	}
	return stretch, ""
}

// takeDelimiters reads what stands between high delimiters, the innermost first.
func takeDelimiters(items []*item, depth int) []*item {
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, func(a, b *item) int { return cmp.Compare(a.x0, b.x0) })
	var open []*item
	for _, it := range sorted {
		switch {
		case it.class == opening || it.class == fence && !(len(open) > 0 && open[len(open)-1].class == fence && open[len(open)-1].tex == it.tex):
			open = append(open, it)
		case (it.class == closing || it.class == fence) && len(open) > 0:
			items = enclose(items, open[len(open)-1], it, depth)
			open = open[:len(open)-1]
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		if open[i].tex == `\{` {
			items = enclose(items, open[i], nil, depth)
		}
	}
	for _, it := range items {
		switch it.class {
		case opening, closing, fence: // the other one is on another line
			it.class, it.tex, it.rich = ordinary, `\Big`+it.tex, true
		}
	}
	return items
}

// enclose makes one item of two delimiters and what is between them. Without a right
// one that is all that stands beside the left one.
func enclose(items []*item, left, right *item, depth int) []*item {
	end := float32(math.Inf(1))
	if right != nil {
		end = right.x0 + 0.1*right.size
	}
	var inside []*item
	for _, it := range items {
		middle := (it.x0 + it.x1) / 2
		if it != left && it != right && middle > left.x1-0.1*left.size && middle < end && it.axis < left.top+0.2*left.size && it.axis > left.bottom-0.2*left.size {
			inside = append(inside, it)
		}
	}
	all := append([]*item{left}, inside...)
	if right != nil {
		all = append(all, right)
	}
	m := merge(all, "")
	m.size, m.axis = left.size, left.axis
	m.base = m.axis - axis*m.size
	rows := splitRows(inside)
	switch {
	case len(rows) == 0 || right == nil && len(rows) == 1:
		m.bad = true
	case len(rows) == 1:
		l := row(inside, depth+1)
		m.tex = `\left` + left.tex + " " + l.tex + ` \right` + right.tex
		m.base, m.size, m.axis, m.bad = l.base, l.size, l.base+axis*l.size, m.bad || l.bad
	default:
		tex, bad := matrix(rows, left, right, depth+1)
		m.tex, m.bad = tex, m.bad || bad
	}
	return without(items, all, m)
}

// environments are those of amsmath by their delimiters.
var environments = map[string]string{"()": "pmatrix", "[]": "bmatrix", "||": "vmatrix", `\|\|`: "Vmatrix", `\{\}`: "Bmatrix", `\{`: "cases"}
