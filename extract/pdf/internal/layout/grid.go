package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A table is a grid of cells, and each cell holds the runs of text in one row and one column. Three
// kinds of evidence find one: the tags of the file (tagged.go), rules (ruled.go) and strips of white
// (strips.go). Each says where the columns are and which row a run is in; from there on all are alike.

const (
	maxTableRows    = 300
	maxTableColumns = 30
	maxCell         = 1500 // bytes: more is the column of a page
	maxCellLines    = 15
)

// grid is a table that was found among the runs of a page.
type grid struct {
	columns []columnRange
	cells   [][][]textRun // by row and column
	taken   []int         // the indices of all runs that it replaces
	tagged  taggedRows
}

// columnRange is where a column of a table is.
type columnRange struct{ x0, x1 float64 }

// take puts a run into a cell, if it is in one: rows and columns that don't exist are -1.
func (g *grid) take(runs []textRun, i, row, column int) {
	if row >= 0 && column >= 0 {
		g.cells[row][column] = append(g.cells[row][column], runs[i])
		g.taken = append(g.taken, i)
	}
}

func newCells(rows, columns int) [][][]textRun {
	cells := make([][][]textRun, rows)
	for i := range cells {
		cells[i] = make([][]textRun, columns)
	}
	return cells
}

// isTable reports whether a share of the cells has text at least, in two columns and some rows, and
// no cell is a region of the page, with very much text or many lines.
func (g *grid) isTable(least int, filled float64) bool {
	cells := 0
	inRow, inColumn := map[int]bool{}, map[int]bool{}
	for row, of := range g.cells {
		for column, cell := range of {
			if len(cell) == 0 {
				continue
			}
			cells++
			inRow[row], inColumn[column] = true, true
			size := 0
			for i := range cell {
				size += len(cell[i].text())
			}
			if size > maxCell || g.tagged.table == 0 && len(rows(cell)) > maxCellLines {
				return false
			}
		}
	}
	return len(inRow) >= least && len(inColumn) > 1 && float64(cells) >= filled*float64(len(inRow)*len(inColumn))
}

// asRun returns the table as one run.
func (g *grid) asRun(runs []textRun) textRun {
	out := textRun{x0: math.Inf(1), x1: math.Inf(-1), y: math.Inf(-1), mcid: runs[slices.Min(g.taken)].mcid, tagged: g.tagged}
	for _, i := range g.taken {
		c := &runs[i]
		if c.y > out.y || c.y == out.y && c.size > out.size {
			out.size = c.size // of the head
		}
		out.x0, out.x1, out.y = min(out.x0, c.x0), max(out.x1, c.x1), max(out.y, c.y)
	}
	for _, c := range g.columns {
		out.edges = append(out.edges, c.x0)
		if c.x0 <= c.x1 {
			out.x0, out.x1 = min(out.x0, c.x0), max(out.x1, c.x1)
		}
	}
	for _, of := range g.cells {
		row := make([][]Span, len(of))
		for i, cell := range of {
			row[i] = cellSpans(joinParts(cell))
		}
		if !isEmptyRow(row) {
			out.rows = append(out.rows, row)
		}
	}
	return out
}

// replaceTables replaces the runs of each table by one run in the place of the first of
// them.
func replaceTables(runs []textRun, tables []*grid) []textRun {
	if len(tables) == 0 {
		return runs
	}
	at := map[int]*grid{}
	gone := make([]bool, len(runs))
	for _, g := range tables {
		at[slices.Min(g.taken)] = g
		for _, i := range g.taken {
			gone[i] = true
		}
	}
	var out []textRun
	for i := range runs {
		if g := at[i]; g != nil {
			out = append(out, g.asRun(runs))
		}
		if !gone[i] {
			out = append(out, runs[i])
		}
	}
	return out
}

// byHeight groups the runs of indices that stand on one line, from top to bottom and from left to right.
func byHeight(runs []textRun, indices []int) [][]int {
	slices.SortStableFunc(indices, func(a, b int) int { return cmp.Compare(runs[b].y, runs[a].y) })
	var groups [][]int
	for start := 0; start < len(indices); {
		end := start + 1
		for end < len(indices) && sameLine(&runs[indices[start]], &runs[indices[end]]) {
			end++
		}
		group := indices[start:end:end]
		slices.SortStableFunc(group, func(a, b int) int { return cmp.Compare(runs[a].x0, runs[b].x0) })
		groups = append(groups, group)
		start = end
	}
	return groups
}

// rows returns the lines of runs from top to bottom.
func rows(runs []textRun) []Line {
	indices := make([]int, len(runs))
	for i := range indices {
		indices[i] = i
	}
	var lines []Line
	for _, group := range byHeight(runs, indices) {
		row := make([]textRun, len(group))
		for i, at := range group {
			row[i] = runs[at]
		}
		lines = append(lines, newLine(row))
	}
	return lines
}

// cellSpans joins the lines of a cell as those of a paragraph are joined.
func cellSpans(runs []textRun) []Span {
	b := builder{open: &Block{}}
	for i, l := range rows(runs) {
		if n := len(l.Cells); i == 0 && n > 1 && isCurrency(l.Cells[0].Text()) { // 12 may stand far behind its $
			l.Cells[1].Spans = slices.Concat(l.Cells[0].Spans, l.Cells[1].Spans)
			l.Cells = l.Cells[1:]
		}
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
