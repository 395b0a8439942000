package contentstream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// withForms is a page with forms /X1, /X2… of these dictionary entries and
// contents.
func withForms(content string, forms ...[2]string) *pdftest.File {
	f := pdftest.New(content)
	list := ""
	for i, form := range forms {
		list += fmt.Sprintf("/X%d %d 0 R", i+1, 50+i)
		f.With(50+i, pdftest.Stream("/Subtype/Form/BBox[0 0 100 100]"+form[0], form[1]))
	}
	f.Objects[3] = strings.TrimSuffix(f.Objects[3], ">>") + "/XObject<<" + list + ">>>>"
	return f
}

// TestForms goes by ISO 32000-2, section 8.10.
func TestForms(t *testing.T) {
	a := "BT /F3 10 Tf 1 2 Td (a) Tj ET"
	for _, c := range []struct {
		name, content string
		forms         [][2]string
		want          string
	}{
		{"in place", "/X1 Do", [][2]string{{"", a}}, "a@1,2"},
		{"moved by the page", "1 0 0 1 50 60 cm /X1 Do", [][2]string{{"", a}}, "a@51,62"},
		{"moved by itself", "/X1 Do", [][2]string{{"/Matrix[1 0 0 1 7 8]", a}}, "a@8,10"},
		{"scaled by both", "2 0 0 2 10 10 cm /X1 Do", [][2]string{{"/Matrix[3 0 0 3 0 0]", a}}, "a@16,22"},
		{"matrix that is none", "/X1 Do", [][2]string{{"/Matrix[1 0 /x 1 7 8]", a}}, "a@1,2"},
		{"twice", "/X1 Do 1 0 0 1 20 0 cm /X1 Do", [][2]string{{"", a}}, "a@1,2 a@21,2"},
		{"in a form", "/X1 Do", [][2]string{{"/Matrix[1 0 0 1 5 5]", "/X2 Do"}, {"/Matrix[1 0 0 1 5 5]", a}}, "a@11,12"},
		{"in itself", "/X1 Do", [][2]string{{"", a + " /X1 Do"}}, "a@1,2"},
		{"in each other", "/X1 Do", [][2]string{{"", a + " /X2 Do"}, {"", "1 0 0 1 9 0 cm " + a + " /X1 Do"}}, "a@1,2 a@10,2"},
		{"leaves the state as it was", "BT /F3 10 Tf 30 30 Td /X1 Do (b) Tj ET", [][2]string{{"", "q 9 0 0 9 0 0 cm " + a}}, "a@9,18 b@30,30"},
		{"closes more than it opens", "q 1 0 0 1 40 0 cm /X1 Do " + a + " Q", [][2]string{{"", "Q Q Q"}}, "a@41,2"},
		{"that is not there", "/X9 Do " + a, nil, "a@1,2"},
		{"fonts of its own", "/X1 Do", [][2]string{{"/Resources<</Font<</F9 6 0 R>>>>", "BT /F9 10 Tf 1 2 Td (a) Tj ET"}}, "a@1,2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, g := range read(t, withForms(c.content, c.forms...)).Glyphs {
				got = append(got, fmt.Sprintf("%s@%.0f,%.0f", g.Text, g.X, g.Y))
			}
			assert.Equal(t, c.want, strings.Join(got, " "))
		})
	}
}

// TestFormDepth runs forms in forms up to the bound.
func TestFormDepth(t *testing.T) {
	count := func(depth int) int {
		var forms [][2]string
		for i := range depth {
			forms = append(forms, [2]string{"", fmt.Sprintf("BT /F3 10 Tf 1 2 Td (a) Tj ET /X%d Do", i+2)})
		}
		return len(read(t, withForms("/X1 Do", forms...)).Glyphs)
	}
	assert.Equal(t, 12, count(12))
	assert.Equal(t, 12, count(13))
}

// TestStateDepth counts what is saved beyond the bound, so that the rest is
// restored as it was.
func TestStateDepth(t *testing.T) {
	for _, n := range []int{200, 201, 5000} {
		p := read(t, pdftest.New("1 0 0 1 5 0 cm "+strings.Repeat("q ", n)+strings.Repeat("Q ", n)+"BT /F3 10 Tf (a) Tj ET"))
		assert.Equal(t, "a@5,0 w6.0 s10 d0", show(p), n)
	}
}

