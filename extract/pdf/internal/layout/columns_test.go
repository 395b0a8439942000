package layout_test

import (
	"fmt"
	"strings"
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

// TestTableAtAGutter has rows whose first cells are longer than what is left of the gutter above and below.
func TestTableAtAGutter(t *testing.T) {
	count := func(s *sheet) int { return strings.Count(strings.Join(blocks(s, nil), "\n"), "row ") }
	rows := func(s *sheet, ruled bool) *sheet {
		for i, name := range []string{"Moor the boat", "Pay for a berth of the inner harbour", "Ring the bell", "Call the pilot", "Leave the berth"} {
			y := float32(600 - 12*i)
			if s.write(50, y, name).write(330, y, fmt.Sprint("see page ", i, " of the book")); ruled {
				s.rule(50, 500, y-3)
			}
		}
		return s
	}
	prose := func(s *sheet) *sheet {
		for i := range 8 {
			s.write(50, float32(500-12*i), "a line of a column that is as long").write(330, float32(500-12*i), "a line of the other column that is")
		}
		return s
	}
	assert.Equal(t, 5, count(rows(newSheet().write(50, 660, "What to do in which of the cases"), false)), "one line alone is no column")
	assert.Equal(t, 5, count(prose(rows(newSheet(), true))), "rules part the rows")
}
