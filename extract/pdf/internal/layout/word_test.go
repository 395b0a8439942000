package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// TestGaps is about what stands between glyphs, in ems of ten points: a blank
// from 1.2 points on, another cell from ten.
func TestGaps(t *testing.T) {
	at := func(gap float32) []string { return texts(newSheet().write(0, 0, "ab").write(10+gap, 0, "cd").lines()) }
	for gap, want := range map[float32]string{-5: "abcd", 0: "abcd", 1.1: "abcd", 1.3: "ab cd", 2.5: "ab cd", 9: "ab cd", 11: "ab | cd", 200: "ab | cd"} {
		assert.Equal(t, []string{want}, at(gap), "%v points", gap)
	}
}

// TestGapsAreLearned has the same gap within a word and between two.
func TestGapsAreLearned(t *testing.T) {
	at := func(within, between float32, words ...string) []string {
		s, x := newSheet(), float32(0)
		for _, word := range words {
			for _, r := range word {
				s.write(x, 0, string(r))
				x += 5 + within
			}
			x += between - within
		}
		return texts(s.lines())
	}
	for _, c := range []struct {
		name            string
		within, between float32
		words           []string
		want            string
	}{
		{"narrow blanks", 0, 1.5, []string{"two", "year", "after", "a", "hip"}, "two year after a hip"},
		{"spread letters", 1.5, 3.5, []string{"two", "year", "after"}, "two year after"},
		{"the same gap throughout", 1.5, 1.5, []string{"two", "year", "after"}, "twoyearafter"},
		{"letter-spaced", 3, 8, []string{"two", "year", "after"}, "two year after"},
		{"pairs of letters", 0, 3, []string{"OA", "OB", "OC"}, "OA OB OC"},
		{"numbers", 0, 2, []string{"99", "7", "2", "99"}, "99 7 2 99"},
		{"negative within", -0.5, 1.3, []string{"two", "year", "after"}, "two year after"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, []string{c.want}, at(c.within, c.between, c.words...)) })
	}
	// a run that has characters for its blanks
	s := newSheet().write(0, 0, "of its bla").write(51.5, 0, "nks few")
	assert.Equal(t, []string{"of its blanks few"}, texts(s.lines()))
	s = newSheet().write(0, 0, "of its bla").write(52, 0, "nks few")
	assert.Equal(t, []string{"of its bla nks few"}, texts(s.lines()))
}

func TestLinesOfAPage(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"a little lower is the same line", newSheet().write(0, 0, "some").write(24, -1, "words"), []string{"some words"}},
		{"subscript", newSheet().write(0, 0, "H").in(regular, 6).write(5, -2, "2").in(regular, 10).write(8, 0, "O"), []string{"H₂O"}},
		{"lowered letter of the same size", newSheet().write(0, 0, "T").write(3.3, -2.2, "E").write(7.5, 0, "X and more"), []string{"TEX and more"}},
		{"index that is hardly smaller", newSheet().write(0, 0, "seq").in(regular, 8.8).write(15, -2.6, "1").in(regular, 10).write(20, 0, ";"), []string{"seq1;"}},
		{"blanks alone", newSheet().write(0, 0, "   "), nil},
		{"nothing", newSheet(), nil},
		{"ligature", newSheet().write(0, 0, "ﬁnd"), []string{"find"}},
		{"sizes on a line", newSheet().in(regular, 14).write(0, 0, "Big").in(regular, 10).write(25, 0, "small"), []string{"Big small"}},
		{"Chinese with Latin letters", newSheet().write(0, 0, "用").write(8, 0, "Go").write(20, 0, "写"), []string{"用 Go 写"}},
		{"bold type by painting twice", newSheet().write(0, 0, "word").write(0.3, 0, "word").write(0.3, 0.3, "word"), []string{"word"}},
		{"the same word twice", newSheet().write(0, 0, "tide").write(24, 0, "tide"), []string{"tide tide"}},
		{"Arabic", newSheet().write(20, 0, "م").write(15, 0, "ا").write(10, 0, "ء"), []string{"ماء"}},
		{"Hebrew with a number, laid out from the left", newSheet().write(0, 0, "2024 תנש"), []string{"שנת 2024"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, texts(c.sheet.lines())) })
	}
}

// TestTurnedText is read in its own direction, after the text that stands
// upright.
func TestTurnedText(t *testing.T) {
	s := newSheet().write(0, 0, "upright")
	for i, r := range "up" {
		s.Glyphs = append(s.Glyphs, contentstream.Glyph{Text: string(r), X: float32(100 + 5*i), Y: -300, W: 5, Size: 10, Dir: 1, Font: regular, MCID: -1})
	}
	lines := s.lines()
	assert.Equal(t, []string{"upright", "up"}, texts(lines))
	assert.False(t, lines[0].Turned)
	assert.True(t, lines[1].Turned)
}

