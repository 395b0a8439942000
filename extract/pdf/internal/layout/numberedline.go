package layout

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// numberedLine is what stands beside a number.
type numberedLine struct {
	width   float32
	goesOn  bool // it begins within a sentence
	hasText bool
}

// isProse reports whether the lines beside the numbers are running text; nil is none.
func isProse(lines []numberedLine, continued bool) bool {
	var widest float32
	withText, full, goingOn := 0, 0, 0
	for _, l := range lines {
		widest = max(widest, l.width)
	}
	for _, l := range lines {
		if !l.hasText {
			continue
		}
		withText++
		if l.width > numberedFullLine*widest {
			full++
		}
		if l.goesOn {
			goingOn++
		}
	}
	if continued {
		return withText > 0 && 2*withText >= len(lines)
	}
	return 2*withText >= len(lines) && float64(full) >= minFullLines*float64(withText) && float64(goingOn) >= minGoingOn*float64(withText)
}

// numberedLines returns the text at the right of each number, for side 1, or at its
// left, for side -1. nil means that other text stands between or over the numbers.
func numberedLines(glyphs []contentstream.Glyph, rows []int, strip []marginNumber, side float32) []numberedLine {
	lines := make([]numberedLine, len(strip))
	for i, m := range strip {
		beside := rowGlyphs(glyphs, rows, m)
		l := &lines[i]
		for _, g := range beside {
			room := numberGap * m.size
			if g.X < m.x1+room && g.X+g.W > m.x0-room {
				return nil
			}
		}
		l.read(beside, m, side)
	}
	return lines
}

// rowGlyphs returns the other glyphs on the line of a number, from left to right.
func rowGlyphs(glyphs []contentstream.Glyph, rows []int, m marginNumber) (out []*contentstream.Glyph) {
	from, _ := slices.BinarySearchFunc(rows, m.y-m.size/2, func(i int, y float32) int { return cmp.Compare(glyphs[i].Y, y) })
	for _, i := range rows[from:] {
		g := &glyphs[i]
		if g.Y > m.y+m.size/2 {
			break
		}
		if i < m.first || i > m.last {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b *contentstream.Glyph) int { return cmp.Compare(a.X, b.X) })
	return out
}

// read takes the text next to a number, up to a gap as wide as between columns.
func (l *numberedLine) read(beside []*contentstream.Glyph, m marginNumber, side float32) {
	if side < 0 {
		beside = slices.DeleteFunc(beside, func(g *contentstream.Glyph) bool { return g.X > m.x0 })
		start := len(beside) - 1
		for start > 0 && beside[start].X-beside[start-1].X-beside[start-1].W < columnGap*beside[start].Size {
			start--
		}
		beside = beside[max(start, 0):]
	} else {
		beside = slices.DeleteFunc(beside, func(g *contentstream.Glyph) bool { return g.X < m.x1 })
		end := 1
		for end < len(beside) && beside[end].X-beside[end-1].X-beside[end-1].W < columnGap*beside[end].Size {
			end++
		}
		beside = beside[:min(end, len(beside))]
	}
	if len(beside) == 0 {
		return
	}
	first, last := beside[0], beside[len(beside)-1]
	r, _ := utf8.DecodeRuneInString(first.Text)
	l.width, l.hasText = last.X+last.W-first.X, true
	l.goesOn = unicode.IsLower(r) || ideograph(first.Text) && ideograph(last.Text)
}
