package layout_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// pageLines lays out pages and returns their lines.
func pageLines(n int, page func(s *sheet, number int)) (lines []layout.Line) {
	for i := range n {
		s := newSheet()
		page(s, i)
		l, _ := layout.PageLines(nil, &s.Page, i)
		lines = append(lines, l...)
	}
	return lines
}

func TestRunningHeads(t *testing.T) {
	body := func(s *sheet, number int) { s.column(0, 600, strings.Repeat("abcdefgh"[number%8:number%8+1], 9), 9) }
	for _, c := range []struct {
		name    string
		pages   int
		page    func(s *sheet, number int)
		dropped []string
		count   int
	}{
		{"head and foot", 3, func(s *sheet, n int) { s.write(0, 790, "Annals of Lund").write(0, 10, fmt.Sprint("Page ", n+9)) }, []string{"Annals of Lund", "Page 9"}, 6},
		{"the second page of two", 2, func(s *sheet, n int) { s.write(0, 790, "Annals of Lund") }, []string{"Annals of Lund"}, 1},
		{"the foot of two pages", 2, func(s *sheet, n int) { s.write(0, 10, "Annals of Lund") }, []string{"Annals of Lund"}, 2},
		{"numbers that do not run", 3, func(s *sheet, n int) { s.write(0, 10, fmt.Sprint(n*n*7%5, " ", 100-n)) }, nil, 0},
		{"page of pages", 4, func(s *sheet, n int) { s.write(0, 10, fmt.Sprint(n+1, " / 4")) }, []string{"1 / 4"}, 4},
		{"the number of a section", 4, func(s *sheet, n int) { s.write(0, 790, fmt.Sprint("Section ", n*n)) }, []string{"Section 0"}, 4},
		{"the first line of a paragraph", 3, func(s *sheet, n int) {
			s.write(0, 700, "The company is bound by").write(0, 688, fmt.Sprint("what was said on day ", "abc"[n:n+1]))
		}, nil, 0},
		{"the last line of a paragraph", 3, func(s *sheet, n int) {
			s.write(0, 62, "abc"[n:n+1]+" and so forth as").write(0, 50, "was agreed upon.")
		}, nil, 0},
		{"two lines that run", 3, func(s *sheet, n int) { s.write(0, 790, "Annals of Lund").write(0, 778, "First volume") }, []string{"Annals of Lund", "First volume"}, 6},
		{"two lines, one of which does not run", 3, func(s *sheet, n int) { s.write(0, 790, "Annals of Lund").write(0, 778, "abc"[n:n+1]) }, nil, 0},
		{"close to the text on one page of five", 5, func(s *sheet, n int) {
			s.write(0, 700, "Annals of Lund")
			if n == 2 {
				s.write(0, 688, "that stands here alone")
			}
		}, []string{"Annals of Lund"}, 5},
		{"one of a series", 4, func(s *sheet, n int) {
			for i := range 9 {
				s.write(0, float32(760-80*i), fmt.Sprint("Level ", i))
			}
		}, nil, 0},
		{"of a chapter", 12, func(s *sheet, n int) {
			if n > 3 && n < 8 {
				s.write(0, 790, "Boats")
			}
		}, []string{"Boats"}, 4},
		{"of every second page of a chapter", 20, func(s *sheet, n int) {
			if n > 5 && n < 12 && n%2 == 0 {
				s.write(0, 790, "Boats")
			}
		}, []string{"Boats"}, 3},
		{"titles of three slides", 12, func(s *sheet, n int) {
			if n > 3 && n < 7 {
				s.in(regular, 20).write(0, 770, "Boats")
			}
		}, nil, 0},
		{"headings that begin pages", 4, func(s *sheet, n int) {
			s.write(0, 790, "Annals of Lund").in(regular, 20).write(0, 740, fmt.Sprint("Chapter ", n+1))
		}, []string{"Annals of Lund"}, 4},
		{"here and there", 20, func(s *sheet, n int) {
			if n%6 == 0 {
				s.write(0, 790, "Boats")
			}
		}, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := pageLines(c.pages, func(s *sheet, n int) { body(s, n); c.page(s.in(regular, 10), n) })
			kept, dropped, count := layout.DropRunningHeads(nil, lines, c.pages)
			assert.Equal(t, c.dropped, dropped)
			assert.Equal(t, c.count, count)
			assert.Len(t, kept, len(lines)-count)
		})
	}
}

