package formula_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/formula"
)

var (
	roman  = &font.Font{Name: "CMR10"}
	italic = &font.Font{Name: "CMMI10", Math: true}
	large  = &font.Font{Name: "CMEX10", Math: true}
	mono   = &font.Font{Name: "CMTT10", Mono: true}
)

// sheet is a page to write formulas on. Glyphs are half an em wide.
type sheet struct{ contentstream.Page }

func (s *sheet) at(x, y, size float32, f *font.Font, text string) *sheet {
	for _, r := range text {
		s.glyph(contentstream.Glyph{Text: string(r), X: x, Y: y, W: size / 2, Size: size, Font: f})
		x += size / 2
	}
	return s
}

// in writes variables, text roman text, both of size 10, and small either of size 7.
func (s *sheet) in(x, y float32, text string) *sheet    { return s.at(x, y, 10, italic, text) }
func (s *sheet) text(x, y float32, text string) *sheet  { return s.at(x, y, 10, roman, text) }
func (s *sheet) small(x, y float32, text string) *sheet { return s.at(x, y, 7, italic, text) }

// sign writes a sign that hangs from y.
func (s *sheet) sign(x, y, w float32, text string) *sheet {
	return s.glyph(contentstream.Glyph{Text: text, X: x, Y: y, W: w, Size: 10, Font: large})
}

func (s *sheet) rule(x0, x1, y float32) *sheet {
	s.Segments = append(s.Segments, contentstream.Segment{X0: x0, X1: x1, Y0: y, Y1: y})
	return s
}

func (s *sheet) glyph(g contentstream.Glyph) *sheet {
	s.Glyphs = append(s.Glyphs, g)
	return s
}

// read returns the text of the page.
func (s *sheet) read() string {
	formula.Replace(&s.Page)
	var b strings.Builder
	for _, g := range s.Glyphs {
		b.WriteString(g.Text)
	}
	return b.String()
}

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		name, want string
		page       *sheet
	}{
		{"on one line", "leta+bbe", new(sheet).text(70, 700, "let").in(100, 700, "a+b").text(120, 700, "be")},
		{"exponent that text on a line can have", "sox2it", new(sheet).text(70, 700, "so").in(100, 700, "x").small(105, 704, "2").text(112, 700, "it")},
		{"number of a footnote", "sox1", new(sheet).text(70, 700, "so").in(100, 700, "x").small(105, 704, "1")},
		{"fraction in a sentence", "soa/b", new(sheet).text(70, 700, "so").small(101, 704, "a").small(101, 695, "b").rule(100, 106, 702.5)},
		{"fraction", "x=(a + b)/c", new(sheet).in(80, 700, "x").in(88, 700, "=").in(100, 707, "a").in(107, 707, "+").in(114, 707, "b").in(107, 693, "c").rule(99, 120, 702.5)},
		{"fraction in a fraction", "x=1/(a + 1/b)", new(sheet).in(80, 700, "x").in(88, 700, "=").in(110, 707, "1").rule(99, 126, 702.5).
			in(100, 688, "a").in(107, 688, "+").in(117, 695, "1").in(117, 681, "b").rule(116, 123, 690.5)},
		{"root", `so√(a + b)`, new(sheet).text(70, 700, "so").sign(100, 708, 8, "√").in(108, 700, "a").in(115, 700, "+").in(122, 700, "b").rule(108, 127, 708)},
		{"root of a degree", "so³√x", new(sheet).text(70, 700, "so").at(101, 704, 5, roman, "3").sign(102, 708, 8, "√").in(110, 700, "x").rule(110, 116, 708)},
		{"line of text over a rule", "variable so", new(sheet).text(70, 700, "variable").in(110, 700, " ").text(75, 690, "so").rule(75, 90, 698)},
		{"bracket whose other one is below", `so(ab`, new(sheet).text(70, 700, "so").sign(98, 714, 7, "(").in(106, 700, "ab")},
		{"lines of formulas with numbers", `a=b+c+d(1)e=f/g`, new(sheet).in(100, 700, "a").in(108, 700, "=").in(116, 700, "b").in(124, 700, "+").in(132, 700, "c").in(140, 700, "+").in(148, 700, "d").
			text(300, 700, "(1)").in(98, 680, "e").in(106, 680, "=").in(116, 687, "f").in(116, 673, "g").rule(115, 122, 682.5)},
		{"program beside its result", "x⇒1", new(sheet).at(70, 700, 10, mono, "x").in(100, 700, "⇒").at(110, 700, 10, mono, "1")},
		{"font without a table", "soðxÞ¼", new(sheet).text(70, 700, "so").in(100, 700, "ðxÞ¼")},
	} {
		assert.Equal(t, c.want, c.page.read(), c.name)
	}
}

