package layout

import (
	"cmp"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// fractionBars returns the rules that have text of their width over and under them,
// from the lowest one on, none where there are too many rules.
func fractionBars(segments []contentstream.Segment, glyphs []*contentstream.Glyph) (bars []contentstream.Segment) {
	for _, s := range segments {
		if s.X1-s.X0 > 2*(s.Y1-s.Y0) && s.X1-s.X0 > 2 && s.X1-s.X0 <= maxFraction {
			bars = append(bars, s)
		}
	}
	if len(bars) == 0 || len(bars) > maxFractions {
		return nil
	}
	byHeight := slices.DeleteFunc(slices.Clone(glyphs), func(g *contentstream.Glyph) bool { return g.Dir != 0 || isBlank(g.Text) })
	slices.SortStableFunc(byHeight, func(a, b *contentstream.Glyph) int { return cmp.Compare(a.Y, b.Y) })
	bars = slices.DeleteFunc(bars, func(s contentstream.Segment) bool { return !isBar(s, byHeight) })
	slices.SortStableFunc(bars, func(a, b contentstream.Segment) int { return cmp.Compare(a.Y0, b.Y0) })
	return bars
}

// isBar reports whether glyphs stand over and under the middle of a rule, and none of
// their lines beside them.
func isBar(s contentstream.Segment, byHeight []*contentstream.Glyph) bool {
	var over, under extent
	from, _ := slices.BinarySearchFunc(byHeight, s.Y0-fractionReach, func(g *contentstream.Glyph, y float32) int { return cmp.Compare(g.Y, y) })
	for _, g := range byHeight[from:] {
		if g.Y > s.Y0+fractionReach {
			break
		}
		part := &over
		switch rise := (g.Y - s.Y0) / g.Size; {
		case g.X > s.X1+besideBar*g.Size || g.X+g.W < s.X0-besideBar*g.Size:
			continue
		case rise < -minBelowRule && rise > -maxBelowRule:
			part = &under
		case rise < minAboveRule || rise > maxAboveRule:
			continue
		}
		if g.X < s.X0-partSlack*g.Size || g.X+g.W > s.X1+partSlack*g.Size {
			return false // the line goes on
		}
		part.add(g)
	}
	slack := 2 * partSlack * max(over.size, under.size)
	return over.middle(s, slack) && under.middle(s, slack) && max(over.x1-over.x0, under.x1-under.x0) >= s.X1-s.X0-slack
}

// besideBar is how far beside a rule, in ems, text of the same line may stand.
const besideBar = 0.3

// extent is what glyphs take from left to right.
type extent struct {
	x0, x1, size float32 // size is the largest, 0 without a glyph
}

func (e *extent) add(g *contentstream.Glyph) {
	if e.size == 0 {
		e.x0, e.x1 = g.X, g.X+g.W
	}
	e.x0, e.x1, e.size = min(e.x0, g.X), max(e.x1, g.X+g.W), max(e.size, g.Size)
}

// middle reports whether there are glyphs, in the middle of a rule.
func (e *extent) middle(s contentstream.Segment, slack float32) bool {
	return e.size > 0 && abs(e.x0+e.x1-s.X0-s.X1) <= 2*slack
}

// acrossBar reports whether g stands over or under a bar that other stands beside.
func (c *runBuilder) acrossBar(g, other *contentstream.Glyph) bool {
	em := g.Size
	from, _ := slices.BinarySearchFunc(c.bars, g.Y-maxAboveRule*em, func(s contentstream.Segment, y float32) int { return cmp.Compare(s.Y0, y) })
	for _, s := range c.bars[from:] {
		if s.Y0 > g.Y+maxBelowRule*em {
			return false
		}
		rise := (g.Y - s.Y0) / em
		within := g.X >= s.X0-partSlack*em && g.X+g.W <= s.X1+partSlack*em
		beside := other.X+other.W <= s.X0+partSlack*em || other.X >= s.X1-partSlack*em
		if within && beside && (rise < 0 || rise > minAboveRule) {
			return true
		}
	}
	return false
}
