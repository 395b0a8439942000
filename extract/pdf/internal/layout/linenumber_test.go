package layout_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// prose is what a manuscript has beside its numbers: full lines within sentences.
var prose = []string{
	"The water rose for three days and nobody knew where",
	"it came from, for it had not rained in the hills at all",
	"and the gates were shut. On the fourth day it fell as",
	"fast as it had come, and left a line on every wall that",
	"can be seen to this day. We measured the line in 1954",
	"at 12 places and found that it is level to a hand, which",
	"speaks for a lake and against a river.",
}

// TestLineNumbers leave the text, at either side and in both columns, and go on over pages.
func TestLineNumbers(t *testing.T) {
	for _, c := range []struct {
		name   string
		number func(s *sheet, i int, y float32)
		want   int
	}{
		{"at the left", func(s *sheet, i int, y float32) {
			s.in(regular, 5).write(80-2.5*float32(len(strconv.Itoa(i+5))), y, strconv.Itoa(i+5))
		}, 7},
		{"at the right", func(s *sheet, i int, y float32) { s.in(regular, 5).write(420, y, strconv.Itoa(i+5)) }, 7},
		{"of the size of the text", func(s *sheet, i int, y float32) { s.in(regular, 10).write(60, y, strconv.Itoa(i+1)) }, 7},
		{"not by one step", func(s *sheet, i int, y float32) { s.in(regular, 5).write(60, y, strconv.Itoa(i*i+1)) }, 0},
		{"at the text", func(s *sheet, i int, y float32) { s.in(regular, 10).write(92, y, strconv.Itoa(i+1)) }, 0},
	} {
		s := newSheet()
		for i, line := range prose {
			y := 700 - 12*float32(i)
			c.number(s, i, y)
			s.in(regular, 10).write(100, y, line)
		}
		var n layout.LineNumbers
		assert.Equal(t, c.want, n.Drop(&s.Page), c.name)
		if c.want > 0 {
			assert.Equal(t, []string{"p " + strings.Join(prose, " ")}, blocks(s, nil), c.name)
		}
	}
}

// TestLineNumbersGoOn: the last page of a numbered text may have two lines.
func TestLineNumbersGoOn(t *testing.T) {
	page := func(from int, lines ...string) *sheet {
		s := newSheet()
		for i, line := range lines {
			y := 700 - 12*float32(i)
			s.in(regular, 5).write(60, y, strconv.Itoa(from+i)).in(regular, 10).write(100, y, line)
		}
		return s
	}
	var n layout.LineNumbers
	assert.Equal(t, 7, n.Drop(&page(1, prose...).Page))
	assert.Equal(t, 2, n.Drop(&page(8, "Nobody has", "seen it since.").Page))
	assert.Equal(t, 0, n.Drop(&page(20, "Nobody has", "seen it since.").Page), "another number")
}

// TestRankedRows keep their numbers.
func TestRankedRows(t *testing.T) {
	s := newSheet()
	for i, name := range []string{"Harbour of Norwick", "Mill of Ostflut", "Upper gate", "Lower gate", "The old bridge", "The new bridge", "Ferry", "Tower"} {
		y := 700 - 12*float32(i)
		s.write(60, y, strconv.Itoa(i+1)).write(100, y, name).write(300, y, strconv.Itoa(1000-i))
	}
	var n layout.LineNumbers
	assert.Zero(t, n.Drop(&s.Page))
}
