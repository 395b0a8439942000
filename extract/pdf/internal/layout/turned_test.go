package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// turn writes text in a direction at x, y of its frame.
func (s *sheet) turn(dir uint8, x, y float32, text string) *sheet {
	n := len(s.Glyphs)
	s.write(x, y, text)
	for i := range s.Glyphs[n:] {
		s.Glyphs[n+i].Dir = dir
	}
	return s
}

// TestTurnedPages are read as if they stood upright, with their tables and
// headings.
func TestTurnedPages(t *testing.T) {
	for dir, top := range map[uint8]float32{1: -50, 2: -50, 3: 500} {
		s := newSheet()
		s.in(regular, 18).turn(dir, 100, top, "Rain")
		s.in(regular, 10)
		for i, row := range [][]string{{"Port", "Depth"}, {"Delft", "3 m"}, {"Gouda", "2 m"}} {
			s.turn(dir, 100, top-40-float32(12*i), row[0]).turn(dir, 200, top-40-float32(12*i), row[1])
		}
		s.turn(dir, 100, top-150, "Text that stands below the table, as long as it takes.")
		s.write(10, 10, "12")
		assert.Equal(t, []string{"h1 Rain", "row Port|Depth", "row Delft|3 m", "row Gouda|2 m", "p Text that stands below the table, as long as it takes.", "p 12"}, blocks(s, nil), "direction %d", dir)
	}
}

// TestWatermarks come after the paragraph that they stand on, once, and are no
// headings.
func TestWatermarks(t *testing.T) {
	mark := func(s *sheet) *sheet {
		return s.in(bold, 60).turn(contentstream.Oblique+9, 300, 100, "DRAFT").in(regular, 10)
	}
	one := mark(newSheet().text(0, 700, full, full)).text(0, 676, full, "and ends.")
	assert.Equal(t, []string{"p " + full + " " + full + " " + full + " and ends.", "p DRAFT"}, blocks(one, nil))

	over := func(pages int) string {
		var lines []layout.Line
		for i := range pages {
			l, _ := layout.PageLines(nil, &mark(newSheet().text(0, 500, full, full, "it goes on here to number "+strings.Repeat("i", i))).Page, i)
			lines = append(lines, l...)
		}
		var out []string
		kept, _, _ := layout.DropRunningHeads(nil, lines, pages)
		for _, b := range layout.Blocks(nil, kept, nil) {
			out = append(out, fmt.Sprint(b.Kind, b.Text()))
		}
		return strings.Join(out, "\n")
	}
	assert.Equal(t, 1, strings.Count(over(2), "DRAFT"), "the first of two pages keeps it")
	assert.Equal(t, 0, strings.Count(over(4), "DRAFT"))
	assert.NotContains(t, over(2), fmt.Sprint(layout.Heading), "the size of the mark is none of a heading")
}

// TestParagraphsBesideTurnedText go on over the page.
func TestParagraphsBesideTurnedText(t *testing.T) {
	first := newSheet().text(0, 700, full, full).turn(1, 10, -20, "arXiv:2401.01234").turn(1, 10, -32, "[cs] 2024")
	got := pages(first, newSheet().text(0, 700, "and goes on there."))
	assert.Equal(t, []string{full + " " + full + " and goes on there.", "arXiv:2401.01234 [cs] 2024"}, got)
}

// TestSideBySide are two columns of prose that are written across both.
func TestSideBySide(t *testing.T) {
	const left, right = "the left column tells of the tide and", "the right column of the boats and the"
	across := func(rows int, left, right string) []string {
		s := newSheet()
		for i := range rows {
			s.write(0, float32(700-12*i), left).write(300, float32(700-12*i), right)
		}
		return blocks(s, nil)
	}
	columns := "p " + strings.Repeat(left+" ", 6) + strings.TrimSpace(strings.Repeat(right+" ", 6))
	assert.Equal(t, []string{columns}, across(6, left, right))
	assert.Len(t, across(3, left, right), 1, "three lines are no columns")
	assert.Len(t, across(8, "Delft", "three metres"), 8, "so may short cells")

	ragged := newSheet()
	for i := range 8 {
		ragged.write(0, float32(700-12*i), strings.Repeat("wide ", 1+i)).write(300, float32(700-12*i), strings.Repeat("cell ", 8-i))
	}
	assert.Len(t, blocks(ragged, nil), 8, "cells of many widths are those of a table")
}

