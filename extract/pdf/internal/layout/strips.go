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
	pieces  []*textRun
	apart   bool // never a row: a formula or a caption
	led     bool // dots lead to its last piece

	cells  [][]*textRun // the pieces by column of the table that is tried
	starts bool         // the band begins a row of it
}

// makeBands groups runs by their height.
func makeBands(runs []*textRun) (bands []*band) {
	for _, all := range byHeight(filter(runs, func(c *textRun) bool { return c.Rows == nil })) {
		b := &band{led: len(all) > 1 && all[len(all)-2].isDots()}
		if b.pieces = slices.DeleteFunc(all, (*textRun).isDots); len(b.pieces) == 0 {
			continue
		}
		for _, c := range b.pieces {
			b.apart = b.apart || c.formula
			b.rise = max(b.rise, c.rise)
			if c.size > b.size {
				b.y, b.size = c.y, c.size
			}
		}
		text := strings.TrimSpace(b.pieces[0].text)
		if len(b.pieces) > 1 {
			text += " " + b.pieces[1].text
		}
		b.apart = b.apart || isCaption(text)
		bands = append(bands, b)
	}
	return bands
}

// stripFinder looks for tables among the bands of a page.
type stripFinder struct {
	meter    *ctxio.Meter
	runs     []*textRun // of the page
	segments []contentstream.Segment
	work     int     // looks at pieces of text that are left
	gutter   float64 // between columns of prose, 0 for none
	mono     bool    // nearly all of the page is in fixed pitch
}

// takeStripTables replaces the runs of each table by one run in the place of the first
// of them. On a page of columns tables are looked for in each of them as well: at both sides of
// a gutter, and in what the file has from top to bottom.
func takeStripTables(m *ctxio.Meter, runs []*textRun, segments []contentstream.Segment) []*textRun {
	f := stripFinder{meter: m, runs: runs, segments: segments, work: minStripWork + stripWork*len(runs)}
	gutter, ok := findGutter(runs)
	f.gutter = gutter
	f.mono = 10*count(runs, func(c *textRun) bool { return c.Rows == nil && c.spans[0].Mono }) > 9*len(runs)
	f.take(runs)
	if f.gutter = 0; ok {
		f.take(filter(f.runs, func(c *textRun) bool { return c.x1 <= gutter }))
		f.take(filter(f.runs, func(c *textRun) bool { return c.x0 >= gutter }))
	}
	for part := range groups(f.runs, func(part []*textRun, c *textRun) bool { return c.y < last(part).y+maxBandGap*c.size }) {
		if len(part) < len(f.runs) && len(part) >= minStreamPart && f.work > 0 {
			f.take(part)
		}
	}
	return f.runs
}

// spend takes n looks at pieces of text from the work that is left: all of it at the end of the meter.
func (f *stripFinder) spend(n int) {
	if f.work -= n; f.meter.Spend(ctxio.PerItem+n) != nil {
		f.work = 0
	}
}

// take takes the tables among some of the runs.
func (f *stripFinder) take(part []*textRun) {
	f.meter.Spend(2 * len(f.runs))
	bands := makeBands(part)
	var tables []*grid
	var dots []*textRun // of the page, that lead from one cell to the next; found with the first table
	above := 0          // the first band that is free
	pairs := 0          // the end of the last pairs of labels and values above a head
	for i := 0; i < min(len(bands), maxSeeds) && f.work > 0; i++ {
		if i >= pairs {
			above = max(above, pairs)
			pairs = pairsEnd(bands, i)
		}
		limit := len(bands)
		if i < pairs {
			limit = pairs
		}
		t, end := f.find(bands[:limit], above, i)
		if t == nil {
			continue
		}
		if tables == nil {
			dots = filter(f.runs, (*textRun).isDots)
			dots = dots[:min(len(dots), maxDots)]
			f.spend(len(f.runs))
		}
		g := t.grid()
		g.dots = filter(dots, func(c *textRun) bool {
			middle := (c.x0 + c.x1) / 2
			return middle > t.left() && middle < t.right() && c.y <= t.bands[0].y+ruleBeside*c.size && c.y >= last(t.bands).y-ruleBeside*c.size
		})
		tables = append(tables, g)
		i, above = end-1, end
	}
	f.runs = replaceTables(f.runs, tables)
}

