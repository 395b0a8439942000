package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// Tables with rules around their cells are read by these rules and not by the
// lines of text: in a wrapped or vertically centred cell, lines don't match rows.
// Lines that touch make a grid; its distinct heights and widths are the edges of rows
// and columns; each piece of text belongs to the cell that its middle is in.

const (
	maxRules     = 1200 // lines of a page that are looked at
	minRule      = 4.0  // length of a line in points
	sameRule     = 2.5  // distance of lines that are one, or touch
	minRuledRows = 2
	ruledFilled  = 0.5 // share of the cells that have text
)

// ruled is a grid of lines: the edges of columns from left to right and of rows
// from the bottom to the top.
type ruled struct{ x, y []float64 }

// ruledTables finds the grids of at least two rows and two columns on a page.
func ruledTables(segments []contentstream.Segment) []ruled {
	segments = slices.DeleteFunc(slices.Clone(segments), func(s contentstream.Segment) bool {
		return float64(max(s.X1-s.X0, s.Y1-s.Y0)) < minRule
	})
	if len(segments) > maxRules {
		return nil
	}
	var found []ruled
	for _, group := range touching(segments) {
		var x, y []float64
		for _, s := range group {
			if isFlat(s) {
				y = append(y, float64(s.Y0+s.Y1)/2)
			} else {
				x = append(x, float64(s.X0+s.X1)/2)
			}
		}
		g := ruled{distinct(x), distinct(y)}
		if rows, columns := len(g.y)-1, len(g.x)-1; rows >= minRuledRows && columns >= 2 && rows <= maxTableRows && columns <= maxTableColumns {
			found = append(found, g)
		}
	}
	return found
}

// touching groups lines of different directions that touch each other; some groups are empty. A page may have many lines and a file many
// pages, so that the upright ones are looked up by their place.
func touching(segments []contentstream.Segment) (groups [][]contentstream.Segment) {
	above := make([]int, len(segments)) // a line of the same group, itself for one of them
	var upright []int                   // from left to right
	for i, s := range segments {
		if above[i] = i; !isFlat(s) {
			upright = append(upright, i)
		}
	}
	top := func(i int) int {
		for above[i] != i {
			above[i] = above[above[i]]
			i = above[i]
		}
		return i
	}
	slices.SortFunc(upright, func(a, b int) int { return cmp.Compare(segments[a].X0, segments[b].X0) })
	for i, a := range segments {
		if !isFlat(a) {
			continue
		}
		first, _ := slices.BinarySearchFunc(upright, a.X0-sameRule, func(k int, x float32) int { return cmp.Compare(segments[k].X0, x) })
		for _, k := range upright[first:] {
			if segments[k].X0 > a.X1+sameRule {
				break
			}
			if b := &segments[k]; a.Y0 <= b.Y1+sameRule && b.Y0 <= a.Y1+sameRule {
				above[top(i)] = top(k)
			}
		}
	}
	groups = make([][]contentstream.Segment, len(segments)) // by their top
	for i, s := range segments {
		groups[top(i)] = append(groups[top(i)], s)
	}
	return groups
}

func isFlat(s contentstream.Segment) bool { return s.X1-s.X0 > s.Y1-s.Y0 }

// distinct returns sorted values without those that are near the one before.
func distinct(values []float64) []float64 {
	slices.Sort(values)
	return slices.CompactFunc(values, func(a, b float64) bool { return math.Abs(a-b) < sameRule })
}

// slot returns the place of v between edges that rise, -1 for outside.
func slot(edges []float64, v float64) int {
	at, found := slices.BinarySearch(edges, v)
	if !found {
		at--
	}
	if at == len(edges)-1 {
		return -1
	}
	return at
}

// crossed reports whether a column edge is between x0 and x1 at height y. It is false
// above and below the grid.
func (g *ruled) crossed(x0, x1, y float64) bool {
	return y >= g.y[0] && y <= g.y[len(g.y)-1] && slices.ContainsFunc(g.x, func(x float64) bool { return x > x0 && x < x1 })
}

// takeRuledTables replaces the runs in the cells of grids of lines by one run for each.
func takeRuledTables(runs []*textRun, grids []ruled) []*textRun {
	for _, r := range grids {
		var columns []extent
		for column, x := range r.x[1:] {
			columns = append(columns, extent{r.x[column], x})
		}
		g := newGrid(len(r.y)-1, columns)
		for _, c := range runs {
			row, column := slot(r.y, c.y+0.3*c.size), slot(r.x, (c.x0+c.x1)/2)
			if c.Rows == nil && row >= 0 && column >= 0 {
				cell := &g.cells[len(g.cells)-1-row][column]
				*cell = append(*cell, c)
			}
		}
		if g.isTable(minRuledRows, ruledFilled) && !slices.ContainsFunc(g.cells, hasRows) {
			runs = replaceTables(runs, []*grid{g})
		}
	}
	return runs
}

// hasRows reports whether a row of a grid has three lines of text or more at whose
// height each of its cells has text: they are rows of their own.
func hasRows(row [][]*textRun) bool {
	var lines []int
	for _, cell := range filled(row) {
		lines = append(lines, len(byHeight(cell)))
	}
	return len(lines) > 1 && lines[0] > 2 && slices.Min(lines) == slices.Max(lines)
}
