package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	wideGap      = 1.12 // times the distance of lines in a cell
	tightGap     = 0.8  // ems from which bands may be of two rows
	nearRows     = 0.85 // times the usual distance of bands
	minHeadCover = 0.35 // the same of a rule over a head
	minRuleCover = 0.6  // share of the width of a table that a rule covers
)

// partRows finds the bands that begin a row. A rule parts rows, and numbers below
// numbers are in rows of their own. Else rows are parted by gaps that are wider than those
// between the lines of a cell. Where all gaps are alike, a band goes on the row above if
// the text of each of its cells goes on one that ends where the next word had no room.
func (t *stripTable) partRows(segments []contentstream.Segment) {
	t.starts = make([]bool, len(t.bands))
	t.starts[0] = true
	t.ruled, t.gaps = 0, false
	t.rules = rulesOver(segments, t.columns[0].x0, t.columns[len(t.columns)-1].x1, minRuleCover, t.bands[len(t.bands)-1].y, t.bands[0].y)
	leading, numeric := t.leading(), t.isNumeric()
	for i := 1; i < len(t.bands); i++ {
		above, b := &t.bands[i-1], &t.bands[i]
		if slices.ContainsFunc(t.rules, func(y float64) bool { return y < above.y && y > b.y+0.3*b.size }) {
			t.starts[i] = true
			t.ruled++
		}
		if leading > 0 && above.y-b.y > wideGap*leading {
			t.starts[i], t.gaps = true, true
		}
	}
	for i := range t.bands {
		if t.isTypedRule(i) {
			t.starts[i] = true
			if i+1 < len(t.bands) {
				t.starts[i+1] = true
			}
		}
	}
	ends := t.rowEnds()
	headOnly := len(ends) == 2 && len(t.bands)-ends[0] > minOpenRows // below its head the gaps are alike
	if numeric || headOnly || !t.gaps && t.ruled < 2 {
		t.partByText(numeric)
	}
	t.partByNumbers()
}

// isTypedRule reports whether a band is a rule of hyphens or the like.
func (t *stripTable) isTypedRule(i int) bool {
	return !slices.ContainsFunc(t.bands[i].pieces, func(piece int) bool {
		text := strings.TrimSpace(t.runs[piece].text())
		return len(text) < 3 || strings.Trim(text, "-=_+| ") != ""
	})
}

// rulesOver returns the heights of the rules between bottom and top that go over a share of the
// width of a table at least.
func rulesOver(segments []contentstream.Segment, x0, x1, share, bottom, top float64) (heights []float64) {
	cover := map[int]float64{}
	for _, s := range segments {
		if s.X1-s.X0 > s.Y1-s.Y0 && float64(s.Y0) < top && float64(s.Y0) > bottom {
			cover[int(math.Round(float64(s.Y0)))] += max(0, min(float64(s.X1), x1)-max(float64(s.X0), x0))
		}
	}
	for y, width := range cover {
		if width >= share*(x1-x0) {
			heights = append(heights, float64(y))
		}
	}
	slices.Sort(heights)
	return heights
}

