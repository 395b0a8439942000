package layout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

var three = []float32{50, 150, 350}

// TestTablesWithoutRules have no rules between their columns, and cells of several lines.
func TestTablesWithoutRules(t *testing.T) {
	want := []string{"row Name|Remarks on it|Share", "row Lund|The first line of a remark, its second and its last|12", "row Malmo upon the Sound|short|7", "row Ystad||3 of 4"}
	cells := [][]string{{"Name", "Remarks on it", "Share"}, {"Lund", "The first line of a re-/mark, its second/and its last", "12"}, {"Malmo upon/the Sound", "short", "7"}, {"Ystad", "", "3 of/4"}}
	for _, c := range []struct {
		name string
		gap  float32
		rule bool
		x    []float32
	}{
		{"parted by gaps", 5, false, three},
		{"parted by rules", 0, true, three},
		{"cells close to each other", 5, false, []float32{50, 109, 230}},
		{"cells closer than others, without a blank", 5, false, []float32{50, 108.5, 230}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSheet().column(0, 780, "body", 3)
			y := float32(700)
			for _, row := range cells {
				y = s.row(y, c.gap, c.x, row...)
				if c.rule {
					s.rule(50, 400, y+10)
				}
			}
			s.column(0, y-30, "tail", 3)
			got := blocks(s, nil)
			assert.Equal(t, want, got[1:len(got)-1])
		})
	}
}

// TestRowsByAnchor: where all lines are as near, rows begin with the column of the
// fewest lines.
func TestRowsByAnchor(t *testing.T) {
	s := newSheet()
	y := s.row(700, 5, three, "Name", "Remarks", "Share")
	for i, name := range []string{"Lund", "Malmo", "Ystad"} {
		y = s.row(y, 0, three, name, "a remark that has/two lines", fmt.Sprint(i))
	}
	assert.Equal(t, []string{"row Name|Remarks|Share", "row Lund|a remark that has two lines|0", "row Malmo|a remark that has two lines|1", "row Ystad|a remark that has two lines|2"}, blocks(s, nil))
}

// TestCellsInTheMiddle of higher rows, those of the head as well.
func TestCellsInTheMiddle(t *testing.T) {
	s := newSheet().text(150, 712, "Remarks", "on it").write(50, 706, "Name").write(350, 706, "Share")
	for i, name := range []string{"Lund", "Malmo", "Ystad"} {
		top := float32(680 - 45*i)
		s.write(50, top-12, name).text(150, top, "a remark that", "has three lines", "in all").write(350, top-12, fmt.Sprint(i))
	}
	assert.Equal(t, []string{"row Name|Remarks on it|Share", "row Lund|a remark that has three lines in all|0", "row Malmo|a remark that has three lines in all|1", "row Ystad|a remark that has three lines in all|2"}, blocks(s, nil))
}

// TestSentenceAboveATable is none of its rows.
func TestSentenceAboveATable(t *testing.T) {
	s := newSheet().write(50, 700, "Two years.").write(50, 688, "Name of owner").write(150, 688, "Nora Quill").write(50, 676, "Town").write(150, 676, "Lund by the sea").write(50, 664, "Since").write(150, 664, "1980")
	assert.Equal(t, []string{"p Two years.", "row Name of owner|Nora Quill", "row Town|Lund by the sea", "row Since|1980"}, blocks(s, nil))
}

