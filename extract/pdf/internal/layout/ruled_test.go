package layout_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

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
	assert.Equal(t, []string{"row a|b", "row c|d", "row c|d", "row c|d", "row c|d", "row c|d"}, blocks(s, nil), "five rows of text between two rules")
}

// TestManyRules has lines that don't touch: four times as many take no sixteen times as long.
func TestManyRules(t *testing.T) {
	shortest := func(n int) time.Duration {
		p := contentstream.Page{Width: 612, Height: 792}
		for i := range n {
			x, y := float32(i%30*20), float32(i/30*10)
			p.Segments = append(p.Segments, contentstream.Segment{X0: x, Y0: y, X1: x + 10, Y1: y})
		}
		least := time.Duration(math.MaxInt64)
		for range 50 {
			began := time.Now()
			layout.PageLines(nil, &p, 0)
			least = min(least, time.Since(began))
		}
		return least
	}
	assert.Less(t, shortest(1200), 10*shortest(300))
}

// A table goes on at the head of the next page with the same head, also within a
// row.
func TestTableOverPages(t *testing.T) {
	page := func(number int, cells ...string) []layout.Line {
		y := []float32{715, 700, 680}
		s := newSheet().frame([]float32{0, 100, 300}, y).write(5, 703, "Place").write(105, 703, "Note").write(105, 685, cells[1])
		if cells[0] != "" {
			s.write(5, 685, cells[0])
		}
		lines, _ := layout.PageLines(nil, &s.Page, number)
		return lines
	}
	got := layout.Blocks(nil, append(page(0, "Lund", "begins"), page(1, "", "and ends")...), nil)
	if assert.Len(t, got, 1) && assert.Len(t, got[0].Rows, 2) {
		assert.Equal(t, "begins and ends", (&layout.Block{Spans: got[0].Rows[1][1]}).Text())
	}
	got = layout.Blocks(nil, append(page(0, "Lund", "one"), page(1, "Malmo", "two")...), nil)
	if assert.Len(t, got, 1) {
		assert.Len(t, got[0].Rows, 3)
	}
	assert.Len(t, layout.Blocks(nil, append(page(0, "Lund", "one"), page(2, "Malmo", "two")...), nil), 2, "a page lies between")
}

// TestRulesAreBounded: pages with more than 1,200 rules, and tables with more than 300 rows,
// are read without their rules. One row is no table.
func TestRulesAreBounded(t *testing.T) {
	grid := func(rows int) *sheet { // of cells that only its rules part
		s := newSheet()
		y := []float32{float32(15 * rows)}
		for i := range rows {
			top := float32(15 * (rows - i))
			s.write(2, top-10, "alpha").write(32, top-10, "beta")
			y = append(y, top-15)
		}
		return s.frame([]float32{0, 31, 100}, y)
	}
	assert.Equal(t, slices.Repeat([]string{"row alpha|beta"}, 300), blocks(grid(300), nil))
	assert.NotContains(t, strings.Join(blocks(grid(301), nil), "\n"), "alpha|beta")
	assert.NotContains(t, strings.Join(blocks(grid(1), nil), "\n"), "alpha|beta")
	for rules, want := range map[int]bool{1200: true, 1201: false} {
		s := grid(2)
		for i := len(s.Segments); i < rules; i++ {
			s.rule(300, 320, 200+float32(i)/10)
		}
		assert.Equal(t, want, slices.Contains(blocks(s, nil), "row alpha|beta"), "%d rules", rules)
	}
}
