package layout_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

func TestWords(t *testing.T) {
	tests := []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"blank glyphs", newSheet().write(0, 0, "some words"), []string{"some words"}},
		{"gaps", newSheet().write(0, 0, "some").write(23, 0, "words").write(48.5, 0, "here"), []string{"some wordshere"}},
		{"far apart", newSheet().write(0, 0, "left").write(40, 0, "right"), []string{"left | right"}},
		{"spaced letters", newSheet().write(0, 0, "H").write(8, 0, "E").write(16, 0, "A").write(24, 0, "D").write(36, 0, "I").write(44, 0, "N"), []string{"HEAD IN"}},
		{"ideographs", newSheet().write(0, 0, "日").write(8, 0, "本").write(16, 0, "a"), []string{"日本 a"}},
		{"hangul", newSheet().write(0, 0, "한").write(8, 0, "국"), []string{"한 국"}},
		{"superscript", newSheet().write(0, 0, "x").in(regular, 6).write(5, 4, "2"), []string{"x²"}},
		{"shadow", newSheet().write(0, 0, "word").write(0.5, 0.2, "word"), []string{"word"}},
		{"bold by drawing each letter twice", newSheet().twice(0, 0, "letter by letter", 1), []string{"letter by letter"}},
		{"bold by drawing each line twice", newSheet().twice(0, 12, "the whole line", 99).twice(0, 0, "another line", 99), []string{"the whole line", "another line"}},
		{"double letters", newSheet().write(0, 0, "ballooon"), []string{"ballooon"}},
		{"a word again farther on", newSheet().write(0, 0, "so").write(9, 0, "so"), []string{"soso"}},
		{"two lines", newSheet().write(0, 12, "above").write(0, 0, "below"), []string{"above", "below"}},
		{"hebrew, logical", newSheet().write(20, 0, "ש").write(15, 0, "ל").write(10, 0, "ו").write(5, 0, "ם"), []string{"שלום"}},
		{"hebrew, visual", newSheet().write(0, 0, "םולש"), []string{"שלום"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, texts(tt.sheet.lines())) })
	}
}

func TestHidden(t *testing.T) {
	s := newSheet().write(0, 50, "all can read this").write(0, 20, "hidden words").write(0, 0, "more")
	for i := len("all can read this"); i < len(s.Glyphs); i++ {
		s.Glyphs[i].Hidden = contentstream.White
	}
	lines, hidden := layout.PageLines(nil, &s.Page, 0)
	assert.Equal(t, []string{"all can read this"}, texts(lines))
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.White: "hidden words more"}, hidden)

	scan := newSheet().write(0, 0, "recognised")
	for i := range scan.Glyphs {
		scan.Glyphs[i].Hidden = contentstream.Invisible
	}
	assert.Equal(t, []string{"recognised"}, texts(scan.lines()))
}

func TestLinksCoverWords(t *testing.T) {
	s := newSheet().write(0, 0, "see the map.")
	s.Links = []contentstream.Link{{Box: object.Rect{X0: 39, Y0: -2, X1: 53, Y1: 9}, URI: "u"}}
	spans := s.lines()[0].Cells[0].Spans
	assert.Equal(t, []layout.Span{{Text: "see the "}, {Text: "map", Link: "u"}, {Text: "."}}, spans)
}

func TestOrder(t *testing.T) {
	stream := texts(newSheet().column(0, 700, "left", 8).column(300, 700, "right", 8).lines())
	assert.Equal(t, "right line 0 with words to fill it", stream[8], "the order of the stream goes up once")

	shuffled := newSheet()
	for i := range 8 {
		y := float32(700 - 12*i)
		shuffled.write(0, y, fmt.Sprintf("left %d with words that fill the line", i)).write(300, y, fmt.Sprintf("right %d with words that fill the line", i))
	}
	shuffled.write(100, 720, "A title that is written across both of the columns of it")
	got := texts(shuffled.lines())
	assert.True(t, strings.HasPrefix(got[0], "A title"), "%q", got)
	assert.True(t, strings.HasPrefix(got[1], "left 0") && strings.HasPrefix(got[8], "left 7") && strings.HasPrefix(got[9], "right 0"), "%q", got)

	table := newSheet()
	for i := range 6 {
		table.write(0, float32(100-12*i), "name").write(200, float32(100-12*i), "value")
	}
	assert.Len(t, table.lines()[0].Rows, 6, "short cells are no columns of text")
}

