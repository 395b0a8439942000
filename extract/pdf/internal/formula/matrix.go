package formula

import (
	"cmp"
	"slices"
	"strings"
)

const (
	nearRows    = 0.85 // ems at least between the rows of a matrix; parts of a fraction may be nearer
	rowGap      = 0.6  // ems at least between the base lines of rows
	cellGap     = 0.75 // ems at least between the cells of a matrix
	binomialGap = 1.3  // ems between the rows of a binomial coefficient, whose rows of a matrix have 1.2
)

// splitRows groups items by their base lines, from the top. Small items belong to the
// nearest row.
func splitRows(items []*item) [][]*item {
	var size float32
	for _, it := range items {
		size = max(size, it.size)
	}
	line := func(it *item) float32 { return it.axis - axis*size }
	large := slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.size < 0.85*size || it.class == accent })
	slices.SortStableFunc(large, func(a, b *item) int { return cmp.Compare(line(b), line(a)) })
	var rows [][]*item
	var bases []float32
	for _, it := range large {
		if n := len(bases); n == 0 || bases[n-1]-line(it) > rowGap*size {
			rows, bases = append(rows, nil), append(bases, line(it))
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], it)
	}
	if len(rows) == 0 {
		if len(items) == 0 {
			return nil
		}
		return [][]*item{items}
	}
	for _, it := range items {
		if it.size >= 0.85*size && it.class != accent {
			continue
		}
		best := 0
		for i := range bases {
			if abs(it.base-bases[i]) < abs(it.base-bases[best]) {
				best = i
			}
		}
		rows[best] = append(rows[best], it)
	}
	return rows
}

// matrix writes rows between delimiters; right is nil for cases.
func matrix(rows [][]*item, left, right *item, depth int) (tex string, bad bool) {
	key := left.tex
	if right != nil {
		key += right.tex
	}
	env := environments[key]
	table := make([][]string, len(rows))
	var bases []float32
	var size float32
	for i, r := range rows {
		for _, cell := range splitCells(r, cellGap) {
			l := row(cell, depth)
			bad = bad || l.bad
			table[i] = append(table[i], l.tex)
			size = max(size, l.size)
			if len(table[i]) == 1 {
				bases = append(bases, l.base)
			}
		}
		bad = bad || len(table[i]) != len(table[0])
	}
	for i := 1; i < len(bases); i++ {
		bad = bad || bases[i-1]-bases[i] < nearRows*size
	}
	if env == "" || bad {
		return "", true
	}
	if env == "pmatrix" && len(rows) == 2 && len(table[0]) == 1 && (bases[0]-bases[1] > binomialGap*size || size < smallSize*left.size) {
		return `\binom{` + table[0][0] + "}{" + table[1][0] + "}", false
	}
	lines := make([]string, len(table))
	for i, cells := range table {
		lines[i] = strings.Join(cells, " & ")
	}
	return `\begin{` + env + "} " + strings.Join(lines, ` \\ `) + ` \end{` + env + "}", false
}

// splitCells parts a row at gaps in ems.
func splitCells(items []*item, gap float32) [][]*item {
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b *item) int { return cmp.Compare(a.x0, b.x0) })
	var cells [][]*item
	var end, size float32
	for i, it := range items {
		size = max(size, it.size)
		if i == 0 || it.x0-end > gap*size {
			cells = append(cells, nil)
		}
		cells[len(cells)-1] = append(cells[len(cells)-1], it)
		end = max(end, it.x1)
	}
	return cells
}