// TestRowsOfNumbers has labels between rows, heads over several columns and labels that are wrapped.
func TestRowsOfNumbers(t *testing.T) {
	x := []float32{50, 150, 250, 350}
	for _, c := range []struct {
		name string
		rows [][]string
		want []string
	}{
		{"labels of groups", [][]string{{"Port", "2001", "2002", "2003"}, {"North"}, {"Lund", "12", "14", "16"}, {"Malmo", "22", "24", "26"}, {"South"}, {"Ystad", "32", "34", "36"}},
			[]string{"row Port|2001|2002|2003", "row North|||", "row Lund|12|14|16", "row Malmo|22|24|26", "row South|||", "row Ystad|32|34|36"}},
		{"a head over two columns", [][]string{{"", "", "Both of the northern ports"}, {"Year", "All", "Lund", "Malmo"}, {"2001", "5", "1", "4"}, {"2002", "6", "2", "4"}, {"2003", "7", "3", "4"}, {"2004", "8", "4", "4"}},
			[]string{"row Year|All|Both of the northern ports|", "row ||Lund|Malmo", "row 2001|5|1|4", "row 2002|6|2|4", "row 2003|7|3|4", "row 2004|8|4|4"}},
		{"a label of two lines", [][]string{{"Port", "2001", "2002", "2003"}, {"Lund", "12", "14", "16"}, {"The harbour upon", "22", "24", "26"}, {"the Sound"}, {"Ystad", "32", "34", "36"}},
			[]string{"row Port|2001|2002|2003", "row Lund|12|14|16", "row The harbour upon the Sound|22|24|26", "row Ystad|32|34|36"}},
		{"a value alone", [][]string{{"Port", "2001", "2002", "2003"}, {"Lund", "12", "", "16"}, {"", "", "24", ""}, {"Ystad", "32", "34", "36"}},
			[]string{"row Port|2001|2002|2003", "row Lund|12||16", "row ||24|", "row Ystad|32|34|36"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSheet().column(0, 780, "body", 3).rule(50, 400, 712)
			y := float32(700)
			for _, row := range c.rows {
				y = s.row(y, 0, x[:len(row)], row...)
			}
			got := blocks(s, nil)
			assert.Equal(t, c.want, got[1:])
		})
	}
}

// Typed tables of fixed pitch, and dots that lead from a label to its values.
func TestTypedTables(t *testing.T) {
	s := newSheet().column(0, 780, "body", 3)
	for i, row := range []string{"Port . . . . .", "Lund . . . . .", "Malmo . . . .", "Ystad . . . . "} {
		y := float32(700 - 12*i)
		s.write(50, y, fmt.Sprint(row, 10+i)).write(180, y, fmt.Sprint(20+i)).write(250, y, fmt.Sprint(30+i))
	}
	got := blocks(s, nil)
	assert.Equal(t, []string{"row Port|10|20|30", "row Lund|11|21|31", "row Malmo|12|22|32", "row Ystad|13|23|33"}, got[1:])
}

// pairsAndPrices writes pairs and right below them a table of prices, and returns the rows of both.
func (s *sheet) pairsAndPrices(pairs ...string) (rows []string) {
	for i, pair := range pairs {
		s.row(float32(700-12*i), 0, []float32{0, 200}, strings.Split(pair, "/")...)
		rows = append(rows, "row "+strings.ReplaceAll(pair, "/", "|"))
	}
	s.row(664, 0, []float32{0, 100, 150, 230}, "Item", "Pieces", "Price", "Sum")
	rows = append(rows, "row Item|Pieces|Price|Sum")
	for i, item := range []string{"a hammer", "nails", "a saw"} {
		s.row(float32(652-12*i), 0, []float32{0, 100, 150, 230}, item, "2", "9.50", "19.00")
		rows = append(rows, "row "+item+"|2|9.50|19.00")
	}
	return rows
}

// TestPairsAboveTable has the number and date of an invoice right above its table, which has other columns.
func TestPairsAboveTable(t *testing.T) {
	s := newSheet().column(0, 780, "body", 3)
	want := s.pairsAndPrices("Invoice/No. 7", "Date/3 May", "Due/2 June")
	assert.Equal(t, want, blocks(s, nil)[1:])
}

// TestTableBelowPageHead has a title and number of two pieces at the top of the page, then lines of text, a table of pairs,
// and one with more columns: the pairs are a table though the search from the top of the page finds none.
func TestTableBelowPageHead(t *testing.T) {
	s := newSheet()
	s.row(780, 0, []float32{0, 200}, "Harbours", "page 7")
	s.text(0, 740, "Ships wait here.", "Tides are low.")
	want := s.pairsAndPrices("Port/Lund", "Depth/low", "Berths/few")
	got := blocks(s, nil)
	assert.Equal(t, want, got[len(got)-len(want):])
}