// pairsEnd returns the end of the bands from start on that are pairs of a label and its value, if the head of a table
// with more columns follows, as on invoices; else 0.
func pairsEnd(bands []*band, start int) int {
	const minPairs, minColumns = 2, 4
	first := bands[start]
	if len(first.pieces) != 2 {
		return 0
	}
	bands = bands[:min(len(bands), start+maxStripRun)]
	begins := func(b *band) bool { return math.Abs(b.pieces[0].x0-first.pieces[0].x0) < b.size }
	end, pairs := start, 0
	for end < len(bands) && len(bands[end].pieces) <= 2 && begins(bands[end]) {
		pairs += len(bands[end].pieces) - 1 // a long label may touch its value
		end++
	}
	if pairs < minPairs || end == len(bands) || len(bands[end].pieces) < minColumns || !begins(bands[end]) {
		return 0
	}
	head, isApart := bands[end], false // as words of prose are not
	for n, c := range head.pieces {
		if isNumberText(c.text) {
			return 0
		}
		isApart = isApart || n > 0 && c.x0-head.pieces[n-1].x1 > widestBlank*head.size
	}
	if !isApart {
		return 0
	}
	return end
}

// stripTable is a table of bands.
type stripTable struct {
	bands   []*band
	columns []extent
	head    int     // bands above the first with many cells
	ruled   int     // bands that begin a row below a rule
	gaps    bool    // rows are parted by gaps
	rowGap  float64 // the usual distance of bands
}

func (t *stripTable) left() float64  { return t.columns[0].x0 }
func (t *stripTable) right() float64 { return last(t.columns).x1 }

// height returns the distance of the first and the last band.
func (t *stripTable) height() float64 { return t.bands[0].y - last(t.bands).y }

// find returns the table that begins at a band, or at one of those before it from top
// on, and the end of its bands; nil for none.
func (f *stripFinder) find(bands []*band, top, start int) (t *stripTable, end int) {
	end, cost := grow(bands, start)
	f.spend(cost)
	for i := max(start+1, minOpenRows); i < end && !f.mono; i++ {
		if !slices.ContainsFunc(bands[i].pieces, isCodeRun) && isCode(1, bands[i-minOpenRows:i]...) {
			end = i // a table below a listing has none of its lines
		}
	}
	for end-start >= 2 && f.work > 0 {
		t := f.divide(bands[start:end])
		if len(t.columns) < 2 || len(t.columns) > maxTableColumns {
			return nil, 0
		}
		// bands below the last row with text in only one column aren't part of the table, nor is a note over several
		if last := last(t.rows()); len(filled(last.cells)) < 2 || t.isNote(last) {
			end = start + last.from
			continue
		}
		if above := f.bandsAbove(t, bands[top:start]); above > 0 {
			t = f.divide(bands[start-above : end])
		}
		f.spend(checkWork * t.pieces() * len(t.columns))
		if len(t.columns) < 2 || !t.plausible() && !((len(t.columns) >= manyColumns || t.isNumeric()) && t.partAll() && t.plausible()) || t.isInProse(bands, start, end) || f.isBesideProse(t) || !f.mono && isCode(minCode, t.bands...) && !t.isHeaded() {
			return nil, 0
		}
		return t, end
	}
	return nil, 0
}

// isNote reports whether a row without rules has a sentence over several columns, and no number, which a row of totals has.
func (t *stripTable) isNote(row stripRow) bool {
	cells := slices.Concat(row.cells...)
	return t.ruled == 0 && !slices.ContainsFunc(cells, (*textRun).isNumber) && slices.ContainsFunc(cells, func(c *textRun) bool {
		return len(c.text) > proseCell && overlapping(t.columns, c.extent) > 1
	})
}

// isHeaded reports whether the first band has a cell in each column, none of which is code.
func (t *stripTable) isHeaded() bool {
	return len(t.bands[0].columns()) == len(t.columns) && !slices.ContainsFunc(t.bands[0].pieces, isCodeRun)
}

// divide divides bands to columns and rows.
func (f *stripFinder) divide(bands []*band) *stripTable {
	t := &stripTable{bands: bands}
	t.findColumns()
	f.spend(t.pieces() * (1 + len(t.columns)))
	if len(t.columns) > 1 {
		t.partRows(f.segments)
	}
	return t
}

// isInProse reports whether a few bands without rules or numbers stand among lines that go over all
// of their columns: words of a paragraph that wide blanks part.
func (t *stripTable) isInProse(bands []*band, start, end int) bool {
	if t.ruled > 0 || len(t.rows()) >= proseRows || t.isNumeric() {
		return false
	}
	x0, x1 := t.left(), t.right()
	gap := wideGap * t.height() / float64(len(t.bands)-1)
	covers := func(b *band) bool {
		c := b.pieces[0]
		return len(b.pieces) == 1 && c.x0 < x0+b.size && c.x1-c.x0 > 0.5*(x1-x0) && overlapping(t.columns, c.extent) > 1
	}
	return start > 0 && bands[start-1].y-bands[start].y < gap && covers(bands[start-1]) ||
		end < len(bands) && bands[end-1].y-bands[end].y < gap && covers(bands[end])
}

