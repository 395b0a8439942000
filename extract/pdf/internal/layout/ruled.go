package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// Tables with rules around their cells are read by these rules and not by the
// lines of text, which tell nothing of a cell that is wrapped or stands in the
// middle of a higher row. Lines that touch make a grid; its distinct heights and
// widths are the edges of rows and columns; each piece of text belongs to the
// cell that its middle is in.

const (
	maxRules     = 1200 // lines of a page that are looked at
	minRule      = 4.0  // length of a line in points
	sameRule     = 2.5  // distance of lines that are one, or touch
	minRuledRows = 2
	maxRuledRows = 300
	maxRuledCols = 30
	maxRuledCell = 1500 // bytes: more is the column of a page
	maxCellLines = 15
	maxInnerRows = 2   // lines of a cell that have cells of their own
	ruledFilled  = 0.5 // share of the cells that have text
)

// ruled is a grid of lines: the edges of columns from left to right and of rows
// from top to bottom.
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
			if s.X1-s.X0 > s.Y1-s.Y0 {
				y = append(y, float64(s.Y0+s.Y1)/2)
			} else {
				x = append(x, float64(s.X0+s.X1)/2)
			}
		}
		g := ruled{distinct(x), distinct(y)}
		slices.Reverse(g.y)
		if rows, columns := len(g.y)-1, len(g.x)-1; rows >= minRuledRows && columns >= 2 && rows <= maxRuledRows && columns <= maxRuledCols {
			found = append(found, g)
		}
	}
	return found
}

// touching groups lines of different directions that touch each other.
func touching(segments []contentstream.Segment) [][]contentstream.Segment {
	group := make([]int, len(segments))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	var upright []int // lines from left to right
	for i, s := range segments {
		if s.X1-s.X0 <= s.Y1-s.Y0 {
			upright = append(upright, i)
		}
	}
	slices.SortFunc(upright, func(a, b int) int { return cmp.Compare(segments[a].X0, segments[b].X0) })
	for i, a := range segments {
		if a.X1-a.X0 <= a.Y1-a.Y0 {
			continue
		}
		first, _ := slices.BinarySearchFunc(upright, a.X0-sameRule, func(k int, x float32) int { return cmp.Compare(segments[k].X0, x) })
		for _, k := range upright[first:] {
			b := &segments[k]
			if b.X0 > a.X1+sameRule {
				break
			}
			if a.Y0 <= b.Y1+sameRule && b.Y0 <= a.Y1+sameRule {
				group[find(i)] = find(k)
			}
		}
	}
	groups := map[int][]contentstream.Segment{}
	var order []int
	for i, s := range segments {
		root := find(i)
		if groups[root] == nil {
			order = append(order, root)
		}
		groups[root] = append(groups[root], s)
	}
	out := make([][]contentstream.Segment, len(order))
	for i, root := range order {
		out[i] = groups[root]
	}
	return out
}

// distinct returns sorted values without those that are near the one before.
func distinct(values []float64) []float64 {
	slices.Sort(values)
	return slices.CompactFunc(values, func(a, b float64) bool { return math.Abs(a-b) < sameRule })
}

// slot returns the place of v between edges, -1 for outside. Edges may rise or
// fall.
func slot(edges []float64, v float64) int {
	falls := edges[0] > edges[len(edges)-1]
	for i := 1; i < len(edges); i++ {
		if !falls && v >= edges[i-1] && v < edges[i] || falls && v <= edges[i-1] && v > edges[i] {
			return i - 1
		}
	}
	return -1
}

// cell returns the row and column that the middle of a run is in; ok is false
// for one outside of the grid.
func (g *ruled) cell(c *textRun) (row, column int, ok bool) {
	row, column = slot(g.y, c.y+0.3*c.size), slot(g.x, (c.x0+c.x1)/2)
	return row, column, row >= 0 && column >= 0
}

// crossed reports whether an edge of a column stands between two places on a
// height within the grid.
func (g *ruled) crossed(x0, x1, y float64) bool {
	if y > g.y[0] || y < g.y[len(g.y)-1] {
		return false
	}
	for _, x := range g.x {
		if x > x0 && x < x1 {
			return true
		}
	}
	return false
}

