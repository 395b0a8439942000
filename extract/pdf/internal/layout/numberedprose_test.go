package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNumberedProse has notes beside their numbers, which are no table.
func TestNumberedProse(t *testing.T) {
	size := float32(10)
	write := func(texts ...string) []string {
		s := newSheet().text(50, 780, full, full, full, full).in(regular, size)
		for i, text := range texts {
			s.write(50, 700-14*float32(i), string(rune('1'+i))).write(80, 700-14*float32(i), text)
		}
		return blocks(s, nil)[1:]
	}
	assert.Equal(t, []string{"li0 1." + full, "li0 2." + full + "s"}, write(full, full+"s"))
	assert.Equal(t, []string{"row 1|Lund", "row 2|Oslo"}, write("Lund", "Oslo"))
	size = 8
	assert.Equal(t, []string{"p 1 " + full, "p 2 " + full + "s"}, write(full, full+"s"), "notes")
	assert.False(t, isNumberedProse([][][]Span{{{{Text: "1"}}, {{Text: full}}}, {{{Text: "3"}}, {{Text: full}}}}), "numbers that don't count on")
	assert.False(t, isNumberedProse([][][]Span{{{{Text: "1"}}, {{Text: full}}, nil}, {{{Text: "2"}}, {{Text: full}}, nil}}), "three columns")
	assert.False(t, isNumberedProse(nil))
}
