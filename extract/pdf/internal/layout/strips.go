package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// Tables without rules between their columns are found by strips of white before lines
// are made of the pieces of text. The text of a page is grouped to bands, one for each
// height. Bands that follow each other belong to one table while their pieces share
// columns; a band with one piece, such as the label of a group of rows, may be among
// them. The columns are divided by strips that most bands leave free, so that a
// heading over several columns does not join them.

const (
	maxBandGap    = 3.2  // distance of two bands of a table in ems
	otherSize     = 1.25 // from which type is too large or small for a table
	proseRows     = 4    // that are no words of a paragraph
	spanGap       = 1.3  // times the distance of lines, between a heading over several columns and the next
	maxStripRun   = 400  // bands that one table may have
	maxPieces     = 60   // of a band of a table
	maxHead       = 8    // bands above the first row with many cells
	manyColumns   = 4    // of a table whose bands may all be rows
	minStreamPart = 6    // pieces of a part of a page that the file has from top to bottom
	maxDots       = 5000 // runs of dots of a page that tables take in
	ruleBeside    = 1.5  // ems between a row and dots or a rule that is typed above or below

	stripWork    = 100 // looks at each piece of text of a page
	minStripWork = 1_000_000
	checkWork    = 8    // looks at each piece for a column of a table that is checked
	maxSeeds     = 2000 // bands of a page at which a table is looked for
)

// band is the text on one height of a page: pieces from left to right.
type band struct {
	y, size float64
	rise    float64 // of turned headings
	pieces  []int   // indices of runs
	apart   bool    // never a row: a formula or a caption
	led     bool    // dots lead to its last piece
}

// makeBands groups the runs [from, to) that is says yes of by their height.
func makeBands(runs []textRun, from, to int, is func(c *textRun) bool) []band {
	var indices []int
	for i := from; i < to; i++ {
		if c := &runs[i]; c.Rows == nil && is(c) {
			indices = append(indices, i)
		}
	}
	var bands []band
	for _, all := range byHeight(runs, indices) {
		isDots := func(i int) bool { return runs[i].isDots() }
		b := band{led: len(all) > 1 && isDots(all[len(all)-2])}
		if b.pieces = slices.DeleteFunc(all, isDots); len(b.pieces) == 0 {
			continue
		}
		for _, i := range b.pieces {
			b.apart = b.apart || runs[i].formula
			b.rise = max(b.rise, runs[i].rise)
			if runs[i].size > b.size {
				b.y, b.size = runs[i].y, runs[i].size
			}
		}
		text := strings.TrimSpace(runs[b.pieces[0]].text())
		if len(b.pieces) > 1 {
			text += " " + runs[b.pieces[1]].text()
		}
		b.apart = b.apart || isCaption(text)
		bands = append(bands, b)
	}
	return bands
}

// stripFinder looks for tables among the bands of a page.
type stripFinder struct {
	meter    *ctxio.Meter
	segments []contentstream.Segment
	work     int     // looks at pieces of text that are left
	gutter   float64 // between columns of prose, 0 for none
	mono     bool    // nearly all of the page is in fixed pitch
}

// takeStripTables replaces the runs of each table by one run in the place of the first
// of them. On a page of columns tables are looked for in each of them as well: at both sides of
// a gutter, and in what the file has from top to bottom.
func takeStripTables(m *ctxio.Meter, runs []textRun, segments []contentstream.Segment) []textRun {
	f := stripFinder{meter: m, segments: segments, work: minStripWork + stripWork*len(runs)}
	gutter, ok := findGutter(runs)
	f.gutter = gutter
	mono := 0
	for i := range runs {
		if runs[i].Rows == nil && runs[i].spans[0].Mono {
			mono++
		}
	}
	f.mono = 10*mono > 9*len(runs)
	every := func(*textRun) bool { return true }
	out := f.take(runs, 0, len(runs), every)
	if f.gutter = 0; ok {
		out = f.take(out, 0, len(out), func(c *textRun) bool { return c.x1 <= gutter })
		out = f.take(out, 0, len(out), func(c *textRun) bool { return c.x0 >= gutter })
	}
	for start := 0; start < len(out) && f.work > 0; {
		end := start + 1
		for end < len(out) && out[end].y < out[end-1].y+maxBandGap*out[end].size {
			end++
		}
		n := len(out)
		if end-start < n && end-start >= minStreamPart {
			out = f.take(out, start, end, every)
		}
		start = end - (n - len(out))
	}
	return out
}