func TestBlocks(t *testing.T) {
	body := func() *sheet { return newSheet().column(0, 700, "body", 4) }
	rest := "p body line 0 with words to fill it body line 1 with words to fill it body line 2 with words to fill it body line 3 with words to fill it"
	tests := []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"paragraph", body(), []string{rest}},
		{"large heading", body().in(regular, 16).write(0, 640, "Heading"), []string{rest, "h1 Heading"}},
		{"bold heading", body().in(bold, 10).write(0, 640, "Heading").in(regular, 10).write(0, 624, "Text of it that is much longer than a heading would ever be."),
			[]string{rest, "h1 Heading", "p Text of it that is much longer than a heading would ever be."}},
		{"gap", body().write(0, 640, "After a gap."), []string{rest, "p After a gap."}},
		{"hyphen", newSheet().write(0, 100, "They began to bu-").write(0, 88, "ild boats, all of them."), []string{"p They began to build boats, all of them."}},
		{"compound", newSheet().write(0, 100, "They met in Lund-").write(0, 88, "Malmö and beyond."), []string{"p They met in Lund-Malmö and beyond."}},
		{"address over two lines", newSheet().write(0, 100, "It is told at https://mill.example/old-").write(0, 88, "wheels.html of the mill."), []string{"p It is told at https://mill.example/old-wheels.html of the mill."}},
		{"address without scheme", newSheet().write(0, 100, "Tickets are sold at (www.river-").write(0, 88, "boats.example) and here."), []string{"p Tickets are sold at (www.river-boats.example) and here."}},
		{"mailbox over two lines", newSheet().write(0, 100, "Write a letter to mill-").write(0, 88, "keeper@river.example at once."), []string{"p Write a letter to mill-keeper@river.example at once."}},
		{"address after a slash", newSheet().write(0, 100, "It is told at https://mill.example/").write(0, 88, "wheels/old.html of the mill."), []string{"p It is told at https://mill.example/wheels/old.html of the mill."}},
		{"word after an address", newSheet().write(0, 100, "It is told at https://mill.example/").write(0, 88, "and in the book of the mill."), []string{"p It is told at https://mill.example/ and in the book of the mill."}},
		{"ticks", newSheet().write(0, 100, "✔ hull of oak").write(0, 88, "✗ sails of wool").write(0, 76, "☐ oars of ash"), []string{"li0 ✔ hull of oak", "li0 ✗ sails of wool", "li0 ☐ oars of ash"}},
		{"bullets", newSheet().write(0, 100, "• one").write(0, 88, "• two that").write(10, 76, "goes on").write(15, 64, "• deep").write(0, 52, "• last"),
			[]string{"li0 one", "li0 two that goes on", "li1 deep", "li0 last"}},
		{"numbers", newSheet().write(0, 100, "1. one").write(0, 88, "2. two"), []string{"li0 1.one", "li0 2.two"}},
		{"number apart", newSheet().write(0, 100, "1.").write(30, 100, "one").write(0, 88, "2.").write(30, 88, "two"), []string{"li0 1.one", "li0 2.two"}},
		{"table", newSheet().write(0, 100, "Month").write(80, 100, "Rain").write(0, 88, "March").write(80, 88, "112 mm").write(80, 76, "of it").write(0, 64, "April").write(80, 64, "98 mm"),
			[]string{"row Month|Rain", "row March|112 mm of it", "row April|98 mm"}},
		{"code", body().in(mono, 10).write(0, 640, "for x:").write(20, 628, "print(x)"), []string{rest, "code for x:\n    print(x)\n"}},
		{"empty line of code", body().in(mono, 10).write(0, 640, "a()").write(0, 629, "b()").write(0, 607, "c()"), []string{rest, "code a()\nb()\n\nc()\n"}},
		{"columns of code", body().in(mono, 10).write(0, 640, "show(x)").write(0, 628, "0.141").write(35.4, 628, "0.756"), []string{rest, "code show(x)\n0.141  0.756\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, blocks(tt.sheet, nil)) })
	}
}

func TestPaintedBullets(t *testing.T) {
	s := newSheet().write(20, 100, "one").write(20, 88, "two").write(20, 60, "text")
	s.Dots = []contentstream.Dot{{X: 12, Y: 103}, {X: 12, Y: 91}, {X: 200, Y: 63}, {X: 12, Y: 40}}
	assert.Equal(t, []string{"li0 one", "li0 two", "p text"}, blocks(s, nil))
	s = newSheet().column(0, 400, "body", 4).in(regular, 24).write(40, 100, "one").write(40, 72, "two").in(regular, 10).write(20, 20, "text")
	s.Dots = []contentstream.Dot{{X: 28, Y: 108, Size: 8.4}, {X: 28, Y: 80, Size: 8.4}, {X: 12, Y: 23, Size: 8.4}}
	assert.Equal(t, []string{"li0 one", "li0 two", "p text"}, blocks(s, nil)[1:], "of large type")
}

func TestBookmarksAreHeadings(t *testing.T) {
	s := newSheet().column(0, 700, "body", 4).write(0, 630, "A quiet heading").write(0, 600, "Text that follows it and is longer than it.")
	got := blocks(s, map[string]int{layout.TitleKey("A Quiet  Heading"): 3})
	assert.Contains(t, got, "h3 A quiet heading")
}

// TestOrdinals are the marks that make a line an item.
func TestOrdinals(t *testing.T) {
	for mark, want := range map[string]string{
		"1.": "li0 1.one", "12)": "li0 12.one", "(3)": "li0 3.one", "a)": "li0 1.one", "(b)": "li0 2.one", "iv)": "li0 4.one",
		"1": "p 1 one", "2024.": "p 2024. one", "x.": "p x. one", "A.": "p A. one", "(a": "p (a one",
	} {
		assert.Equal(t, []string{want}, blocks(newSheet().write(0, 100, mark+" one"), nil))
	}
}

func BenchmarkPageLines(b *testing.B) {
	s := newSheet().column(0, 780, "left", 60).column(300, 780, "right", 60)
	b.ReportAllocs()
	for b.Loop() {
		s.lines()
	}
}

// BenchmarkBlanks measures how much longer a line of blanks takes than one of as many letters, close to each other and with
// gaps as wide as those between cells: less long.
func BenchmarkBlanks(b *testing.B) {
	for name, step := range map[string]float32{"close": 5, "wide": 12} {
		page := func(text string) *sheet {
			s := newSheet()
			for i := range 20_000 {
				s.write(float32(i)*step, 400, text)
			}
			return s
		}
		blanks, letters := page(" "), page("a")
		took := func(s *sheet) time.Duration {
			began := time.Now()
			s.lines()
			return time.Since(began)
		}
		b.Run(name, func(b *testing.B) {
			long, usual := time.Hour, time.Hour
			for b.Loop() {
				long, usual = min(long, took(blanks)), min(usual, took(letters))
			}
			b.ReportMetric(float64(long)/float64(usual), "times")
		})
	}
}
