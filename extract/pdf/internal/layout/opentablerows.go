package layout

import (
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// partRows finds the bands that begin a row.
func (t *openTable) partRows(segments []contentstream.Segment) {
	t.starts = make([]bool, len(t.bands))
	t.starts[0] = true
	rules := t.rules(segments)
	leading := t.leading()
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
	switch ends := t.rowEnds(); {
	case !t.gaps && t.ruled < 2:
		t.partByAnchor(0)
	case len(ends) == 2 && len(t.bands)-ends[0] > minOpenRows: // below its head the gaps are alike
		t.partByAnchor(ends[0])
	}
	t.partByNumbers()
}

// partByNumbers parts the rows in which a column has a number in each line: they are rows of
// their own that stand nearer together, such as the sums below an invoice.
func (t *openTable) partByNumbers() {
	start := 0
	for _, end := range t.rowEnds() {
		if end-start > 1 && end-start <= maxCellLines && t.countsEachLine(start, end) {
			for i := start; i < end; i++ {
				t.starts[i] = true
			}
		}
		start = end
	}
}

// countsEachLine reports bands [from, to) that have two cells or more each, the last of them
// a number that doesn't go on below.
func (t *openTable) countsEachLine(from, to int) bool {
	last := -1
	for _, b := range t.bands[from:to] {
		piece := b.pieces[len(b.pieces)-1]
		text := strings.TrimSpace(t.runs[piece].text())
		if len(b.pieces) < 2 || !isNumberText(text) || strings.HasSuffix(text, "-") || strings.HasSuffix(text, "/") || last >= 0 && t.column(piece) != last {
			return false
		}
		last = t.column(piece)
	}
	return true
}

// rules returns the heights of the rules that go over the width of the table, or
// most of it.
func (t *openTable) rules(segments []contentstream.Segment) (heights []float64) {
	x0, x1 := t.columns[0].x0, t.columns[len(t.columns)-1].x1
	top, bottom := t.bands[0].y, t.bands[len(t.bands)-1].y
	cover := map[int]float64{}
	for _, s := range segments {
		if s.X1-s.X0 > s.Y1-s.Y0 && float64(s.Y0) < top && float64(s.Y0) > bottom {
			cover[int(math.Round(float64(s.Y0)))] += max(0, min(float64(s.X1), x1)-max(float64(s.X0), x0))
		}
	}
	for y, width := range cover {
		if width >= minRuleCover*(x1-x0) {
			heights = append(heights, float64(y))
		}
	}
	slices.Sort(heights)
	return heights
}

// leading returns the distance of lines in a cell: one of the smallest within a
// column. 0 means that there are none.
func (t *openTable) leading() float64 {
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

// partByAnchor begins a row, from a band on, at each band that has text in the
// column with the fewest lines, of those that have text in the first of them.
func (t *openTable) partByAnchor(from int) {
	filled := make([]int, len(t.columns))
	for i := from; i < len(t.bands); i++ {
		for _, at := range t.columnsOf(i) {
			filled[at]++
		}
	}
	anchor := -1
	for _, at := range t.columnsOf(from) {
		if anchor < 0 || filled[at] < filled[anchor] {
			anchor = at
		}
	}
	for i := from; i < len(t.bands); i++ {
		if slices.Contains(t.columnsOf(i), anchor) {
			t.starts[i] = true
		}
	}
}

// columnsOf returns the columns that have text in a band.
func (t *openTable) columnsOf(i int) (columns []int) {
	for _, piece := range t.bands[i].pieces {
		if at := t.column(piece); !slices.Contains(columns, at) {
			columns = append(columns, at)
		}
	}
	return columns
}

// rowEnds returns the end of each row, in bands.
func (t *openTable) rowEnds() (ends []int) {
	for i := 1; i < len(t.starts); i++ {
		if t.starts[i] {
			ends = append(ends, i)
		}
	}
	return append(ends, len(t.starts))
}