// TestUnsure formulas stay as they are.
func TestUnsure(t *testing.T) {
	for _, c := range []struct {
		name string
		page *sheet
	}{
		{"matrix", new(sheet).in(80, 700, "A").in(88, 700, "=").sign(98, 714, 7, "(").
			in(106, 706, "a").in(121, 706, "b").in(106, 694, "c").in(121, 694, "d").sign(128, 714, 7, ")")},
		{"binomial", new(sheet).in(80, 700, "b").in(88, 700, "=").sign(98, 714, 7, "(").in(106, 707, "n").in(106, 693, "k").sign(112, 714, 7, ")")},
		{"brace over a part", new(sheet).text(70, 700, "so").in(100, 700, "a").sign(100, 696, 5, "⏟").in(106, 700, "b")},
		{"sign of a root without a rule", new(sheet).text(70, 700, "so").sign(100, 708, 8, "√").in(108, 700, "ab")},
		{"matrix with a hole", new(sheet).in(80, 700, "A").in(88, 700, "=").sign(98, 714, 7, "(").
			in(106, 706, "a").in(121, 706, "b").in(106, 694, "c").sign(128, 714, 7, ")")},
		{"index of a relation", new(sheet).in(80, 700, "a").in(88, 700, "=").small(93, 697, "bc").in(105, 700, "d")},
		{"parts of a fraction without its rule", new(sheet).in(80, 700, "A").in(88, 700, "=").sign(98, 714, 7, "(").in(106, 704, "a").in(106, 697, "b").sign(112, 714, 7, ")")},
		{"what is on no line", new(sheet).in(80, 700, "a").in(88, 700, "=").sign(98, 714, 7, "∫").in(110, 704, "c").in(118, 700, "b")},
	} {
		before := slices.Clone(c.page.Glyphs)
		formula.Replace(&c.page.Page)
		assert.Equal(t, before, c.page.Glyphs, c.name)
	}
}

// TestPagesWithoutFormulas stay as they are, glyph for glyph.
func TestPagesWithoutFormulas(t *testing.T) {
	s := new(sheet).text(70, 700, "a/b").at(90, 704, 7, roman, "2").rule(70, 100, 702)
	before := append([]contentstream.Glyph(nil), s.Glyphs...)
	formula.Replace(&s.Page)
	assert.Equal(t, before, s.Glyphs)
}

// BenchmarkGrowth measures how much longer a page of four times as many signs takes: about four
// times as long.
func BenchmarkGrowth(b *testing.B) {
	page := func(n int) *sheet {
		s := &sheet{}
		for i := range n {
			x, y := float32(i%90)*6, float32(i/90)*13
			s.sign(x, y, 5, []string{"(", ")", "∑", "√", "a"}[i%5]).rule(x, x+20, y)
		}
		return s
	}
	took := func(n int) time.Duration {
		s := page(n)
		began := time.Now()
		formula.Replace(&s.Page)
		return time.Since(began)
	}
	many, few := time.Hour, time.Hour
	for b.Loop() {
		many, few = min(many, took(16_000)), min(few, took(4000))
	}
	b.ReportMetric(float64(many)/float64(few), "growth")
}

func FuzzReplace(f *testing.F) {
	f.Add([]byte("a\x10\x20\x0ab\x18\x20\x0a"))
	f.Add([]byte("(\x10\x30\x8a√\x18\x20\x8a"))
	f.Fuzz(func(t *testing.T, data []byte) {
		signs := []string{"a", "1", "=", "(", ")", "{", "|", "∑", "√", "⎛", "⎝", "ˆ", "lim", "if", ",", " ", "−", "∣"}
		s := &sheet{}
		for ; len(data) >= 4; data = data[4:] {
			x, y := float32(data[1]), float32(data[2])
			f := italic
			if data[3]&0x40 != 0 {
				f = roman
			}
			g := contentstream.Glyph{Text: signs[int(data[0])%len(signs)], X: x, Y: y, W: 5, Size: float32(data[3]&0x0f) + 1, Font: f}
			if data[3]&0x80 != 0 {
				s.rule(x, x+float32(data[3]&0x3f), y)
			}
			s.glyph(g)
		}
		before := len(s.Glyphs)
		formula.Replace(&s.Page)
		require.LessOrEqual(t, len(s.Glyphs), before)
		for _, g := range s.Glyphs {
			require.LessOrEqual(t, len(g.Text), 100*(before+1))
		}
	})
}
