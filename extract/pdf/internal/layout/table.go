package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// columnRange is where a column of a table is.
type columnRange struct{ x0, x1 float64 }

// table reads a table that begins at the line b.at: rows of at least two cells
// that share columns. It returns its rows and how many lines it takes, 0 for no
// table.
func (b *builder) table() (rows [][][]Span, taken int) {
	first := &b.lines[b.at]
	if len(first.Cells) < 2 || first.isDisplay() || first.Turned || isItemLine(first) {
		return nil, 0
	}
	if isNumberedHead(first) && b.style.heading(b.lines, b.at) > 0 {
		return nil, 0
	}
	t := tableReader{b: b}
	n := 0
	for i := b.at; i < len(b.lines); i++ {
		if _, title := b.style.title(b.lines, i); title > 0 || !t.add(&b.lines[i], i == b.at) {
			break
		}
		n++
	}
	if len(t.rows) < 2 || len(t.columns) < 2 || !t.dense() {
		return nil, 0
	}
	return t.cells(), n
}

// isNumberedHead reports whether a line is the number of a section and, after a gap, its title.
func isNumberedHead(l *Line) bool {
	if len(l.Cells) != 2 || !l.Bold {
		return false
	}
	number := strings.TrimSpace(l.Cells[0].Text())
	return len(number) <= 6 && (len(number) < 3 || strings.Contains(number, ".")) && hasSectionNumber(number+" ") && hasLetter(l.Cells[1].Text())
}

// isItemLine reports whether the first cell of a line is a bullet or number.
func isItemLine(l *Line) bool {
	_, _, ok := bullet(l)
	return ok
}

type tableReader struct {
	b       *builder
	columns []columnRange
	rows    [][]Cell
	last    *Line
}

// add takes a line as a row, or as the continuation of the last row.
func (t *tableReader) add(l *Line, first bool) bool {
	if l.Turned || l.Rows != nil || l.isDisplay() || !first && (l.Page != t.last.Page || l.Before <= 0 || l.Before > 3.2*l.Size) {
		return false
	}
	if len(l.Cells) == 1 {
		return t.continuation(l)
	}
	merged := mergeColumns(t.columns, l.Cells)
	widest := len(l.Cells)
	for _, row := range t.rows {
		widest = max(widest, len(row))
	}
	if !first && isNumberedHead(l) && t.b.style.heading([]Line{*l}, 0) > 0 || len(merged) < widest || !first && t.b.style.heading([]Line{*l}, 0) > 0 && !t.last.Bold && len(t.rows) > 1 && !l.Bold {
		return false
	}
	t.columns, t.last = merged, l
	t.rows = append(t.rows, l.Cells)
	return true
}

// continuation takes a line of one cell that goes on within a column of the last
// row.
func (t *tableReader) continuation(l *Line) bool {
	if len(t.rows) == 0 || l.Before > t.b.style.paragraphGap(l.Size) || !similarSize(l.Size, t.last.Size) {
		return false
	}
	c := l.Cells[0]
	at := -1
	for i, col := range t.columns {
		if c.X0 < col.x1 && c.X1 > col.x0 {
			if at >= 0 {
				return false
			}
			at = i
		}
	}
	if at < 0 || c.X0 < t.columns[at].x0-l.Size || at == 0 && l.X1-l.X0 > 0.5*(t.columns[len(t.columns)-1].x1-t.columns[0].x0) {
		return false
	}
	row := t.rows[len(t.rows)-1]
	for i := range row {
		if row[i].X0 < t.columns[at].x1 && row[i].X1 > t.columns[at].x0 {
			row = slices.Clone(row)
			spans := slices.Clone(row[i].Spans)
			spans[len(spans)-1].Text += " "
			row[i].Spans = append(spans, c.Spans...)
			t.rows[len(t.rows)-1] = row
			t.last = l
			return true
		}
	}
	return false
}