func TestImages(t *testing.T) {
	inline := "BI /W 2 /H 2 /BPC 8 /CS /G ID \x00EI\xff EI"
	for _, c := range []struct {
		name, content string
		area          float64
	}{
		{"none", "", 0},
		{"whole page", "q 612 0 0 792 0 0 cm " + inline + " Q", 1},
		{"half of it", "q 306 0 0 792 0 0 cm " + inline + " Q", .5},
		{"beyond the page", "q 1224 0 0 792 -612 0 cm " + inline + " Q", 1},
		{"off the page", "q 10 0 0 10 700 0 cm " + inline + " Q", 0},
		{"many", strings.Repeat("q 612 0 0 396 0 0 cm "+inline+" Q ", 5), 1},
		{"turned by an eighth", "q 100 100 -100 100 300 300 cm " + inline + " Q", 200. * 200 / 612 / 792},
		{"turned", "q 0 792 -612 0 612 0 cm " + inline + " Q", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, pdftest.New(c.content+" BT /F3 10 Tf 1 2 Td (a) Tj ET"))
			assert.InDelta(t, c.area, p.ImageArea, 1e-6)
			assert.Equal(t, "a@1,2 w6.0 s10 d0", show(p), "what follows the data is read")
		})
	}
	p := read(t, pdftest.New("BI /W 1 ID \x01\x02 BT /F3 10 Tf 1 2 Td (a) Tj ET"))
	assert.Equal(t, "a@1,2 w6.0 s10 d0", show(p), "data without an end hides nothing")
	f := pdftest.New("q 612 0 0 792 0 0 cm /I Do Q")
	f.Objects[3] = "<</XObject<</I 60 0 R>>>>"
	f.With(60, pdftest.Stream("/Subtype/Image/Width 1/Height 1", "x"))
	assert.InDelta(t, 1, read(t, f).ImageArea, 1e-6)
}

