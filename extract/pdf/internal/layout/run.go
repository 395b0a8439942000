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
	extent
	y, size    float64
	at         int // the place of the run in the file
	spans      []Span
	text       string // of the spans
	rtl        bool
	mcid       int32
	table               // no rows for text
	parted     bool     // it goes on the run before it, after a gap as between the cells of a table
	annotation int32    // the one that it is text of, 0 for none
	formula    bool     // has a fraction or the like
	turned     *textRun // the turned run that a heading of a table is of, nil for other text
	taken      bool     // a turned run that is in a table
	rise       float64  // how far up from y a turned heading goes
}

// isDots reports whether the run is dots that lead from one cell to the next, or a rule that is typed.
func (c *textRun) isDots() bool {
	const minTyped = 8
	text := strings.Trim(c.text, ". ")
	return c.Rows == nil && (text == "" || len(text) >= minTyped && strings.Trim(text, "-=_…") == "")
}

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

// piece is a glyph of a run, or a blank between two.
type piece struct {
	*contentstream.Glyph         // nil for a blank
	written              string  // the text of the glyph, or its replacement
	gap                  float64 // before the glyph, in ems
	link                 string
}

// style returns a span in the style of a piece, without text.
func (p *piece) style() Span {
	return Span{Bold: p.Font.Bold, Italic: p.Font.Italic, Mono: p.Font.Mono, Link: p.link}
}

// runBuilder builds the runs of one direction of writing in stream order.
type runBuilder struct {
	links []contentstream.Link // nil for turned text
	grids []ruled              // tables with rules
	tags  object.PageTags      // what marked content is

	blanks bool    // the blanks between words are characters
	share  float64 // of the letters from which a run is read from the right
	out    []*textRun

	open      []piece // the glyphs of the run that is open
	linkLooks int     // at areas of links

	gaps  []float64 // buffer of threshold
	items []piece   // buffer of withBlanks
}

func (c *runBuilder) add(g *contentstream.Glyph) {
	gap := 0.0
	if len(c.open) > 0 {
		const slack = 0.05 // ems between a glyph and the same again over it, as is done for bold type
		before, ok := last(c.open).Glyph, false
		if before.Text == g.Text && abs(before.X-g.X) <= slack*g.Size && abs(before.Y-g.Y) <= slack*g.Size && abs(before.Size-g.Size) <= slack*g.Size {
			return
		}
		if gap, ok = c.follows(before, g); !ok {
			c.flush()
			gap = 0
		}
	}
	c.open = append(c.open, piece{Glyph: g, written: g.Text, gap: gap})
}

// flush ends the open run. It is several where a gap in it is as wide as one between the cells of a table may be,
// and far wider than those between its words; dots that lead from one cell to the next are a run of their own.
func (c *runBuilder) flush() {
	open, threshold := c.open, c.threshold()
	start, dots := 0, 0 // dots that open[:i] ends with, blanks aside
	add := func(end int) {
		if run := c.newRun(open[start:end], threshold); run != nil {
			run.parted = start > 0
			c.out = append(c.out, run)
		}
		start = end
	}
	for i := 1; i < len(open); i++ {
		switch text := open[i-1].Text; {
		case isLeader(text):
			dots++
		case !isBlank(text):
			dots = 0
		}
		if led := dots >= minLeaderDots; c.parts(open, i, threshold, led) {
			end := i
			for led && end > start && (isBlank(open[end-1].Text) || isLeader(open[end-1].Text)) {
				end--
			}
			add(end)
			add(i)
		}
	}
	add(len(open))
	c.open = open[:0]
}

// parts reports whether the gap before glyph i may part two cells of a table: it is wide,
// has no blank on a page where characters are the blanks between words, follows dots that lead to
// glyph i (led), or has two blanks of fixed pitch.
func (c *runBuilder) parts(open []piece, i int, threshold float64, led bool) bool {
	before, text, gap := open[i-1].Text, open[i].Text, open[i].gap
	if rtl(text) || rtl(before) {
		return false
	}
	if gap >= partGap && threshold < partGap/2 || led && !isBlank(text) && !isLeader(text) {
		return true
	}
	if open[i].Font.Mono && i > 1 && !isBlank(text) && isBlank(before) && (isBlank(open[i-2].Text) || isDigit(text) && isDigit(open[i-2].Text)) {
		return true
	}
	return c.blanks && gap >= blanklessGap && threshold < blanklessGap && !isBlank(text) && !isBlank(before)
}

// minLeaderDots is how many dots lead to the next cell: "Total . . . . 12".
const minLeaderDots = 4

func isDigit(text string) bool { return len(text) == 1 && text[0] >= '0' && text[0] <= '9' }

func isLeader(text string) bool { return text == "." || text == "…" }

