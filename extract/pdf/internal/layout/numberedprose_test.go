package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNumberedProse has notes beside their numbers, which are no table.
func TestNumberedProse(t *testing.T) {
	write := func(texts ...string) []string {
		s := newSheet().text(50, 780, full, full, full, full)
		for i, text := range texts {
			s.write(50, 700-14*float32(i), string(rune('1'+i))).write(80, 700-14*float32(i), text)
		}
		return blocks(s, nil)[1:]
	}
	assert.Equal(t, []string{"p 1 " + full, "p 2 " + full + "s"}, write(full, full+"s"))
	assert.Equal(t, []string{"row 1|Lund", "row 2|Oslo"}, write("Lund", "Oslo"))
	apart := newSheet().text(50, 780, full, full, full, full).write(50, 700, "1").write(80, 700, full).write(50, 686, "3").write(80, 686, full)
	assert.Equal(t, []string{"p 1 " + full, "p 3 " + full}, blocks(apart, nil)[1:], "numbers that don't count on")
	three := newSheet().text(50, 780, full, full, full, full).write(50, 700, "1").write(80, 700, full).write(500, 700, "c").write(50, 686, "2").write(80, 686, full).write(500, 686, "d")
	assert.Equal(t, []string{"row 1|" + full + "|c", "row 2|" + full + "|d"}, blocks(three, nil)[1:], "three columns")
}
