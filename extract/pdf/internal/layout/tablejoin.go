package layout

import (
	"math"
	"slices"
	"strings"
)

// joinTable appends the rows of a table at the head of a page to one at the end
// of the page before: one with the same tag, the same head, which is left out, or columns
// at the same places. The first row may go on with the last one.
func (b *builder) joinTable(l *Line) bool {
	n := len(b.out)
	for n > 0 && b.out[n-1].Kind == Comment {
		n--
	}
	if n == 0 || b.out[n-1].Kind != Table || !b.out[n-1].parted || b.out[n-1].lastPage+1 != l.Page || len(b.out[n-1].Rows[0]) != len(l.Rows[0]) {
		return false
	}
	above, rows := &b.out[n-1], l.Rows
	isTagged := l.tagged.table > 0
	if above.tagged.table != l.tagged.table {
		return false
	}
	rest, repeated := cutHead(rows[0], above.Rows[0])
	goesOn := isTagged && l.tagged.first == above.tagged.last
	switch {
	case repeated && isEmptyRow(rest):
		rows = rows[1:]
	case repeated && !isTagged:
		rows = append([][][]Span{rest}, rows[1:]...)
		goesOn = true
	case !isTagged && !sameEdges(above.edges, l.Edges, l.Size):
		return false
	}
	if len(rows) > 0 && (goesOn || len(rows[0][0]) == 0) {
		above.continueRow(rows[0])
		rows = rows[1:]
	}
	above.Rows = append(above.Rows, rows...)
	above.lastPage, above.tagged.last = l.Page, l.tagged.last
	return true
}

// sameEdges reports whether columns begin at the same places, all or all but one of
// them.
func sameEdges(a, b []float64, size float64) bool {
	same := 0
	for i := range min(len(a), len(b)) {
		if math.Abs(a[i]-b[i]) < 0.5*size {
			same++
		}
	}
	return len(a) == len(b) && same >= max(2, len(a)-1)
}

// continueRow appends the cells of a row to those of the last one.
func (b *Block) continueRow(row [][]Span) {
	last := b.Rows[len(b.Rows)-1]
	for i, spans := range row {
		if len(spans) == 0 {
			continue
		}
		cell := builder{open: &Block{Spans: slices.Clone(last[i])}}
		cell.extend(&Line{Cells: []Cell{{Spans: spans}}})
		last[i] = cell.open.Spans
	}
}

// cutHead returns what a row has beyond the text of the head of its table; ok is
// false for a row that doesn't begin with it. At the head of a page the rest of a
// row may stand so close below the repeated head that both are read as one.
func cutHead(row, head [][]Span) (rest [][]Span, ok bool) {
	rest = make([][]Span, len(row))
	for i := range row {
		text, of := Text(row[i]), Text(head[i])
		if !strings.HasPrefix(text, of) || len(text) > len(of) && of != "" && text[len(of)] != ' ' {
			return nil, false
		}
		if strings.TrimSpace(text[len(of):]) != "" {
			rest[i] = after([]Cell{{Spans: row[i]}}, len(of), true)[0].Spans
		}
	}
	return rest, true
}

func isEmptyRow(row [][]Span) bool {
	return !slices.ContainsFunc(row, func(spans []Span) bool { return len(spans) > 0 })
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