// TestStyles parts a line where the type changes.
func TestStyles(t *testing.T) {
	italic := &font.Font{Italic: true}
	line := newSheet().write(0, 0, "a ").in(bold, 10).write(10, 0, "b").in(italic, 10).write(17, 0, "c").in(mono, 10).write(24, 0, "d").lines()[0]
	assert.Equal(t, []layout.Span{{Text: "a "}, {Text: "b ", Bold: true}, {Text: "c ", Italic: true}, {Text: "d", Mono: true}}, line.Cells[0].Spans)
	assert.False(t, line.Bold)
	assert.True(t, newSheet().in(bold, 10).write(0, 0, "all of it").lines()[0].Bold)
	assert.True(t, newSheet().in(mono, 10).write(0, 0, "all of it").lines()[0].Mono)
}

func TestLinkAreas(t *testing.T) {
	link := func(x0, x1 float64) []layout.Span {
		s := newSheet().write(0, 0, "see the map now")
		s.Links = []contentstream.Link{{Box: object.Rect{X0: x0, Y0: -2, X1: x1, Y1: 9}, URI: "u"}}
		return s.lines()[0].Cells[0].Spans
	}
	for _, c := range []struct {
		name   string
		x0, x1 float64
		want   []layout.Span
	}{
		{"word", 40, 55, []layout.Span{{Text: "see the "}, {Text: "map ", Link: "u"}, {Text: "now"}}},
		{"words", 20, 55, []layout.Span{{Text: "see "}, {Text: "the map ", Link: "u"}, {Text: "now"}}},
		{"most of a word", 40, 51, []layout.Span{{Text: "see the "}, {Text: "map ", Link: "u"}, {Text: "now"}}},
		{"little of a word", 53, 55, []layout.Span{{Text: "see the map now"}}},
		{"all", -5, 500, []layout.Span{{Text: "see the map now", Link: "u"}}},
		{"beside", 200, 300, []layout.Span{{Text: "see the map now"}}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, link(c.x0, c.x1)) })
	}
}

// TestHiddenTexts are told by reason, and don't stand in the lines.
func TestHiddenTexts(t *testing.T) {
	s := newSheet().write(0, 100, "what all can read").write(0, 50, "white").write(0, 30, "tiny")
	for i := 17; i < 22; i++ {
		s.Glyphs[i].Hidden = contentstream.White
	}
	for i := 22; i < 26; i++ {
		s.Glyphs[i].Hidden = contentstream.Tiny
	}
	lines, hidden := layout.PageLines(nil, &s.Page, 0)
	assert.Equal(t, []string{"what all can read"}, texts(lines))
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.White: "white", contentstream.Tiny: "tiny"}, hidden)
}

// TestScans show the text under the image if there is little other.
func TestScans(t *testing.T) {
	page := func(invisible, shown string) []string {
		s := newSheet().write(0, 100, invisible)
		for i := range s.Glyphs {
			s.Glyphs[i].Hidden = contentstream.Invisible
		}
		return texts(s.write(0, 50, shown).lines())
	}
	assert.Equal(t, []string{"recognised text", "stamp"}, page("recognised text", "stamp"))
	assert.Equal(t, []string{"shown text of the page"}, page("not shown", "shown text of the page"))
}

// TestLateFirstGlyphs are painted after the line that they begin, in a font that has them.
func TestLateFirstGlyphs(t *testing.T) {
	for _, c := range []struct {
		name string
		page *sheet
		want []string
	}{
		{"box of a form", newSheet().write(5, 100, " I agree").in(bold, 10).write(0, 100, "☒").in(regular, 10).write(5, 80, " I refuse").in(bold, 10).write(0, 80, "☐"), []string{"☒ I agree", "☐ I refuse"}},
		{"letter of a word", newSheet().write(5, 100, "odz is a town").in(bold, 10).write(0, 100, "Ł").in(regular, 10).write(0, 80, "It has parks."), []string{"Łodz is a town", "It has parks."}},
		{"two letters", newSheet().write(5, 100, "a").write(15, 100, "b").in(bold, 10).write(0, 100, "Ł").write(10, 100, "ṭ"), []string{"Łaṭb"}},
		{"a word is not torn", newSheet().write(20, 100, "value").in(bold, 10).write(0, 100, "Key:"), []string{"value", "Key:"}},
	} {
		assert.Equal(t, c.want, texts(c.page.lines()), c.name)
	}
}
