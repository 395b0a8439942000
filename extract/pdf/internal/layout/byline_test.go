package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestByline: authors below a title are no sections, headings that have text are.
func TestByline(t *testing.T) {
	paper := func(lines ...string) []string {
		s := newSheet().in(regular, 18).write(100, 750, "Mills of the river")
		for i, line := range lines {
			s.in(regular, 12.5).write(100, 710-40*float32(i), line)
		}
		return blocks(s.in(bold, 15).write(100, 520, "1 Water").in(regular, 10).text(100, 500, full, full), nil)
	}
	body := []string{"h2 1 Water", "p " + full + " " + full}
	assert.Equal(t, append([]string{"h1 Mills of the river", "p Ada Ek, Lund", "p Bo Alm, Oslo", "p March 2024"}, body...), paper("Ada Ek, Lund", "Bo Alm, Oslo", "March 2024"))
	assert.Equal(t, append([]string{"h1 Mills of the river", "p Ada Ek, Lund"}, body...), paper("Ada Ek, Lund"))
	assert.Equal(t, append([]string{"h1 Mills of the river", "p Ada Ek, Lund", "p 3 March 2024"}, body...), paper("Ada Ek, Lund", "3 March 2024"))

	s := newSheet().in(regular, 18).write(100, 750, "Mills of the river").in(regular, 12.5).write(100, 710, "Water").in(regular, 10).text(100, 690, full, full)
	assert.Equal(t, []string{"h1 Mills of the river", "h2 Water", "p " + full + " " + full}, blocks(s, nil), "a heading with text")
}