// mergeColumns returns the columns that cells and columns make together: those that
// overlap are one.
func mergeColumns(columns []columnRange, cells []Cell) []columnRange {
	all := slices.Clone(columns)
	for i := range cells {
		all = append(all, columnRange{cells[i].X0, cells[i].X1})
	}
	slices.SortFunc(all, func(a, b columnRange) int { return cmp.Compare(a.x0, b.x0) })
	out := all[:1]
	for _, c := range all[1:] {
		if last := &out[len(out)-1]; c.x0 < last.x1 {
			last.x1 = max(last.x1, c.x1)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// dense reports whether at least half of the cells are filled.
func (t *tableReader) dense() bool {
	filled := 0
	for _, row := range t.rows {
		filled += len(row)
	}
	return filled*2 >= len(t.rows)*len(t.columns)
}

// cells returns the spans of each cell of the table.
func (t *tableReader) cells() [][][]Span {
	out := make([][][]Span, 0, len(t.rows))
	for _, row := range t.rows {
		cells := make([][]Span, len(t.columns))
		for i := range row {
			at := 0
			for at < len(t.columns)-1 && row[i].X0 >= t.columns[at].x1 {
				at++
			}
			if len(cells[at]) > 0 {
				cells[at] = append(slices.Clip(cells[at]), Span{Text: " "})
			}
			cells[at] = append(slices.Clip(cells[at]), row[i].Spans...)
		}
		out = append(out, cells)
	}
	return out
}

// code takes the run of lines in fixed pitch from b.at on as a code block: two
// lines at least, or one that stands alone.
func (b *builder) code() int {
	n := 0
	x0 := b.lines[b.at].X0
	for i := b.at; i < len(b.lines); i++ {
		l := &b.lines[i]
		if !l.Mono || l.Turned || l.Rows != nil || i > b.at && (l.Page != b.lines[b.at].Page || l.Before > 3*l.Size || l.Before == 0) {
			break
		}
		x0 = min(x0, l.X0)
		n++
	}
	if n == 0 || b.style.monoBody(b.lines) {
		return 0
	}
	if n == 1 && (b.open != nil && b.continues(&b.lines[b.at]) || b.at+1 < len(b.lines) && b.lines[b.at+1].Before > 0 && b.lines[b.at+1].Before <= b.style.paragraphGap(b.lines[b.at].Size)) {
		return 0
	}
	b.flush()
	var text strings.Builder
	pitch := pitch(b.lines[b.at : b.at+n])
	for i := b.at; i < b.at+n; i++ {
		l := &b.lines[i]
		if i > b.at && l.Before > 1.7*b.style.leading*l.Size {
			text.WriteByte('\n')
		}
		column := 0
		for k := range l.Cells {
			if k > 0 {
				text.WriteByte(' ')
				column++
			}
			for at := int((l.Cells[k].X0-x0)/pitch + 0.5); column < at && column < 500; column++ {
				text.WriteByte(' ')
			}
			s := l.Cells[k].Text()
			text.WriteString(s)
			column += len([]rune(s))
		}
		text.WriteByte('\n')
	}
	b.out = append(b.out, Block{Kind: Code, Code: text.String()})
	return n
}

// pitch returns the width of a character of lines in fixed pitch.
func pitch(lines []Line) float64 {
	width, characters := 0.0, 0
	for i := range lines {
		for _, c := range lines[i].Cells {
			if n := utf8.RuneCountInString(c.Text()); n > 3 {
				width += c.X1 - c.X0
				characters += n
			}
		}
	}
	if characters == 0 {
		return 0.6 * max(lines[0].Size, 1)
	}
	return max(width/float64(characters), 0.5)
}

// monoBody reports whether most of a document is in fixed pitch, which then says
// nothing.
func (s *docStats) monoBody(lines []Line) bool {
	if s.mono == nil {
		mono, all := 0, 0
		for i := range lines {
			n := len(lines[i].Text())
			all += n
			if lines[i].Mono {
				mono += n
			}
		}
		is := mono*2 > all
		s.mono = &is
	}
	return *s.mono
}
