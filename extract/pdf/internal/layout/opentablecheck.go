package layout

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bands of text that a free strip parts may be a table, columns of prose, a list
// with its signs apart, or text beside a picture. This file tells them apart by
// the order of the file, by what stands at one height and by what is said.

const (
	minTwoCells   = 0.6  // share of the rows with two cells or more
	minOpenFilled = 0.5  // share of the cells that have text
	maxLabels     = 0.5  // share of the rows that begin with a bullet or number
	narrowAnchor  = 0.35 // share of the width of a table
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
func (t *openTable) plausible() bool {
	ends := t.rowEnds()
	if len(ends) < 2 || len(ends) == len(t.bands) || len(ends) < minOpenRows && t.ruled == 0 && (len(t.columns) < 3 || len(t.bands) < 3*len(ends)) || !t.gaps && t.ruled < 2 && !t.anchored() {
		return false
	}
	filled, two, wrapped, even, start := 0, 0, 0, 0, 0
	for _, end := range ends {
		n := t.filledColumns(start, end)
		filled += n
		if n > 1 {
			two++
		}
		if end-start > maxOpenLines || end-start > maxCellLines && len(t.columns) == 2 && t.ruled == 0 {
			return false
		}
		if end-start > 1 {
			wrapped++
			if t.evenLines(start, end) {
				even++
			}
		}
		start = end
	}
	rows := float64(len(ends))
	return float64(filled) >= minOpenFilled*rows*float64(len(t.columns)) && float64(two) >= minTwoCells*rows &&
		2*even <= wrapped && t.byRow(ends) && t.aligned(ends) && t.hasEdges() && !t.labelled(ends) && !t.hasProseColumn(ends) && !t.hasGappedCells(ends) && !t.hasTextBeside(ends) && !t.isMonospaced() && !t.isListing(ends) && !t.countsLines(ends)
}

// evenLines reports whether the cells of several lines in a row have as many, at the same
// heights: three lines, or two in each of its cells, may as well be rows of their
// own. So may lines that nearly all have text in most cells, and numbers one below
// the other.
func (t *openTable) evenLines(start, end int) bool {
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
func (t *openTable) isListing(rowEnds []int) bool {
	leaders, code, start := 0, 0, 0
	for _, end := range rowEnds {
		for i := start; i < end; i++ {
			for _, piece := range t.bands[i].pieces {
				if text := t.runs[piece].text(); strings.Contains(text, "....") || strings.Contains(text, ". . . .") {
					leaders++
				}
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

// countsLines reports whether the first column counts the lines of an algorithm, with colons.
func (t *openTable) countsLines(rowEnds []int) bool {
	last, start := 0, 0
	for _, end := range rowEnds {
		number, found := strings.CutSuffix(strings.TrimSpace(t.text(start, end, 0)), ":")
		n, err := strconv.Atoi(number)
		if !found || err != nil || last > 0 && n != last+1 {
			return false
		}
		last, start = n, end
	}
	return true
}

// byRow reports whether the file has the text row by row, as tables are written:
// that of columns of prose comes column by column.
func (t *openTable) byRow(rowEnds []int) bool {
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

// hasGappedCells reports rows of which many have a cell with a gap between its lines, as
// no paragraph has: what stands in the columns has little to do with each other.
func (t *openTable) hasGappedCells(rowEnds []int) bool {
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

// hasTextBeside reports whether text stands beside the table: the only one in the first or
// last column, and longer than a word or two.
func (t *openTable) hasTextBeside(rowEnds []int) bool {
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

// isMonospaced reports whether the text is in fixed pitch, whose lines tell as much.
func (t *openTable) isMonospaced() bool {
	mono, all := 0, 0
	for i := range t.bands {
		for _, piece := range t.bands[i].pieces {
			all++
			if t.runs[piece].spans[0].Mono {
				mono++
			}
		}
	}
	return 2*mono > all
}

// text returns what the bands [from, to) have in a column.
func (t *openTable) text(from, to, column int) string {
	var parts []string
	for _, b := range t.bands[from:to] {
		for _, piece := range b.pieces {
			if t.column(piece) == column {
				parts = append(parts, t.runs[piece].text())
			}
		}
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// endsFull reports whether the last line that the bands [from, to) have in a
// column goes to its right edge.
func (t *openTable) endsFull(from, to, column int) bool {
	for i := to - 1; i >= from; i-- {
		for _, piece := range t.bands[i].pieces {
			if t.column(piece) == column {
				c := t.columns[column]
				return t.runs[piece].x1 > c.x1-0.15*(c.x1-c.x0)
			}
		}
	}
	return false
}

// hasProseColumn reports whether a column is prose: there are few rows and most lines go to the
// right edges of their columns, or the text of a column goes on from row to row.
func (t *openTable) hasProseColumn(rowEnds []int) bool {
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
	if len(t.columns) != 2 || t.ruled > 1 || len(t.bands) < 4*len(rowEnds) {
		return false
	}
	full, all := 0, 0
	for i := range t.bands {
		for _, piece := range t.bands[i].pieces {
			c := t.columns[t.column(piece)]
			all++
			if t.runs[piece].x1-t.runs[piece].x0 > fullLine*(c.x1-c.x0) {
				full++
			}
		}
	}
	return float64(full) > fullLines*float64(all)
}
