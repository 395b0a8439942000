package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// Cell is a part of a line that stands apart from others.
type Cell struct {
	X0, X1 float64
	Spans  []Span
}

// Text returns the text of a cell.
func (c *Cell) Text() string { return Text(c.Spans) }

// Line is a line of text.
type Line struct {
	X0, X1, Y, Size float64
	Cells           []Cell
	Page            int
	PageHeight      float64
	Bold, Mono      bool
	MCID            int32
	// The cells of a table were found before lines were made.
	table
	// Turned reports a line that is not written upright, or a comment.
	Turned bool
	// Comment is the text of an annotation, "" for a line of the page.
	Comment string
	// Before is where in Page the line above in the order of reading is, as a
	// distance: 0 for the first line of a column or page.
	Before float64

	heading object.Tag // by which it is one
}

// Text returns the text of a line, its cells set apart by blanks.
func (l *Line) Text() string {
	if l.Rows != nil {
		return rowsText(l.Rows)
	}
	if len(l.Cells) == 1 {
		return l.Cells[0].Text()
	}
	parts := make([]string, len(l.Cells))
	for i := range l.Cells {
		parts[i] = l.Cells[i].Text()
	}
	return strings.Join(parts, " ")
}

// CommentLine returns a line that holds the comment of an annotation. It belongs
// after the lines of its page; a paragraph goes on around it.
func CommentLine(text string, page int) Line {
	return Line{Comment: text, Turned: true, Page: page, Size: 1, MCID: -1}
}

// PageLines returns the lines of a page in the order of reading, and the texts
// of what is hidden by reason. The direction of most of the text is upright,
// whichever way it is turned on the page; text of other directions comes after. The
// caller looks at m, the meter of the work, before it uses them: they may lack what comes after its end.
func PageLines(m *ctxio.Meter, p *contentstream.Page, number int) (lines []Line, hidden map[contentstream.Hidden]string) {
	seen, hidden := splitVisible(m, p.Glyphs)
	grids := ruledTables(p.Segments)
	runs, main := runsByDirection(m, p, placeLateGlyphs(m, seen), grids)
	segments, dots, top, height := p.Segments, p.Dots, 0.0, p.Height
	if main != 0 { // they are of the upright page
		grids, segments, dots = nil, nil, nil
	}
	if main%2 == 1 {
		height = p.Width
	}
	if main == 1 || main == 2 {
		top = height // the frame counts from the other edge
	}
	if len(runs[main]) > 0 {
		runs[main] = takeTables(m, append(runs[main], turnedHeads(runs, main)...), p.Tags, grids, segments)
	}
	for _, l := range order(m, runs[main], p.Tags) {
		l.dot(dots)
		l.Y, l.PageHeight = l.Y+top, height
		lines = append(lines, l)
	}
	for dir, runs := range runs {
		if dir == main {
			continue
		}
		for _, l := range order(m, filter(runs, func(c *textRun) bool { return !c.taken }), p.Tags) {
			l.PageHeight, l.Turned = p.Height, true
			lines = append(lines, l)
		}
	}
	for i := range lines {
		l := &lines[i]
		l.Page = number
		if tag := p.Tags[l.MCID]; tag.Heading > 0 && l.Rows == nil && !l.Turned {
			l.heading = tag
		}
	}
	return lines, hidden
}

// runsByDirection makes runs of the glyphs of each direction, and returns which one most of the text has.
func runsByDirection(m *ctxio.Meter, p *contentstream.Page, glyphs []*contentstream.Glyph, grids []ruled) (runs [contentstream.Directions][]*textRun, main int) {
	blanks, share := usualText(glyphs)
	var byDir [contentstream.Directions][]*contentstream.Glyph
	inVisualOrder(glyphs)
	for _, g := range glyphs {
		byDir[g.Dir] = append(byDir[g.Dir], g)
	}
	for dir := 1; dir < contentstream.Oblique; dir++ {
		if len(byDir[dir]) > len(byDir[main]) && 2*len(byDir[dir]) > 3*len(byDir[0]) {
			main = dir
		}
	}
	for dir, glyphs := range byDir {
		if len(glyphs) == 0 {
			continue
		}
		c := &runBuilder{share: share, blanks: blanks, tags: p.Tags}
		if dir == 0 {
			c.grids, c.links = grids, p.Links
		}
		for _, g := range glyphs {
			if m.Spend(ctxio.PerItem) != nil {
				break
			}
			c.add(g)
		}
		c.flush()
		runs[dir] = dropRepainted(m, c.out)
	}
	return runs, main
}

// takeTables replaces the runs of each table by one run. Turned headings that no table takes are left where they are.
func takeTables(m *ctxio.Meter, runs []*textRun, tags object.PageTags, grids []ruled, segments []contentstream.Segment) []*textRun {
	for i, c := range runs {
		c.at = i
	}
	if m.Spend(ctxio.PerItem*len(runs)) == nil {
		runs = takeStripTables(m, takeRuledTables(takeTaggedTables(runs, tags), grids), segments)
	}
	return filter(runs, func(c *textRun) bool {
		if c.turned != nil {
			c.turned.taken = false
		}
		return c.turned == nil
	})
}

