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
	for i := range t.bands {
		most = max(most, len(t.bands[i].pieces))
	}
	for t.head < len(t.bands) && float64(len(t.bands[t.head].pieces)) < richBand*float64(most) {
		t.head++
	}
	if t.head > maxHead || 2*t.head > len(t.bands) && t.head > 2 {
		t.head = 0
	}
	type event struct{ x, cross, part float64 }
	var events []event
	for i := range t.bands {
		b := &t.bands[i]
		weight := 1.0
		switch {
		case i < t.head:
			weight = headWeight
		case 2*len(b.pieces) < most:
			weight = labelWeight
		case len(b.pieces) == 1:
			weight = loneWeight
		}
		right := math.Inf(-1)
		for n, piece := range b.pieces {
			c := &t.runs[piece]
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
				t.columns = append(t.columns, columnRange{left, from})
				left = e.x
			}
			from = math.NaN()
		}
	}
	t.columns = append(t.columns, columnRange{left, events[len(events)-1].x})
	var more []columnRange
	for i := t.head; i < len(t.bands); i++ {
		for _, piece := range t.bands[i].pieces {
			if c := (columnRange{t.runs[piece].x0, t.runs[piece].x1}); overlapping(t.columns, c) == 0 {
				more = append(more, c)
			}
		}
	}
	if len(more) > 0 {
		t.columns = joinRanges(append(t.columns, more...))
	}
	t.place()
	t.joinColumns(func(at int) bool { // nothing but signs of currencies, right of the first column
		signs, others := 0, 0
		t.column(at, t.head, func(c *textRun) {
			if isCurrency(c.text()) {
				signs++
			} else {
				others++
			}
		})
		return at > 0 && signs > 0 && others == 0
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
		below, digits := 0, 0
		t.column(at+1-side, numbers, func(c *textRun) {
			if below++; isNumberText(c.text()) {
				digits++
			}
		})
		isAlone := digits > 1 && 2*digits > below
		for i, cells := range t.lines {
			heading := cells[at+side]
			isHeading := len(heading) == 0 || i < numbers && len(t.text(heading)) <= besideLength || isLong(&t.runs[heading[0]])
			isAlone = isAlone && isHeading && (len(heading) == 0 || len(cells[at+1-side]) == 0)
		}
		if isAlone {
			return true
		}
	}
	return false
}

// place puts the pieces of each band into the columns: each into the first that ends to the right of its start, or the last.
func (t *stripTable) place() {
	t.lines = make([][][]int, len(t.bands))
	for i := range t.bands {
		t.lines[i] = make([][]int, len(t.columns))
		for _, piece := range t.bands[i].pieces {
			at := 0
			for at < len(t.columns)-1 && t.runs[piece].x0 >= t.columns[at].x1 {
				at++
			}
			t.lines[i][at] = append(t.lines[i][at], piece)
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
		t.columns = slices.Replace(slices.Clone(t.columns), at, at+2, columnRange{t.columns[at].x0, t.columns[at+1].x1})
		for i, cells := range t.lines {
			t.lines[i] = slices.Replace(cells, at, at+2, slices.Concat(cells[at], cells[at+1]))
		}
	}
}

// column yields the pieces of a column from band from on.
func (t *stripTable) column(at, from int, yield func(c *textRun)) {
	for _, cells := range t.lines[from:] {
		for _, piece := range cells[at] {
			yield(&t.runs[piece])
		}
	}
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
		on, all := 0, 0
		t.column(at+side, 0, func(c *textRun) {
			if all++; gap(c) < sameStart {
				on++
			}
		})
		if on >= least && float64(on) >= minOnEdge*float64(all) {
			return false
		}
	}
	return true
}

// stripRow is a row of the bands [from, to) with the pieces of its cells.
type stripRow struct {
	from, to int
	cells    [][]int
}

