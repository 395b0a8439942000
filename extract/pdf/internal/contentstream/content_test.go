package contentstream_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

func open(t testing.TB, f *pdftest.File) (*object.Doc, object.Page) {
	t.Helper()
	d, err := object.Open(t.Context(), f.Bytes())
	require.NoError(t, err)
	pages := d.Pages()
	require.Len(t, pages, 1)
	return d, pages[0]
}

func read(t testing.TB, f *pdftest.File) *contentstream.Page {
	t.Helper()
	d, p := open(t, f)
	page, err := contentstream.Read(t.Context(), d, p, contentstream.NewFonts(d), contentstream.NewLayers(d), contentstream.NewBudget())
	require.NoError(t, err)
	return page
}

// show describes glyphs: text, place, width, size and direction.
func show(p *contentstream.Page) string {
	var out []string
	for _, g := range p.Glyphs {
		out = append(out, fmt.Sprintf("%s@%.0f,%.0f w%.1f s%.0f d%d", g.Text, g.X, g.Y, g.W, g.Size, g.Dir))
	}
	return strings.Join(out, "; ")
}

func TestPlaces(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"Td", "BT /F3 10 Tf 72 700 Td (ab) Tj 0 -12 Td (c) Tj ET", "a@72,700 w6.0 s10 d0; b@78,700 w6.0 s10 d0; c@72,688 w6.0 s10 d0"},
		{"Tm and cm", "2 0 0 2 10 0 cm BT /F3 10 Tf 1 0 0 1 20 30 Tm (a) Tj ET", "a@50,60 w12.0 s20 d0"},
		{"TD and T*", "BT /F3 10 Tf 0 100 Td 5 -20 TD (a) Tj T* (b) Tj ET", "a@5,80 w6.0 s10 d0; b@5,60 w6.0 s10 d0"},
		{"quotes", "BT /F3 10 Tf 12 TL 0 100 Td (a) ' 1 2 (b c) \" ET", "a@0,88 w6.0 s10 d0; b@0,76 w6.0 s10 d0;  @8,76 w6.0 s10 d0; c@17,76 w6.0 s10 d0"},
		{"TJ", "BT /F3 10 Tf 0 9 Td [(a) -1000 (b) 600 (c)] TJ ET", "a@0,9 w6.0 s10 d0; b@16,9 w6.0 s10 d0; c@16,9 w6.0 s10 d0"},
		{"spacing and scale", "BT /F3 10 Tf 2 Tc 50 Tz 0 9 Td (ab) Tj ET", "a@0,9 w3.0 s10 d0; b@4,9 w3.0 s10 d0"},
		{"rise", "BT /F3 10 Tf 3 Ts 0 9 Td (a) Tj ET", "a@0,12 w6.0 s10 d0"},
		{"turned up", "BT /F3 10 Tf 0 1 -1 0 100 50 Tm (ab) Tj ET", "a@50,-100 w6.0 s10 d1; b@56,-100 w6.0 s10 d1"},
		{"upside down", "BT /F3 10 Tf -1 0 0 -1 100 50 Tm (a) Tj ET", "a@-100,-50 w6.0 s10 d2"},
		{"negative size", "BT /F3 -10 Tf -1 0 0 -1 100 50 Tm (ab) Tj ET", "a@100,50 w6.0 s10 d0; b@106,50 w6.0 s10 d0"},
		{"matrix beyond reason", strings.Repeat("100000 0 0 100000 0 0 cm ", 2) + "0.00001 0 0 0.00001 0 0 cm BT /F3 10 Tf 5 5 Td (a) Tj ET", "a@5,5 w6.0 s10 d0"},
		{"q and Q", "BT /F3 10 Tf ET q BT /F3 20 Tf ET Q BT 1 1 Td (a) Tj ET", "a@1,1 w6.0 s10 d0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, show(read(t, pdftest.New(tt.content)))) })
	}
}

func TestRotatedPages(t *testing.T) {
	for rotate, want := range map[int]string{0: "a@72,700", 90: "a@-540,700", 180: "a@-540,-92", 270: "a@72,-92"} {
		f := pdftest.New("BT /F3 10 Tf 72 700 Td (a) Tj ET")
		f.Objects[10] = fmt.Sprintf("<</Type/Page/Parent 2 0 R/Contents 11 0 R/Rotate %d>>", rotate)
		p := read(t, f)
		assert.Contains(t, show(p), want, "%d", rotate)
		if rotate%180 != 0 {
			assert.Equal(t, 792.0, p.Width)
		}
	}
}

