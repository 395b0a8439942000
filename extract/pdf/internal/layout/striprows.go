package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	minStrip      = 0.3  // width in ems of what is free between two columns
	maxStripCross = 0.25 // share of the bands with text on both sides of a strip that may cross it
	headWeight    = 0.15 // of a band of the head that crosses a strip
	loneWeight    = 0.5  // of a band with one piece
	labelWeight   = 0.25 // of a band with less than half as many pieces as the fullest
	richBand      = 0.7  // share of the pieces of the fullest band that a row has
	labelWidth    = 3    // ems of a column of labels
	clearStrip    = 1.0  // ems between two columns that need no other sign of them
	sameStart     = 1.0  // points between the edges of lines that are aligned
	minOnEdge     = 0.8  // share of the lines of a column

	wideGap      = 1.12 // times the distance of lines in a cell
	tightGap     = 0.8  // ems from which bands may be of two rows
	nearRows     = 0.85 // times the usual distance of bands
	minRuleCover = 0.6  // share of the width of a table that a rule covers
	minHeadCover = 0.35 // the same of a rule over a head
)

// findColumns finds the columns: what strips part that most bands leave free. A band with
// one piece, or of the head, counts less. What stands within a strip is a column of its
// own.
func (t *stripTable) findColumns() {
	most := 0
	for _, b := range t.bands {
		most = max(most, len(b.pieces))
	}
	head := max(0, slices.IndexFunc(t.bands, func(b *band) bool { return float64(len(b.pieces)) >= richBand*float64(most) })) // bands above it
	if head > maxHead || 2*head > len(t.bands) && head > 2 {
		head = 0
	}
	type event struct{ x, cross, part float64 }
	var events []event
	for i, b := range t.bands {
		weight := 1.0
		switch {
		case i < head:
			weight = headWeight
		case 2*len(b.pieces) < most:
			weight = labelWeight
		case len(b.pieces) == 1:
			weight = loneWeight
		}
		right := math.Inf(-1)
		for n, c := range b.pieces {
			events = append(events, event{c.x0, weight, 0}, event{c.x1, -weight, 0})
			if n > 0 && c.x0-right >= minStrip*b.size {
				events = append(events, event{right, 0, 1}, event{c.x0, 0, -1})
			}
			right = max(right, c.x1)
		}
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.x, b.x) })
	cross, part, from, left := 0.0, 0.0, math.NaN(), events[0].x
	for i, e := range events {
		cross, part = cross+e.cross, part+e.part
		if i+1 < len(events) && events[i+1].x == e.x {
			continue
		}
		free := cross <= maxStripCross*part+1e-9
		if free && math.IsNaN(from) {
			from = e.x
		} else if !free && !math.IsNaN(from) {
			if e.x-from >= minStrip*t.bands[0].size {
				t.columns = append(t.columns, extent{left, from})
				left = e.x
			}
			from = math.NaN()
		}
	}
	t.columns = append(t.columns, extent{left, last(events).x})
	columns := t.columns
	for _, b := range t.bands[head:] {
		for _, piece := range b.pieces {
			if overlapping(t.columns, piece.extent) == 0 {
				columns = append(columns, piece.extent)
			}
		}
	}
	t.columns = joinRanges(columns)
	t.place()
	t.joinColumns(func(at int) bool { // nothing but signs of currencies, right of the first column
		column := t.column(at, head)
		return at > 0 && len(column) > 0 && !slices.ContainsFunc(column, func(c *textRun) bool { return !isCurrency(c.text) })
	})
	t.joinColumns(t.isHeadAlone)
	t.joinColumns(t.isUnaligned)
}

// isHeadAlone reports whether a column or the next one has nothing but the heading of the other, above its numbers: a heading
// that begins where its column does stands left of numbers that end where the column does. A long number may begin in one
// and end in the other.
func (t *stripTable) isHeadAlone(at int) bool {
	isLong := func(c *textRun) bool { return c.x0 < t.columns[at].x1 && c.x1 > t.columns[at+1].x0 }
	numbers := t.firstNumbers()
	for side := range 2 {
		below := t.column(at+1-side, numbers)
		digits := count(below, (*textRun).isNumber)
		isAlone := digits > 1 && 2*digits > len(below)
		for i, b := range t.bands {
			heading := b.cells[at+side]
			isHeading := len(heading) == 0 || i < numbers && len(cellText(heading)) <= besideLength || isLong(heading[0])
			isAlone = isAlone && isHeading && (len(heading) == 0 || len(b.cells[at+1-side]) == 0)
		}
		if isAlone {
			return true
		}
	}
	return false
}

// place puts the pieces of each band into the columns: each into the first that ends to the right of its start, or the last.
func (t *stripTable) place() {
	for _, b := range t.bands {
		b.cells = make([][]*textRun, len(t.columns))
		for _, c := range b.pieces {
			at := 0
			for at < len(t.columns)-1 && c.x0 >= t.columns[at].x1 {
				at++
			}
			b.cells[at] = append(b.cells[at], c)
		}
	}
}

