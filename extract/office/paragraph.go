package office

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// paragraphBuilder is the text that is being read: the open paragraph with its open link,
// and the tables around it.
type paragraphBuilder struct {
	r      *reader
	text   inlineBuffer
	taken  string // the last paragraph as plain text
	link   openLink
	inLink bool
	look   textLook // of what is written
	tables []*tableBuilder
	boxes  []savedParagraph
}

// openLink is a link that is being read.
type openLink struct {
	target string // "" for none that can be written
	start  int    // of its label in the plain text
}

// savedParagraph is the paragraph that a box of text stands in.
type savedParagraph struct {
	text   inlineBuffer
	link   openLink
	inLink bool
}

// openBox begins a box of text within the paragraph, unless there are too many.
func (f *paragraphBuilder) openBox() bool {
	if len(f.boxes) >= maxNested {
		return false
	}
	f.boxes = append(f.boxes, savedParagraph{f.text, f.link, f.inLink})
	f.text, f.inLink = inlineBuffer{}, false
	return true
}

// closeBox goes back to the paragraph that the box stands in.
func (f *paragraphBuilder) closeBox() {
	if n := len(f.boxes); n > 0 {
		b := f.boxes[n-1]
		f.boxes = f.boxes[:n-1]
		f.text, f.link, f.inLink = b.text, b.link, b.inLink
	}
}

// write appends text to the paragraph.
func (f *paragraphBuilder) write(text string) { f.text.write(text, f.look) }

// openLink begins a link within the paragraph; one that is open ends there.
func (f *paragraphBuilder) openLink(target string) {
	f.closeLink()
	f.inLink, f.link = true, openLink{mdwriter.Target(target, f.r.src.URL), len(f.text.plain)}
	if f.link.target != "" {
		f.text.openLink(f.link.target)
	}
}

// closeLink ends the open link, if there is one.
func (f *paragraphBuilder) closeLink() {
	if !f.inLink {
		return
	}
	f.inLink = false
	if f.link.target == "" {
		return
	}
	f.text.closeLink()
	if label := mdwriter.Fold(string(f.text.plain[min(f.link.start, len(f.text.plain)):])); label != "" {
		f.r.AddLink(extract.Link{URL: f.link.target, Text: label, Role: extract.LinkContent})
	}
}

// takeHeading is take for a heading, which is bold as it is.
func (f *paragraphBuilder) takeHeading() string {
	f.text.unmark(mdinline.Strong)
	return f.take()
}

// take ends the paragraph and returns it, or "" where it belongs to a cell.
func (f *paragraphBuilder) take() string {
	var md string
	md, f.taken = f.text.take()
	if f.inTable() && md != "" {
		cell := &f.tables[len(f.tables)-1].cell
		cell.WriteString(md)
		cell.WriteByte(' ')
		return ""
	}
	return md
}

// inTable reports text that belongs to the innermost table.
func (f *paragraphBuilder) inTable() bool {
	n := len(f.tables)
	return n > 0 && len(f.tables[n-1].rows) > 0
}

// labelCell writes the number of a paragraph into the open cell.
func (f *paragraphBuilder) labelCell(label string) {
	f.tables[len(f.tables)-1].cell.WriteString(prependLabel(label, "", false))
}

// The bounds of tables.
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

	merged bool // a cell of several columns stands in the first of them only
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

// closeCell ends a cell, which stands for repeat ones, at least one. What is
// repeated counts as often for the bounds.
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

// Up to these a merged cell stands in each of its columns. More columns are those of a
// head, which stands over them, or of a form, whose grid means nothing.
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

// closeRow ends a row, which stands for repeat ones, at least one.
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
	n := len(f.tables)
	if n == 0 {
		return
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
					return // the reader checks ctx too
				}
				outer.WriteString(cell)
				outer.WriteByte(' ')
			}
		}
		return
	}
	if inner.merged {
		rows = dropEmptyColumns(rows)
	}
	f.r.flushList()
	f.r.w.Table(rows)
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

// unescapeInline undoes the escapes of inline Markdown that mdwriter has made, and drops
// the delimiters around struck text.
func unescapeInline(md string) string {
	var b strings.Builder
	for i := 0; i < len(md); i++ {
		switch {
		case md[i] == '\\' && i+1 < len(md) && ascii.IsPunct(md[i+1]):
			i++
			b.WriteByte(md[i])
		case md[i] == '~' && strings.HasPrefix(md[i:], "~~"):
			i++
		default:
			b.WriteByte(md[i])
		}
	}
	return b.String()
}

// hide keeps text that a reader of the document can't see.
func (r *reader) hide(text, reason string) { r.Remove(text, "hidden", reason) }