// spend takes n looks at pieces of text from the work that is left: all of it at the end of the meter.
func (f *stripFinder) spend(n int) {
	if f.work -= n; f.meter.Spend(ctxio.PerItem+n) != nil {
		f.work = 0
	}
}

// take takes the tables among the runs [from, to) that is says yes of.
func (f *stripFinder) take(runs []textRun, from, to int, is func(c *textRun) bool) []textRun {
	f.meter.Spend(len(runs))
	bands := makeBands(runs, from, to, is)
	f.meter.Spend(len(runs))
	var tables []*grid
	var dots []int // of the page, that lead from one cell to the next; found with the first table
	above := 0     // the first band that is free
	pairs := 0     // the end of the last pairs of labels and values above a head
	for i := 0; i < min(len(bands), maxSeeds) && f.work > 0; i++ {
		if i >= pairs {
			above = max(above, pairs)
			pairs = pairsEnd(runs, bands, i)
		}
		limit := len(bands)
		if i < pairs {
			limit = pairs
		}
		t, end := f.find(runs, bands[:limit], above, i)
		if t == nil {
			continue
		}
		if tables == nil {
			for n := range runs {
				if len(dots) < maxDots && runs[n].isDots() {
					dots = append(dots, n)
				}
			}
			f.spend(len(runs))
		}
		g := t.grid()
		top, bottom := t.bands[0].y, t.bands[len(t.bands)-1].y
		for _, n := range dots {
			c := &runs[n]
			if middle := (c.x0 + c.x1) / 2; middle > t.left() && middle < t.right() && c.y <= top+ruleBeside*c.size && c.y >= bottom-ruleBeside*c.size {
				g.taken = append(g.taken, n)
			}
		}
		tables = append(tables, g)
		i, above = end-1, end
	}
	return replaceTables(runs, tables)
}

// pairsEnd returns the end of the bands from start on that are pairs of a label and its value, if the head of a table
// with more columns follows, as on invoices; else 0.
func pairsEnd(runs []textRun, bands []band, start int) int {
	const minPairs, minColumns = 2, 4
	first := &bands[start]
	if len(first.pieces) != 2 {
		return 0
	}
	bands = bands[:min(len(bands), start+maxStripRun)]
	begins := func(b *band) bool { return math.Abs(runs[b.pieces[0]].x0-runs[first.pieces[0]].x0) < b.size }
	end, pairs := start, 0
	for end < len(bands) && len(bands[end].pieces) <= 2 && begins(&bands[end]) {
		pairs += len(bands[end].pieces) - 1 // a long label may touch its value
		end++
	}
	if pairs < minPairs || end == len(bands) || len(bands[end].pieces) < minColumns || !begins(&bands[end]) {
		return 0
	}
	head, isApart := &bands[end], false // as words of prose are not
	for n, i := range head.pieces {
		if isNumberText(runs[i].text()) {
			return 0
		}
		isApart = isApart || n > 0 && runs[i].x0-runs[head.pieces[n-1]].x1 > widestBlank*head.size
	}
	if !isApart {
		return 0
	}
	return end
}

// stripTable is a table of bands.
type stripTable struct {
	runs    []textRun
	bands   []band
	columns []columnRange
	lines   [][][]int // the pieces of the bands by column
	head    int       // bands above the first with many cells
	starts  []bool    // the bands that begin a row
	ruled   int       // of them, those below a rule
	gaps    bool      // rows are parted by gaps
	rowGap  float64   // the usual distance of bands
}

func (t *stripTable) left() float64  { return t.columns[0].x0 }
func (t *stripTable) right() float64 { return t.columns[len(t.columns)-1].x1 }