// TestEntriesWithDots: dots that lead from each entry of a contents to its page make no table of it.
func TestEntriesWithDots(t *testing.T) {
	s := newSheet().column(0, 780, "body", 3)
	var want []string
	for i, title := range []string{"Fonts", "Cairo", "Postscript (also encapsulated)", "Glossary"} {
		y := float32(700 - 12*i)
		s.write(0, y, title).write(200, y, ". . . . . . . .").write(300, y, fmt.Sprint(46+i))
		want = append(want, fmt.Sprintf("li0 %s … %d", title, 46+i))
	}
	assert.Equal(t, want, blocks(s, nil)[1:])
}

// TestNoTables: what has columns of text but no cells.
func TestNoTables(t *testing.T) {
	columns := newSheet()
	for i := range 2 {
		for k := range 4 {
			columns.text(float32(300*i), float32(700-45*k), "prose in a column that has", "paragraphs of some lines", "beside others.")
		}
	}
	list := newSheet()
	references := newSheet()
	numbers := newSheet()
	for i := range 4 {
		y := float32(700 - 30*i)
		list.write(50, y, "•").text(65, y, "an item of two lines that", "goes on")
		references.write(50, y, fmt.Sprintf("[%d]", i+1)).text(85, y, "Ek, Ada: Rain in Lund, a", "history")
		numbers.write(50, y, fmt.Sprint(i+1)).text(85, y, "What was said on this line", "and below it")
	}
	contents, program := newSheet(), newSheet().text(50, 780, full, full, full, full, full, full, full, full, full, full)
	for i := range 4 {
		y := float32(700 - 40*i)
		contents.write(50, y, fmt.Sprint(i+1)).text(85, y, "A chapter . . . . . . . . 12", "Its section . . . . . . . 13")
		program.in(mono, 10).write(50, y, "for").text(120, y, "i < n ;", "s = t {")
	}
	for name, s := range map[string]*sheet{"table of contents": contents, "program": program, "columns": columns, "list": list, "references": references, "numbered lines": numbers} {
		for _, l := range s.lines() {
			assert.Nil(t, l.Rows, name)
		}
	}
}

// TestOpenTableOverPages joins the parts of a table: with the head repeated, without,
// and where a row is cut by the end of the page.
func TestOpenTableOverPages(t *testing.T) {
	part := func(rows ...[]string) *sheet {
		s := newSheet()
		y := float32(700)
		for _, row := range rows {
			y = s.row(y, 5, three, row...)
		}
		return s
	}
	head := []string{"Name", "Remarks", "Share"}
	first := part(head, []string{"Lund", "a remark that has/two lines", "0"}, []string{"Malmo", "a remark that has", "1"})
	for name, second := range map[string]*sheet{
		"with its head": part(head, []string{"", "three/lines", ""}, []string{"Ystad", "a remark/of two/lines", "2"}),
		"without":       part([]string{"", "three/lines", "of 4"}, []string{"Ystad", "a remark/of two/lines", "2"}, []string{"Eslov", "one/more", "3"}),
	} {
		want := []string{"row Name|Remarks|Share", "row Lund|a remark that has two lines|0", "row Malmo|a remark that has three lines|1", "row Ystad|a remark of two lines|2"}
		if name == "without" {
			want[2] += " of 4"
			want = append(want, "row Eslov|one more|3")
		}
		var lines []layout.Line
		for i, page := range []*sheet{first, second} {
			l, _ := layout.PageLines(nil, &page.Page, i)
			lines = append(lines, l...)
		}
		assert.Equal(t, want, described(layout.Blocks(nil, lines, nil)), name)
	}
}

// TestWorkOnTables: on a page of very many lines with gaps in them the work to find tables
// is bounded, so that one far down is read as lines.
func TestWorkOnTables(t *testing.T) {
	below := func(lines int) string {
		s := newSheet()
		s.Height = 40_000
		y := float32(39_990)
		for range lines {
			for x := range 3 {
				s.write(float32(100*x), y, "•")
			}
			y -= 12
		}
		y = s.row(y-50, 5, three, "Name", "Remarks", "Share")
		for i, name := range []string{"Lund", "Malmo", "Ystad"} {
			y = s.row(y, 0, three, name, "a remark that has/two lines", fmt.Sprint(i))
		}
		return strings.Join(blocks(s, nil), "\n")
	}
	assert.Contains(t, below(100), "row Name|Remarks|Share\nrow Lund|a remark that has two lines|0\nrow Malmo|a remark that has two lines|1")
	assert.NotContains(t, below(1500), "a remark that has two lines|0")
}

