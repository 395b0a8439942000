package layout

import (
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// runBuilder builds the runs of one direction of writing in stream order.
type runBuilder struct {
	links *linkIndex      // nil for none
	grids []ruled         // tables with rules
	tags  object.PageTags // what marked content is

	blanks   bool // the blanks between words are characters
	segments []contentstream.Segment
	dir      uint8
	out      []textRun

	glyphs []contentstream.Glyph // of the run that is open
	gap    []float64             // before each, in ems

	share    float64      // of the letters from which a run is read from the right
	reversed map[int]bool // glyphs of the open run that are read from right to left
	shapes   bool         // brackets of right-to-left text show their shape

	gaps  []float64 // buffer of threshold
	order []int     // buffer of items
}

func (c *runBuilder) add(g *contentstream.Glyph) {
	if n := len(c.glyphs); n > 0 {
		if isTwin(&c.glyphs[n-1], g) {
			return
		}
		gap, ok := c.follows(&c.glyphs[n-1], g)
		if ok {
			c.glyphs, c.gap = append(c.glyphs, *g), append(c.gap, gap)
			return
		}
		c.flush()
	}
	c.glyphs, c.gap = append(c.glyphs, *g), append(c.gap, 0)
}

// flush ends the open run. Where a gap in it is as wide as one between the cells
// of a table may be, and far wider than those between its words, it has parts: without the dots that
// lead from one to the next.
func (c *runBuilder) flush() {
	threshold := c.threshold()
	whole, ok := c.newRun(threshold)
	run, gap := c.glyphs, c.gap
	start := 0
	for i := 1; i < len(run); i++ {
		if c.parts(run, gap, i, threshold) {
			end := i
			if endsLeader(run[:i]) {
				for end > start+1 && (isBlank(run[end-1].Text) || isLeader(run[end-1].Text)) {
					end--
				}
			}
			c.glyphs, c.gap = run[start:end], gap[start:end]
			part, ok := c.newRun(threshold)
			part.led = end < i
			whole.addPart(part, ok)
			start = i
		}
	}
	if start > 0 {
		c.glyphs, c.gap = run[start:], gap[start:]
		whole.addPart(c.newRun(threshold))
	}
	if ok {
		c.out = append(c.out, whole)
	}
	c.glyphs, c.gap = run[:0], gap[:0]
}

// parts reports whether the gap before glyph i may part two cells of a table: it is wide,
// has no blank on a page where characters are the blanks between words, stands behind dots that lead to
// it, or has two blanks of fixed pitch.
func (c *runBuilder) parts(run []contentstream.Glyph, gap []float64, i int, threshold float64) bool {
	if rtl(run[i].Text) || rtl(run[i-1].Text) {
		return false
	}
	if gap[i] >= partGap && threshold < partGap/2 || endsLeader(run[:i]) && !isBlank(run[i].Text) && !isLeader(run[i].Text) {
		return true
	}
	if run[i].Font.Mono && i > 1 && !isBlank(run[i].Text) && isBlank(run[i-1].Text) && (isBlank(run[i-2].Text) || isDigit(run[i].Text) && isDigit(run[i-2].Text)) {
		return true
	}
	return c.blanks && gap[i] >= blanklessGap && threshold < blanklessGap && !isBlank(run[i].Text) && !isBlank(run[i-1].Text)
}

// minLeaderDots is how many dots lead to the next cell: "Total . . . . 12".
const minLeaderDots = 4

// endsLeader reports whether glyphs end with dots that lead to what follows.
func endsLeader(run []contentstream.Glyph) bool {
	dots := 0
	for i := len(run) - 1; i >= 0 && dots < minLeaderDots; i-- {
		switch {
		case isLeader(run[i].Text):
			dots++
		case !isBlank(run[i].Text):
			return false
		}
	}
	return dots == minLeaderDots
}

func isDigit(text string) bool { return len(text) == 1 && text[0] >= '0' && text[0] <= '9' }

func isLeader(text string) bool { return text == "." || text == "…" }

func hasBlanks(glyphs []*contentstream.Glyph) bool {
	blanks := 0
	for _, g := range glyphs {
		if isBlank(g.Text) {
			blanks++
		}
	}
	return blanks*lettersPerBlank > len(glyphs)
}

// newRun makes a text run of the open run; ok is false for one without text.
func (c *runBuilder) newRun(threshold float64) (k textRun, ok bool) {
	if len(c.glyphs) == 0 {
		return k, false
	}
	k = textRun{x0: math.Inf(1), x1: math.Inf(-1), mcid: c.glyphs[0].MCID, annotation: c.glyphs[0].Annotation}
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
	c.write(&k, threshold)
	return k, strings.TrimSpace(k.text()) != ""
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
	order := c.logical(c.items(threshold), k.rtl)
	indices := c.indices(order, k)
	var brackets map[int]string
	if c.reversed != nil {
		brackets = c.unmirror(order)
	}
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
		if text, isIndex := indices[at]; isIndex {
			b.WriteString(text)
		} else if text := brackets[at]; text != "" {
			b.WriteString(text)
		} else {
			b.WriteString(g.Text)
		}
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
		if last >= 0 && c.gap[i] > threshold && !(ideograph(c.glyphs[i-1].Text) && ideograph(text)) {
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

// joinSpacedLetters takes out the blanks between letters that stand apart for looks: "T A B L E" is a word.
func (c *runBuilder) joinSpacedLetters() {
	var gaps []float64
	last, letters, counts := -1, 0, true
	for i, at := range c.order {
		if at == gapItem {
			continue
		}
		g := &c.glyphs[at]
		if last >= 0 {
			b := &c.glyphs[last]
			if c.order[i-1] != gapItem && !(isDigit(g.Text) && isDigit(b.Text)) || rtl(g.Text) || g.Font.Math {
				return
			}
			gaps = append(gaps, float64((g.X-b.X-b.W)/max(g.Size, 1)))
			counts = counts && len(g.Text) == 1 && len(b.Text) == 1 && g.Text[0] == b.Text[0]+1 // the letters of columns
		}
		if isLetterText(g.Text) {
			letters++
		}
		last = at
	}
	if letters < minSpacedLetters || letters < 2*(len(gaps)+1)/3 || counts || c.isAlphabet() {
		return
	}
	usual := slices.Sorted(slices.Values(gaps))[len(gaps)/2]
	kept, n := c.order[:0], 0
	for i, at := range c.order {
		if at == gapItem {
			a, b := c.order[i-1], c.order[i+1]
			if gaps[n] < spacedRatio*usual && isLetterText(c.glyphs[a].Text) == isLetterText(c.glyphs[b].Text) {
				n++
				continue
			}
		}
		if at == gapItem || i+1 < len(c.order) && c.order[i+1] != gapItem {
			n++
		}
		kept = append(kept, at)
	}
	c.order = kept
}

// minSpacedLetters is how many letters stand apart for looks at least.
const minSpacedLetters = 4

// isAlphabet reports whether the open run is letters in the order of their codes, as in tables of
// characters: "ä å æ è é ë ì". Words have fewer.
func (c *runBuilder) isAlphabet() bool {
	const minAlphabet = 7
	letters, last := 0, ""
	for i := range c.glyphs {
		if text := c.glyphs[i].Text; !isBlank(text) {
			if text <= last {
				return false
			}
			last = text
			letters++
		}
	}
	return letters >= minAlphabet
}
