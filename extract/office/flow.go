package office

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
)

// flow is the text that is being read: the open paragraph with its open link,
// and the tables around it.
type flow struct {
	r           *reader
	text, label line
	target      string
	inLink      bool
	tables      []*grid
}

// write appends text to the paragraph.
func (f *flow) write(text string) {
	if f.inLink {
		f.label.text(text)
	} else {
		f.text.text(text)
	}
}

func (f *flow) openLink(target string) { f.inLink, f.target = true, target }

// closeLink ends the open link, if there is one.
func (f *flow) closeLink() {
	if !f.inLink {
		return
	}
	f.inLink = false
	f.text.link(f.r, &f.label, f.target)
}

// take ends the paragraph and returns it, or "" where it belongs to a cell.
func (f *flow) take() string {
	md := f.text.take()
	if n := len(f.tables); n > 0 && md != "" {
		f.tables[n-1].cell.WriteString(md + " ")
		return ""
	}
	return md
}

// The bounds of tables.
const (
	maxRows       = 20_000
	maxRowCells   = 200
	maxCellRepeat = 50
	maxNested     = 20
)

// grid is a table that is being read.
type grid struct {
	rows [][]string
	cell strings.Builder
}

func (f *flow) openTable() {
	if len(f.tables) < maxNested {
		f.tables = append(f.tables, &grid{})
	}
}

func (f *flow) openRow() {
	if n := len(f.tables); n > 0 && len(f.tables[n-1].rows) < maxRows {
		f.tables[n-1].rows = append(f.tables[n-1].rows, nil)
	}
}

// closeCell ends a cell, which stands for repeat ones, at least one.
func (f *flow) closeCell(repeat int) {
	n := len(f.tables)
	if n == 0 {
		return
	}
	g := f.tables[n-1]
	if last := len(g.rows) - 1; last >= 0 {
		text := strings.TrimSpace(g.cell.String())
		for range min(max(repeat, 1), maxCellRepeat, maxRowCells-len(g.rows[last])) {
			g.rows[last] = append(g.rows[last], text)
		}
	}
	g.cell.Reset()
}

// closeTable writes the innermost table; one within a cell becomes text of it.
func (f *flow) closeTable() {
	n := len(f.tables)
	if n == 0 {
		return
	}
	rows := trimRows(f.tables[n-1].rows)
	f.tables = f.tables[:n-1]
	if n > 1 {
		for _, row := range rows {
			f.tables[n-2].cell.WriteString(strings.Join(row, " ") + " ")
		}
		return
	}
	f.r.flushList()
	f.r.w.Table(rows)
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

// unescape undoes the escapes of inline Markdown that compose has made.
func unescape(md string) string {
	var b strings.Builder
	for i := 0; i < len(md); i++ {
		if md[i] == '\\' && i+1 < len(md) {
			i++
		}
		b.WriteByte(md[i])
	}
	return strings.ReplaceAll(b.String(), "&lt;", "<")
}

// maxRemoved bounds the pieces of hidden text that are kept for the scan.
const maxRemoved = 1000

// hide keeps text that a reader of the document can't see.
func (r *reader) hide(text, reason string) {
	if text = strings.ToValidUTF8(compose.Fold(text), ""); text != "" && len(r.removed) < maxRemoved {
		r.removed = append(r.removed, extract.Removed{Text: text, Where: "hidden", Reason: reason})
	}
}