// Sums below the rows of an invoice stand nearer together than those.
func TestRowsOfSums(t *testing.T) {
	s := newSheet().column(0, 780, "body", 3)
	y := s.row(700, 20, three, "Item", "What it is", "Price")
	y = s.row(y, 20, three, "Rope", "of hemp, for/the sails", "12.50")
	y = s.row(y, 20, three, "Tar", "for the hull/of the boat", "20.50")
	for _, sum := range [][2]string{{"Subtotal", "33.00"}, {"Tax", "3.30"}, {"Total", "36.30"}} {
		y = s.row(y, 0, three, "", sum[0], sum[1])
	}
	got := blocks(s, nil)
	assert.Equal(t, []string{"row Tar|for the hull of the boat|20.50", "row |Subtotal|33.00", "row |Tax|3.30", "row |Total|36.30"}, got[len(got)-4:])
}

// Columns that nearly touch are recognized by lines that are aligned at the strip between them.
func TestEdgesOfNarrowColumns(t *testing.T) {
	for name, c := range map[string]struct {
		strip float32
		left  []float32 // where the lines of the right column begin
		want  bool
	}{
		"aligned":       {4, []float32{100, 100, 100, 100, 100}, true},
		"one is not":    {4, []float32{100, 100, 100, 100, 103}, true},
		"two are not":   {4, []float32{100, 100, 100, 102, 103}, false},
		"clearly apart": {10, []float32{100, 101, 102, 103, 104}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet().column(0, 780, "body", 3)
			for i, x := range c.left {
				y := 700 - 29*float32(i)
				s.piece(50, 100-c.strip-2*float32(i), y, "Lund").piece(x, x+60, y, "first words").piece(x, x+50, y-12, "and last").write(350, y, fmt.Sprint(10+i))
			}
			assert.Equal(t, c.want, slices.Contains(blocks(s, nil), "row Lund|first words and last|10"))
		})
	}
}

// TestRowsFarApart: such a distance parts a table from what else stands on the page.
func TestRowsFarApart(t *testing.T) {
	for name, c := range map[string]struct {
		gaps []float32 // between rows
		rows int       // of the table, from the top on
	}{
		"near":               {[]float32{20, 20, 20, 20}, 5},
		"one is far":         {[]float32{20, 20, 20, 45}, 4},
		"all are far":        {[]float32{40, 38, 42, 40}, 0},
		"too few to tell":    {[]float32{40, 40}, 0},
		"far, but not alike": {[]float32{40, 20, 40, 20}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			y := float32(700)
			for i := range len(c.gaps) + 1 {
				s.write(50, y, fmt.Sprint("name ", i)).text(150, y, "some words", "of it").write(300, y, fmt.Sprint(10+i))
				if i < len(c.gaps) {
					y -= 12 + c.gaps[i]
				}
			}
			got := blocks(s, nil)
			for i := range len(c.gaps) + 1 {
				row := fmt.Sprintf("row name %d|some words of it|%d", i, 10+i)
				assert.Equal(t, i < c.rows, slices.Contains(got, row), "%q in %q", row, got)
			}
		})
	}
}

