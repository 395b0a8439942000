package office

import "strings"

// The bounds of tables. As many boxes of text as tables stand within each other.
const (
	maxRows       = 20_000
	maxRowCells   = 200
	maxCellRepeat = 50
	maxNested     = 20
)

// tableBuilder is a table that is being read.
type tableBuilder struct {
	rows [][]string
	cell strings.Builder
	size int  // bytes of the cells
	full bool // rows that follow are left out

	merged bool // a cell of several columns is written in the first of them only
}

func (f *paragraphBuilder) openTable() {
	if len(f.tables) < maxNested {
		f.tables = append(f.tables, &tableBuilder{})
	}
}

func (f *paragraphBuilder) openRow() {
	n := len(f.tables)
	if n == 0 {
		return
	}
	if g := f.tables[n-1]; len(g.rows) < maxRows {
		g.rows = append(g.rows, nil)
	} else {
		g.full, f.r.cut = true, true
	}
}

// closeCell ends a cell and writes it repeat times, at least once. Each copy counts for the
// limits.
func (f *paragraphBuilder) closeCell(repeat int) {
	n := len(f.tables)
	if n == 0 {
		return
	}
	g := f.tables[n-1]
	if last := len(g.rows) - 1; last >= 0 && !g.full {
		text := strings.TrimSpace(g.cell.String())
		for range min(max(repeat, 1), maxCellRepeat, maxRowCells-len(g.rows[last])) {
			if !f.reserve(g, len(text)) {
				break
			}
			g.rows[last] = append(g.rows[last], text)
		}
	}
	g.cell.Reset()
}

// Up to these limits a merged cell is repeated in each of its columns. Wider cells are heads
// above several columns, or belong to a form whose grid has no meaning.
const (
	maxMergedText    = 40 // bytes
	maxMergedColumns = 3  // below the first row
)

// closeMerged ends a cell that is merged from several columns.
func (f *paragraphBuilder) closeMerged(columns int) {
	n := len(f.tables)
	if n == 0 || columns < 2 {
		f.closeCell(columns)
		return
	}
	g := f.tables[n-1]
	if long := len(strings.TrimSpace(g.cell.String())) > maxMergedText; long || len(g.rows) > 1 && columns > maxMergedColumns {
		f.closeCell(1)
		f.closeCell(columns - 1)
		g.merged = true
		return
	}
	f.closeCell(columns)
}

// closeRow ends a row and writes it repeat times, at least once.
func (f *paragraphBuilder) closeRow(repeat int) {
	n := len(f.tables)
	if n == 0 || len(f.tables[n-1].rows) == 0 || f.tables[n-1].full {
		return
	}
	g := f.tables[n-1]
	row := g.rows[len(g.rows)-1]
	size := 0
	for _, cell := range row {
		size += len(cell)
	}
	for i := 1; i < repeat && size > 0 && len(g.rows) < maxRows && f.reserve(g, size); i++ {
		g.rows = append(g.rows, row)
	}
}

// reserve takes room for text of a table, if there is some left.
func (f *paragraphBuilder) reserve(g *tableBuilder, size int) bool {
	if g.size+size > f.r.w.Room() {
		f.r.cut = true
		return false
	}
	g.size += size
	return true
}

// closeTable writes the innermost table; one within a cell becomes text of it.
func (f *paragraphBuilder) closeTable() {
	if rows := f.takeTable(); len(rows) > 0 {
		f.r.flushList()
		f.r.w.Table(rows)
	}
}

// takeTable ends the innermost table and returns its rows, nil for one within a cell, which becomes
// text of it.
func (f *paragraphBuilder) takeTable() [][]string {
	n := len(f.tables)
	if n == 0 {
		return nil
	}
	inner := f.tables[n-1]
	rows := trimRows(inner.rows)
	f.tables[n-1] = nil // else what is in it would stay until the outer tables are closed
	f.tables = f.tables[:n-1]
	if n > 1 {
		outer := &f.tables[n-2].cell
		outer.Grow(inner.size + len(rows))
		for _, row := range rows {
			for _, cell := range row {
				if f.r.meter.Spend(len(cell)) != nil {
					return nil // the reader checks ctx too
				}
				outer.WriteString(cell)
				outer.WriteByte(' ')
			}
		}
		return nil
	}
	if inner.merged {
		rows = dropEmptyColumns(rows)
	}
	return rows
}

// dropEmptyColumns drops the columns that no row has text in: of a merged cell only the
// first one has.
func dropEmptyColumns(rows [][]string) [][]string {
	var filled []bool
	for _, row := range rows {
		for len(filled) < len(row) {
			filled = append(filled, false)
		}
		for i, cell := range row {
			filled[i] = filled[i] || cell != ""
		}
	}
	for n, row := range rows {
		kept := row[:0]
		for i, cell := range row {
			if filled[i] {
				kept = append(kept, cell)
			}
		}
		rows[n] = kept
	}
	return rows
}

// trimRows drops empty rows, and empty cells at the end of rows.
func trimRows(rows [][]string) [][]string {
	out := rows[:0]
	for _, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) > 0 {
			out = append(out, row)
		}
	}
	return out
}
