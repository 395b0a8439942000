package layout

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// The distances of glyphs, in ems; see gap.go for those of words.
const (
	cellGap = 1.0  // from which text stands apart
	partGap = 0.65 // from which it may stand in another cell of a table
	// blanklessGap is the same for a gap without a blank where others have one.
	blanklessGap = 0.3
	maxShift     = 0.4 // how much higher or lower a glyph of the same size may stand that touches the last one
	maxStacked   = 20  // glyphs of an exponent above an index
	backStep     = 0.6 // how far a glyph may stand before the end of the last one
)

// follows tells whether g continues the run that ends with last, and the gap
// between in ems.
func (c *runBuilder) follows(last, g *contentstream.Glyph) (gap float64, ok bool) {
	em := float64(max(last.Size, g.Size))
	if em <= 0 || last.Annotation != g.Annotation || !c.sameCell(last.MCID, g.MCID) {
		return 0, false
	}
	if c.startsStacked(g) {
		return 0, true
	}
	small := float64(min(last.Size, g.Size))
	rise := math.Abs(float64(g.Y-last.Y)) / em
	end := last.X + last.W
	if g.Y != last.Y || g.Size != last.Size {
		end, c.stackEnd = max(end, c.stackEnd), 0
	}
	gap = float64(g.X-end) / em
	touches := rise < maxShift && math.Abs(gap) < 0.3 // an index, or the E of TeX
	if rise > 0.55 || rise > 0.2 && small > 0.85*em && !touches {
		return 0, false
	}
	if rtl(g.Text) || rtl(last.Text) {
		if left := float64(last.X-(g.X+g.W)) / em; left > -0.3 && left < cellGap && g.X < last.X {
			return max(left, 0), true
		}
	}
	if gap > 0.1 && c.ruleBetween(last, g) {
		return 0, false
	}
	return gap, gap > -backStep && gap < cellGap
}

// startsStacked reports whether g begins an index under the exponent that the open run
// ends with, or the other way round.
func (c *runBuilder) startsStacked(g *contentstream.Glyph) bool {
	last := &c.glyphs[len(c.glyphs)-1]
	start, end := len(c.glyphs), last.X+last.W
	if g.X >= end || g.Y == last.Y {
		return false
	}
	for start > 0 && len(c.glyphs)-start <= maxStacked && c.glyphs[start-1].Size == last.Size && c.glyphs[start-1].Y == last.Y {
		start--
		end = max(end, c.glyphs[start].X+c.glyphs[start].W)
	}
	if start == 0 || len(c.glyphs)-start > maxStacked {
		return false
	}
	base, first := &c.glyphs[start-1], &c.glyphs[start]
	em := base.Size
	r, _ := utf8.DecodeLastRuneInString(base.Text)
	if first.X-(base.X+base.W) > 0.35*em || !unicode.IsLetter(r) && r != ')' && r != ']' {
		return false // a fraction, for one
	}
	index := func(g *contentstream.Glyph) bool { return g.Size <= indexSize*em && abs(g.Y-base.Y) < em }
	if !index(g) || !index(last) || (g.Y-base.Y)*(last.Y-base.Y) > 0 || abs(g.Y-last.Y) < 0.3*em || abs(g.X-first.X) > 0.3*em {
		return false
	}
	c.stackEnd = end
	return true
}

func abs(v float32) float32 { return max(v, -v) }

// ruleBetween reports whether a rule of a table stands between two glyphs.
func (c *runBuilder) ruleBetween(last, g *contentstream.Glyph) bool {
	for i := range c.grids {
		if c.grids[i].crossed(float64(last.X+last.W/2), float64(g.X+g.W/2), float64(g.Y)) {
			return true
		}
	}
	return false
}
