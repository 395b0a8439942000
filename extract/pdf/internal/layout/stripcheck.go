package layout

import (
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bands of text with a free strip between their pieces may be a table, columns of prose,
// a list with its signs apart, or text beside a picture. This file distinguishes them by
// the order of the file, by the heights of the lines and by the text of the cells.

const (
	minTwoCells   = 0.6  // share of the rows with two cells or more
	minOpenFilled = 0.5  // share of the cells that have text
	widestBlank   = 2.0  // ems of a blank in justified prose
	minPairFilled = 0.75 // share of the cells of two rows without rules
	maxLabels     = 0.5  // share of the rows that begin with a bullet or number
	minOpenRows   = 3    // without rules, or two of many lines in three columns
	maxOpenLines  = 60   // of a row
	alignSlack    = 0.35 // ems between tops, middles or bottoms that are alike
	minAligned    = 0.8  // share of the rows
	flowLength    = 30   // bytes of a cell that may be a part of prose
	maxFlow       = 0.3  // share of the cells of a column whose text goes on below
	maxHoles      = 0.2  // share of the cells of several lines that have a gap
	minByRow      = 0.7  // share of the rows that the file has after the one above
	mostCells     = 0.7  // share of the cells of a row
	besideLength  = 20   // bytes
	maxCode       = 0.25 // share of the rows that end as lines of a program do
)

// plausible reports whether the rows are those of a table that other means don't
// find: some of its cells have several lines, most rows have two cells or more
// that begin or end at one height, and no column is prose or the signs of a list.
func (t *stripTable) plausible() bool {
	ends := t.rowEnds()
	if len(ends) < 2 || len(ends) < len(t.bands) && len(ends) < minOpenRows && t.ruled == 0 && (len(t.columns) < 3 || len(t.bands) < 3*len(ends)) {
		return false
	}
	filled, two, wrapped, even, start := 0, 0, 0, 0, 0
	head := t.firstNumbers()
	for _, end := range ends {
		n := t.filledColumns(start, end)
		filled += n
		if n > 1 {
			two++
		}
		if end-start > maxOpenLines || end-start > maxCellLines && len(t.columns) == 2 && t.ruled == 0 {
			return false
		}
		if end-start > 1 && start >= head {
			wrapped++
			if t.evenLines(start, end) {
				even++
			}
		}
		start = end
	}
	rows := float64(len(ends))
	if t.ruled == 0 && len(ends) <= minOpenRows && float64(filled) < minPairFilled*rows*float64(len(t.columns)) {
		return false
	}
	return float64(filled) >= minOpenFilled*rows*float64(len(t.columns)) && float64(two) >= minTwoCells*rows &&
		2*even <= wrapped && (t.isNumeric() || t.byRow(ends)) && t.aligned(ends) && !t.labelled(ends) && !t.isJustified() && !t.hasProseColumn(ends) && !t.hasGappedCells(ends) && !t.hasTextBeside(ends) && !t.isListing(ends)
}

// isJustified reports lines of justified prose: nearly all end at the same place, and what wide blanks
// part goes on in small letters.
func (t *stripTable) isJustified() bool {
	right := t.columns[len(t.columns)-1].x1
	for at := 1; at < len(t.columns); at++ {
		if t.columns[at].x0-t.columns[at-1].x1 > widestBlank*t.bands[0].size {
			return false
		}
	}
	ends, bands, small, cells := 0, 0, 0, 0
	for i := range t.bands {
		pieces := t.bands[i].pieces
		if len(pieces) < 2 {
			continue
		}
		bands++
		if right-t.runs[pieces[len(pieces)-1]].x1 < 1.5*sameStart {
			ends++
		}
		for _, piece := range pieces[1:] {
			cells++
			if r, _ := utf8.DecodeRuneInString(strings.TrimSpace(t.runs[piece].text())); unicode.IsLower(r) {
				small++
			}
		}
	}
	return float64(ends) >= minOnEdge*float64(bands) && 2*small > cells
}

// evenLines reports whether the cells of several lines in a row have as many, at the same
// heights: three lines, or two in each of its cells, may as well be rows of their
// own. So may lines that nearly all have text in most cells, and numbers one below
// the other.
func (t *stripTable) evenLines(start, end int) bool {
	lines, numbers := map[int][]int{}, map[int]int{}
	for i := start; i < end; i++ {
		for _, piece := range t.bands[i].pieces {
			at := t.column(piece)
			if n := len(lines[at]); n == 0 || lines[at][n-1] != i {
				lines[at] = append(lines[at], i)
			}
			if isNumberText(t.runs[piece].text()) {
				numbers[at]++
			}
		}
	}
	cells, most := len(lines), true
	for i := start; i < end; i++ {
		most = most && float64(len(t.columnsOf(i))) >= mostCells*float64(cells)
	}
	if most && cells > 2 && end-start > 2 {
		return true
	}
	for at, n := range numbers {
		if n > 1 && n == len(lines[at]) {
			return true
		}
	}
	maps.DeleteFunc(lines, func(_ int, of []int) bool { return len(of) < 2 })
	var first []int
	for _, of := range lines {
		if first == nil {
			first = of
		}
		if !slices.Equal(first, of) {
			return false
		}
	}
	return len(lines) > 1 && (len(first) > 2 || len(lines) == cells)
}

// isNumberText reports whether text is a short word with a digit: such words don't go on from one line to
// the next.
func isNumberText(text string) bool {
	const longest = 12 // bytes
	text = strings.TrimSpace(text)
	return len(text) <= longest && strings.ContainsAny(text, "0123456789") && !strings.Contains(text, " ")
}

// isListing reports whether the lines are those of a table of contents, with dots that lead
// to the numbers of pages, or of a program.
func (t *stripTable) isListing(rowEnds []int) bool {
	leaders, code, start := 0, 0, 0
	for _, end := range rowEnds {
		for _, b := range t.bands[start:end] {
			n := len(b.pieces)
			if n < 2 {
				continue
			}
			led := &t.runs[b.pieces[n-2]]
			if text := strings.TrimRight(led.text(), " "); led.led || strings.HasSuffix(text, "...") || strings.HasSuffix(text, ". . .") {
				leaders++
			}
		}
		pieces := t.bands[end-1].pieces
		if last := strings.TrimSpace(t.runs[pieces[len(pieces)-1]].text()); strings.HasSuffix(last, "{") || strings.HasSuffix(last, "}") || strings.HasSuffix(last, ";") {
			code++
		}
		start = end
	}
	return leaders > 1 || float64(code) > maxCode*float64(len(rowEnds))
}

// byRow reports whether the file has the text row by row, as tables are written:
// that of columns of prose comes column by column.
func (t *stripTable) byRow(rowEnds []int) bool {
	after, start := 0, 0
	last := -1
	for _, end := range rowEnds {
		first, greatest := len(t.runs), -1
		for _, b := range t.bands[start:end] {
			first, greatest = min(first, slices.Min(b.pieces)), max(greatest, slices.Max(b.pieces))
		}
		if first > last {
			after++
		}
		last, start = greatest, end
	}
	return float64(after) >= minByRow*float64(len(rowEnds))
}

// hasGappedCells reports whether many cells have a gap between their lines. A paragraph
// has none, so such rows are not columns of prose.
func (t *stripTable) hasGappedCells(rowEnds []int) bool {
	leading := t.leading()
	holes, cells, start := 0, 0, 0
	for _, end := range rowEnds {
		last := map[int]float64{}
		wide, several := map[int]bool{}, map[int]bool{}
		for i := start; i < end; i++ {
			for _, at := range t.columnsOf(i) {
				if y, known := last[at]; known {
					several[at] = true
					wide[at] = wide[at] || y-t.bands[i].y > 1.1*wideGap*leading
				}
				last[at] = t.bands[i].y
			}
		}
		for at := range several {
			cells++
			if wide[at] {
				holes++
			}
		}
		start = end
	}
	return float64(holes) > maxHoles*float64(cells)
}

// hasTextBeside reports whether the first or last column has a single text, longer than
// a word or two. That text is beside the table and not in it.
func (t *stripTable) hasTextBeside(rowEnds []int) bool {
	for _, at := range [...]int{0, len(t.columns) - 1} {
		cells, longest, start := 0, 0, 0
		for _, end := range rowEnds {
			if text := t.text(start, end, at); text != "" {
				cells++
				longest = max(longest, len(text))
			}
			start = end
		}
		if cells < 2 && longest > besideLength {
			return true
		}
	}
	return false
}

func (t *stripTable) text(from, to, column int) string {
	var parts []string
	for c := range t.cell(from, to, column) {
		parts = append(parts, c.text())
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// cell yields the pieces of the bands [from, to) in a column.
func (t *stripTable) cell(from, to, column int) iter.Seq[*textRun] {
	return func(yield func(*textRun) bool) {
		for _, b := range t.bands[from:to] {
			for _, piece := range b.pieces {
				if t.column(piece) == column && !yield(&t.runs[piece]) {
					return
				}
			}
		}
	}
}

// endsFull reports whether the last line that the bands [from, to) have in a
// column goes to its right edge.
func (t *stripTable) endsFull(from, to, column int) bool {
	full := false
	at := t.columns[column]
	for c := range t.cell(from, to, column) {
		full = c.x1 > at.x1-0.15*(at.x1-at.x0)
	}
	return full
}

// hasProseColumn reports whether a column is prose: the text of a column goes on from row to row.
func (t *stripTable) hasProseColumn(rowEnds []int) bool {
	for at := range t.columns {
		flows, cells, start := 0, 0, 0
		above, full := "", false
		for _, end := range rowEnds {
			text := t.text(start, end, at)
			if len(above) > flowLength && len(text) > flowLength {
				cells++
				r, _ := utf8.DecodeRuneInString(text)
				if full && unicode.IsLower(r) && !endsSentence(above) {
					flows++
				}
			}
			above, full, start = text, t.endsFull(start, end, at), end
		}
		if flows > 1 && float64(flows) > maxFlow*float64(cells) {
			return true
		}
	}
	return false
}

// aligned reports whether the cells of most rows begin, end or have their middles
// at one height. The last row may be cut by the end of the page.
func (t *stripTable) aligned(ends []int) bool {
	var like [3]int // the tops, middles and bottoms
	rows, start, head := 0, 0, t.firstNumbers()
	if len(ends) > 2 {
		ends = ends[:len(ends)-1]
	}
	for _, end := range ends {
		top, bottom := map[int]float64{}, map[int]float64{}
		for i := start; i < end; i++ {
			for _, at := range t.columnsOf(i) {
				if _, known := top[at]; !known {
					top[at] = t.bands[i].y
				}
				bottom[at] = t.bands[i].y
			}
		}
		slack := alignSlack * t.bands[start].size
		isHead := start < head
		start = end
		if len(top) < 2 || isHead {
			continue
		}
		rows++
		var lo, hi [3]float64
		first := true
		for at := range top {
			for k, v := range [...]float64{top[at], (top[at] + bottom[at]) / 2, bottom[at]} {
				if first {
					lo[k], hi[k] = v, v
				}
				lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
			}
			first = false
		}
		for k := range like {
			if hi[k]-lo[k] <= slack {
				like[k]++
			}
		}
	}
	return float64(slices.Max(like[:])) >= minAligned*float64(rows)
}

const (
	clearStrip = 1.0 // ems between two columns that need no other sign of them
	sameStart  = 1.0 // points between the edges of lines that are aligned
	minOnEdge  = 0.8 // share of the lines of a column
)

// onEdge reports whether most lines of a column are at an edge of it.
func (t *stripTable) onEdge(column, least int, is func(c *textRun) bool) bool {
	on, all := 0, 0
	for c := range t.cell(0, len(t.bands), column) {
		all++
		if is(c) {
			on++
		}
	}
	return on >= least && float64(on) >= minOnEdge*float64(all)
}

func (t *stripTable) filledRows(ends []int, column int) (n int) {
	start := 0
	for _, end := range ends {
		if t.text(start, end, column) != "" {
			n++
		}
		start = end
	}
	return n
}

// labelled reports rows of which most begin with the sign or number of a list
// item, of a reference or of a line, and a column of such signs.
func (t *stripTable) labelled(ends []int) bool {
	first := 0 // the first column that has text in two rows
	for first < len(t.columns)-1 && t.filledRows(ends, first) < 2 {
		first++
	}
	for at := range t.columns {
		signs, labels, numbers, cells, start := 0, 0, 0, 0, 0
		last := math.MinInt
		for _, end := range ends {
			text, alone := t.text(start, end, at), len(t.bands[start].pieces) == 1
			start = end
			if text == "" || alone {
				continue
			}
			cells++
			word, _, _ := strings.Cut(text, " ")
			_, numbered := ordinal(word)
			switch n, err := strconv.Atoi(word); {
			case isBulletSign(word), isTick(word):
				signs++
			case numbered || text[0] == '[' || len(t.columns) == 2 && strings.Contains(word, ".") && hasSectionNumber(word+" ") && word == text:
				labels++
			case err == nil && n > last && n < 1000:
				numbers, last = numbers+1, n
			}
		}
		most := maxLabels * float64(cells)
		if float64(signs) > most || at == first && (float64(signs+labels) > most || len(t.columns) == 2 && len(ends) < len(t.bands) && float64(numbers) > 0.9*float64(cells)) {
			return true
		}
	}
	return false
}
