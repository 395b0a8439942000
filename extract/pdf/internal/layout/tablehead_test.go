package layout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCellsOfTables: what stands in a place of its own but belongs to a cell beside, above or below.
func TestCellsOfTables(t *testing.T) {
	ports := func(s *sheet, y float32) *sheet {
		for i, row := range [][]string{{"Lund", "14.5", "16.5", "18.5"}, {"Malmo", "24.5", "26.5", "28.5"}, {"Ystad", "34.5", "36.5", "38.5"}} {
			for k, x := range []float32{50, 200, 300, 400} {
				s.write(x, y-float32(14*i), row[k])
			}
		}
		return s
	}
	body := []string{"row Lund|14.5|16.5|18.5", "row Malmo|24.5|26.5|28.5", "row Ystad|34.5|36.5|38.5"}
	for _, c := range []struct {
		name string
		page *sheet
		want []string
	}{
		{"signs of a currency", ports(newSheet().write(180, 700, "$").write(280, 700, "$").write(380, 700, "$").write(180, 672, "$").write(280, 672, "$").write(380, 672, "$"), 700),
			[]string{"row Lund|$14.5|$16.5|$18.5", "row Malmo|24.5|26.5|28.5", "row Ystad|$34.5|$36.5|$38.5"}},
		{"head of two lines, one label lower", ports(newSheet().write(200, 726, "Mean").write(300, 726, "Mean").write(400, 726, "Mean").
			write(50, 714, "Port").write(200, 714, "depth").write(300, 714, "tide").write(400, 714, "range"), 700),
			append([]string{"row Port|Mean depth|Mean tide|Mean range"}, body...)},
		{"turned headings", ports(newSheet().turn(1, 714, -208, "May").turn(1, 714, -308, "June").turn(1, 714, -408, "July"), 700),
			append([]string{"row |May|June|July"}, body...)},
		{"label of two lines, its numbers beside the second", ports(newSheet(), 700).write(50, 658, "The harbour upon the").write(50, 644, "sound").write(200, 644, "10.5").write(300, 644, "11.5").write(400, 644, "12.5"),
			append(slices.Clone(body), "row The harbour upon the sound|10.5|11.5|12.5")},
		{"note below", ports(newSheet().write(50, 714, "Port").write(200, 714, "May*").write(300, 714, "June").write(400, 714, "July"), 700).write(50, 640, "* Without the last week"),
			append(append([]string{"row Port|May*|June|July"}, body...), "p * Without the last week")},
	} {
		got := blocks(c.page, nil)
		assert.Equal(t, c.want, got, c.name)
	}
}

// TestTurnedTextBesideTables is read after the page, once.
func TestTurnedTextBesideTables(t *testing.T) {
	s := newSheet().text(50, 700, full, full).turn(1, 300, -20, "Archive of the port").turn(1, 290, -570, "Volume two")
	assert.Equal(t, []string{"p " + full + " " + full, "p Archive of the port", "p Volume two"}, blocks(s, nil))
}

// TestSpacedLetters of titles are words; letters that are labels in order are not.
func TestSpacedLetters(t *testing.T) {
	for text, want := range map[string]string{
		"T A B L E": "TABLE", "I n v o i c e": "Invoice", "B I L L   T O": "BILL TO", "T A B L E 2": "TABLE 2", "T A X": "T A X",
		"A B C D E": "A B C D E", "a c e g k m p s": "a c e g k m p s", "B E G I N S": "BEGINS", "1 2 3 4 5": "1 2 3 4 5", "a word or so": "a word or so", "I a m A 1 here": "I a m A 1 here",
	} {
		assert.Equal(t, want, texts(newSheet().write(50, 700, text).lines())[0], text)
	}
}

// TestTableInAColumn of a page of prose has no lines of the other column.
func TestTableInAColumn(t *testing.T) {
	s := newSheet().column(20, 780, "left side", 30).column(320, 780, "right side", 10)
	for i, row := range [][]string{{"Port", "May", "June"}, {"Lund", "14.5", "16.5"}, {"Malmo", "24.5", "26.5"}} {
		for k, x := range []float32{320, 420, 500} {
			s.write(x, 648-float32(12*i), row[k])
		}
	}
	got := strings.Join(blocks(s.column(320, 600, "tail", 10), nil), "\n")
	assert.Contains(t, got, "row Port|May|June\nrow Lund|14.5|16.5\nrow Malmo|24.5|26.5\n")
}

// TestHeadBesideNumbers has a heading at the left of its column, and numbers that end at the right.
func TestHeadBesideNumbers(t *testing.T) {
	s := newSheet().column(0, 780, "body", 3).write(0, 700, "Article").write(100, 700, "Unit").write(150, 700, "EUR")
	for i, row := range []string{"nut", "bolt", "screw"} {
		y := float32(688 - 12*i)
		s.write(0, y, row).write(100, y, "piece").write(190, y, fmt.Sprintf("%d.35", 7+i))
	}
	assert.Equal(t, []string{"row Article|Unit|EUR", "row nut|piece|7.35", "row bolt|piece|8.35", "row screw|piece|9.35"}, blocks(s, nil)[1:])
}

// TestHeadBesideLongNumbers has a number that begins below its heading, among shorter ones right of it.
func TestHeadBesideLongNumbers(t *testing.T) {
	s := newSheet().column(0, 780, "body", 3).write(0, 700, "Article").write(100, 700, "Unit").write(150, 700, "Sold")
	want := []string{"row Article|Unit|Sold"}
	for i, sold := range []string{"4", "9", "7", "8", "1", "2"} {
		y := float32(688 - 12*i)
		s.write(0, y, "nut").write(100, y, "piece").write(180, y, sold)
		want = append(want, "row nut|piece|"+sold)
	}
	s.write(0, 616, "all").write(100, 616, "piece").write(165, 616, "1031")
	assert.Equal(t, append(want, "row all|piece|1031"), blocks(s, nil)[1:])
}
