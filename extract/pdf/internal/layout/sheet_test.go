package layout_test

import (
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

var regular, bold, mono = &font.Font{}, &font.Font{Bold: true}, &font.Font{Mono: true}

// sheet is a page to write on. Glyphs are half an em wide.
type sheet struct {
	contentstream.Page
	font *font.Font
	size float32
}

// newSheet returns an empty page.
func newSheet() *sheet {
	return &sheet{Page: contentstream.Page{Width: 600, Height: 800}, font: regular, size: 10}
}

// write writes text at x, y and returns the sheet.
func (s *sheet) write(x, y float32, text string) *sheet {
	for _, r := range text {
		s.Glyphs = append(s.Glyphs, contentstream.Glyph{Text: string(r), X: x, Y: y, W: s.size / 2, Size: s.size, Font: s.font, MCID: -1})
		x += s.size / 2
	}
	return s
}

// mark writes text as one glyph without a width.
func (s *sheet) mark(x, y float32, text string) *sheet {
	s.Glyphs = append(s.Glyphs, contentstream.Glyph{Text: text, X: x, Y: y, Size: s.size, Font: s.font, MCID: -1})
	return s
}

// twice writes pieces of n letters, each a second time a bit to the right.
func (s *sheet) twice(x, y float32, text string, n int) *sheet {
	for len(text) > 0 {
		piece := text[:min(n, len(text))]
		s.write(x, y, piece).write(x+s.size/25, y, piece)
		x += float32(len(piece)) * s.size / 2
		text = text[len(piece):]
	}
	return s
}

// in sets font and size of what is written next.
func (s *sheet) in(f *font.Font, size float32) *sheet { s.font, s.size = f, size; return s }

// lines returns the lines of the page in the order of reading.
func (s *sheet) lines() []layout.Line {
	lines, _ := layout.PageLines(nil, &s.Page, 0)
	return lines
}

// texts returns the text of lines, their cells set apart by bars.
func texts(lines []layout.Line) (out []string) {
	for i := range lines {
		var cells []string
		for k := range lines[i].Cells {
			cells = append(cells, lines[i].Cells[k].Text())
		}
		out = append(out, strings.Join(cells, " | "))
	}
	return out
}

// column writes lines of some length from x, y down.
func (s *sheet) column(x, y float32, name string, n int) *sheet {
	for i := range n {
		s.write(x, y-float32(12*i), fmt.Sprintf("%s line %d with words to fill it", name, i))
	}
	return s
}

// blocks describes the blocks of a sheet.
func blocks(s *sheet, bookmarks map[string]int) []string {
	return described(layout.Blocks(nil, s.lines(), bookmarks))
}

// described returns a line for each block, and for each row of a table.
func described(blocks []layout.Block) (out []string) {
	for _, b := range blocks {
		switch b.Kind {
		case layout.Heading:
			out = append(out, fmt.Sprintf("h%d %s", b.Level, b.Text()))
		case layout.Item:
			out = append(out, fmt.Sprintf("li%d %s%s", b.Level, b.Marker, b.Text()))
		case layout.Code:
			out = append(out, "code "+b.Code)
		case layout.Table:
			for _, row := range b.Rows {
				var cells []string
				for _, spans := range row {
					cells = append(cells, (&layout.Block{Spans: spans}).Text())
				}
				out = append(out, "row "+strings.Join(cells, "|"))
			}
		default:
			out = append(out, "p "+b.Text())
		}
	}
	return out
}

// row writes cells at x, of one line or several ten points apart, from y down, and
// returns where the row below begins.
func (s *sheet) row(y float32, gap float32, x []float32, cells ...string) float32 {
	lowest := y
	for i, cell := range cells {
		at := y
		for line := range strings.SplitSeq(cell, "/") {
			s.write(x[i], at, line)
			lowest = min(lowest, at)
			at -= 12
		}
	}
	return lowest - 12 - gap
}

// rule draws a line over the width of a table.
func (s *sheet) rule(x0, x1, y float32) *sheet {
	s.Segments = append(s.Segments, contentstream.Segment{X0: x0, Y0: y, X1: x1, Y1: y})
	return s
}

// frame draws the rules of a grid.
func (s *sheet) frame(x, y []float32) *sheet {
	for _, v := range y {
		s.Segments = append(s.Segments, contentstream.Segment{X0: x[0], Y0: v, X1: x[len(x)-1], Y1: v})
	}
	for _, v := range x {
		s.Segments = append(s.Segments, contentstream.Segment{X0: v, Y0: y[len(y)-1], X1: v, Y1: y[0]})
	}
	return s
}

// piece writes text from x0 to x1, its letters as wide as that makes them.
func (s *sheet) piece(x0, x1, y float32, text string) *sheet {
	w := (x1 - x0) / float32(len(text))
	for i, r := range text {
		s.write(x0+w*float32(i), y, string(r))
		s.Glyphs[len(s.Glyphs)-1].W = w
	}
	return s
}