// find returns the table that begins at a band, or at one of those before it from top
// on, and the end of its bands; nil for none.
func (f *stripFinder) find(runs []textRun, bands []band, top, start int) (t *stripTable, end int) {
	end, cost := grow(runs, bands, start)
	f.spend(cost)
	for end-start >= 2 && f.work > 0 {
		t := f.divide(runs, bands[start:end])
		if len(t.columns) < 2 || len(t.columns) > maxTableColumns {
			return nil, 0
		}
		// bands below the last row with text in only one column aren't part of the table
		rows := t.rows()
		if last := rows[len(rows)-1]; filledCells(last.cells) < 2 {
			end = start + last.from
			continue
		}
		if above := f.bandsAbove(t, bands[top:start]); above > 0 {
			t = f.divide(runs, bands[start-above:end])
		}
		f.spend(checkWork * t.pieces() * len(t.columns))
		if len(t.columns) < 2 || !t.plausible() && !((len(t.columns) >= manyColumns || t.isNumeric()) && t.partAll() && t.plausible()) || t.isInProse(bands, start, end) || f.isBesideProse(t) || !f.mono && t.isCode() {
			return nil, 0
		}
		return t, end
	}
	return nil, 0
}

// divide divides bands to columns and rows.
func (f *stripFinder) divide(runs []textRun, bands []band) *stripTable {
	t := &stripTable{runs: runs, bands: bands}
	t.findColumns()
	f.spend(t.pieces() * (1 + len(t.columns)))
	if len(t.columns) > 1 {
		t.partRows(f.segments)
	}
	return t
}

// isInProse reports whether a few bands without rules or numbers stand among lines that go over all
// of their columns: words of a paragraph that wide blanks part.
func (t *stripTable) isInProse(bands []band, start, end int) bool {
	if t.ruled > 0 || len(t.rows()) >= proseRows || t.isNumeric() {
		return false
	}
	x0, x1 := t.left(), t.right()
	gap := wideGap * (t.bands[0].y - t.bands[len(t.bands)-1].y) / float64(len(t.bands)-1)
	covers := func(b *band) bool {
		c := &t.runs[b.pieces[0]]
		return len(b.pieces) == 1 && c.x0 < x0+b.size && c.x1-c.x0 > 0.5*(x1-x0) && overlapping(t.columns, columnRange{c.x0, c.x1}) > 1
	}
	return start > 0 && bands[start-1].y-bands[start].y < gap && covers(&bands[start-1]) ||
		end < len(bands) && bands[end-1].y-bands[end].y < gap && covers(&bands[end])
}

// isBesideProse reports whether all that a table has at one side of the gutter of a page are lines in
// one column, of which one is as long as the lines of prose above and below.
func (f *stripFinder) isBesideProse(t *stripTable) bool {
	if f.gutter == 0 {
		return false
	}
	f.spend(len(t.runs))
	top, bottom := t.bands[0].y, t.bands[len(t.bands)-1].y
	for side := range 2 {
		longest, prose := 0.0, 0.0
		extent := cellExtent(nil)
		for i := range t.runs {
			c := &t.runs[i]
			if side == 0 && c.x1 > f.gutter || side == 1 && c.x0 < f.gutter {
				continue
			}
			if c.y > top+0.5*c.size || c.y < bottom-0.5*c.size {
				prose = max(prose, c.x1-c.x0)
				continue
			}
			extent.x0, extent.x1 = min(extent.x0, c.x0), max(extent.x1, c.x1)
			longest = max(longest, c.x1-c.x0)
		}
		if overlapping(t.columns, extent) == 1 && prose > minProse*t.bands[0].size && longest > fullProse*prose {
			return true
		}
	}
	return false
}

func (t *stripTable) pieces() (n int) {
	for i := range t.bands {
		n += len(t.bands[i].pieces)
	}
	return n
}