// rows returns the rows that starts parts.
func (t *stripTable) rows() (rows []stripRow) {
	for i, cells := range t.lines {
		if t.starts[i] {
			rows = append(rows, stripRow{i, i, make([][]int, len(t.columns))})
		}
		row := &rows[len(rows)-1]
		row.to = i + 1
		for at, cell := range cells {
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
	t.starts = make([]bool, len(t.bands))
	t.starts[0] = true
	rules := rulesOver(segments, t.left(), t.right(), minRuleCover, t.bands[len(t.bands)-1].y, t.bands[0].y)
	leading, numeric := t.leading(), t.isNumeric()
	for i := 1; i < len(t.bands); i++ {
		above, b := &t.bands[i-1], &t.bands[i]
		if slices.ContainsFunc(rules, func(y float64) bool { return y < above.y && y > b.y+0.3*b.size }) {
			t.starts[i] = true
			t.ruled++
		}
		if leading > 0 && above.y-b.y > wideGap*leading {
			t.starts[i], t.gaps = true, true
		}
	}
	rows := t.rows()
	headOnly := len(rows) == 2 && len(t.bands)-rows[0].to > minOpenRows // below its head the gaps are alike
	if numeric || headOnly || !t.gaps && t.ruled < 2 {
		t.partByText(numeric)
	}
	for i := 1; i < len(t.bands); i++ {
		for at, cell := range t.lines[i] {
			if t.starts[i] || len(cell) == 0 || len(t.lines[i-1][at]) == 0 || t.overlapsAbove(i) {
				continue
			}
			text := strings.TrimSpace(t.runs[t.lines[i-1][at][0]].text())
			t.starts[i] = isNumberText(t.runs[cell[0]].text()) && isNumberText(text) && !strings.HasSuffix(text, "-") && !strings.HasSuffix(text, "/")
		}
	}
}

// leading returns the distance of lines in a cell: one of the smallest within a column.
// It returns 0 if no column has two lines.
func (t *stripTable) leading() float64 {
	var distances []float64
	last := make([]float64, len(t.columns))
	for i, cells := range t.lines {
		b := &t.bands[i]
		for at, cell := range cells {
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
	for i := range t.starts {
		apart := i == 0 || !t.overlapsAbove(i)
		changes = changes || t.starts[i] != apart
		t.starts[i] = apart
	}
	return changes
}

func (t *stripTable) overlapsAbove(i int) bool {
	return t.bands[i-1].y-t.bands[i].y < tightGap*t.bands[i].size
}

// isNumeric reports whether half of the cells right of the first column have digits and no words.
func (t *stripTable) isNumeric() bool {
	numbers, all := t.countNumbers(t.lines)
	return 2*numbers >= all
}

// countNumbers counts the pieces of bands right of the first column, and the numbers among them.
func (t *stripTable) countNumbers(lines [][][]int) (numbers, all int) {
	for _, cells := range lines {
		for _, cell := range cells[1:] {
			for _, piece := range cell {
				all++
				if isNumberText(t.runs[piece].text()) {
					numbers++
				}
			}
		}
	}
	return numbers, all
}

// firstNumbers returns the first band most of whose cells right of the first column are numbers.
func (t *stripTable) firstNumbers() int {
	return max(0, slices.IndexFunc(t.lines, func(cells [][]int) bool {
		numbers, all := t.countNumbers([][][]int{cells})
		return all > 0 && 2*numbers >= all
	}))
}

// isNumberText reports whether text is a short word with a digit: such words don't go on from one line to
// the next.
func isNumberText(text string) bool {
	const longest = 12 // bytes
	text = strings.TrimSpace(text)
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
		if t.starts[i] && !(numeric && t.gaps) {
			continue
		}
		columns := t.columnsOf(i)
		if i < head && !t.starts[i] && !t.spans(i-1) && !t.spans(i) && (i+1 < head || !slices.Equal(columns, []int{0})) {
			continue
		}
		t.starts[i] = t.starts[i] || !t.goesOn(i, columns)
	}
}

// spans reports whether a piece of a band is over several columns.
func (t *stripTable) spans(i int) bool {
	return slices.ContainsFunc(t.bands[i].pieces, func(piece int) bool {
		return overlapping(t.columns, columnRange{t.runs[piece].x0, t.runs[piece].x1}) > 1
	})
}

// goesOn reports whether a band goes on the row of the band above: it has text in fewer columns,
// in each of which a line stands above it that the next word had no room on.
func (t *stripTable) goesOn(i int, columns []int) bool {
	if t.overlapsAbove(i) {
		return true
	}
	if len(columns) > 1 && columns[0] == 0 { // a label of two lines, with its values beside the second
		below := t.lines[i][0][0]
		return slices.Equal(t.columnsOf(i-1), []int{0}) && !startsSentence(t.runs[below].text()) && t.isFull(t.lines[i-1][0][0], below, 0)
	}
	for _, at := range columns {
		n := i - 1 // the band with the last line of the row above
		for len(t.lines[n][at]) == 0 && !t.starts[n] {
			n--
		}
		cell := t.lines[n][at]
		if len(cell) == 0 {
			return false
		}
		if at > 0 && len(columns) == 1 {
			continue
		}
		above, below := cell[len(cell)-1], t.lines[i][at][0]
		a, b := &t.runs[above], &t.runs[below]
		first, _ := utf8.DecodeRuneInString(strings.TrimSpace(b.text()))
		// a label hangs where it is indented, begins with no capital letter, or stands nearer than rows do
		hangs := b.x0 > a.x0+0.4*b.size || !unicode.IsUpper(first) || t.bands[i-1].y-t.bands[i].y < nearRows*t.rowGap
		if !t.isFull(above, below, at) || at == 0 && !hangs {
			return false
		}
	}
	return true
}

// isFull reports whether the line above has no room for the first word below it in their column.
func (t *stripTable) isFull(above, below, column int) bool {
	a, b := &t.runs[above], &t.runs[below]
	if a.spans[0].Bold != b.spans[0].Bold {
		return false
	}
	text := strings.TrimSpace(b.text())
	word, _, _ := strings.Cut(text, " ")
	need := (b.x1 - b.x0) * float64(len(word)) / float64(max(len(text), 1))
	return strings.HasSuffix(strings.TrimSpace(a.text()), "-") || a.x1+need+0.2*a.size > t.columns[column].x1
}

func (t *stripTable) columnsOf(i int) (columns []int) {
	for at, cell := range t.lines[i] {
		if len(cell) > 0 {
			columns = append(columns, at)
		}
	}
	return columns
}
