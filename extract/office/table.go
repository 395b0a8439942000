package office

import (
	"slices"
	"strings"
)

// The bounds of tables. As many boxes of text as tables stand within each other.
const (
	maxRows       = 20_000
	maxRowCells   = 200
	maxCellRepeat = 50
	maxNested     = 20
)

// tableBuilder is a table that is being read.
type tableBuilder struct {
	rows   [][]string
	cell   strings.Builder
	size   int  // bytes of the cells
	full   bool // rows that follow are left out
	merged bool // a cell of several columns is written in the first of them only

	groups  int    // open groups of rows or columns, which a reader folds away
	hidden  []bool // of a spreadsheet: which columns are
	next    int    // the column of the next cell
	columns int    // of the cell, by its properties
	look    textLook
	first   *node // row, until it is known whether others follow or are in it
}

// openTable begins a table, and reports whether that is not too deep.
func (b *builder) openTable() bool {
	if len(b.tables) == maxNested {
		return false
	}
	b.tables = append(b.tables, &tableBuilder{})
	return true
}

// table returns the innermost table, and outside of tables an empty one that is never written.
func (b *builder) table() *tableBuilder {
	if n := len(b.tables); n > 0 {
		return b.tables[n-1]
	}
	return &tableBuilder{}
}

func (b *builder) openRow() {
	t := b.table()
	if t.full = len(t.rows) == maxRows; t.full {
		b.r.cut = true
		return
	}
	t.rows = append(t.rows, nil)
}

// Up to these limits a merged cell is repeated in each of its columns. Wider cells are heads
// above several columns, or belong to a form whose grid has no meaning.
const (
	maxMergedText    = 40 // bytes
	maxMergedColumns = 3  // below the first row
)

// closeCell ends a cell and writes it repeat times, at least once, or one that is merged of so many columns. Each copy counts for the
// limits.
func (b *builder) closeCell(repeat int, isMerged bool) {
	t := b.table()
	text := strings.TrimSpace(t.cell.String())
	t.cell.Reset()
	last := len(t.rows) - 1
	if last < 0 || t.full {
		return
	}
	onlyFirst := isMerged && repeat > 1 && (len(text) > maxMergedText || last > 0 && repeat > maxMergedColumns)
	t.merged = t.merged || onlyFirst
	for range min(max(repeat, 1), maxCellRepeat, maxRowCells-len(t.rows[last])) {
		if !b.reserve(t, len(text)) {
			break
		}
		t.rows[last] = append(t.rows[last], text)
		if onlyFirst {
			text = ""
		}
	}
}

// closeRow ends a row and writes it repeat times, at least once.
func (b *builder) closeRow(repeat int) {
	t := b.table()
	if len(t.rows) == 0 || t.full {
		return
	}
	row, size := t.rows[len(t.rows)-1], 0
	for _, cell := range row {
		size += len(cell)
	}
	for i := 1; i < repeat && size > 0 && len(t.rows) < maxRows && b.reserve(t, size); i++ {
		t.rows = append(t.rows, row)
	}
}

// reserve takes room for text of a table, if there is some left.
func (b *builder) reserve(g *tableBuilder, size int) bool {
	if g.size+size > b.r.w.Room() {
		b.r.cut = true
		return false
	}
	g.size += size
	return true
}

// closeTable ends the innermost table: as a block, or as text of the cell that it stands in.
func (b *builder) closeTable() {
	n := len(b.tables)
	if n == 0 {
		return
	}
	inner := b.tables[n-1]
	rows := trimRows(inner.rows)
	b.tables[n-1] = nil // else what is in it would stay until the outer tables are closed
	b.tables = b.tables[:n-1]
	if n > 1 {
		outer := &b.tables[n-2].cell
		outer.Grow(inner.size + len(rows))
		for _, row := range rows {
			for _, cell := range row {
				if b.r.meter.Spend(len(cell)) != nil {
					return // the reader checks ctx too
				}
				outer.WriteString(cell)
				outer.WriteByte(' ')
			}
		}
		return
	}
	if inner.merged {
		dropEmptyColumns(rows)
	}
	b.r.w.Table(rows)
	b.writeFigures()
}

// dropEmptyColumns drops the columns that no row has text in: of a merged cell only the
// first one has.
func dropEmptyColumns(rows [][]string) {
	var filled [maxRowCells]bool
	for _, row := range rows {
		for i, cell := range row {
			filled[i] = filled[i] || cell != ""
		}
	}
	for n, row := range rows {
		rows[n] = nil
		for i, cell := range row {
			if filled[i] {
				rows[n] = append(rows[n], cell)
			}
		}
	}
}

// trimRows drops empty rows, and empty cells at the end of rows.
func trimRows(rows [][]string) [][]string {
	for i, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		rows[i] = row
	}
	return slices.DeleteFunc(rows, func(row []string) bool { return len(row) == 0 })
}
