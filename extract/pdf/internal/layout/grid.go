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
	columns []extent
	cells   [][][]*textRun // by row and column
	dots    []*textRun     // those between its cells
	tagged  taggedRows
}

// newGrid returns a table whose cells are to be filled.
func newGrid(rows int, columns []extent) *grid {
	g := &grid{columns: columns, cells: make([][][]*textRun, rows)}
	for i := range g.cells {
		g.cells[i] = make([][]*textRun, len(columns))
	}
	return g
}

// runs returns all runs that the table replaces.
func (g *grid) runs() []*textRun {
	return append(slices.Concat(slices.Concat(g.cells...)...), g.dots...)
}

// table is a table whose cells are found.
type table struct {
	Rows   [][][]Span // nil for text
	edges  []float64  // the left edges of the columns
	tagged taggedRows // of a tagged table
}

// extent is where a column of a table, or something else on a page, begins and ends.
type extent struct{ x0, x1 float64 }

// add makes e reach from x0 to x1 as well.
func (e *extent) add(x0, x1 float64) { e.x0, e.x1 = min(e.x0, x0), max(e.x1, x1) }

// extentOf returns the extent of all runs, an empty one for none.
func extentOf(runs []*textRun) extent {
	e := extent{math.Inf(1), math.Inf(-1)}
	for _, c := range runs {
		e.add(c.x0, c.x1)
	}
	return e
}

// isTable reports whether a share of the cells has text at least, in two columns and some rows, and
// no cell is a region of the page, with very much text or many lines.
func (g *grid) isTable(least int, share float64) bool {
	cells, columns := 0, map[int]bool{}
	for _, row := range g.cells {
		for column, cell := range row {
			if len(cell) == 0 {
				continue
			}
			cells++
			columns[column] = true
			if size := len(cellText(cell)); size > maxCell || g.tagged.table == 0 && len(byHeight(cell)) > maxCellLines {
				return false
			}
		}
	}
	rows := count(g.cells, func(row [][]*textRun) bool { return len(filled(row)) > 0 })
	return rows >= least && len(columns) > 1 && float64(cells) >= share*float64(rows*len(columns))
}

