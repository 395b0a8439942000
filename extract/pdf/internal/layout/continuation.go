package layout

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// The distances of glyphs, in ems; see gap.go for those of words.
const (
	cellGap = 1.0  // from which text stands apart
	partGap = 0.65 // from which the text may be in another cell of a table
	// blanklessGap is the same for a gap without a blank where others have one.
	blanklessGap = 0.3
	maxShift     = 0.4 // how much higher or lower a glyph of the same size may stand that touches the last one
	backStep     = 0.6 // how far a glyph may stand before the end of the last one
)

// follows reports whether g continues the run that ends with last. gap is the distance
// between the two in ems.
func (c *runBuilder) follows(last, g *contentstream.Glyph) (gap float64, ok bool) {
	em := float64(max(last.Size, g.Size))
	if em <= 0 || last.Annotation != g.Annotation || !c.sameCell(last.MCID, g.MCID) {
		return 0, false
	}
	small := float64(min(last.Size, g.Size))
	rise := math.Abs(float64(g.Y-last.Y)) / em
	gap = float64(g.X-last.X-last.W) / em
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

func abs(v float32) float32 { return max(v, -v) }

// ruleBetween reports whether a table has a vertical rule between two glyphs.
func (c *runBuilder) ruleBetween(last, g *contentstream.Glyph) bool {
	for i := range c.grids {
		if c.grids[i].crossed(float64(last.X+last.W/2), float64(g.X+g.W/2), float64(g.Y)) {
			return true
		}
	}
	return false
}