// newRun makes a text run of glyphs, nil of some without text.
func (c *runBuilder) newRun(glyphs []piece, threshold float64) *textRun {
	if len(glyphs) == 0 {
		return nil
	}
	k := &textRun{extent: extentOf(nil), mcid: glyphs[0].MCID, annotation: glyphs[0].Annotation}
	sizes := map[float32]int{}
	for _, g := range glyphs {
		if isBlank(g.Text) {
			continue
		}
		k.add(float64(g.X), float64(g.X+g.W))
		k.formula = k.formula || g.Font.Formula
		sizes[g.Size] += len(g.Text)
	}
	best := 0
	for _, g := range glyphs { // in order, so that the choice is stable
		if sizes[g.Size] > best {
			best, k.size, k.y = sizes[g.Size], float64(g.Size), float64(g.Y)
		}
	}
	c.linkWords(glyphs, threshold)
	k.rtl = c.readRightToLeft(glyphs)
	c.items = joinSpacedLetters(withBlanks(c.items[:0], glyphs, threshold))
	inReadingOrder(c.items, k.rtl)
	k.writeScripts(c.items)
	for part := range groups(c.items, func(part []piece, p piece) bool { return p.Glyph == nil || p.style() == part[0].style() }) {
		var b strings.Builder
		for i := range part {
			b.WriteString(part[i].written)
		}
		if b.Len() > 0 {
			s := part[0].style()
			s.Text = plainForms(b.String())
			k.spans = append(k.spans, s)
		}
	}
	if k.text = Text(k.spans); isBlank(k.text) {
		return nil
	}
	return k
}

// withBlanks appends the glyphs that have text to items, with a blank between words.
func withBlanks(items, glyphs []piece, threshold float64) []piece {
	blanks := false
	for i, g := range glyphs {
		if isBlank(g.Text) {
			blanks = blanks || g.Text != "" // "" is a glyph whose text another glyph holds, not a blank
			continue
		}
		if len(items) > 0 && (blanks || g.gap > threshold && !joinsIdeographs(glyphs[i-1].Text, g.Text)) {
			items = append(items, piece{written: " "})
		}
		blanks = false
		items = append(items, g)
	}
	return items
}

// minSpacedLetters is how many letters a letter-spaced run has at least.
const minSpacedLetters = 4

// joinSpacedLetters removes the blanks between the letters of letter-spaced words: "T A B L E 2" becomes "TABLE 2".
func joinSpacedLetters(items []piece) []piece {
	var gaps []float64
	letters := 0
	for i := 0; i < len(items); i += 2 {
		g := &items[i]
		isLetter := isLetterText(g.Text)
		if !isLetter && !isDigit(g.Text) || rtl(g.Text) || g.Font.Math || i+1 < len(items) && items[i+1].Glyph != nil {
			return items
		}
		if isLetter {
			letters++
		}
		if i > 0 {
			before := &items[i-2]
			gaps = append(gaps, float64((g.X-before.X-before.W)/max(g.Size, 1)))
		}
	}
	if letters < minSpacedLetters || isAlphabet(items) {
		return items
	}
	usual := slices.Sorted(slices.Values(gaps))[len(gaps)/2]
	kept := items[:1]
	for i, gap := range gaps {
		blank, g := items[2*i+1], items[2*i+2]
		if gap >= spacedRatio*usual || isDigit(g.Text) || isDigit(last(kept).written) {
			kept = append(kept, blank)
		}
		kept = append(kept, g)
	}
	return kept
}

// isAlphabet reports whether a run is letters in the order of their codes, as in tables of
// characters: "ä å æ è é ë ì", or "A B C" over columns. Other words have fewer.
func isAlphabet(glyphs []piece) bool {
	const minAlphabet = 7
	letters, last, next := 0, "", true
	for i := range glyphs {
		if text := glyphs[i].written; !isBlank(text) {
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
	for i := range c.open {
		g := &c.open[i]
		if isBlank(g.Text) {
			blanks++
			continue
		}
		glyphs++
		if i > 0 && isLetterText(g.Text) && isLetterText(c.open[i-1].Text) {
			c.gaps = append(c.gaps, g.gap)
		}
	}
	width := wordGap
	if blanks*lettersPerBlank > glyphs {
		width = blankedGap
	}
	if len(c.gaps) < 4 || isAlphabet(c.open) {
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
	at := make(map[place][]*textRun, len(runs))
	out := runs[:0]
	for _, c := range runs {
		if m.Spend(ctxio.PerItem) != nil {
			break
		}
		slack := max(1, c.size*0.25)
		k := place{c.text, int(math.Round(c.y / cell))}
		near := slices.Concat(at[place{k.text, k.y - 1}], at[k], at[place{k.text, k.y + 1}])
		if slices.ContainsFunc(near, func(p *textRun) bool { return math.Abs(p.x0-c.x0) < slack && math.Abs(p.y-c.y) < min(slack, cell) }) {
			continue
		}
		if len(at[k]) < 50 {
			at[k] = append(at[k], c)
		}
		out = append(out, c)
	}
	return out
}
