package layout

import (
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
	minPairFilled = 0.75 // share of the cells of two rows without rules
	widestBlank   = 2.0  // ems of a blank in justified prose
	maxLabels     = 0.5  // share of the rows that begin with a bullet or number
	minOpenRows   = 3    // without rules, or two of many lines in three columns
	flowLength    = 30   // bytes of a cell that may be a part of prose
	alignSlack    = 0.35 // ems between tops, middles or bottoms that are alike
	minAligned    = 0.8  // share of the rows
	maxFlow       = 0.3  // share of the cells of a column whose text goes on below
	maxHoles      = 0.2  // share of the cells of several lines that have a gap
	minByRow      = 0.7  // share of the rows that the file has after the one above
	besideLength  = 20   // bytes
	proseCell     = 45   // bytes of a cell of prose
	minCode       = 0.8  // share of the pieces of code that are set in fixed pitch, below a heading
)

// plausible reports whether the rows are those of a table: most have two cells or more
// that begin or end at one height, the file has them one after the other, and no column is prose or the signs of a list.
func (t *stripTable) plausible() bool {
	rows := t.rows()
	if len(rows) < 2 || len(rows) < len(t.bands) && len(rows) < minOpenRows && t.ruled == 0 && (len(t.columns) < 3 || len(t.bands) < 3*len(rows)) {
		return false
	}
	cells, two := 0, 0
	for _, row := range rows {
		n := len(filled(row.cells))
		if cells += n; n > 1 {
			two++
		}
	}
	least := minOpenFilled
	if t.ruled == 0 && len(rows) <= minOpenRows {
		least = minPairFilled
	}
	if float64(cells) < least*float64(len(rows)*len(t.columns)) || float64(two) < minTwoCells*float64(len(rows)) || !t.isNumeric() && !byRow(rows) {
		return false
	}
	for at := range t.columns {
		if t.isProse(rows, at) {
			return false
		}
	}
	return t.isAligned(rows) && !t.isLabelled(rows) && !t.isJustified() && !t.hasGappedCells(rows) && !t.isListing()
}

// lines returns the bands in which a cell has text.
func (r *stripRow) lines(at int) []*band {
	return filter(r.bands, func(b *band) bool { return len(b.cells[at]) > 0 })
}

// isAligned reports whether the cells of most rows below the head begin, end or have their middles
// at one height. The last row may be cut by the end of the page.
func (t *stripTable) isAligned(rows []stripRow) bool {
	var like [3]int // the tops, middles and bottoms
	all, head := 0, t.firstNumbers()
	if len(rows) > 2 {
		rows = rows[:len(rows)-1]
	}
	for _, row := range rows {
		if row.from < head || len(filled(row.cells)) < 2 {
			continue
		}
		all++
		var heights [3][]float64
		for at := range t.columns {
			if lines := row.lines(at); len(lines) > 0 {
				top, bottom := lines[0].y, last(lines).y
				for k, y := range [...]float64{top, (top + bottom) / 2, bottom} {
					heights[k] = append(heights[k], y)
				}
			}
		}
		slack := alignSlack * row.bands[0].size
		if height := row.bands[0].y - last(row.bands).y; height < tightGap*row.bands[0].size { // one line
			slack = height
		}
		for k, of := range heights {
			if slices.Max(of)-slices.Min(of) <= slack {
				like[k]++
			}
		}
	}
	return float64(slices.Max(like[:])) >= minAligned*float64(all)
}

// isJustified reports lines of justified prose: nearly all end at the same place, and what wide blanks
// part goes on in small letters.
func (t *stripTable) isJustified() bool {
	for at := 1; at < len(t.columns); at++ {
		if t.columns[at].x0-t.columns[at-1].x1 > widestBlank*t.bands[0].size {
			return false
		}
	}
	ends, bands, small, cells := 0, 0, 0, 0
	for _, b := range t.bands {
		if len(b.pieces) < 2 {
			continue
		}
		bands++
		if t.right()-last(b.pieces).x1 < 1.5*sameStart {
			ends++
		}
		cells += len(b.pieces) - 1
		small += count(b.pieces[1:], func(c *textRun) bool { return !startsSentence(c.text) })
	}
	return float64(ends) >= minOnEdge*float64(bands) && 2*small > cells
}