// TestRowsBetweenRules are several in one part of a table: lines that have room for the next word. Lines that wrap are one row.
func TestRowsBetweenRules(t *testing.T) {
	kinds := func(rule bool) *sheet {
		s := newSheet().write(50, 700, "Kind").write(150, 700, "Sign").write(350, 700, "Found in").rule(50, 450, 697)
		for i, row := range [][3]string{{"Cases at home", "gb", "the first index"}, {"Cases abroad", "eu", "the second index"}, {"Acts", "ga", "the third"}, {"Bills", "gi", "the third"}, {"Books and papers", "bk", "none"}, {"Names", "nm", "the last"}} {
			y := float32(686 - 12*i)
			if s.write(50, y, row[0]).write(150, y, row[1]).write(350, y, row[2]); rule && (i == 1 || i == 3) {
				s.rule(50, 450, y-3)
			}
		}
		return s
	}
	want := []string{"row Kind|Sign|Found in", "row Cases at home|gb|the first index", "row Cases abroad|eu|the second index", "row Acts|ga|the third", "row Bills|gi|the third", "row Books and papers|bk|none", "row Names|nm|the last"}
	assert.Equal(t, want, blocks(kinds(false), nil))
	assert.Equal(t, want, blocks(kinds(true), nil))
	s := newSheet().write(50, 700, "Kind").write(250, 700, "Remark").rule(50, 450, 697)
	for i := range 2 {
		y := float32(686 - 36*i)
		s.text(50, y, "boats that sail in", "the night, or that", "anchor").text(250, y, "show a light that is seen", "from all sides at a mile or", "two").rule(50, 450, y-27)
	}
	row := "row boats that sail in the night, or that anchor|show a light that is seen from all sides at a mile or two"
	assert.Equal(t, []string{"row Kind|Remark", row, row}, blocks(s, nil))
}

// TestEndsOfTables are before a note over several columns.
func TestEndsOfTables(t *testing.T) {
	s := newSheet()
	y := s.row(700, 0, three, "[wait], of a boat", "yes", "no")
	for range 4 {
		y = s.row(y, 0, three, "[moor], of a boat", "yes", "no")
	}
	s.write(50, y-8, "What it returns is the storage below, which must be a place of its own.").write(480, y-8, "[Function]")
	got := blocks(s, nil)
	assert.Len(t, got, 6)
	total := newSheet().write(50, 700, "Item").write(250, 700, "2023").write(350, 700, "2024")
	for i, item := range []string{"Boats", "Berths", "Fees"} {
		total.write(50, float32(686-12*i), item).write(250, float32(686-12*i), fmt.Sprint(112+i)).write(350, float32(686-12*i), fmt.Sprint(177+i))
	}
	total.write(50, 650, "Total of all the fees that were paid in these years").write(350, 650, "1,234")
	assert.Contains(t, blocks(total, nil), "row Total of all the fees that were paid in these years||1,234")
	assert.Equal(t, "row [moor], of a boat|yes|no", got[4])
}

// TestCodeBelowAHead is in the cells of a table.
func TestCodeBelowAHead(t *testing.T) {
	s := newSheet().in(bold, 10).write(50, 700, "Name").write(150, 700, "Type").write(250, 700, "Value").in(mono, 10)
	for i := range 5 {
		y := float32(686 - 12*i)
		s.write(50, y, fmt.Sprint("boat_", i)).write(150, y, "int").write(250, y, fmt.Sprint(7*i))
	}
	assert.Equal(t, "row boat_0|int|0", append(blocks(s, nil), "", "")[1])
	s.write(50, 626, "boat_5").write(150, 626, "int").in(regular, 10).write(250, 626, "see below")
	assert.Equal(t, "row boat_5|int|see below", append(blocks(s, nil), "", "", "", "", "", "")[6])
}

// TestCodeAboveATable checks that lines of code above a table don't become rows of the table.
func TestCodeAboveATable(t *testing.T) {
	s := newSheet().in(mono, 10)
	for i, row := range [][2]string{{"@boat{b1,", ""}, {"  name", "= {Wild Goose},"}, {"  home", "= {Emden},"}, {"  mast", "= {17},"}} {
		s.write(50, float32(700-12*i), row[0]).write(150, float32(700-12*i), row[1])
	}
	s.in(regular, 10)
	for i := range 4 {
		s.write(50, float32(640-12*i), "cited as a boat").write(250, float32(640-12*i), "Wild Goose of Emden")
	}
	got := blocks(s, nil)
	assert.True(t, strings.HasPrefix(got[0], "code "), got)
	assert.Equal(t, []string{"row cited as a boat|Wild Goose of Emden", "row cited as a boat|Wild Goose of Emden"}, got[len(got)-2:])
}
