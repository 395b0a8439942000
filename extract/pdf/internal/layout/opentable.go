package layout

import (
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// Tables without rules between their columns are found before lines are made of
// the pieces of text: a cell may have several lines, which belong together and
// not to those of its neighbours. The columns are what a free strip parts down
// several bands of text. Rows are parted by rules, or by gaps that are wider than
// those between the lines of a cell; where all gaps are alike, a row begins at
// each text in the column that has the fewest lines.

const (
	wideGap      = 1.12 // times the distance of lines in a cell
	minRuleCover = 0.6  // share of the width of a table that a rule covers
	openWork     = 400  // looks at each piece of text of a page
	minOpenWork  = 50_000
	maxOpenSeeds = 2000 // bands of a page at which a table is looked for
)

// openTable is a table of bands.
type openTable struct {
	runs    []textRun
	bands   []band
	columns []columnRange
	starts  []bool // the bands that begin a row
	ruled   int    // of them, those below a rule
	gaps    bool   // rows are parted by gaps
	end     int    // after its last band, among those of the page
}

// takeOpenTables replaces the runs of each table by one run in the place of
// the first of them. On a page of columns tables are looked for in each of them
// as well.
func takeOpenTables(runs []textRun, segments []contentstream.Segment) []textRun {
	all := splitParts(runs)
	f := openTableFinder{segments, minOpenWork + openWork*len(all)}
	out := f.take(all, math.Inf(-1), math.Inf(1))
	if gutter, ok := findGutter(runs, true); ok {
		out = f.take(out, math.Inf(-1), gutter)
		out = f.take(out, gutter, math.Inf(1))
	}
	if len(out) == len(all) {
		return runs
	}
	return joinParts(out)
}

// openTableFinder looks for tables among bands and the rules of a page.
type openTableFinder struct {
	segments []contentstream.Segment
	work     int // looks at pieces of text that are left
}

// take takes the tables that lie within x0 and x1.
func (f *openTableFinder) take(runs []textRun, x0, x1 float64) []textRun {
	bands := makeBands(runs, x0, x1)
	taken := map[int]*openTable{} // by the index of its first run
	gone := make([]bool, len(runs))
	above := 0 // the bands that are taken
	for i := 0; i < min(len(bands), maxOpenSeeds) && f.work > 0; i++ {
		t := f.find(runs, bands, above, i)
		if t == nil {
			continue
		}
		first := len(runs)
		for k := range t.bands {
			for _, n := range t.bands[k].pieces {
				gone[n] = true
				first = min(first, n)
			}
		}
		taken[first] = t
		i = t.end - 1
		above = t.end
	}
	if len(taken) == 0 {
		return runs
	}
	var out []textRun
	for i := range runs {
		if t := taken[i]; t != nil {
			out = append(out, t.asRun())
		}
		if !gone[i] {
			out = append(out, runs[i])
		}
	}
	return out
}

// find returns the table that begins at a band, or at one of those before
// it from top on, nil for none.
func (f *openTableFinder) find(runs []textRun, bands []band, top, start int) *openTable {
	end, cost := stripRun(bands, start, runs)
	f.work -= cost
	for end-start >= 3 && f.work > 0 {
		t := &openTable{runs: runs, bands: bands[start:end]}
		t.columns = bandColumns(t.bands, runs)
		if len(t.columns) < 2 || len(t.columns) > maxRuledCols {
			return nil
		}
		for i := range t.bands {
			f.work -= len(t.bands[i].pieces) * len(t.columns)
		}
		t.partRows(f.segments)
		// what stands in one column below the last row is no part of the table
		last := t.lastRow()
		if t.filledColumns(last, len(t.bands)) > 1 {
			if above := t.linesAbove(bands[top:start]); above > 0 {
				t = &openTable{runs: runs, bands: bands[start-above : end], columns: t.columns}
				t.partRows(f.segments)
			}
			if t.plausible() {
				t.end = end
				return t
			}
			return nil
		}
		end = start + last
	}
	return nil
}

// linesAbove returns how many bands above the first one belong to its row: each
// within columns, and as near as lines of a cell. They are the first lines of
// cells beside lower ones.
func (t *openTable) linesAbove(bands []band) (n int) {
	leading, next := t.leading(), &t.bands[0]
	for n < min(len(bands), maxCellLines) {
		b := &bands[len(bands)-1-n]
		if b.y-next.y > wideGap*leading || b.size > otherSize*next.size || next.size > otherSize*b.size {
			break
		}
		for _, piece := range b.pieces {
			c := &t.runs[piece]
			if !slices.ContainsFunc(t.columns, func(v columnRange) bool { return c.x0 > v.x0-b.size && c.x1 < v.x1+b.size }) {
				return n
			}
		}
		next = b
		n++
	}
	return n
}

// lastRow returns the band that the last row begins with.
func (t *openTable) lastRow() int {
	for i := len(t.starts) - 1; i > 0; i-- {
		if t.starts[i] {
			return i
		}
	}
	return 0
}

// column returns the column of a piece.
func (t *openTable) column(piece int) int {
	at := 0
	for at < len(t.columns)-1 && t.runs[piece].x0 >= t.columns[at+1].x0 {
		at++
	}
	return at
}

// filledColumns returns how many columns have text in the bands [from, to).
func (t *openTable) filledColumns(from, to int) int {
	filled := map[int]bool{}
	for _, b := range t.bands[from:to] {
		for _, piece := range b.pieces {
			filled[t.column(piece)] = true
		}
	}
	return len(filled)
}

// asRun returns the table as one run.
func (t *openTable) asRun() textRun {
	n := len(t.columns)
	out := textRun{x0: t.columns[0].x0, x1: t.columns[n-1].x1, y: t.bands[0].y, size: t.bands[0].size, mcid: -1}
	for i := range t.columns {
		out.edges = append(out.edges, t.columns[i].x0)
	}
	start := 0
	for _, end := range t.rowEnds() {
		cells := make([][]textRun, n)
		for _, b := range t.bands[start:end] {
			for _, piece := range b.pieces {
				at := t.column(piece)
				cells[at] = append(cells[at], t.runs[piece])
			}
		}
		row := make([][]Span, n)
		for i := range cells {
			row[i] = cellSpans(joinParts(cells[i]))
		}
		out.rows = append(out.rows, row)
		start = end
	}
	return out
}