// joinColumns joins each column that is says yes of to the next one.
func (t *stripTable) joinColumns(is func(at int) bool) {
	for at := 0; at < len(t.columns)-1; {
		if !is(at) {
			at++
			continue
		}
		t.columns = slices.Replace(slices.Clone(t.columns), at, at+2, extent{t.columns[at].x0, t.columns[at+1].x1})
		for _, b := range t.bands {
			b.cells = slices.Replace(b.cells, at, at+2, slices.Concat(b.cells[at], b.cells[at+1]))
		}
	}
}

// column returns the pieces of a column from band from on.
func (t *stripTable) column(at, from int) (pieces []*textRun) {
	for _, b := range t.bands[from:] {
		pieces = append(pieces, b.cells[at]...)
	}
	return pieces
}

func isCurrency(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) <= 4 && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) && !strings.ContainsAny(text, "0123456789")
}

// isUnaligned reports a column close to the next that is not aligned at the
// strip between them: in prose words stand above each other by chance.
func (t *stripTable) isUnaligned(at int) bool {
	left, right := t.columns[at], t.columns[at+1]
	if right.x0-left.x1 >= clearStrip*t.bands[0].size {
		return false
	}
	least := minOpenRows
	if left.x1-left.x0 < labelWidth*t.bands[0].size {
		least = 2
	}
	for side, gap := range [...]func(c *textRun) float64{func(c *textRun) float64 { return left.x1 - c.x1 }, func(c *textRun) float64 { return c.x0 - right.x0 }} {
		column := t.column(at+side, 0)
		on := count(column, func(c *textRun) bool { return gap(c) < sameStart })
		if on >= least && float64(on) >= minOnEdge*float64(len(column)) {
			return false
		}
	}
	return true
}

// stripRow is a row of the bands from one on, with the pieces of its cells.
type stripRow struct {
	from  int
	bands []*band
	cells [][]*textRun
}

// rows returns the rows that starts parts.
func (t *stripTable) rows() (rows []stripRow) {
	for i, b := range t.bands {
		if b.starts {
			rows = append(rows, stripRow{from: i, cells: make([][]*textRun, len(t.columns))})
		}
		row := &rows[len(rows)-1]
		row.bands = append(row.bands, b)
		for at, cell := range b.cells {
			row.cells[at] = append(row.cells[at], cell...)
		}
	}
	return rows
}

// partRows finds the bands that begin a row. A rule parts rows, and numbers below
// numbers are in rows of their own. Else rows are parted by gaps that are wider than those
// between the lines of a cell. Where all gaps are alike, a band goes on the row above if
// the text of each of its cells goes on one that ends where the next word had no room.
func (t *stripTable) partRows(segments []contentstream.Segment) {
	rules := rulesOver(segments, t.left(), t.right(), minRuleCover, last(t.bands).y, t.bands[0].y)
	leading, numeric := t.leading(), t.isNumeric()
	for i, b := range t.bands {
		if b.starts = i == 0; b.starts {
			continue
		}
		above := t.bands[i-1]
		if slices.ContainsFunc(rules, func(y float64) bool { return y < above.y && y > b.y+0.3*b.size }) {
			b.starts = true
			t.ruled++
		}
		if leading > 0 && above.y-b.y > wideGap*leading {
			b.starts, t.gaps = true, true
		}
	}
	rows := t.rows()
	headOnly := len(rows) == 2 && len(t.bands)-len(rows[0].bands) > minOpenRows // below its head the gaps are alike
	if numeric || headOnly || !t.gaps && t.ruled < 2 || t.isBroken() {
		t.partByText(numeric)
	}
	for i, b := range t.bands {
		for at, cell := range b.cells {
			if b.starts || len(cell) == 0 || len(t.bands[i-1].cells[at]) == 0 || t.overlapsAbove(i) {
				continue
			}
			above := t.bands[i-1].cells[at][0]
			text := strings.TrimSpace(above.text)
			b.starts = cell[0].isNumber() && above.isNumber() && !strings.HasSuffix(text, "-") && !strings.HasSuffix(text, "/")
		}
	}
}

// isBroken reports whether what rules or gaps part from the rest is several rows: most bands below others leave room in a
// cell above for their first word, so that somebody broke the line there.
func (t *stripTable) isBroken() bool {
	broken, all := 0, 0
	for i, b := range t.bands {
		if b.starts {
			continue
		}
		if all++; slices.ContainsFunc(b.columns(), func(at int) bool {
			above := t.bands[i-1].cells[at]
			return len(above) > 0 && !t.isFull(last(above), b.cells[at][0], at)
		}) {
			broken++
		}
	}
	return all >= minOpenRows && 2*broken > all
}

// leading returns the distance of lines in a cell: one of the smallest within a column.
// It returns 0 if no column has two lines.
func (t *stripTable) leading() float64 {
	var distances []float64
	last := make([]float64, len(t.columns))
	for _, b := range t.bands {
		for at, cell := range b.cells {
			if len(cell) == 0 {
				continue
			}
			if d := last[at] - b.y; last[at] != 0 && d > 0.9*b.size && d < maxBandGap*b.size {
				distances = append(distances, d)
			}
			last[at] = b.y
		}
	}
	if len(distances) == 0 {
		return 0
	}
	slices.Sort(distances)
	return distances[len(distances)/10]
}