func TestSegmentsAndLinks(t *testing.T) {
	f := pdftest.New("10 10 m 110 10 l S 20 20 50 40 re S 30 30 100 1 re f 5 5 m 50 50 l S 40 40 m 60 40 l n")
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[<</Subtype/Link/Rect[1 2 3 4]/A<</URI(https://a.example/)>>>> <</Subtype/Link/Rect[1 2 3 4]>> null 5]>>"
	p := read(t, f)
	assert.Equal(t, []contentstream.Segment{segment(10, 10, 110, 10), segment(70, 20, 70, 60), segment(20, 60, 70, 60), segment(20, 20, 20, 60), segment(30, 30.5, 130, 30.5)}, drop(p.Segments, segment(20, 20, 70, 20)))
	assert.Equal(t, []contentstream.Segment{segment(104.5, 6, 104.5, 106)}, read(t, pdftest.New("0 1 -1 0 105 6 cm 0 0 100 1 re f")).Segments, "a turned one")
	assert.Empty(t, p.Dots)
	assert.Equal(t, []contentstream.Dot{{X: 12, Y: 12, Size: 4}, {X: 54.5, Y: 54.5, Size: 9}}, read(t, pdftest.New("10 12 m 10 14 l 14 14 l 14 10 l 10 10 l h f 50 50 9 9 re f 70 70 4 1 re f")).Dots)
	assert.Equal(t, []contentstream.Link{{Box: object.Rect{X0: 1, Y0: 2, X1: 3, Y1: 4}, URI: "https://a.example/"}}, p.Links)
}

func segment(x0, y0, x1, y1 float32) contentstream.Segment {
	return contentstream.Segment{X0: x0, Y0: y0, X1: x1, Y1: y1}
}

// drop returns segments without one that may come in or not.
func drop(all []contentstream.Segment, not contentstream.Segment) (out []contentstream.Segment) {
	for _, s := range all {
		if s != not {
			out = append(out, s)
		}
	}
	return out
}

func TestLayers(t *testing.T) {
	f := pdftest.New("")
	f.Objects[1] = "<</Type/Catalog/Pages 2 0 R/OCProperties<</D<</OFF[20 0 R]/ON[21 0 R]>>>>>>"
	f.With(20, "<</Type/OCG>>").With(21, "<</Type/OCG>>")
	for i, policy := range []string{"", "/P/AllOn", "/P/AnyOff", "/P/AllOff"} {
		f.With(22+i, "<</Type/OCMD/OCGs[20 0 R 21 0 R]"+policy+">>")
	}
	f.With(30, "<</Type/OCMD/OCGs 20 0 R>>").With(31, "<</L[20 0 R 21 0 R 22 0 R 23 0 R 24 0 R 25 0 R 30 0 R null]>>")
	f.Objects[1] = strings.Replace(f.Objects[1], ">>>>>>", ">>>>/X 31 0 R>>", 1)
	d, _ := open(t, f)
	layers := contentstream.NewLayers(d)
	var got []bool
	for _, o := range d.Array(d.Dict(d.Catalog()["X"])["L"]) {
		got = append(got, layers.Off(o))
	}
	assert.Equal(t, []bool{true, false, false, true, false, true, true, false}, got)
}

func TestBudget(t *testing.T) {
	d, p := open(t, pdftest.New("BT /F3 10 Tf "+strings.Repeat("(abc) Tj ", 100)+"ET"))
	page, err := contentstream.Read(t.Context(), d, p, contentstream.NewFonts(d), contentstream.NewLayers(d), &contentstream.Budget{Ops: 1000, Glyphs: 50, Forms: 1})
	require.NoError(t, err)
	assert.Len(t, page.Glyphs, 50)
	page, err = contentstream.Read(t.Context(), d, p, contentstream.NewFonts(d), contentstream.NewLayers(d), &contentstream.Budget{Ops: 12, Glyphs: 5000, Forms: 1})
	require.NoError(t, err)
	assert.Len(t, page.Glyphs, 30)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = contentstream.Read(ctx, d, p, contentstream.NewFonts(d), contentstream.NewLayers(d), contentstream.NewBudget())
	assert.ErrorIs(t, err, context.Canceled)
}

func FuzzRun(f *testing.F) {
	f.Add([]byte("q 1 0 0 1 0 0 cm BT /F1 10 Tf [(a)-5<62>] TJ ET Q /X Do /G gs"))
	f.Add([]byte("/Span <</MCID 1/ActualText(x)>> BDC BT /F2 9 Tf (abc) Tj EMC BI /W 1 ID x EI"))
	f.Add([]byte("1 1 5 5 re B* 0 0 m 1 1 l h S 1 g 0 0 0 1 k /Cs cs 1 sc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := pdftest.New(string(data))
		file.Objects[3] = "<</Font<</F1 4 0 R/F2 5 0 R>>/XObject<</X 20 0 R>>/ExtGState<</G<</ca 0/Font[4 0 R 9]>>>>>>"
		file.With(20, pdftest.Stream("/Subtype/Form", "/X Do BT /F1 9 Tf (x) Tj ET"))
		d, err := object.Open(t.Context(), file.Bytes())
		if err != nil || len(d.Pages()) == 0 {
			return // the content has looked like objects
		}
		page, err := contentstream.Read(t.Context(), d, d.Pages()[0], contentstream.NewFonts(d), contentstream.NewLayers(d), &contentstream.Budget{Ops: 100000, Glyphs: 100000, Forms: 100})
		require.NoError(t, err)
		for _, g := range page.Glyphs {
			if math.IsNaN(float64(g.X)) || math.IsNaN(float64(g.W)) || math.IsInf(float64(g.Size), 0) {
				t.Fatalf("unsound glyph %+v", g)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	d, p := open(b, pdftest.New(strings.Repeat("BT /F1 10 Tf 72 700 Td [(Some words)-250(of text)] TJ ET\n", 500)))
	fonts, layers := contentstream.NewFonts(d), contentstream.NewLayers(d)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := contentstream.Read(b.Context(), d, p, fonts, layers, contentstream.NewBudget()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRulesOfImages: dvips writes the rules of fractions as images of one pixel.
func TestRulesOfImages(t *testing.T) {
	in := func(matrix string) int {
		f := pdftest.New("q " + matrix + " cm /I Do Q")
		f.Objects[3] = "<</XObject<</I 20 0 R>>>>"
		f.With(20, pdftest.Stream("/Type/XObject/Subtype/Image/Width 1/Height 1/ImageMask true/BitsPerComponent 1", "\x00"))
		return len(read(t, f).Segments)
	}
	for matrix, want := range map[string]int{"22 0 0 .48 100 500": 1, ".48 0 0 22 100 500": 1, "22 0 0 22 100 500": 0, "2 0 0 .48 100 500": 0} {
		assert.Equal(t, want, in(matrix), matrix)
	}
}