// isBesideProse reports whether all that a table has at one side of the gutter of a page are lines in
// one column, of which one is as long as the lines of prose above and below.
func (f *stripFinder) isBesideProse(t *stripTable) bool {
	if f.gutter == 0 || 2*t.ruled > len(t.bands) {
		return false
	}
	f.spend(len(f.runs))
	top, bottom := t.bands[0].y, last(t.bands).y
	for side := range 2 {
		longest, prose, lines := 0.0, 0.0, 0
		text := extentOf(nil)
		for _, c := range f.runs {
			if side == 0 && c.x1 > f.gutter || side == 1 && c.x0 < f.gutter {
				continue
			}
			if c.y > top+0.5*c.size || c.y < bottom-0.5*c.size {
				if width := c.x1 - c.x0; width > minProse*t.bands[0].size {
					prose = max(prose, width)
					lines++
				}
				continue
			}
			text.add(c.x0, c.x1)
			longest = max(longest, c.x1-c.x0)
		}
		if overlapping(t.columns, text) == 1 && lines >= minSideBySide && longest > fullProse*prose {
			return true
		}
	}
	return false
}

func (t *stripTable) pieces() (n int) {
	for _, b := range t.bands {
		n += len(b.pieces)
	}
	return n
}

// grow returns the end of the bands from start on that may be a table, and the cost of
// the search. A band with only text over several columns may be between others, and so may
// lines of a cell right of the first column, even if wide blanks part the line above.
func grow(bands []*band, start int) (end, cost int) {
	first := bands[start]
	if len(first.pieces) < 2 || len(first.pieces) > maxPieces || first.apart {
		return start, 0
	}
	var columns []extent
	end = start
	crossed := 0 // bands above that have nothing but pieces over several columns
	for i := start; i < len(bands) && i-start < maxStripRun; i++ {
		b := bands[i]
		if i > start && bands[i-1].y-b.y > maxBandGap*first.size || len(b.pieces) > maxPieces || b.apart || b.size > otherSize*first.size || first.size > otherSize*b.size {
			break
		}
		cost += len(b.pieces) + len(columns)
		crossing := 0
		merged := slices.Clone(columns)
		for _, piece := range b.pieces {
			if overlapping(columns, piece.extent) > 1 {
				crossing++
			} else {
				merged = append(merged, piece.extent)
			}
		}
		if crossing > 0 && crossing == len(b.pieces) {
			if crossed++; crossed > 1 && (b.pieces[0].x0 < columns[0].x1 || crossed > maxCellLines) {
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

func overlapping(columns []extent, c extent) int {
	return count(columns, func(v extent) bool { return c.x0 < v.x1 && v.x0 < c.x1 })
}

func joinRanges(all []extent) []extent {
	slices.SortFunc(all, func(a, b extent) int { return cmp.Compare(a.x0, b.x0) })
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
func (f *stripFinder) bandsAbove(t *stripTable, bands []*band) (n int) {
	x0, x1 := t.left(), t.right()
	leading, next, fits := t.leading(), t.bands[0], 0
	for fits < min(len(bands), maxHead) {
		b := bands[len(bands)-1-fits]
		gap := b.y - next.y - next.rise
		if gap > maxBandGap*b.size || b.apart || b.size > otherSize*next.size || next.size > otherSize*b.size {
			break
		}
		inColumn, inside, spans := true, true, true
		for _, c := range b.pieces {
			spans = spans && c.x0 > t.columns[0].x1 && !isNumberText(c.text)
			inside = inside && c.x0 > x0-2*b.size && c.x1 < x1+2*b.size
			inColumn = inColumn && slices.ContainsFunc(t.columns, func(v extent) bool { return c.x0 > v.x0-b.size && c.x1 < v.x1+b.size })
		}
		first := b.pieces[0]
		if isProse := len(b.pieces) == 1 && first.x0 < t.columns[0].x1 && strings.HasSuffix(strings.TrimSpace(first.text), "."); isProse || !inside {
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
			over := bands[len(bands)-1-fits]
			spans = over.y-b.y > spanGap*max(leading, b.size) || over.pieces[0].x0 > t.columns[0].x1
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
		if isFlat(s) && float64(s.Y0) < top && float64(s.Y0) > bottom {
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
	g := &grid{columns: t.columns}
	for _, row := range t.rows() {
		g.cells = append(g.cells, row.cells)
	}
	g.placeHeads()
	return g
}
