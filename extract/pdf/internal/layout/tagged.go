package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// The tags of a file mark cells of tables and headings, so that the layout need not find
// them. Tags may be wrong: some files tag a table that only arranges the page, or whole
// paragraphs as headings.

const (
	taggedFilled  = 0.3 // share of the cells of a tagged table that have text
	maxTaggedHead = 0.3 // share of the lines of a file that may be tagged as headings
)

// taggedRows are the rows of a tagged table that a page has.
type taggedRows struct{ table, first, last int }

// sameCell reports whether two pieces of marked content are parts of the same cell, or
// of none.
func (c *runBuilder) sameCell(a, b int32) bool {
	if a == b || c.tags == nil {
		return true
	}
	x, y := c.tags[a], c.tags[b]
	return x.Table == y.Table && x.Row == y.Row && x.Column == y.Column
}

// takeTaggedTables replaces the runs in the cells of each tagged table by one run.
func takeTaggedTables(runs []textRun, tags object.PageTags) []textRun {
	cells := map[int][]int{} // the runs of each table
	for i := range runs {
		if tag := tags[runs[i].mcid]; tag.Table > 0 && runs[i].annotation == 0 {
			cells[tag.Table] = append(cells[tag.Table], i)
		}
	}
	var tables []*grid
	for _, of := range cells {
		t := newTaggedTable(runs, of, tags)
		t.takeUntagged(runs, tags)
		t.tagged = taggedRows{tags[runs[of[0]].mcid].Table, t.numbers[0], t.numbers[len(t.numbers)-1]}
		for _, number := range t.numbers {
			t.cells = append(t.cells, t.rows[number])
		}
		if t.isTable(1, taggedFilled) {
			tables = append(tables, &t.grid)
		}
	}
	return replaceTables(runs, tables)
}

// taggedTable is the part of a tagged table that is on one page.
type taggedTable struct {
	grid                        // a column is empty where no row has text in all of them
	rows    map[int][][]textRun // the runs of each cell, by the number of the row
	numbers []int               // of the rows, in order
	x, y    columnRange         // where it is
}

func newTaggedTable(runs []textRun, of []int, tags object.PageTags) *taggedTable {
	t := &taggedTable{grid: grid{runs: of}, rows: map[int][][]textRun{}, x: cellExtent(nil), y: cellExtent(nil)}
	short := map[int]bool{}
	for _, i := range of {
		c := &runs[i]
		tag := tags[c.mcid]
		if t.rows[tag.Row] == nil {
			t.rows[tag.Row] = make([][]textRun, tag.Columns)
			t.numbers = append(t.numbers, tag.Row)
		}
		t.rows[tag.Row][tag.Column] = append(t.rows[tag.Row][tag.Column], *c)
		short[tag.Row] = tag.InRow < tag.Columns
		t.x.x0, t.x.x1 = min(t.x.x0, c.x0), max(t.x.x1, c.x1)
		t.y.x0, t.y.x1 = min(t.y.x0, c.y), max(t.y.x1, c.y)
	}
	slices.Sort(t.numbers)
	t.columns = taggedColumns(t.rows, tags[runs[of[0]].mcid].Columns)
	if slices.ContainsFunc(t.columns, func(c columnRange) bool { return c.x0 > c.x1 }) { // no row has text in all
		var cells []columnRange
		for number, isShort := range short {
			for _, cell := range t.rows[number] {
				if isShort && len(cell) > 0 {
					cells = append(cells, cellExtent(cell))
				}
			}
		}
		if len(cells) > 0 {
			if columns := joinRanges(cells, 0); len(columns) == len(t.columns) {
				t.columns = columns
			}
		}
	}
	for number, isShort := range short {
		if isShort {
			t.rows[number] = placeCells(t.rows[number], t.columns)
		}
	}
	return t
}

// takeUntagged puts runs without a tag, such as generated content, into the cell
// around them.
func (t *taggedTable) takeUntagged(runs []textRun, tags object.PageTags) {
	for i := range runs {
		c := &runs[i]
		if c.y < t.y.x0 || c.y > t.y.x1 || c.x0 < t.x.x0 || c.x1 > t.x.x1 || tags[c.mcid].Order > 0 || c.annotation != 0 || c.rows != nil {
			continue
		}
		column := slices.IndexFunc(t.columns, func(r columnRange) bool { return c.x0 < r.x1 && r.x0 < c.x1 })
		row := -1
		for _, number := range t.numbers {
			if top := rowTop(t.rows[number]); top >= c.y {
				row = number
			}
		}
		if column >= 0 && row >= 0 {
			t.rows[row][column] = append(t.rows[row][column], *c)
			t.runs = append(t.runs, i)
		}
	}
}

