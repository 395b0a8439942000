package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
)

var italic = &font.Font{Italic: true}

// TestSectionHeads are told by their numbers where they look like text.
func TestSectionHeads(t *testing.T) {
	type head struct {
		text string
		font *font.Font
	}
	paper := func(heads ...head) (out []string) {
		s := newSheet().in(regular, 18).write(100, 760, "Mills of the river")
		for i, h := range heads {
			y := 720 - 60*float32(i)
			s.in(h.font, 10).write(200, y, h.text).in(regular, 10).text(100, y-18, full, full)
		}
		for _, b := range blocks(s, nil) {
			if b != "p "+full+" "+full {
				out = append(out, b)
			}
		}
		return out
	}
	const title = "h1 Mills of the river"
	for _, c := range []struct {
		name  string
		heads []head
		want  []string
	}{
		{"Roman numbers and letters", []head{{"I. WATER", regular}, {"A. Rain", italic}, {"B. Snow", italic}, {"II. WIND AND SUN", regular}, {"A. Storms", italic}, {"REFERENCES", regular}},
			[]string{title, "h2 I. WATER", "h3 A. Rain", "h3 B. Snow", "h2 II. WIND AND SUN", "h3 A. Storms", "p REFERENCES"}},
		{"one number", []head{{"I. WATER", regular}}, []string{title, "p I. WATER"}},
		{"no capitals", []head{{"I. Water", regular}, {"II. Wind", regular}}, []string{title, "p I. Water", "p II. Wind"}},
		{"out of order", []head{{"I. WATER", regular}, {"III. WIND", regular}}, []string{title, "p I. WATER", "p III. WIND"}},
		{"letters that are no italics", []head{{"I. WATER", regular}, {"A. Rain", regular}, {"II. WIND", regular}}, []string{title, "h2 I. WATER", "p A. Rain", "h2 II. WIND"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, paper(c.heads...)) })
	}
	assert.Equal(t, []string{"h1 Mills of the river", "p Table 1: Mills"},
		blocks(newSheet().in(regular, 18).write(100, 760, "Mills of the river").in(bold, 10).write(100, 680, "Table 1: Mills").in(regular, 10).text(100, 640, full, full), nil)[:2], "what says that it is no heading")
}

// TestAuthorsAboveAbstract are no sections, even where text stands under their names.
func TestAuthorsAboveAbstract(t *testing.T) {
	s := newSheet().in(bold, 18).write(100, 760, "Mills of the river")
	s.in(regular, 12.5).write(100, 720, "Ada Ek").in(regular, 10).write(100, 705, "Lund University").in(regular, 12.5).write(100, 670, "Bo Lind").in(regular, 10).write(100, 655, "Harbour Board")
	s.in(bold, 12.5).write(100, 620, "Abstract").in(regular, 10).text(100, 600, full, full)
	thesis := newSheet().in(bold, 18).write(100, 760, "Mills of the river").in(bold, 12.5).write(100, 720, "Declaration").in(regular, 10).text(100, 705, full, full, full, full, full, full, full)
	thesis.in(bold, 12.5).write(100, 580, "Abstract").in(regular, 10).text(100, 560, full, full)
	assert.Equal(t, "h2 Declaration", blocks(thesis, nil)[1], "prose stands under it")
	assert.Equal(t, []string{"h1 Mills of the river", "p Ada Ek", "p Lund University", "p Bo Lind", "p Harbour Board", "h2 Abstract", "p " + full + " " + full}, blocks(s, nil))
}
