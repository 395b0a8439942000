package layout_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// linkedWords returns the link of each word of the lines.
func linkedWords(lines []layout.Line) map[string]string {
	links := map[string]string{}
	note := func(spans []layout.Span) {
		for _, span := range spans {
			for word := range strings.FieldsSeq(span.Text) {
				links[word] = span.Link
			}
		}
	}
	for _, line := range lines {
		for _, cell := range line.Cells {
			note(cell.Spans)
		}
		for _, row := range line.Rows {
			for _, spans := range row {
				note(spans)
			}
		}
	}
	return links
}

// TestFirstLinkOfAPlace: of the areas that hold a word the first one is its link, within
// the page and beyond its edges.
func TestFirstLinkOfAPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var links []contentstream.Link
	for i := range 300 {
		x, y := r.Float64()*700-50, r.Float64()*900-50
		w, h := r.Float64()*300, r.Float64()*100
		if i%3 > 0 {
			w, h = w/20, h/5
		}
		links = append(links, contentstream.Link{Box: object.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h}, URI: fmt.Sprint(i)})
	}
	for page := range 5 {
		s := newSheet()
		s.Links = links
		want := map[string]string{}
		for y := float32(-100); y < 900; y += 20 {
			for x := float32(-100); x < 700; x += 40 {
				word := fmt.Sprintf("w%dp%d", len(want), page)
				g := contentstream.Glyph{Text: word, X: x + 10*r.Float32(), Y: y + 8*r.Float32(), W: 5, Size: 10, Font: regular, MCID: -1}
				s.Glyphs = append(s.Glyphs, g)
				want[word] = ""
				middle, height := float64(g.X+2.5), float64(g.Y+2.5)
				for _, l := range links {
					if b := l.Box; middle >= b.X0 && middle <= b.X1 && height >= b.Y0 && height <= b.Y1 {
						want[word] = l.URI
						break
					}
				}
			}
		}
		assert.Equal(t, want, linkedWords(s.lines()))
	}
}

// TestManyLinks that cover a page are looked at five million times at most: what comes
// after is text without links.
func TestManyLinks(t *testing.T) {
	whole := object.Rect{X0: -10, Y0: -10, X1: 610, Y1: 810}
	s := newSheet().write(0, 400, "all of it")
	for range 5000 {
		s.Links = append(s.Links, contentstream.Link{Box: whole, URI: "u"})
	}
	assert.Equal(t, []layout.Span{{Text: "all of it", Link: "u"}}, s.lines()[0].Cells[0].Spans)

	s = newSheet().in(regular, 0.4)
	for range 5000 { // beside the words, but as high
		s.Links = append(s.Links, contentstream.Link{Box: object.Rect{X0: -10, Y0: 405, X1: 610, Y1: 405}, URI: "thin"})
	}
	s.Links = append(s.Links, contentstream.Link{Box: whole, URI: "u"})
	s.write(0, 410, strings.Repeat("ab ", 958)+"end")
	spans := s.lines()[0].Cells[0].Spans
	assert.Equal(t, []layout.Span{{Text: strings.Repeat("ab ", 958) + "end", Link: "u"}}, spans, "959 words")

	s.write(0, 408, strings.Repeat("more ", 50))
	assert.Equal(t, []string{"u", ""}, []string{s.lines()[0].Cells[0].Spans[0].Link, s.lines()[1].Cells[0].Spans[len(s.lines()[1].Cells[0].Spans)-1].Link})
}