// isListing reports whether the lines are those of a table of contents, with dots that lead
// to the numbers of pages.
func (t *stripTable) isListing() bool {
	return count(t.bands, func(b *band) bool {
		n := len(b.pieces)
		return b.led || n > 1 && strings.HasSuffix(strings.TrimRight(b.pieces[n-2].text, " "), ". . .")
	}) > 1
}

func isCodeRun(c *textRun) bool { return c.spans[0].Mono }

// isCode reports whether a share of the pieces of bands is set in fixed pitch at least.
func isCode(share float64, bands ...*band) bool {
	mono, all := 0, 0
	for _, b := range bands {
		mono += count(b.pieces, isCodeRun)
		all += len(b.pieces)
	}
	return float64(mono) >= share*float64(all)
}

// byRow reports whether the file has the text row by row, as tables are written:
// that of columns of prose comes column by column.
func byRow(rows []stripRow) bool {
	after, last := 0, -1
	for i := range rows {
		pieces := slices.Concat(rows[i].cells...)
		if slices.MinFunc(pieces, inFile).at > last {
			after++
		}
		last = slices.MaxFunc(pieces, inFile).at
	}
	return float64(after) >= minByRow*float64(len(rows))
}

// hasGappedCells reports whether many cells have a gap between their lines. A paragraph
// has none, so such rows are not columns of prose.
func (t *stripTable) hasGappedCells(rows []stripRow) bool {
	leading := t.leading()
	holes, cells := 0, 0
	for _, row := range rows {
		for at := range t.columns {
			lines, widest := row.lines(at), 0.0
			for n := 1; n < len(lines); n++ {
				widest = max(widest, lines[n-1].y-lines[n].y)
			}
			if len(lines) > 1 {
				cells++
			}
			if widest > 1.1*wideGap*leading {
				holes++
			}
		}
	}
	return float64(holes) > maxHoles*float64(cells)
}

func cellText(cell []*textRun) string {
	var parts []string
	for _, c := range cell {
		parts = append(parts, c.text)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// isProse reports whether the text of a column goes on from row to row, or whether a column at the edge of
// the table has a single text, longer than a word or two, which is beside the table and not in it.
func (t *stripTable) isProse(rows []stripRow, at int) bool {
	cells, longest, flows, long := 0, 0, 0, 0
	above, full := "", false
	column := t.columns[at]
	for i := range rows {
		pieces := rows[i].cells[at]
		text := cellText(pieces)
		if longest = max(longest, len(text)); text != "" {
			cells++
		}
		if len(above) > flowLength && len(text) > flowLength {
			long++
			if r, _ := utf8.DecodeRuneInString(text); full && unicode.IsLower(r) && !endsSentence(above) {
				flows++
			}
		}
		above = text
		full = len(pieces) > 0 && last(pieces).x1 > column.x1-0.15*(column.x1-column.x0)
	}
	isEdge := at == 0 || at == len(t.columns)-1
	return flows > 1 && float64(flows) > maxFlow*float64(long) || isEdge && cells < 2 && longest > besideLength
}

// isLabelled reports rows of which most begin with the sign or number of a list
// item, of a reference or of a line, and a column of such signs.
func (t *stripTable) isLabelled(rows []stripRow) bool {
	first := true // that has text in two rows
	prose := 0    // bytes of the last column
	for i := range rows {
		prose += len(cellText(last(rows[i].cells)))
	}
	for at := range t.columns {
		signs, labels, numbers, cells, filled, last := 0, 0, 0, 0, 0, 0
		for i := range rows {
			text := cellText(rows[i].cells[at])
			if text != "" {
				filled++
			}
			if text == "" || len(rows[i].bands[0].pieces) == 1 {
				continue
			}
			cells++
			word, _, _ := strings.Cut(text, " ")
			_, numbered := ordinal(word)
			switch n, err := strconv.Atoi(word); {
			case isBulletSign(word), isTick(word):
				signs++
			case numbered || text[0] == '[' && strings.HasSuffix(word, "]"):
				labels++
			case err == nil && n > last && n < 1000:
				numbers, last = numbers+1, n
			}
		}
		isFirst := first && (filled > 1 || at == len(t.columns)-1)
		first = first && !isFirst
		if most := maxLabels * float64(cells); float64(signs) > most || isFirst && float64(signs+labels) > most ||
			isFirst && len(t.columns) == 2 && (len(rows) < len(t.bands) || prose > proseCell*len(rows)) && float64(numbers) > 0.9*float64(cells) {
			return true
		}
	}
	return false
}
