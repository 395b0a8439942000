package layout

import (
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// maxHidden bounds the hidden text that is kept of a page and reason.
const maxHidden = 4000

// splitVisible parts the glyphs that a reader sees from the others. A page whose text
// is for the most part invisible is a scan with recognised text: that is seen.
func splitVisible(all []contentstream.Glyph) (seen []*contentstream.Glyph, hidden map[contentstream.Hidden]string) {
	shown, invisible := 0, 0
	for i := range all {
		switch all[i].Hidden {
		case contentstream.Seen:
			shown++
		case contentstream.Invisible:
			invisible++
		}
	}
	scan := invisible > shown
	texts := map[contentstream.Hidden]*strings.Builder{}
	seen = make([]*contentstream.Glyph, 0, len(all))
	var last [contentstream.Sunk + 1]*contentstream.Glyph
	for i := range all {
		g := &all[i]
		if g.Hidden == contentstream.Seen || scan && g.Hidden == contentstream.Invisible {
			seen = append(seen, g)
			continue
		}
		b := texts[g.Hidden]
		if b == nil {
			b = &strings.Builder{}
			texts[g.Hidden] = b
		}
		if b.Len() < maxHidden {
			if l := last[g.Hidden]; l != nil && (math.Abs(float64(g.Y-l.Y)) > float64(g.Size)/2 || float64(g.X-l.X-l.W) > pieceGap*float64(g.Size)) {
				b.WriteByte(' ')
			}
			b.WriteString(g.Text)
		}
		last[g.Hidden] = g
	}
	hidden = make(map[contentstream.Hidden]string, len(texts))
	for reason, b := range texts {
		if strings.TrimSpace(b.String()) != "" {
			hidden[reason] = b.String()
		}
	}
	return seen, hidden
}