// leading returns the distance of lines in a cell: one of the smallest within a column.
// It returns 0 if no column has two lines.
func (t *stripTable) leading() float64 {
	var distances []float64
	last := make([]float64, len(t.columns))
	for i := range last {
		last[i] = math.Inf(1)
	}
	for i := range t.bands {
		b := &t.bands[i]
		for _, piece := range b.pieces {
			at := t.column(piece)
			if d := last[at] - b.y; d > 0.9*b.size && d < maxBandGap*b.size {
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
	numbers, all := t.countNumbers(0, len(t.bands))
	return 2*numbers >= all
}

// countNumbers counts the pieces of bands right of the first column, and the numbers among them.
func (t *stripTable) countNumbers(from, to int) (numbers, all int) {
	for _, b := range t.bands[from:to] {
		for _, piece := range b.pieces {
			if t.column(piece) > 0 {
				all++
				if isNumberText(t.runs[piece].text()) {
					numbers++
				}
			}
		}
	}
	return numbers, all
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
		if i < head && !t.starts[i] && !t.spans(i-1) && !t.spans(i) && !t.standsBetween(i-1) && (i+1 < head || !slices.Equal(t.columnsOf(i), []int{0})) {
			continue
		}
		if !t.goesOn(i) {
			t.starts[i] = true
		}
	}
}

// firstNumbers returns the first band most of whose cells right of the first column are numbers.
func (t *stripTable) firstNumbers() int {
	for i := range t.bands {
		if numbers, all := t.countNumbers(i, i+1); all > 0 && 2*numbers >= all {
			return i
		}
	}
	return 0
}

// spans reports whether a piece of a band is over several columns.
func (t *stripTable) spans(i int) bool {
	return slices.ContainsFunc(t.bands[i].pieces, func(piece int) bool {
		return overlapping(t.columns, columnRange{t.runs[piece].x0, t.runs[piece].x1}) > 1
	})
}

// standsBetween reports whether a piece of a band stands over none of the next one, or over several, or
// reaches far over the only one at both sides where the next band has twice as many.
func (t *stripTable) standsBetween(i int) bool {
	few := 2*len(t.bands[i].pieces) <= len(t.bands[i+1].pieces)
	return slices.ContainsFunc(t.bands[i].pieces, func(piece int) bool {
		under, wider := 0, false
		a := &t.runs[piece]
		for _, n := range t.bands[i+1].pieces {
			if b := &t.runs[n]; a.x0 < b.x1 && b.x0 < a.x1 {
				under++
				wider = a.x0 < b.x0-0.5*a.size && a.x1 > b.x1+0.5*a.size
			}
		}
		return t.column(piece) > 0 && (under != 1 || few && wider)
	})
}

// goesOn reports whether a band goes on the row of the band above: it has text in fewer columns,
// in each of which a line stands above it that the next word had no room on.
func (t *stripTable) goesOn(i int) bool {
	columns := t.columnsOf(i)
	if t.overlapsAbove(i) {
		return true
	}
	if len(columns) > 1 && slices.Contains(columns, 0) {
		above, below := t.pieceOf(i-1, 0), t.pieceOf(i, 0)
		return above >= 0 && slices.Equal(t.columnsOf(i-1), []int{0}) && startsLower(t.runs[below].text()) && t.isFull(above, below, 0)
	}
	for _, at := range columns {
		above := t.lastPiece(i, at)
		if above < 0 {
			return false
		}
		if at > 0 && len(columns) == 1 {
			continue
		}
		below := t.pieceOf(i, at)
		if !t.isFull(above, below, at) || at == 0 && !t.isHanging(i, above, below) {
			return false
		}
	}
	return true
}

// isHanging reports whether a line goes on the label above: it is indented, begins with no capital
// letter, or stands nearer to it than rows do.
func (t *stripTable) isHanging(i, above, below int) bool {
	a, b := &t.runs[above], &t.runs[below]
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(b.text()))
	return b.x0 > a.x0+0.4*b.size || !unicode.IsUpper(r) || t.bands[i-1].y-t.bands[i].y < nearRows*t.rowGap
}

func (t *stripTable) pieceOf(i, column int) int {
	for _, piece := range t.bands[i].pieces {
		if t.column(piece) == column {
			return piece
		}
	}
	return -1
}

// lastPiece returns the last piece in a column among the bands of the row that ends above a band,
// -1 for none.
func (t *stripTable) lastPiece(i, column int) int {
	for i--; i >= 0; i-- {
		found := -1
		for _, piece := range t.bands[i].pieces {
			if t.column(piece) == column {
				found = piece
			}
		}
		if found >= 0 || t.starts[i] {
			return found
		}
	}
	return -1
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
	c := t.columns[column]
	return strings.HasSuffix(strings.TrimSpace(a.text()), "-") || a.x1+need+0.2*a.size > c.x1
}

// partByNumbers parts a row at each band that has a number below one of the band above.
func (t *stripTable) partByNumbers() {
	for i := 1; i < len(t.bands); i++ {
		if t.starts[i] {
			continue
		}
		for _, piece := range t.bands[i].pieces {
			above := t.pieceOf(i-1, t.column(piece))
			if above < 0 || !isNumberText(t.runs[piece].text()) {
				continue
			}
			text := strings.TrimSpace(t.runs[above].text())
			if isNumberText(text) && !strings.HasSuffix(text, "-") && !strings.HasSuffix(text, "/") {
				t.starts[i] = true
				break
			}
		}
	}
}

func (t *stripTable) columnsOf(i int) (columns []int) {
	for _, piece := range t.bands[i].pieces {
		if at := t.column(piece); !slices.Contains(columns, at) {
			columns = append(columns, at)
		}
	}
	return columns
}

func (t *stripTable) filledColumns(from, to int) int {
	filled := map[int]bool{}
	for _, b := range t.bands[from:to] {
		for _, piece := range b.pieces {
			filled[t.column(piece)] = true
		}
	}
	return len(filled)
}

func (t *stripTable) lastRow() int {
	for i := len(t.starts) - 1; i > 0; i-- {
		if t.starts[i] {
			return i
		}
	}
	return 0
}

func (t *stripTable) rowEnds() (ends []int) {
	for i := 1; i < len(t.starts); i++ {
		if t.starts[i] {
			ends = append(ends, i)
		}
	}
	return append(ends, len(t.starts))
}

func startsLower(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
	return unicode.IsLower(r)
}
