package contentstream_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// seen are the glyphs of a page by why they can't be seen.
func seen(p *contentstream.Page) map[contentstream.Hidden]string {
	out := map[contentstream.Hidden]string{}
	for _, g := range p.Glyphs {
		out[g.Hidden] += g.Text
	}
	return out
}

// TestVisibility has a letter that shows and one that does not, for each way of
// hiding it.
func TestVisibility(t *testing.T) {
	text := func(s string) string { return "BT /F3 10 Tf 72 700 Td " + s + " ET " }
	for _, c := range []struct {
		name, content string
		want          map[contentstream.Hidden]string
	}{
		{"rendering mode", text("(a) Tj 3 Tr (b) Tj 7 Tr (c) Tj 1 Tr (d) Tj 0 Tr (e) Tj"), map[contentstream.Hidden]string{contentstream.Seen: "ade", contentstream.Invisible: "bc"}},
		{"gray", text("1 g (a) Tj 0.5 g (b) Tj"), map[contentstream.Hidden]string{contentstream.White: "a", contentstream.Seen: "b"}},
		{"red, green and blue", text("1 1 1 rg (a) Tj 1 0 0 rg (b) Tj"), map[contentstream.Hidden]string{contentstream.White: "a", contentstream.Seen: "b"}},
		{"four colours", text("0 0 0 0 k (a) Tj 0 0 0 1 k (b) Tj"), map[contentstream.Hidden]string{contentstream.White: "a", contentstream.Seen: "b"}},
		{"colour space", text("/DeviceGray cs 1 sc (a) Tj /DeviceCMYK cs 0 0 0 0 scn (b) Tj /DeviceRGB cs (c) Tj"), map[contentstream.Hidden]string{contentstream.White: "ab", contentstream.Seen: "c"}},
		{"pattern", text("/Pattern cs /P1 scn (a) Tj"), map[contentstream.Hidden]string{contentstream.Seen: "a"}},
		{"strokes have a colour of their own", text("1 G (a) Tj 1 g 1 Tr (b) Tj"), map[contentstream.Hidden]string{contentstream.Seen: "ab"}},
		{"white on an area", "0 0 1 rg 50 650 200 100 re f 1 g " + text("(a) Tj"), map[contentstream.Hidden]string{contentstream.Seen: "a"}},
		{"white on a white area", "1 g 50 650 200 100 re f " + text("(a) Tj"), map[contentstream.Hidden]string{contentstream.White: "a"}},
		{"white beside an area", "0 g 300 300 10 10 re f 1 g " + text("(a) Tj"), map[contentstream.Hidden]string{contentstream.White: "a"}},
		{"white on an image", "q 200 0 0 100 50 650 cm BI /W 1 /H 1 ID \x00 EI Q 1 g " + text("(a) Tj"), map[contentstream.Hidden]string{contentstream.Seen: "a"}},
		{"left of the page", "BT /F3 10 Tf -50 700 Td (a) Tj ET " + text("(b) Tj"), map[contentstream.Hidden]string{contentstream.OffPage: "a", contentstream.Seen: "b"}},
		{"above the page", "BT /F3 10 Tf 72 900 Td (a) Tj ET", map[contentstream.Hidden]string{contentstream.OffPage: "a"}},
		{"tiny", "BT /F3 0.5 Tf 72 700 Td (a) Tj ET " + text("(b) Tj"), map[contentstream.Hidden]string{contentstream.Tiny: "a", contentstream.Seen: "b"}},
		{"tiny by its matrix", "BT /F3 10 Tf 0.05 0 0 0.05 72 700 Tm (a) Tj ET", map[contentstream.Hidden]string{contentstream.Tiny: "a"}},
		{"one by a large matrix", "BT /F3 1 Tf 10 0 0 10 72 700 Tm (a) Tj ET", map[contentstream.Hidden]string{contentstream.Seen: "a"}},
		{"restored", "q 1 g " + text("(a) Tj") + "Q " + text("(b) Tj"), map[contentstream.Hidden]string{contentstream.White: "a", contentstream.Seen: "b"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, seen(read(t, pdftest.New(c.content)))) })
	}
}

func TestOpacity(t *testing.T) {
	f := pdftest.New("BT /F3 10 Tf 72 700 Td /G0 gs (a) Tj /G1 gs (b) Tj /None gs (c) Tj ET")
	f.Objects[3] = strings.TrimSuffix(f.Objects[3], ">>") + "/ExtGState<</G0<</ca 0>>/G1<</ca 0.5>>>>>>"
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.Clear: "a", contentstream.Seen: "bc"}, seen(read(t, f)))
}

// TestHiddenLayers are off in forms, marked content and annotations alike.
func TestHiddenLayers(t *testing.T) {
	f := pdftest.New("BT /F3 10 Tf 72 700 Td /OC /Off BDC (a) Tj /Span BMC (b) Tj EMC EMC /OC /On BDC (c) Tj EMC ET /X1 Do /X2 Do")
	f.Objects[1] = "<</Type/Catalog/Pages 2 0 R/OCProperties<</D<</OFF[30 0 R]>>>>>>"
	f.Objects[3] = strings.TrimSuffix(f.Objects[3], ">>") + "/Properties<</Off 30 0 R/On 31 0 R>>/XObject<</X1 32 0 R/X2 33 0 R>>>>"
	f.With(30, "<</Type/OCG>>").With(31, "<</Type/OCG>>")
	f.With(32, pdftest.Stream("/Subtype/Form/OC 30 0 R", "BT /F3 10 Tf 72 600 Td (d) Tj ET"))
	f.With(33, pdftest.Stream("/Subtype/Form/OC 31 0 R", "BT /F3 10 Tf 72 600 Td (e) Tj ET"))
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.Layer: "ab", contentstream.Seen: "ce"}, seen(read(t, f)))
}

// TestReasons have a name each, for the scan.
func TestReasons(t *testing.T) {
	names := map[string]bool{}
	for h := contentstream.Seen; h <= contentstream.Clear; h++ {
		names[h.String()] = true
	}
	assert.Len(t, names, int(contentstream.Clear)+1)
	assert.Empty(t, contentstream.Seen.String())
}

// TestCropBox: what is in the box of the media but not in that of the page is
// not shown.
func TestCropBox(t *testing.T) {
	f := pdftest.New("BT /F3 10 Tf 72 700 Td (a) Tj 200 -400 Td (b) Tj ET")
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents 11 0 R/CropBox[0 400 612 792]>>"
	p := read(t, f)
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.Seen: "a", contentstream.OffPage: "b"}, seen(p))
	assert.InDelta(t, 392, p.Height, 1e-9)
	assert.InDelta(t, 300, p.Glyphs[0].Y, 1e-3, "the corner of the crop box is the origin")
}

// TestPlacesThatAreNoNumbers: a width beyond all bounds moves what comes after it off the page.
func TestPlacesThatAreNoNumbers(t *testing.T) {
	f := pdftest.New("BT /F3 999999999 Tf 999999999 Tz 72 700 Td (a) Tj -999999999 Tz (a) Tj /F3 10 Tf 100 Tz (b) Tj ET")
	f.Objects[6] = "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding/FirstChar 97/Widths[1e300]>>"
	glyphs := read(t, f).Glyphs
	assert.Equal(t, contentstream.OffPage, glyphs[len(glyphs)-1].Hidden)
}