func rowTop(row [][]textRun) float64 {
	top := math.Inf(-1)
	for _, cell := range row {
		for i := range cell {
			top = max(top, cell[i].y)
		}
	}
	return top
}

func cellExtent(cell []textRun) columnRange {
	e := columnRange{math.Inf(1), math.Inf(-1)}
	for i := range cell {
		e.x0, e.x1 = min(e.x0, cell[i].x0), max(e.x1, cell[i].x1)
	}
	return e
}

// taggedColumns returns where the columns are by the rows that have text in all of them.
func taggedColumns(rows map[int][][]textRun, n int) []columnRange {
	columns := make([]columnRange, n)
	for i := range columns {
		columns[i] = cellExtent(nil)
	}
	for _, row := range rows {
		if slices.ContainsFunc(row, func(cell []textRun) bool { return len(cell) == 0 }) {
			continue
		}
		for i, cell := range row {
			e := cellExtent(cell)
			columns[i].x0, columns[i].x1 = min(columns[i].x0, e.x0), max(columns[i].x1, e.x1)
		}
	}
	return columns
}

// placeCells returns a row that has too few cells with each in the column that it stands
// in. A row whose columns are unknown is returned as it is.
func placeCells(row [][]textRun, columns []columnRange) [][]textRun {
	out := make([][]textRun, len(row))
	free := 0 // the first column right of the last cell
	for _, cell := range row {
		if len(cell) == 0 {
			continue
		}
		e := cellExtent(cell)
		at := slices.IndexFunc(columns[free:], func(c columnRange) bool { return e.x0 < c.x1 && c.x0 < e.x1 })
		if at < 0 {
			return row
		}
		out[free+at] = cell
		free += at + 1
	}
	return out
}

// minInTree is the share of the runs of a page that have tags from which their order is
// taken from these.
const minInTree = 0.9

// inTreeOrder returns the runs of a page in the order of the structure tree; ok is false
// for a page of which too little is in the tree. Runs without a tag stay behind the one
// before them.
func inTreeOrder(runs []textRun, tags object.PageTags) (sorted []textRun, ok bool) {
	at := make([]int, len(runs))
	tagged, last := 0, 0
	for i := range runs {
		if n := tags[runs[i].mcid].Order; n > 0 {
			last = n
			tagged++
		}
		at[i] = last
	}
	if tagged == 0 || float64(tagged) < minInTree*float64(len(runs)) {
		return nil, false
	}
	places := make([]int, len(runs))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	for _, i := range places {
		sorted = append(sorted, runs[i])
	}
	return sorted, true
}

// TagHeadings notes which lines are tagged as headings, unless too many are.
func TagHeadings(lines []Line, pages []object.PageTags) {
	var found []int
	for i := range lines {
		l := &lines[i]
		if l.Rows == nil && !l.Turned && l.Page < len(pages) && pages[l.Page][l.MCID].Heading > 0 {
			found = append(found, i)
		}
	}
	if float64(len(found)) > maxTaggedHead*float64(len(lines)) && len(found) > 1 {
		return
	}
	for _, i := range found {
		lines[i].heading = pages[lines[i].Page][lines[i].MCID]
	}
}

// taggedHeading returns the level of the heading that begins at line i by its tag, and
// how many lines it takes; 0 for none.
func taggedHeading(lines []Line, i int) (level, taken int) {
	tag := lines[i].heading
	if tag.Heading == 0 {
		return 0, 0
	}
	length, end := 0, i
	for end < len(lines) && lines[end].heading == tag && lines[end].Page == lines[i].Page {
		length += len(lines[end].Text())
		end++
	}
	if length > maxHeading || !hasLetter(lines[i].Text()) || strings.TrimSpace(lines[i].Text()) == "" {
		return 0, 0
	}
	return tag.Heading, end - i
}