// asRun returns the table as one run in the place of the first of its runs.
func (g *grid) asRun(first *textRun, runs []*textRun) *textRun {
	out := &textRun{at: first.at, extent: extentOf(runs), y: math.Inf(-1), mcid: first.mcid, table: table{tagged: g.tagged}}
	for _, c := range runs {
		if c.y > out.y || c.y == out.y && c.size > out.size {
			out.size = c.size // of the head
		}
		out.y = max(out.y, c.y)
	}
	for _, c := range g.columns {
		out.edges = append(out.edges, c.x0)
		if c.x0 <= c.x1 {
			out.add(c.x0, c.x1)
		}
	}
	for _, of := range g.cells {
		row := make([][]Span, len(of))
		for i, cell := range of {
			row[i] = cellSpans(cell)
		}
		if slices.ContainsFunc(row, func(spans []Span) bool { return len(spans) > 0 }) {
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// replaceTables replaces the runs of each table by one run in the place of the first of
// them.
func replaceTables(runs []*textRun, tables []*grid) []*textRun {
	if len(tables) == 0 {
		return runs
	}
	by := make(map[*textRun]*textRun, len(runs)) // what replaces each run: itself, the run of its table, or nil behind the first of a table
	for _, c := range runs {
		by[c] = c
	}
	for _, g := range tables {
		for _, c := range g.runs() {
			by[c] = nil
		}
	}
	for _, g := range tables {
		taken := g.runs()
		first := slices.MinFunc(taken, inFile)
		by[first] = g.asRun(first, taken)
	}
	var out []*textRun
	for _, c := range runs {
		if by[c] != nil {
			out = append(out, by[c])
		}
	}
	return out
}

// inFile compares two runs by where the file has them.
func inFile(a, b *textRun) int { return cmp.Compare(a.at, b.at) }

// byHeight groups the runs that stand on one line, from top to bottom and from left to right.
func byHeight(runs []*textRun) (lines [][]*textRun) {
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b *textRun) int { return cmp.Compare(b.y, a.y) })
	for line := range groups(runs, func(line []*textRun, c *textRun) bool { return sameLine(line[0], c) }) {
		slices.SortStableFunc(line, func(a, b *textRun) int { return cmp.Compare(a.x0, b.x0) })
		lines = append(lines, line)
	}
	return lines
}

// rows returns the lines of runs from top to bottom.
func rows(runs []*textRun) (lines []Line) {
	for _, row := range byHeight(runs) {
		lines = append(lines, newLine(row))
	}
	return lines
}

// cellSpans joins the lines of a cell as those of a paragraph are joined.
func cellSpans(runs []*textRun) []Span {
	b := builder{open: &Block{}}
	for i, l := range rows(runs) {
		if n := len(l.Cells); i == 0 && n > 1 && isCurrency(l.Cells[0].Text()) { // 12 may stand far behind its $
			l.Cells[1].Spans = slices.Concat(l.Cells[0].Spans, l.Cells[1].Spans)
			l.Cells = l.Cells[1:]
		}
		b.extend(&l)
	}
	if isBlank(b.open.Text()) {
		return nil
	}
	return b.open.Spans
}

// A heading of several columns is centred over them. placeHeads finds the columns of each heading from this.

// spanSlack is the distance in ems between the middle of a heading and that of its columns.
const spanSlack = 1.2

// placeHeads puts each heading of several columns into the first of them: "Price" over "net" and "gross" gets
// the column of "net". The columns of a heading are those that its text reaches over, and their neighbours with
// headings of their own as long as the text is centred over all of them.
func (g *grid) placeHeads() {
	for row := 0; row+1 < min(len(g.cells), maxHead); row++ {
		heads, below := g.cells[row], g.cells[row+1]
		if len(filled(heads)) >= len(filled(below)) || slices.ContainsFunc(heads, hasNumber) {
			return
		}
		covered := make([]bool, len(heads))
		several, certain := false, true
		for at := len(heads) - 1; at > 0; at-- {
			if len(heads[at]) == 0 {
				continue
			}
			first, last := g.spanOf(heads, below, at)
			if first == last {
				certain = certain && len(below[at]) == 0
				continue
			}
			several = true
			for i := first; i <= last; i++ {
				covered[i] = true
				certain = certain && len(below[i]) > 0
			}
			if first < at {
				heads[first], heads[at] = heads[at], nil
				at = first
			}
		}
		if !several || !certain || slices.ContainsFunc(below, hasNumber) {
			continue
		}
		for at := range heads { // a heading beside both rows is written in the upper one
			if len(heads[at]) == 0 && !covered[at] {
				heads[at], below[at] = below[at], nil
			}
		}
	}
}

// spanOf returns the columns that the heading in a column is over.
func (g *grid) spanOf(heads, below [][]*textRun, at int) (first, last int) {
	e := extentOf(heads[at])
	free := func(i int) bool { return i > 0 && i < len(heads) && len(heads[i]) == 0 && len(below[i]) > 0 }
	over := func(i int) bool {
		return i < len(heads) && len(heads[i]) == 0 && g.columns[i].x0 < e.x1 && e.x0 < g.columns[i].x1
	}
	from, to := at, at
	for from > 1 && over(from-1) {
		from--
	}
	for over(to + 1) {
		to++
	}
	first, last = from, to
	for i := from; i == from || free(i); i-- {
		for k := to; k == to || free(k); k++ {
			x0, x1 := g.columns[i].x0, g.columns[k].x1
			if math.Abs(x0+x1-e.x0-e.x1)/2 < min(spanSlack*heads[at][0].size, 0.15*(x1-x0)) && k-i > last-first {
				first, last = i, k
			}
		}
	}
	return first, last
}

// filled returns the cells of a row that have text.
func filled(row [][]*textRun) [][]*textRun {
	return filter(row, func(cell []*textRun) bool { return len(cell) > 0 })
}

func hasNumber(cell []*textRun) bool {
	return slices.ContainsFunc(cell, func(c *textRun) bool {
		text := strings.TrimSpace(c.text)
		year := len(text) == 4 && (text[:2] == "19" || text[:2] == "20") && strings.Trim(text, "0123456789") == ""
		return c.isNumber() && !year
	})
}

// joinTable appends the rows of a table at the head of a page to one at the end
// of the page before: one with the same tag, the same head, which is left out, or columns
// at the same places. The first row may go on with the last one.
func (b *builder) joinTable(l *Line) bool {
	n := len(b.out)
	for n > 0 && b.out[n-1].Kind == Comment {
		n--
	}
	if n == 0 {
		return false
	}
	above, rows, isTagged := &b.out[n-1], l.Rows, l.tagged.table > 0
	if above.Kind != Table || above.lastPage+1 != l.Page || len(above.Rows[0]) != len(rows[0]) || above.tagged.table != l.tagged.table {
		return false
	}
	if slices.EqualFunc(rows[0], above.Rows[0], func(a, b []Span) bool { return strings.TrimSpace(Text(a)) == strings.TrimSpace(Text(b)) }) {
		rows = rows[1:]
	} else if !isTagged { // all columns begin at the same places, or all but one of them
		same := 0
		for i, x := range l.edges {
			if i < len(above.edges) && math.Abs(above.edges[i]-x) < 0.5*l.Size {
				same++
			}
		}
		if len(above.edges) != len(l.edges) || same < max(2, len(l.edges)-1) {
			return false
		}
	}
	if len(rows) > 0 && (isTagged && l.tagged.first == above.tagged.last || len(rows[0][0]) == 0) {
		last := above.Rows[len(above.Rows)-1]
		for i, spans := range rows[0] {
			if len(spans) > 0 {
				cell := builder{open: &Block{Spans: slices.Clone(last[i])}}
				cell.extend(&Line{Cells: []Cell{{Spans: spans}}})
				last[i] = cell.open.Spans
			}
		}
		rows = rows[1:]
	}
	above.Rows = append(above.Rows, rows...)
	above.lastPage, above.tagged.last = l.Page, l.tagged.last
	return true
}

func rowsText(rows [][][]Span) string {
	var b strings.Builder
	for _, row := range rows {
		for _, spans := range row {
			b.WriteString(Text(spans))
			b.WriteByte(' ')
		}
	}
	return b.String()
}