// TestAnnotations shows what annotations look like, fitted into their place.
func TestAnnotations(t *testing.T) {
	appearance := pdftest.Stream("/Subtype/Form/BBox[0 0 50 10]/Resources 3 0 R", "BT /F3 10 Tf 0 0 Td (a) Tj ET")
	for _, c := range []struct{ name, annotation, want string }{
		{"in its rectangle", "/Subtype/Widget/Rect[100 200 150 210]/AP<</N 60 0 R>>", "a@100,200 w6.0 s10 d0"},
		{"stretched", "/Subtype/FreeText/Rect[100 200 200 220]/AP<</N 60 0 R>>", "a@100,200 w12.0 s20 d0"},
		{"by its state", "/Subtype/Widget/Rect[100 200 150 210]/AS/On/AP<</N<</On 60 0 R/Off 61 0 R>>>>", "a@100,200 w6.0 s10 d0"},
		{"hidden", "/Subtype/Widget/F 2/Rect[100 200 150 210]/AP<</N 60 0 R>>", ""},
		{"not for viewing", "/Subtype/Widget/F 32/Rect[100 200 150 210]/AP<</N 60 0 R>>", ""},
		{"popup", "/Subtype/Popup/Rect[100 200 150 210]/AP<</N 60 0 R>>", ""},
		{"no appearance", "/Subtype/Text/Rect[100 200 150 210]/Contents(note)", ""},
		{"no rectangle", "/Subtype/Widget/AP<</N 60 0 R>>", ""},
		{"a value whose appearance is empty", "/Subtype/Widget/FT/Tx/V(ab)/DA(/Helv 10 Tf 0 g)/Rect[100 200 150 210]/AP<</N 62 0 R>>", "ab@102,202 w10.0 s10 d0"},
		{"a box that is on", "/Subtype/Widget/FT/Btn/AS/Yes/DA(/Helv 10 Tf)/Rect[100 200 110 210]/AP<</N<</Yes 62 0 R>>>>", "☑@102,202 w5.0 s10 d0"},
		{"a box that is off", "/Subtype/Widget/FT/Btn/AS/Off/DA(/Helv 10 Tf)/Rect[100 200 110 210]/AP<</N<</Yes 62 0 R>>>>", ""},
		{"a box that the value of its field turns on", "/Subtype/Widget/Parent<</FT/Btn/V/Yes>>/DA(/Helv 10 Tf)/Rect[100 200 110 210]/AP<</N<</Yes 60 0 R>>>>", "☑@102,202 w5.0 s10 d0"},
		{"a box that it leaves off", "/Subtype/Widget/Parent<</FT/Btn/V/No>>/DA(/Helv 10 Tf)/Rect[100 200 110 210]/AP<</N<</Yes 60 0 R>>>>", ""},
		{"a button whose appearance fills a circle", "/Subtype/Widget/FT/Btn/AS/Yes/DA(/Helv 10 Tf)/Rect[100 200 110 210]/AP<</N<</Yes 63 0 R>>>>", "☑@102,202 w5.0 s10 d0"},
		{"a box without any appearance", "/Subtype/Widget/FT/Btn/V/Yes/DA(/Helv 10 Tf)/Rect[100 200 110 210]", "☑@102,202 w5.0 s10 d0"},
		{"a character in each box", "/Subtype/Widget/FT/Tx/Ff 16777216/V(ab)/DA(/Helv 10 Tf 0 g)/Rect[100 200 150 210]/AP<</N 60 0 R>>", "ab@102,202 w10.0 s10 d0"},
		{"what a choice shows", "/Subtype/Widget/FT/Ch/Opt[[(a)(b)][(c)(d)](e)]/V[(c)(e)]/DA(/Helv 10 Tf)/Rect[100 200 150 210]", "d@102,202 w5.0 s10 d0; e@102,190 w5.0 s10 d0"},
		{"a push button", "/Subtype/Widget/FT/Btn/Ff 65536/AS/Yes/DA(/Helv 10 Tf)/Rect[100 200 110 210]", ""},
		{"a value", "/Subtype/Widget/FT/Tx/V(ab)/DA(/Helv 10 Tf 0 g)/Rect[100 200 150 210]", "ab@102,202 w10.0 s10 d0"},
		{"a value of its parent", "/Subtype/Widget/Parent<</FT/Ch/V[(a)(b)]>>/DA(/Helv 10 Tf)/Rect[100 200 150 210]", "a@102,202 w5.0 s10 d0; b@102,190 w5.0 s10 d0"},
		{"a value of several lines", "/Subtype/Widget/FT/Tx/Ff 4096/V(ab  cde f\\ng)/DA(/Helv 10 Tf)/Rect[100 200 124 250]", "ab cde f@102,238 w22.0 s10 d0; g@102,226 w5.0 s10 d0"},
		{"a value of no size", "/Subtype/Widget/FT/Tx/V(a)/Rect[100 200 150 210]", "a@102,203 w3.5 s7 d0"},
		{"a secret value", "/Subtype/Widget/FT/Tx/Ff 8192/V(ab)/Rect[100 200 150 210]", ""},
		{"a value that is off", "/Subtype/Widget/F 2/FT/Tx/V(ab)/Rect[100 200 150 210]", ""},
		{"a field of its own", "/Subtype/Widget/FT/Btn/V(ab)/Rect[100 200 150 210]", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := pdftest.New("")
			f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[<<" + c.annotation + ">>]>>"
			f.With(60, appearance)
			f.With(63, pdftest.Stream("/Subtype/Form/BBox[0 0 50 10]", "0 0 50 10 re f"))
			f.With(62, pdftest.Stream("/Subtype/Form/BBox[0 0 50 10]", ""))
			assert.Equal(t, c.want, show(read(t, f)))
		})
	}
}

// TestNotes holds the texts of annotations within their bounds.
func TestNotes(t *testing.T) {
	for _, c := range []struct {
		name, annotations string
		notes, bytes      int
	}{
		{"seen or not", "<</Contents(a)>> <</F 2/Contents(b)>> <</Subtype/Popup/Contents(c)>> <</Contents()>>", 3, 3},
		{"as many as are kept", strings.Repeat("<</Contents(a)>>", 500), 500, 500},
		{"one more", strings.Repeat("<</Contents(a)>>", 501), 500, 500},
		{"longer than is kept", "<</Contents(" + strings.Repeat("a", 4097) + ")>>", 1, 4096},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := pdftest.New("")
			f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[" + c.annotations + "]>>"
			notes := read(t, f).Notes
			assert.Len(t, notes, c.notes)
			assert.Len(t, strings.Join(notes, ""), c.bytes)
		})
	}
}