// maxBullet is the size in points up to which a dot is a bullet of text of any size. Before larger text it is 0.4 ems at most.
const maxBullet = 7

// dot puts a bullet in front of a line that a dot is painted before, at its right if it is read from there.
func (l *Line) dot(dots []contentstream.Dot) {
	fromRight := rtl(l.Text())
	for _, d := range dots {
		at := float64(d.X)
		x, y := (l.X0-at)/l.Size, (float64(d.Y)-l.Y)/l.Size
		if fromRight {
			x = (at - l.X1) / l.Size
		}
		if l.Rows == nil && float64(d.Size) <= max(maxBullet, 0.4*l.Size) && x > 0.3 && x < 3 && y > 0 && y < 0.75 {
			l.X0, l.X1 = min(l.X0, at), max(l.X1, at)
			l.Cells = slices.Insert(l.Cells, 0, Cell{at, at, []Span{{Text: "•"}}})
			return
		}
	}
}

// newLine makes a line of runs that are in order from left to right, or from
// right to left if they are read so.
func newLine(runs []*textRun) Line {
	if c := runs[0]; c.Rows != nil {
		return Line{X0: c.x0, X1: c.x1, Y: c.y, Size: c.size, MCID: c.mcid, table: c.table}
	}
	l := Line{X0: math.Inf(1), X1: math.Inf(-1), MCID: runs[0].mcid}
	widest, right := 0, 0
	for _, c := range runs {
		l.X0, l.X1 = min(l.X0, c.x0), max(l.X1, c.x1)
		if n := len(c.text); n > widest {
			widest, l.Y, l.Size = n, c.y, c.size
		}
		if c.rtl {
			right++
		}
	}
	if right*2 > len(runs) {
		runs = slices.Clone(runs)
		slices.SortStableFunc(runs, func(a, b *textRun) int { return cmp.Compare(b.x0, a.x0) })
	}
	var spans []Span // that have text
	for i, c := range runs {
		l.join(runs, i)
		spans = append(spans, filter(c.spans, func(s Span) bool { return !isBlank(s.Text) })...)
	}
	l.Bold, l.Mono = isBold(spans), isMono(spans)
	return l
}

// isBold reports whether spans are in bold type. Between the first and the last there may be code, whose font is not: "Creation of zoo objects".
func isBold(spans []Span) bool {
	return spans[0].Bold && last(spans).Bold && !slices.ContainsFunc(spans, func(s Span) bool { return !s.Bold && !s.Mono })
}

// isMono reports whether spans are in fixed pitch, but for arrows and relations, which such fonts may lack: "⇒" before what a line of
// code results in, "←↪" where one was broken.
func isMono(spans []Span) bool {
	isRelation := func(r rune) bool { return r == ' ' || r >= '←' && r <= '⇿' || strings.ContainsRune("≡⊣", r) }
	return slices.ContainsFunc(spans, func(s Span) bool { return s.Mono }) &&
		!slices.ContainsFunc(spans, func(s Span) bool { return !s.Mono && strings.TrimFunc(s.Text, isRelation) != "" })
}

// join appends the run i to the line, to its last cell if it is near.
func (l *Line) join(runs []*textRun, i int) {
	c := runs[i]
	n := len(l.Cells)
	if i == 0 {
		l.Cells = []Cell{{c.x0, c.x1, c.spans}}
		return
	}
	last := &l.Cells[n-1]
	em := max(c.size, runs[i-1].size)
	gap := (c.x0 - last.X1) / em
	if c.rtl && c.x1 <= last.X0 {
		gap = (last.X0 - c.x1) / em
	}
	if gap >= cellGap {
		l.Cells = append(l.Cells, Cell{c.x0, c.x1, c.spans})
		return
	}
	if gap > pieceGap && !joinsIdeographs(last.Text(), c.text) {
		spans := slices.Clone(last.Spans)
		spans[len(spans)-1].Text += " "
		last.Spans = spans
	}
	last.Spans = append(slices.Clip(last.Spans), c.spans...)
	last.X0, last.X1 = min(last.X0, c.x0), max(last.X1, c.x1)
}

// maxHidden bounds the hidden text that is kept of a page and reason.
const maxHidden = 4000

// perGlyph is what a look at a glyph costs of the meter of the work.
const perGlyph = 4

// splitVisible parts the glyphs that a reader sees from the others. A page whose text
// is for the most part invisible is a scan with recognised text: that is seen.
func splitVisible(m *ctxio.Meter, all []contentstream.Glyph) (seen []*contentstream.Glyph, hidden map[contentstream.Hidden]string) {
	var by [contentstream.Sunk + 1]int
	for i := range all {
		by[all[i].Hidden]++
	}
	isScan := by[contentstream.Invisible] > by[contentstream.Seen]
	seen, unseen := make([]*contentstream.Glyph, 0, len(all)), map[contentstream.Hidden][]*contentstream.Glyph{}
	for i := range all {
		if m.Spend(perGlyph) != nil {
			break
		}
		if g := &all[i]; g.Hidden == contentstream.Seen || g.Hidden == contentstream.Invisible && isScan {
			seen = append(seen, g)
		} else {
			unseen[g.Hidden] = append(unseen[g.Hidden], g)
		}
	}
	hidden = make(map[contentstream.Hidden]string, len(unseen))
	for reason, glyphs := range unseen {
		hidden[reason] = streamText(glyphs)
	}
	return seen, hidden
}