// grow returns the end of the bands from start on that may be a table, and the cost of
// the search. A band with only text over several columns may be between others, and so may
// lines of a cell right of the first column, even if wide blanks part the line above.
func grow(runs []textRun, bands []band, start int) (end, cost int) {
	first := &bands[start]
	if len(first.pieces) < 2 || len(first.pieces) > maxPieces || first.apart {
		return start, 0
	}
	var columns []columnRange
	end = start
	crossed := 0 // bands above that have nothing but pieces over several columns
	for i := start; i < len(bands) && i-start < maxStripRun; i++ {
		b := &bands[i]
		if i > start && bands[i-1].y-b.y > maxBandGap*first.size || len(b.pieces) > maxPieces || b.apart || b.size > otherSize*first.size || first.size > otherSize*b.size {
			break
		}
		cost += len(b.pieces) + len(columns)
		crossing := 0
		merged := slices.Clone(columns)
		for _, n := range b.pieces {
			c := columnRange{runs[n].x0, runs[n].x1}
			if overlapping(columns, c) > 1 {
				crossing++
			} else {
				merged = append(merged, c)
			}
		}
		if crossing > 0 && crossing == len(b.pieces) {
			if crossed++; crossed > 1 && (runs[b.pieces[0]].x0 < columns[0].x1 || crossed > maxCellLines) {
				break
			}
			continue
		}
		if merged = joinRanges(merged); i > start && len(merged) < 2 {
			break
		}
		columns, crossed = merged, 0
		end = i + 1
	}
	return end, cost
}

func overlapping(columns []columnRange, c columnRange) (n int) {
	for _, v := range columns {
		if c.x0 < v.x1 && v.x0 < c.x1 {
			n++
		}
	}
	return n
}

func joinRanges(all []columnRange) []columnRange {
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

// bandsAbove returns how many bands above the first one belong to the table: the rest of
// its head below the rule that it begins with, or the first lines of cells beside lower
// ones.
func (f *stripFinder) bandsAbove(t *stripTable, bands []band) (n int) {
	x0, x1 := t.left(), t.right()
	leading, next, fits := t.leading(), &t.bands[0], 0
	for fits < min(len(bands), maxHead) {
		b := &bands[len(bands)-1-fits]
		gap := b.y - next.y - next.rise
		if gap > maxBandGap*b.size || b.apart || b.size > otherSize*next.size || next.size > otherSize*b.size {
			break
		}
		inColumn, inside, spans := true, true, true
		for _, piece := range b.pieces {
			c := &t.runs[piece]
			spans = spans && c.x0 > t.columns[0].x1 && !isNumberText(c.text())
			inside = inside && c.x0 > x0-2*b.size && c.x1 < x1+2*b.size
			inColumn = inColumn && slices.ContainsFunc(t.columns, func(v columnRange) bool { return c.x0 > v.x0-b.size && c.x1 < v.x1+b.size })
		}
		first := &t.runs[b.pieces[0]]
		if isProse := len(b.pieces) == 1 && first.x0 < t.columns[0].x1 && strings.HasSuffix(strings.TrimSpace(first.text()), "."); isProse || !inside {
			break
		}
		fits++
		if rules := rulesOver(f.segments, x0, x1, minHeadCover, b.y+0.3*b.size, b.y+maxBandGap*b.size); len(rules) > 0 && (fits == len(bands) || bands[len(bands)-1-fits].y > slices.Min(rules)) {
			return fits
		}
		if len(rulesOver(f.segments, x0, x1, minHeadCover, next.y+0.3*next.size, b.y)) > 0 {
			inColumn = false
		}
		if spans && fits < len(bands) { // else the last line of a text
			over := &bands[len(bands)-1-fits]
			spans = over.y-b.y > spanGap*max(leading, b.size) || t.runs[over.pieces[0]].x0 > t.columns[0].x1
		}
		if (inColumn && gap <= wideGap*max(leading, next.size) || spans && gap <= spanGap*max(leading, next.size)) && n == fits-1 && fits <= maxCellLines {
			n = fits
		}
		next = b
	}
	return n
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

// grid returns the cells of the table, without typed rules.
func (t *stripTable) grid() *grid {
	rows := t.rows()
	g := &grid{columns: t.columns, cells: newCells(len(rows), len(t.columns))}
	for i, row := range rows {
		for at, cell := range row.cells {
			for _, piece := range cell {
				g.take(t.runs, piece, i, at)
			}
		}
	}
	g.placeHeads()
	return g
}
