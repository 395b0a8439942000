package layout

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	// twinDistance is how far apart, in ems, two equal glyphs may stand that make
	// one bold one.
	twinDistance = 0.05
	// twinWindow bounds the glyphs that are compared when writing steps back.
	twinWindow = 256
)

// twinFinder finds the glyphs of one direction that are drawn a second time at
// the same place, as is done for bold type: letter by letter, word by word or line
// by line. It compares only where the stream steps back.
type twinFinder struct {
	seen []*contentstream.Glyph // those that are drawn once
	last *contentstream.Glyph
	next int // after the last twin that was found, 0 for none
}

// doubled reports whether a glyph was drawn before at its place.
func (t *twinFinder) doubled(g *contentstream.Glyph) bool {
	last := t.last
	t.last = g
	if t.next > 0 && t.next < len(t.seen) && twins(t.seen[t.next], g) {
		t.next++
		return true
	}
	t.next = 0
	if last != nil && (g.X < last.X+last.W/2 || math.Abs(float64(g.Y-last.Y)) > twinDistance*float64(g.Size)) {
		for i := len(t.seen) - 1; i >= max(0, len(t.seen)-twinWindow); i-- {
			if twins(t.seen[i], g) {
				t.next = i + 1
				return true
			}
		}
	}
	t.seen = append(t.seen, g)
	return false
}

// twins reports two glyphs of the same text, size and place.
func twins(a, b *contentstream.Glyph) bool {
	slack := twinDistance * float64(b.Size)
	return math.Abs(float64(a.X-b.X)) <= slack && math.Abs(float64(a.Y-b.Y)) <= slack && math.Abs(float64(a.Size-b.Size)) <= slack && a.Text == b.Text
}

// dropRepainted drops runs that are painted over another of the same text, as is done
// for shadows and for bold type.
func dropRepainted(runs []textRun) []textRun {
	type place struct {
		text string
		y    int
	}
	at := make(map[place][]float64, len(runs))
	out := runs[:0]
next:
	for _, c := range runs {
		slack := max(1, c.size*0.25)
		k := place{c.text(), int(math.Round(c.y / 4))}
		for dy := -1; dy <= 1; dy++ {
			for _, x := range at[place{k.text, k.y + dy}] {
				if math.Abs(x-c.x0) < slack {
					continue next
				}
			}
		}
		if len(at[k]) < 50 {
			at[k] = append(at[k], c.x0)
		}
		out = append(out, c)
	}
	return out
}
