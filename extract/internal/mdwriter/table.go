package mdwriter

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Grid writes a table of GFM row by row, each between Row and EndRow. The first row is its header.
type Grid struct {
	*Body
	Align []byte // by column: 'l', 'r', 'c', or 0 for none
	Rows  int    // that were begun
}

// Row begins a row.
func (g *Grid) Row() {
	if g.Rows == 0 {
		g.Begin(extract.Table, 0)
	} else {
		g.Newline()
	}
	g.Rows++
	g.Out = append(g.Out, '|')
}

// Cell adds a cell to the row and calls content, which writes what the cell contains.
func (g *Grid) Cell(content func()) {
	g.Out = append(g.Out, ' ')
	content()
	g.Out = append(g.Out, " |"...)
}

// EndRow ends the row. The first one writes the delimiter row as well.
func (g *Grid) EndRow() {
	if g.Rows > 1 {
		return
	}
	g.Newline()
	g.Out = append(g.Out, '|')
	delimiters := map[byte]string{0: " --- |", 'l': " :-- |", 'r': " --: |", 'c': " :-: |"}
	for _, align := range g.Align {
		g.Out = append(g.Out, delimiters[align]...)
	}
}

// Table appends rows of inline Markdown as a table. The first row is its header;
// rows are padded to the longest. It ends early once the context of Until is done.
func (w *Writer) Table(rows [][]string) {
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	if columns == 0 {
		return
	}
	w.end()
	b, g := &w.body, Grid{Body: &w.body, Align: make([]byte, columns)}
	for _, row := range rows {
		before := len(b.Out)
		g.Row()
		for c := range columns {
			g.Cell(func() {
				if c < len(row) {
					w.cell(row[c])
				}
			})
		}
		g.EndRow()
		if w.Room() == 0 || w.meter.Spend(len(b.Out)-before) != nil {
			b.Out, w.cut = b.Out[:before], true
			b.Links = slices.DeleteFunc(b.Links, func(l extract.LinkSpan) bool { return l.End > before })
			break
		}
	}
	if b.closeBlock(); g.Rows == 1 && w.cut { // no row fits
		b.Blocks = b.Blocks[:len(b.Blocks)-1]
	}
}

func (w *Writer) cell(md string) {
	escaped := false // by a backslash that isn't itself escaped
	for i := 0; i < len(md); i++ {
		was := escaped
		escaped = md[i] == '\\' && !was
		switch c := md[i]; {
		case c == '|' && !was:
			w.body.Out = append(w.body.Out, `\|`...)
		case c == '\n' || c == '\r':
			w.body.Out = append(w.body.Out, ' ')
		case c < ' ' && strings.IndexByte(mdinline.LinkMarks, c) >= 0:
			w.mark(c)
		default:
			w.body.Out = append(w.body.Out, c)
		}
	}
}
