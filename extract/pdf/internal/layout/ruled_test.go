package layout

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

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

// TestWrappedCells has rules around cells of several lines, one of them with text
// in its middle.
func TestWrappedCells(t *testing.T) {
	s := newSheet().column(0, 780, "body", 3).frame([]float32{0, 100, 200, 400}, []float32{715, 700, 660, 640}).
		write(5, 703, "Place").write(105, 703, "Share").write(205, 703, "Note").
		write(205, 688, "The first line of a note that goes").write(5, 676, "Lund").write(105, 676, "19.7").write(205, 676, "on in a second one and ends with a hy-").write(205, 664, "phen").
		write(5, 645, "Malmo").write(105, 645, "8").write(205, 645, "short")
	got := blocks(s, nil)
	assert.Equal(t, []string{"row Place|Share|Note", "row Lund|19.7|The first line of a note that goes on in a second one and ends with a hyphen", "row Malmo|8|short"}, got[len(got)-3:])
}

// Text of neighbouring cells that nearly touches is parted by the rule.
func TestRulePartsCells(t *testing.T) {
	s := newSheet().frame([]float32{0, 31, 100}, []float32{30, 15, 0}).write(2, 20, "alpha").write(32, 20, "beta").write(2, 5, "gamma").write(32, 5, "delta")
	assert.Equal(t, []string{"row alpha|beta", "row gamma|delta"}, blocks(s, nil))
}

// Rules around the whole of a page, or around rows that nothing parts, are no
// grid of cells.
func TestRulesThatAreNoTable(t *testing.T) {
	long := strings.Repeat("words of a column that goes on ", 60)
	s := newSheet().frame([]float32{0, 300, 600}, []float32{780, 760, 0}).write(5, 765, "left").write(305, 765, "right").column(5, 740, long, 20).column(305, 740, long, 20)
	for _, line := range s.lines() {
		assert.Nil(t, line.Rows)
	}
	s = newSheet().frame([]float32{0, 100, 200}, []float32{100, 85, 0}).write(5, 90, "a").write(105, 90, "b")
	for i := range 5 {
		s.write(5, float32(70-12*i), "c").write(105, float32(70-12*i), "d")
	}
	for _, line := range s.lines() {
		assert.Nil(t, line.Rows, "five rows of text between two rules")
	}
	s = newSheet().frame([]float32{0, 300, 600}, []float32{100, 85, 0}).write(5, 90, "a").write(305, 90, "b").write(305, 70, "c")
	for i := range 3 {
		s.write(5, float32(70-12*i), "name").write(100, float32(70-12*i), "12")
	}
	for _, line := range s.lines() {
		assert.Nil(t, line.Rows, "a region with columns of its own")
	}
}

// A table goes on at the head of the next page with the same head, also within a
// row.
func TestTableOverPages(t *testing.T) {
	page := func(number int, cells ...string) []Line {
		y := []float32{715, 700, 680}
		s := newSheet().frame([]float32{0, 100, 300}, y).write(5, 703, "Place").write(105, 703, "Note").write(105, 685, cells[1])
		if cells[0] != "" {
			s.write(5, 685, cells[0])
		}
		lines, _ := PageLines(&s.Page, number)
		return lines
	}
	got := Blocks(append(page(0, "Lund", "begins"), page(1, "", "and ends")...), nil)
	if assert.Len(t, got, 1) && assert.Len(t, got[0].Rows, 2) {
		assert.Equal(t, "begins and ends", (&Block{Spans: got[0].Rows[1][1]}).Text())
	}
	got = Blocks(append(page(0, "Lund", "one"), page(1, "Malmo", "two")...), nil)
	if assert.Len(t, got, 1) {
		assert.Len(t, got[0].Rows, 3)
	}
	assert.Len(t, Blocks(append(page(0, "Lund", "one"), page(2, "Malmo", "two")...), nil), 2, "a page lies between")
}

func TestRulesAreBounded(t *testing.T) {
	var segments []contentstream.Segment
	for i := range maxRules + 1 {
		segments = append(segments, contentstream.Segment{X0: 0, Y0: float32(i), X1: 100, Y1: float32(i)})
	}
	assert.Empty(t, ruledTables(segments))
	rows := func(n int) []ruled {
		x, y := []float32{0, 50, 100}, []float32{}
		for i := n; i >= 0; i-- {
			y = append(y, float32(i*5))
		}
		return ruledTables(newSheet().frame(x, y).Segments)
	}
	assert.Len(t, rows(maxRuledRows), 1)
	assert.Empty(t, rows(maxRuledRows+1))
	assert.Empty(t, rows(1), "one row is none")
}