// takeTables replaces the runs in the cells of grids by one run for each
// grid, in the place of the first of them.
func takeTables(runs []textRun, grids []ruled) []textRun {
	for i := range grids {
		runs = takeTable(runs, &grids[i])
	}
	return runs
}

func takeTable(runs []textRun, g *ruled) []textRun {
	rows, columns := len(g.y)-1, len(g.x)-1
	cells := make([][]textRun, rows*columns)
	first := -1
	for i := range runs {
		if row, column, ok := g.cell(&runs[i]); ok && runs[i].rows == nil {
			cells[row*columns+column] = append(cells[row*columns+column], runs[i])
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 || !plausibleCells(cells, columns) {
		return runs
	}
	table := textRun{edges: g.x[:columns], x0: g.x[0], x1: g.x[columns], y: runs[first].y, size: runs[first].size, mcid: -1}
	table.y = math.Inf(-1)
	for i := range runs {
		if _, _, ok := g.cell(&runs[i]); ok {
			table.y = max(table.y, runs[i].y)
		}
	}
	for row := range rows {
		var out [][]Span
		text := false
		for column := range columns {
			spans := cellSpans(cells[row*columns+column])
			text = text || len(spans) > 0
			out = append(out, spans)
		}
		if text {
			table.rows = append(table.rows, out)
		}
	}
	var out []textRun
	for i := range runs {
		if i == first {
			out = append(out, table)
		}
		if _, _, ok := g.cell(&runs[i]); !ok || runs[i].rows != nil {
			out = append(out, runs[i])
		}
	}
	return out
}

// plausibleCells reports whether cells are those of a table: half of them have
// text, in two rows and columns at least, none has very much, and none of the
// rows has several rows of text that no lines part.
func plausibleCells(cells [][]textRun, columns int) bool {
	filled := 0
	inRow, inColumn := map[int]bool{}, map[int]bool{}
	for i, cell := range cells {
		size := 0
		for k := range cell {
			size += len(cell[k].text())
		}
		if size > maxRuledCell || size > 0 && isRegion(cell) {
			return false
		}
		if size > 0 {
			filled++
			inRow[i/columns], inColumn[i%columns] = true, true
		}
	}
	if len(inRow) < minRuledRows || len(inColumn) < 2 || float64(filled) < ruledFilled*float64(len(inRow)*len(inColumn)) {
		return false
	}
	for i := 0; i < len(cells); i += columns {
		if hasRows(cells[i : i+columns]) {
			return false
		}
	}
	return true
}

// isRegion reports whether a cell is a region of the page: with many lines, or with
// several that have columns of their own.
func isRegion(cell []textRun) bool {
	lines, inner := cellLines(cell), 0
	for i := range lines {
		if len(lines[i].Cells) > 1 {
			inner++
		}
	}
	return len(lines) > maxCellLines || inner > maxInnerRows
}

// hasRows reports whether a row of a grid has three lines of text or more at whose
// height each of its cells has text: they are rows of their own.
func hasRows(row [][]textRun) bool {
	lines := -1
	filled := 0
	for _, cell := range row {
		if len(cell) == 0 {
			continue
		}
		filled++
		n := len(cellLines(cell))
		if lines >= 0 && n != lines {
			return false
		}
		lines = n
	}
	return filled > 1 && lines > 2
}

// cellLines returns the lines of a cell from top to bottom.
func cellLines(runs []textRun) []Line {
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b textRun) int { return cmp.Compare(b.y, a.y) })
	return rows(runs)
}

// cellSpans joins the lines of a cell as those of a paragraph are joined.
func cellSpans(runs []textRun) []Span {
	if len(runs) == 0 {
		return nil
	}
	b := builder{open: &Block{}}
	for i, l := range cellLines(runs) {
		if i == 0 {
			b.append(l.Cells)
		} else {
			b.extend(&l)
		}
	}
	if strings.TrimSpace(b.open.Text()) == "" {
		return nil
	}
	return b.open.Spans
}
