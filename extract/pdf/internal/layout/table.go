package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A table is a grid of cells. Three kinds of evidence find one: the tags of the file
// (tagged.go), rules (ruled.go) and strips of white (strips.go). What they find is judged
// and written here.

const (
	maxTableRows    = 300
	maxTableColumns = 30
	maxCell         = 1500 // bytes: more is the column of a page
	maxCellLines    = 15
	maxInnerRows    = 2 // lines of a cell that have cells of their own
)

// grid is a table that was found among the runs of a page.
type grid struct {
	cells   [][][]textRun // the runs of each cell, by row and column
	columns []columnRange
	runs    []int // the indices of all of its runs
	tagged  taggedRows
}

// columnRange is where a column of a table is.
type columnRange struct{ x0, x1 float64 }

// isTable reports whether a share of the cells has text at least, in two columns and some rows, and
// no cell is a region of the page: with very much text, many lines, or several that have columns of their own.
func (g *grid) isTable(rows int, filled float64) bool {
	cells := 0
	inRow, inColumn := map[int]bool{}, map[int]bool{}
	for row, of := range g.cells {
		for column, cell := range of {
			size := 0
			for i := range cell {
				size += len(cell[i].text())
			}
			if size == 0 {
				continue
			}
			cells++
			inRow[row], inColumn[column] = true, true
			lines := cellLines(cell)
			inner := 0
			for i := range lines {
				if len(lines[i].Cells) > 1 {
					inner++
				}
			}
			if size > maxCell || g.tagged.table == 0 && (len(lines) > maxCellLines || inner > maxInnerRows) {
				return false
			}
		}
	}
	return len(inRow) >= rows && len(inColumn) > 1 && float64(cells) >= filled*float64(len(inRow)*len(inColumn))
}

func (g *grid) asRun(runs []textRun) textRun {
	out := textRun{x0: math.Inf(1), x1: math.Inf(-1), y: math.Inf(-1), mcid: runs[slices.Min(g.runs)].mcid, tagged: g.tagged}
	for _, i := range g.runs {
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
	out.rows, out.edges = joinSigns(out.rows, out.edges)
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
		at[slices.Min(g.runs)] = g
		for _, i := range g.runs {
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
