package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTableBesideProse has a table in a column of prose, whose short rows leave a gap that is
// wider than the one between the columns: the column of numbers is part of the table.
func TestTableBesideProse(t *testing.T) {
	s := newSheet()
	beside := func(y float32) { s.piece(312, 560, y, "the text of the second column, as long as it is wide,") }
	y := float32(740)
	var want []string
	for i := range 11 {
		s.write(50, y, fmt.Sprint("item ", i)).write(110, y, "The first line").write(240, y, fmt.Sprint(10+i)).write(110, y-12, "and its last")
		for _, line := range []float32{y, y - 12, y - 24} {
			beside(line)
		}
		want = append(want, fmt.Sprintf("row item %d|The first line and its last|%d", i, 10+i))
		y -= 36
	}
	for range 7 {
		s.piece(50, 250, y, "a line of prose that goes on for the whole of the column")
		beside(y)
		y -= 12
	}
	assert.Equal(t, want, blocks(s, nil)[:11])
}