// TestEdgesOfAPage have one page, of 13 lines or fewer, whose first and last line show what they are, or don't.
func TestEdgesOfAPage(t *testing.T) {
	const prose = "The mills of the river stood still in that year and nobody had"
	for _, c := range []struct {
		name    string
		lines   int
		last    string
		edges   func(s *sheet) *sheet
		dropped []string
	}{
		{"number", 13, prose, func(s *sheet) *sheet { return s.write(150, 30, "- 41 -") }, []string{"- 41 -"}},
		{"number of a page with little text", 11, prose, func(s *sheet) *sheet { return s.write(150, 30, "41") }, nil},
		{"page that says so with little text", 3, prose, func(s *sheet) *sheet { return s.write(150, 30, "Page 1") }, []string{"Page 1"}},
		{"page of pages with little text", 3, prose, func(s *sheet) *sheet { return s.write(150, 30, "2/9") }, []string{"2/9"}},
		{"number between dashes with little text", 3, prose, func(s *sheet) *sheet { return s.write(150, 30, "- 41 -") }, []string{"- 41 -"}},
		{"page of pages beside a title", 13, prose, func(s *sheet) *sheet { return s.write(0, 30, "Mills of Lund").write(250, 30, "Page 2 of 9") }, []string{"Mills of Lund Page 2 of 9"}},
		{"number close to the text", 13, prose, func(s *sheet) *sheet { return s.write(0, 396, "41") }, nil},
		{"sum", 13, "It is said that all of them had stood still in that very year.", func(s *sheet) *sheet { return s.write(0, 90, "Total due").write(250, 90, "1250") }, nil},
		{"sum of three columns", 13, "It is said that all of them had stood still in that very year.", func(s *sheet) *sheet { return s.write(0, 90, "Total").write(120, 90, "7").write(300, 90, "550") }, nil},
		{"note", 13, prose, func(s *sheet) *sheet { return s.write(0, 60, "2").write(15, 60, "By the mayor himself.") }, nil},
		{"row of numbers", 13, prose, func(s *sheet) *sheet { return s.write(0, 30, "41").write(150, 30, "42") }, nil},
		{"printed page", 13, prose, func(s *sheet) *sheet { return s.write(0, 785, "11/20/26, 9:54 PM").write(200, 785, "Mills of Lund") }, []string{"11/20/26, 9:54 PM Mills of Lund"}},
		{"head of a letter", 13, "It is said that all of them had stood still in that very year.", func(s *sheet) *sheet { return s.write(0, 785, "Mills of Lund").write(220, 785, "12 May 2020") }, nil},
		{"three parts", 13, prose, func(s *sheet) *sheet {
			return s.write(0, 60, "Revision 2").write(120, 60, "P/N 119-0").write(255, 60, "1 June 2019")
		}, []string{"Revision 2 P/N 119-0 1 June 2019"}},
		{"head over a sentence that goes on", 13, "where all of them had stood still in that very year, and nobody", func(s *sheet) *sheet { return s.write(0, 745, "Mills of Lund") }, []string{"Mills of Lund"}},
		{"foot below a sentence that goes on", 13, prose, func(s *sheet) *sheet { return s.write(0, 60, "Mills of Lund") }, []string{"Mills of Lund"}},
		{"signature", 13, "It is said that all of them had stood still in that very year.", func(s *sheet) *sheet { return s.write(0, 60, "Ada Ek") }, nil},
		{"page of a larger file", 13, prose, func(s *sheet) *sheet { return s.write(0, 785, "Supplement").write(250, 30, "A-5") }, []string{"Supplement", "A-5"}},
	} {
		s := newSheet()
		for i := range c.lines {
			text := prose
			if i == 0 || i == c.lines-1 {
				text = c.last
			}
			s.write(0, float32(700-24*i), text)
		}
		kept, dropped, _ := layout.DropRunningHeads(nil, c.edges(s).lines(), 1)
		assert.Equal(t, c.dropped, dropped, c.name)
		assert.GreaterOrEqual(t, len(kept), c.lines, c.name)
	}
}

// Pages that are alike keep their text.
func TestPagesThatAreAlike(t *testing.T) {
	lines := pageLines(4, func(s *sheet, _ int) { s.write(0, 790, "a slide").write(0, 10, "of two lines") })
	kept, dropped, count := layout.DropRunningHeads(nil, lines, 4)
	assert.Len(t, kept, 8)
	assert.Empty(t, dropped)
	assert.Zero(t, count)
}

// BenchmarkRunningHeadsGrowth measures how much longer four times the pages take: about four times
// as long.
func BenchmarkRunningHeadsGrowth(b *testing.B) {
	book := func(pages int) (lines []layout.Line) {
		for p := range pages {
			for k := range 20 {
				text := fmt.Sprintf("line %d of the text %d", k, p*31+k)
				if k == 0 {
					text = fmt.Sprintf("The mills of the river %d", p+1)
				}
				lines = append(lines, layout.Line{Page: p + 1, PageHeight: 800, Y: 780 - float64(k)*38, X0: 50, X1: 400, Size: 10,
					Cells: []layout.Cell{{X0: 50, X1: 400, Spans: []layout.Span{{Text: text}}}}})
			}
		}
		return lines
	}
	took := func(lines []layout.Line, pages int) time.Duration {
		began := time.Now()
		_, _, count := layout.DropRunningHeads(nil, lines, pages)
		assert.Equal(b, pages, count)
		return time.Since(began)
	}
	large, small := book(2000), book(500)
	many, few := time.Hour, time.Hour
	for b.Loop() {
		many, few = min(many, took(large, 2000)), min(few, took(small, 500))
	}
	b.ReportMetric(float64(many)/float64(few), "growth")
}