// TestShapedLetters are those of ligatures, and of Hebrew and Arabic as they
// look in a word.
func TestShapedLetters(t *testing.T) {
	for in, want := range map[string]string{
		"ﬁnd": "find", "oﬃce": "office", "ﬂow": "flow", "ﬀ": "ff", "ﬄ": "ffl", "ﬅ": "st", "plain é": "plain é",
		"\ufe90\ufe98\ufedb\ufef3": "يكتب", "\ufefb": "لا", "\ufb2a": "\u05e9\u05c1", "①": "①", "\ufeff": "\ufeff", "ｱ": "ｱ",
	} {
		assert.Equal(t, []string{want}, texts(newSheet().write(0, 0, in).lines()), "%q", in)
	}
}

// TestContents has a line of a table of contents for each entry.
func TestContents(t *testing.T) {
	got := blocks(newSheet().text(0, 700, "Tides ................................................ 3", "Of the moon and the rivers .......................... 12", "Boats . . . . . . . . . . . . . . . . . . . . . . . 140", "Index……………… 141"), nil)
	assert.Equal(t, []string{"li0 Tides … 3", "li0 Of the moon and the rivers … 12", "li0 Boats … 140", "li0 Index … 141"}, got)
}

// TestLeaders are four dots or more, or two signs of three, and the number of a page after them.
func TestLeaders(t *testing.T) {
	for text, want := range map[string][]string{
		"a .... 3": {"a … 3", "Boats … 140"}, "a....3": {"a … 3", "Boats … 140"}, "a . . . . 3": {"a … 3", "Boats … 140"}, "a …… 12": {"a … 12", "Boats … 140"},
		"a ... 3": {"p a ... 3", "Boats … 140"}, "a .... ": {"p a ....", "Boats … 140"}, "a .... b": {"p a .... b", "Boats … 140"}, "in 2024": {"p in 2024", "Boats … 140"},
	} {
		var got []string
		for _, b := range blocks(newSheet().text(0, 700, "Tides ............ 3", text, "Boats .......... 140"), nil)[1:] {
			got = append(got, strings.TrimPrefix(b, "li0 "))
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

// TestHyphens at the end of a line are part of the word, or of how it is broken.
func TestHyphens(t *testing.T) {
	for _, c := range []struct{ tail, head, want string }{
		{"har-", "bour", "harbour"}, {"Anglo-", "Saxon", "Anglo-Saxon"}, {"COVID-", "19 was", "COVID-19 was"}, {"2019-", "20 was", "2019-20 was"},
		{"Vor-", "und Nachteile", "Vor- und Nachteile"}, {"Ein-", "oder Ausgang", "Ein- oder Ausgang"}, {"pre-", "and post-war", "pre- and post-war"},
		{"thou-", "sands", "thousands"}, {"Hus-", "bands", "Husbands"}, {"a –", "dash", "a – dash"}, {"one -", "Two", "one - Two"}, {"x -", "5", "x - 5"},
		{"state-of-the-", "art", "state-of-the-art"}, {"Ростов-на-", "дону", "Ростов-на-дону"}, {"twenty-", "first", "twenty-first"}, {"of-", "fice", "office"}, {"multi-la-", "yer", "multi-layer"},
		{"brother-in-", "law, who", "brother-in-law, who"}, {"plug-in-", "put", "plug-input"}, {"3-", "year", "3-year"}, {"vis-", "à-vis", "vis-à-vis"}, {"555-", "0134", "555-0134"},
		{"rope_walk-", "final.pdf", "rope_walk-final.pdf"}, {"https://mill.example", "/rules?a=1", "https://mill.example/rules?a=1"}, {"anna@mill", ".example", "anna@mill.example"},
		{"https://mill.example", "... and", "https://mill.example ... and"}, {"either", "/or", "either /or"},
	} {
		got := blocks(newSheet().text(0, 700, full+" "+c.tail, c.head+" and so on"), nil)
		assert.Equal(t, []string{"p " + full + " " + c.want + " and so on"}, got)
	}
}

// TestHyphenedLinesGoOn shows that a line which ends with a hyphen ends no paragraph, however short it is.
func TestHyphenedLinesGoOn(t *testing.T) {
	for _, c := range []struct{ above, below, want string }{
		{"a picture by Jean-", "Luc Martin", "a picture by Jean-Luc Martin"}, {"open from 1990-", "1995 only", "open from 1990-1995 only"}, {"the anti-", "American songs", "the anti-American songs"},
	} {
		assert.Equal(t, []string{"p " + full + " " + c.want}, blocks(newSheet().text(0, 700, full, c.above, c.below), nil))
	}
}

// TestLettersOfItems are numbers; what may be a letter or a Roman number is what
// follows.
func TestLettersOfItems(t *testing.T) {
	for _, c := range []struct{ marks, want string }{
		{"a) b) c)", "1 2 3"}, {"(a) (b)", "1 2"}, {"i) ii) iii) iv) v) vi) ix) x)", "1 2 3 4 5 6 9 10"}, {"(g) (h) (i) (j)", "7 8 9 10"},
		{"(u) (v) (w) (x) (y)", "21 22 23 24 25"}, {"(i) (ii)", "1 2"}, {"a. b.", "1 2"}, {"h) i) ii)", "8 9 2"},
	} {
		s := newSheet()
		for i, mark := range strings.Fields(c.marks) {
			s.write(0, float32(700-12*i), mark+" item")
		}
		var got []string
		for _, b := range blocks(s, nil) {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(b, "li0 "), ".item"))
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.marks)
	}
	nested := newSheet().write(0, 700, "1. one").write(20, 688, "a) two").write(20, 676, "b) three").write(0, 664, "2. four").write(20, 652, "a) five")
	assert.Equal(t, []string{"li0 1.one", "li1 1.two", "li1 2.three", "li0 2.four", "li1 1.five"}, blocks(nested, nil))
}

// TestLettersThatATextRefersTo stay as the document has them.
func TestLettersThatATextRefersTo(t *testing.T) {
	for _, marks := range []string{"a) b) c)", "(a) (b)", "i) ii) iii) iv) v) vi) ix) x)", "(g) (h) (i) (j)", "(u) (v) (w) (x) (y)", "a. b.", "h) i) ii)"} {
		s := newSheet()
		for i, mark := range strings.Fields(marks) {
			s.write(0, float32(700-12*i), mark+" item")
		}
		s.write(0, 400, "see paragraph ("+strings.Trim(strings.Fields(marks)[1], "().")+") above")
		var got []string
		for _, b := range blocks(s, nil)[:len(strings.Fields(marks))] {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(b, "li0 "), "item"))
		}
		assert.Equal(t, marks, strings.Join(got, " "))
	}
	law := newSheet().write(0, 700, "(1) one").write(20, 688, "(a) two").write(20, 676, "(b) three").write(0, 664, "(2) four")
	assert.Equal(t, []string{"li0 1.one", "li1 (a)two", "li1 (b)three", "li0 2.four"}, blocks(law, nil), "a law")
	nested := newSheet().write(0, 700, "1. one").write(20, 688, "a) two").write(20, 676, "b) three").write(0, 664, "2. four").write(20, 652, "a) five").write(0, 400, "see (b) there")
	assert.Equal(t, []string{"li0 1.one", "li1 a)two", "li1 b)three", "li0 2.four", "li1 a)five", "p see (b) there"}, blocks(nested, nil))
}
