package formula

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	maxLate   = 12   // glyphs that a file has between a letter and its exponent or index
	lateGap   = 0.2  // ems at most between these two on the page, and by which they may overlap what follows
	lateShift = 0.55 // ems above or below the line at most
)

// placeLate moves exponents and indices that a file has after what follows them to the letter that they stand at. Browsers write
// "a² + b" as a, +, 2 and b.
func placeLate(glyphs []contentstream.Glyph) {
	moved := -1 // where the glyph before is now, -1 if it was not moved
	for i, g := range glyphs {
		to := i
		if moved >= 0 && goesOn(&glyphs[moved], &g) {
			to = moved + 1
		} else if base := baseOf(glyphs[:i], &g); base >= 0 {
			to = base + 1
		}
		if moved = -1; to < i {
			copy(glyphs[to+1:i+1], glyphs[to:i])
			glyphs[to] = g
			moved = to
		}
	}
}

// goesOn reports whether a glyph is the next one of an exponent or index.
func goesOn(last, g *contentstream.Glyph) bool {
	return g.Size == last.Size && g.Y == last.Y && abs(g.X-last.X-last.W) < lateGap*g.Size
}

// baseOf returns the place of the glyph that another one is an exponent or index of, -1 if it is none, or is in its place: there has
// to be another glyph on the line between the two in the file, and behind both on the page.
func baseOf(glyphs []contentstream.Glyph, g *contentstream.Glyph) int {
	if g.Dir != 0 || g.Size <= 0 || strings.TrimSpace(g.Text) == "" {
		return -1
	}
	var next *contentstream.Glyph // the one on the line after the base, as far as is known
	for n := len(glyphs) - 1; n >= max(0, len(glyphs)-1-maxLate); n-- {
		b := &glyphs[n]
		if g.Size > smallSize*b.Size || strings.TrimSpace(b.Text) == "" {
			continue
		}
		if b.Dir != 0 || b.Hidden != g.Hidden || b.Annotation != g.Annotation || next != nil && (abs(b.Y-next.Y) > onLine*b.Size || b.X > next.X) {
			return -1
		}
		rise := (g.Y - b.Y) / b.Size
		if abs(rise) > lateShift || rise < raised && rise > -lowered {
			return -1
		}
		if next != nil && abs(g.X-b.X-b.W) < lateGap*b.Size {
			return n
		}
		if b.X < g.X+g.W-lateGap*b.Size {
			return -1
		}
		next = b
	}
	return -1
}
