package layout

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// isTwin reports whether g is drawn over the same glyph before it, as is done for bold type.
func isTwin(last, g *contentstream.Glyph) bool {
	const slack = 0.05 // ems
	return last.Text == g.Text && abs(last.X-g.X) <= slack*g.Size && abs(last.Y-g.Y) <= slack*g.Size && abs(last.Size-g.Size) <= slack*g.Size
}

// dropRepainted drops runs that are painted over another of the same text, as is done
// for shadows and for bold type.
func dropRepainted(runs []textRun) []textRun {
	const cell = 4 // points
	type place struct {
		text string
		y    int
	}
	at := make(map[place][][2]float64, len(runs))
	out := runs[:0]
next:
	for _, c := range runs {
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