// partAll begins a row at each band but those that overlap the one above. It reports whether that
// changes anything.
func (t *stripTable) partAll() (changes bool) {
	for i, b := range t.bands {
		apart := i == 0 || !t.overlapsAbove(i)
		changes = changes || b.starts != apart
		b.starts = apart
	}
	return changes
}

func (t *stripTable) overlapsAbove(i int) bool {
	return t.bands[i-1].y-t.bands[i].y < tightGap*t.bands[i].size
}

// isNumeric reports whether half of the cells right of the first column have digits and no words.
func (t *stripTable) isNumeric() bool {
	numbers, all := countNumbers(t.bands...)
	return 2*numbers >= all
}

// countNumbers counts the pieces of bands right of the first column, and the numbers among them.
func countNumbers(bands ...*band) (numbers, all int) {
	for _, b := range bands {
		for _, cell := range b.cells[1:] {
			numbers += count(cell, (*textRun).isNumber)
			all += len(cell)
		}
	}
	return numbers, all
}

// firstNumbers returns the first band most of whose cells right of the first column are numbers.
func (t *stripTable) firstNumbers() int {
	return max(0, slices.IndexFunc(t.bands, func(b *band) bool {
		numbers, all := countNumbers(b)
		return all > 0 && 2*numbers >= all
	}))
}

// isNumber reports whether a run is a short word with a digit: such words don't go on from one line to
// the next.
func (c *textRun) isNumber() bool {
	const longest = 12 // bytes
	text := strings.TrimSpace(c.text)
	return len(text) <= longest && strings.ContainsAny(text, "0123456789") && !strings.Contains(text, " ")
}

// partByText begins a row at each band but those whose text goes on that of the row above. Lines of
// the head of a table of numbers are one row where none of their cells is over several columns.
func (t *stripTable) partByText(numeric bool) {
	head := 0
	if numeric {
		head = t.firstNumbers()
	}
	var gaps []float64
	for i := 1; i < len(t.bands); i++ {
		gaps = append(gaps, t.bands[i-1].y-t.bands[i].y)
	}
	slices.Sort(gaps)
	t.rowGap = gaps[len(gaps)/2]
	for i := 1; i < len(t.bands); i++ {
		b := t.bands[i]
		if b.starts && !(numeric && t.gaps) {
			continue
		}
		columns := b.columns()
		if i < head && !b.starts && !t.spans(i-1) && !t.spans(i) && (i+1 < head || !slices.Equal(columns, []int{0})) {
			continue
		}
		b.starts = b.starts || !t.goesOn(i, columns)
	}
}

// spans reports whether a piece of a band is over several columns.
func (t *stripTable) spans(i int) bool {
	return slices.ContainsFunc(t.bands[i].pieces, func(c *textRun) bool {
		return overlapping(t.columns, c.extent) > 1
	})
}

// goesOn reports whether a band goes on the row of the band above: it has text in fewer columns,
// in each of which a line stands above it that the next word had no room on.
func (t *stripTable) goesOn(i int, columns []int) bool {
	if t.overlapsAbove(i) {
		return true
	}
	if len(columns) > 1 && columns[0] == 0 { // a label of two lines, with its values beside the second
		below, above := t.bands[i].cells[0][0], t.bands[i-1]
		return slices.Equal(above.columns(), []int{0}) && !startsSentence(below.text) && t.isFull(above.cells[0][0], below, 0)
	}
	for _, at := range columns {
		n := i - 1 // the band with the last line of the row above
		for len(t.bands[n].cells[at]) == 0 && !t.bands[n].starts {
			n--
		}
		cell := t.bands[n].cells[at]
		if len(cell) == 0 {
			return false
		}
		if at > 0 && len(columns) == 1 {
			continue
		}
		a, b := last(cell), t.bands[i].cells[at][0]
		first, _ := utf8.DecodeRuneInString(strings.TrimSpace(b.text))
		// a label hangs where it is indented, begins with no capital letter, or stands nearer than rows do
		hangs := b.x0 > a.x0+0.4*b.size || !unicode.IsUpper(first) || t.bands[i-1].y-t.bands[i].y < nearRows*t.rowGap
		if !t.isFull(a, b, at) || at == 0 && !hangs {
			return false
		}
	}
	return true
}

// isFull reports whether a line has no room for the first word of the one below it in their column.
func (t *stripTable) isFull(a, b *textRun, column int) bool {
	if a.spans[0].Bold != b.spans[0].Bold {
		return false
	}
	text := strings.TrimSpace(b.text)
	word, _, _ := strings.Cut(text, " ")
	need := (b.x1 - b.x0) * float64(len(word)) / float64(max(len(text), 1))
	return strings.HasSuffix(strings.TrimSpace(a.text), "-") || a.x1+need+0.2*a.size > t.columns[column].x1
}

// columns returns the columns in which the band has text.
func (b *band) columns() (columns []int) {
	for at, cell := range b.cells {
		if len(cell) > 0 {
			columns = append(columns, at)
		}
	}
	return columns
}