// streamText returns the text of glyphs in the order of the file, up to maxHidden.
func streamText(glyphs []*contentstream.Glyph) string {
	var b strings.Builder
	for i, g := range glyphs {
		if b.Len() >= maxHidden {
			break
		}
		if i > 0 && (abs(g.Y-glyphs[i-1].Y) > g.Size/2 || float64(g.X-glyphs[i-1].X-glyphs[i-1].W) > pieceGap*float64(g.Size)) {
			b.WriteByte(' ')
		}
		b.WriteString(g.Text)
	}
	return b.String()
}

const (
	maxLateSearch = 500  // glyphs back
	lateGap       = 0.15 // ems between a glyph and the one that it follows, and by which it may overlap the next one
	lateShift     = 0.55 // ems that an exponent or index may be above or below the line
)

// placeLateGlyphs puts each glyph behind the one that it follows on its line, where the file has glyphs right of it in between:
// exponents in what a browser prints, "a², b" as "a", ", b" and "2", and a letter that the font of a word lacks, which LibreOffice
// paints after the line: "(", "īkā)" and then "ṭ". One that begins its line, as the box of a form, comes before the glyph that it touches.
func placeLateGlyphs(m *ctxio.Meter, glyphs []*contentstream.Glyph) []*contentstream.Glyph {
	out := make([]*contentstream.Glyph, 0, len(glyphs))
	moved := -1 // where the glyph before is, if it was late
	for _, g := range glyphs {
		at := len(out)
		next := float32(math.Inf(1)) // where the glyph that follows on the line begins
		first := -1                  // which it is, if it is on the base line
		for k := len(out) - 1; k >= max(0, len(out)-maxLateSearch) && m.Spend(perGlyph) == nil; k-- {
			before := out[k]
			slack, step, off := lateGap*before.Size, g.X-before.X-before.W, abs(before.Y-g.Y)
			isScript, isBeside := g.Size <= indexSize*before.Size && off <= lateShift*before.Size, off < slack
			if before.Dir != g.Dir || before.Annotation != g.Annotation || off > before.Size || k == len(out)-1 && g.X >= before.X && step < cellGap*g.Size {
				break
			}
			if at = k + 1; at < len(out) && abs(step) < slack && g.X+g.W < next+slack && (isScript || isBeside && (before.Font != g.Font || k == moved)) {
				break
			}
			if at = len(out); isScript || isBeside {
				next, first = before.X, -1
				if isBeside && before.Font != g.Font {
					first = k
				}
			}
		}
		if at == len(out) && first >= 0 && abs(g.X+g.W-next) < lateGap*g.Size {
			at = first
		}
		if moved = -1; at < len(out) {
			moved = at
		}
		out = slices.Insert(out, at, g)
	}
	return out
}

// Headings of narrow columns are often turned. Those that begin or end side by side at one height
// are handed to the tables of the page as runs where their lower ends are.

const (
	minHeadTurn  = 0.5 // sine of the angle
	maxHeadLong  = 25  // ems
	maxTurned    = 500 // headings of a page
	headFootSlip = 1.0 // ems between the heights of their lower ends
)

// turnedHeads returns the turned runs of a page that may be headings of a table, as upright ones where they stand on the page. It
// marks the turned ones as taken.
func turnedHeads(turned [contentstream.Directions][]*textRun, main int) (heads []*textRun) {
	var found []*textRun
	sin0, cos0 := contentstream.Sincos(uint8(main))
	for dir, runs := range turned {
		sin1, cos1 := contentstream.Sincos(uint8(dir))
		sin, cos := sin1*cos0-cos1*sin0, cos1*cos0+sin1*sin0
		for _, c := range runs {
			if math.Abs(sin) < minHeadTurn || c.x1-c.x0 > maxHeadLong*c.size || len(found) == maxTurned || c.annotation != 0 {
				continue
			}
			low := c.x0
			if sin < 0 {
				low = c.x1
			}
			middle := c.y + 0.3*c.size
			x, y := low*cos-middle*sin, low*sin+middle*cos
			h := *c
			h.turned, h.x0, h.x1, h.y, h.rise = c, x-c.size/2, x+c.size/2, y, math.Abs(sin)*(c.x1-c.x0)
			found = append(found, &h)
		}
	}
	slices.SortStableFunc(found, func(a, b *textRun) int { return cmp.Compare(b.y, a.y) })
	for row := range groups(found, func(row []*textRun, h *textRun) bool { return last(row).y-h.y < headFootSlip*h.size }) {
		for _, h := range row {
			if len(row) > 1 {
				h.y, h.turned.taken = last(row).y, true
				heads = append(heads, h)
			}
		}
	}
	return heads
}
