package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// Span is text of one style.
type Span struct {
	Text               string
	Bold, Italic, Mono bool
	Link               string
}

// Text returns the text of spans.
func Text(spans []Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// textRun is a run of glyphs on a line without large gaps.
type textRun struct {
	x0, x1, y, size float64
	at              int // the place of the run in the file
	spans           []Span
	rtl             bool
	mcid            int32
	table                    // no rows for text
	parted          bool     // it goes on the run before it, after a gap as between the cells of a table
	annotation      int32    // the one that it is text of, 0 for none
	formula         bool     // has a fraction or the like
	turned          *textRun // the turned run that a heading of a table is of, nil for other text
	taken           bool     // a turned run that is in a table
	rise            float64  // how far up from y a turned heading goes
}

// isDots reports whether the run is dots that lead from one cell to the next, or a rule that is typed.
func (c *textRun) isDots() bool {
	const minTyped = 8
	text := strings.Trim(c.text(), ". ")
	return c.Rows == nil && (text == "" || len(text) >= minTyped && strings.Trim(text, "-=_…") == "")
}

func (c *textRun) text() string { return Text(c.spans) }

// plainForms returns text with ligatures, and presentation forms of Hebrew and Arabic
// letters, as plain letters, and letters with combining marks as one character each where
// there is one.
func plainForms(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r >= 0x300 && r <= 0x36f }) {
		text = norm.NFC.String(text)
	}
	shaped := func(r rune) bool { return r >= 0xfb00 && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc }
	if !strings.ContainsFunc(text, shaped) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if shaped(r) {
			b.WriteString(norm.NFKC.String(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// joinsIdeographs reports whether text ends and goes on with characters of scripts that are
// written without blanks.
func joinsIdeographs(text, next string) bool {
	isIdeograph := func(r rune) bool {
		return r >= 0x2e80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) ||
			r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef)
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	first, _ := utf8.DecodeRuneInString(next)
	return isIdeograph(last) && isIdeograph(first)
}

// runBuilder builds the runs of one direction of writing in stream order.
type runBuilder struct {
	links []contentstream.Link // nil for turned text
	grids []ruled              // tables with rules
	tags  object.PageTags      // what marked content is

	blanks   bool // the blanks between words are characters
	segments []contentstream.Segment
	dir      uint8
	out      []*textRun

	glyphs []contentstream.Glyph // of the run that is open
	gap    []float64             // before each, in ems

	share float64 // of the letters from which a run is read from the right

	linkLooks int // at areas of links

	gaps  []float64 // buffer of threshold
	order []int     // buffer of items
}

func (c *runBuilder) add(g *contentstream.Glyph) {
	if n := len(c.glyphs); n > 0 {
		const slack = 0.05 // ems between a glyph and the same again over it, as is done for bold type
		last := &c.glyphs[n-1]
		if last.Text == g.Text && abs(last.X-g.X) <= slack*g.Size && abs(last.Y-g.Y) <= slack*g.Size && abs(last.Size-g.Size) <= slack*g.Size {
			return
		}
		gap, ok := c.follows(last, g)
		if ok {
			c.glyphs, c.gap = append(c.glyphs, *g), append(c.gap, gap)
			return
		}
		c.flush()
	}
	c.glyphs, c.gap = append(c.glyphs, *g), append(c.gap, 0)
}

// flush ends the open run. It is several where a gap in it is as wide as one between the cells of a table may be,
// and far wider than those between its words; dots that lead from one cell to the next are a run of their own.
func (c *runBuilder) flush() {
	threshold := c.threshold()
	glyphs, gap := c.glyphs, c.gap
	start, dots := 0, 0 // dots that glyphs[:i] ends with, blanks aside
	add := func(end int) {
		c.glyphs, c.gap = glyphs[start:end], gap[start:end]
		if run := c.newRun(threshold); run != nil {
			run.parted = start > 0
			c.out = append(c.out, run)
		}
		start = end
	}
	for i := 1; i < len(glyphs); i++ {
		switch text := glyphs[i-1].Text; {
		case isLeader(text):
			dots++
		case !isBlank(text):
			dots = 0
		}
		if led := dots >= minLeaderDots; c.parts(glyphs, gap, i, threshold, led) {
			end := i
			for led && end > start && (isBlank(glyphs[end-1].Text) || isLeader(glyphs[end-1].Text)) {
				end--
			}
			add(end)
			add(i)
		}
	}
	add(len(glyphs))
	c.glyphs, c.gap = glyphs[:0], gap[:0]
}

// parts reports whether the gap before glyph i may part two cells of a table: it is wide,
// has no blank on a page where characters are the blanks between words, follows dots that lead to
// glyph i (led), or has two blanks of fixed pitch.
func (c *runBuilder) parts(run []contentstream.Glyph, gap []float64, i int, threshold float64, led bool) bool {
	if rtl(run[i].Text) || rtl(run[i-1].Text) {
		return false
	}
	if gap[i] >= partGap && threshold < partGap/2 || led && !isBlank(run[i].Text) && !isLeader(run[i].Text) {
		return true
	}
	if run[i].Font.Mono && i > 1 && !isBlank(run[i].Text) && isBlank(run[i-1].Text) && (isBlank(run[i-2].Text) || isDigit(run[i].Text) && isDigit(run[i-2].Text)) {
		return true
	}
	return c.blanks && gap[i] >= blanklessGap && threshold < blanklessGap && !isBlank(run[i].Text) && !isBlank(run[i-1].Text)
}

// minLeaderDots is how many dots lead to the next cell: "Total . . . . 12".
const minLeaderDots = 4

func isDigit(text string) bool { return len(text) == 1 && text[0] >= '0' && text[0] <= '9' }

func isLeader(text string) bool { return text == "." || text == "…" }

// newRun makes a text run of the open run, nil of one without text.
func (c *runBuilder) newRun(threshold float64) *textRun {
	if len(c.glyphs) == 0 {
		return nil
	}
	k := &textRun{x0: math.Inf(1), x1: math.Inf(-1), mcid: c.glyphs[0].MCID, annotation: c.glyphs[0].Annotation}
	sizes := map[float32]int{}
	for i := range c.glyphs {
		g := &c.glyphs[i]
		if strings.TrimSpace(g.Text) == "" {
			continue
		}
		k.x0, k.x1 = min(k.x0, float64(g.X)), max(k.x1, float64(g.X+g.W))
		k.formula = k.formula || g.Font.Formula
		sizes[g.Size] += len(g.Text)
	}
	best := 0
	for i := range c.glyphs { // in order, so that the choice is stable
		if g := &c.glyphs[i]; sizes[g.Size] > best {
			best, k.size, k.y = sizes[g.Size], float64(g.Size), float64(g.Y)
		}
	}
	c.write(k, threshold)
	if isBlank(k.text()) {
		return nil
	}
	return k
}

func (c *runBuilder) write(k *textRun, threshold float64) {
	links := c.wordLinks(threshold)
	k.rtl = c.readRightToLeft()
	var b strings.Builder
	var style Span
	flush := func() {
		if b.Len() > 0 {
			style.Text = plainForms(b.String())
			k.spans = append(k.spans, style)
			b.Reset()
		}
	}
	order := c.items(threshold)
	c.logical(order, k.rtl)
	texts := c.indices(order, k) // in place of those of glyphs
	for _, at := range order {
		if at == gapItem {
			b.WriteByte(' ')
			continue
		}
		g := &c.glyphs[at]
		s := Span{Bold: g.Font.Bold, Italic: g.Font.Italic, Mono: g.Font.Mono}
		if links != nil {
			s.Link = links[at]
		}
		if s != (Span{Bold: style.Bold, Italic: style.Italic, Mono: style.Mono, Link: style.Link}) {
			flush()
			style = s
		}
		text, found := texts[at]
		if !found {
			text = g.Text
		}
		b.WriteString(text)
	}
	flush()
}

// gapItem marks a blank among the indices of glyphs.
const gapItem = -1

// items returns the indices of the glyphs of the open run that have text, and
// gapItem for each blank between them.
func (c *runBuilder) items(threshold float64) []int {
	c.order = c.order[:0]
	blanks := false
	last := -1
	for i := range c.glyphs {
		text := c.glyphs[i].Text
		if isBlank(text) {
			blanks = blanks || text != "" // "" is a glyph whose text another glyph holds, not a blank
			continue
		}
		if last >= 0 && c.gap[i] > threshold && !joinsIdeographs(c.glyphs[i-1].Text, text) {
			blanks = true
		}
		if blanks && last >= 0 {
			c.order = append(c.order, gapItem)
		}
		blanks, last = false, i
		c.order = append(c.order, i)
	}
	c.joinSpacedLetters()
	return c.order
}

// minSpacedLetters is how many letters a letter-spaced run has at least.
const minSpacedLetters = 4

// joinSpacedLetters removes the blanks between the letters of letter-spaced words: "T A B L E 2" becomes "TABLE 2".
func (c *runBuilder) joinSpacedLetters() {
	var gaps []float64
	letters := 0
	for i := 0; i < len(c.order); i += 2 {
		g := &c.glyphs[c.order[i]]
		isLetter := isLetterText(g.Text)
		if !isLetter && !isDigit(g.Text) || rtl(g.Text) || g.Font.Math || i+1 < len(c.order) && c.order[i+1] != gapItem {
			return
		}
		if isLetter {
			letters++
		}
		if i > 0 {
			last := &c.glyphs[c.order[i-2]]
			gaps = append(gaps, float64((g.X-last.X-last.W)/max(g.Size, 1)))
		}
	}
	if letters < minSpacedLetters || c.isAlphabet() {
		return
	}
	usual := slices.Sorted(slices.Values(gaps))[len(gaps)/2]
	kept := c.order[:1]
	for i, gap := range gaps {
		at := c.order[2*i+2]
		if gap >= spacedRatio*usual || isDigit(c.glyphs[at].Text) || isDigit(c.glyphs[kept[len(kept)-1]].Text) {
			kept = append(kept, gapItem)
		}
		kept = append(kept, at)
	}
	c.order = kept
}

// isAlphabet reports whether the open run is letters in the order of their codes, as in tables of
// characters: "ä å æ è é ë ì", or "A B C" over columns. Other words have fewer.
func (c *runBuilder) isAlphabet() bool {
	const minAlphabet = 7
	letters, last, next := 0, "", true
	for i := range c.glyphs {
		if text := c.glyphs[i].Text; !isBlank(text) {
			if text <= last {
				return false
			}
			next = next && (last == "" || text[0] == last[0]+1)
			last = text
			letters++
		}
	}
	return next || letters >= minAlphabet
}

// The distances of glyphs, in ems; those of words are at threshold.
const (
	cellGap = 1.0  // from which text is in another run and cell
	partGap = 0.65 // from which the text may be in another cell of a table
	// blanklessGap is the same for a gap without a blank where others have one.
	blanklessGap = 0.3
	maxShift     = 0.4 // how much higher or lower a glyph of the same size may be that touches the last one
	backStep     = 0.6 // how far a glyph may begin before the end of the last one
)

// follows reports whether g continues the run that ends with last. gap is the distance
// between the two in ems.
func (c *runBuilder) follows(last, g *contentstream.Glyph) (gap float64, ok bool) {
	em := float64(max(last.Size, g.Size))
	if em <= 0 || last.Annotation != g.Annotation {
		return 0, false
	}
	if last.MCID != g.MCID && c.tags != nil { // of the same tagged cell, or of none
		if a, b := c.tags[last.MCID], c.tags[g.MCID]; a.Table != b.Table || a.Row != b.Row || a.Column != b.Column {
			return 0, false
		}
	}
	small := float64(min(last.Size, g.Size))
	rise := math.Abs(float64(g.Y-last.Y)) / em
	gap = float64(g.X-last.X-last.W) / em
	touches := rise < maxShift && math.Abs(gap) < 0.3 // an index, or the E of TeX
	if rise > 0.55 || rise > 0.2 && small > 0.85*em && !touches {
		return 0, false
	}
	if gap > 0.1 && slices.ContainsFunc(c.grids, func(r ruled) bool {
		return r.crossed(float64(last.X+last.W/2), float64(g.X+g.W/2), float64(g.Y)) // a rule between two cells of a table
	}) {
		return 0, false
	}
	return gap, gap > -backStep && gap < cellGap
}

func abs(v float32) float32 { return max(v, -v) }

// A file without characters for blanks separates words by wider gaps between glyphs.
// The width depends on the font, on the justification of the line and on letter
// spacing, so that no constant fits. The gap between the letters of one word is
// learned from each run of glyphs: most pairs of letters are within a word, so the
// lower quartile of all gaps is such a gap. A word begins where a gap exceeds it by
// wordGap.

// The gaps between glyphs from which there is a blank, in ems.
const (
	wordGap = 0.12
	// blankedGap holds in a run that has characters for its blanks: of its other
	// gaps few are meant.
	blankedGap = 0.16
	// pieceGap holds between runs, of which nothing can be learned.
	pieceGap = 0.15
	// spacedGap is the gap between letters from which a run is letter-spaced,
	// and spacedRatio how many times wider the gaps between its words are.
	spacedGap   = 0.18
	spacedRatio = 1.6
	// lettersPerBlank is how many glyphs a run has for each blank at most if its
	// blanks are characters.
	lettersPerBlank = 12
)

// threshold returns the gap in ems from which there is a blank in the open run.
func (c *runBuilder) threshold() float64 {
	blanks, glyphs := 0, 0
	c.gaps = c.gaps[:0] // between letters
	for i := range c.glyphs {
		if isBlank(c.glyphs[i].Text) {
			blanks++
			continue
		}
		glyphs++
		if i > 0 && isLetterText(c.glyphs[i].Text) && isLetterText(c.glyphs[i-1].Text) {
			c.gaps = append(c.gaps, c.gap[i])
		}
	}
	width := wordGap
	if blanks*lettersPerBlank > glyphs {
		width = blankedGap
	}
	if len(c.gaps) < 4 || c.isAlphabet() {
		return width
	}
	slices.Sort(c.gaps)
	within := c.gaps[len(c.gaps)/4]
	if within > spacedGap {
		return c.gaps[len(c.gaps)/2] * spacedRatio
	}
	return max(within, 0) + width
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

func isLetterText(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// dropRepainted drops runs that are painted over another of the same text, as is done
// for shadows and for bold type.
func dropRepainted(m *ctxio.Meter, runs []*textRun) []*textRun {
	const cell = 4 // points
	type place struct {
		text string
		y    int
	}
	at := make(map[place][][2]float64, len(runs))
	out := runs[:0]
next:
	for _, c := range runs {
		if m.Spend(ctxio.PerItem) != nil {
			break
		}
		slack := max(1, c.size*0.25)
		k := place{c.text(), int(math.Round(c.y / cell))}
		for dy := -1; dy <= 1; dy++ {
			for _, p := range at[place{k.text, k.y + dy}] {
				if math.Abs(p[0]-c.x0) < slack && math.Abs(p[1]-c.y) < min(slack, cell) {
					continue next
				}
			}
		}
		if len(at[k]) < 50 {
			at[k] = append(at[k], [2]float64{c.x0, c.y})
		}
		out = append(out, c)
	}
	return out
}
