package contentstream_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// TestDirections are quarter turns within fifteen degrees of one.
func TestDirections(t *testing.T) {
	for degrees, want := range map[float64]uint8{
		0: 0, 14: 0, -14: 0, 90: 1, 104: 1, 76: 1, 180: 2, -166: 2, 194: 2, 270: 3, -90: 3, 284: 3,
		45: contentstream.Oblique + 9, 16: contentstream.Oblique + 3, -45: contentstream.Oblique + 63, 135: contentstream.Oblique + 27, 225: contentstream.Oblique + 45, 358: 0,
	} {
		assert.Equal(t, want, read(t, pdftest.New(obliqueText(degrees, "a"))).Glyphs[0].Dir, "%v", degrees)
	}
	assert.Equal(t, uint8(0), read(t, pdftest.New("BT /F3 20 Tf 0 0 0 0 300 400 Tm (a) Tj ET")).Glyphs[0].Dir)
}

// obliqueText is text that begins at 300, 400 and is turned by degrees.
func obliqueText(degrees float64, text string) string {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return fmt.Sprintf("BT /F3 20 Tf %f %f %f %f 300 400 Tm (%s) Tj ET ", cos, sin, -sin, cos, text)
}

// TestObliqueText stands on a line of its own frame.
func TestObliqueText(t *testing.T) {
	for _, degrees := range []float64{20, 30, 45, 60, 115, 150, 200, 225, 245, 300, 330} {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		p := read(t, pdftest.New(obliqueText(degrees, "DRAFT")))
		first := p.Glyphs[0]
		for i, g := range p.Glyphs {
			assert.GreaterOrEqual(t, g.Dir, uint8(contentstream.Oblique))
			assert.InDelta(t, first.Y, g.Y, float64(1+3*i), "%v degrees", degrees)
			assert.InDelta(t, float64(first.X)+12*float64(i), g.X, 1, "%v degrees", degrees)
			x, y := 300+float64(12*i+6)*cos-6*sin, 400+float64(12*i+6)*sin+6*cos // its middle
			area := fmt.Sprintf("%f %f 8 8 re f", x-4, y-4)
			want := map[contentstream.Hidden]string{contentstream.Covered: g.Text, contentstream.Seen: strings.Replace("DRAFT", g.Text, "", 1)}
			assert.Equal(t, want, seen(read(t, pdftest.New(obliqueText(degrees, "DRAFT")+area))), "%v degrees", degrees)
		}
	}
}

// TestObliqueTextThatIsCovered is hidden as any other.
func TestObliqueTextThatIsCovered(t *testing.T) {
	const text = "BT /F3 20 Tf 0.7071 0.7071 -0.7071 0.7071 300 400 Tm (a) Tj ET "
	assert.Equal(t, contentstream.Covered, read(t, pdftest.New(text+"290 395 30 40 re f")).Glyphs[0].Hidden)
	assert.Equal(t, contentstream.Seen, read(t, pdftest.New(text+"390 395 30 40 re f")).Glyphs[0].Hidden)
}

// TestClippedText is outside of what painting is clipped to, by more than its
// size.
func TestClippedText(t *testing.T) {
	text := func(x, y int) string { return fmt.Sprintf("BT /F3 10 Tf %d %d Td (a) Tj ET ", x, y) }
	for _, c := range []struct {
		name, content string
		want          contentstream.Hidden
	}{
		{"within", "100 100 50 50 re W n " + text(110, 110), contentstream.Seen},
		{"a little below", "100 100 50 50 re W n " + text(110, 92), contentstream.Seen},
		{"below", "100 100 50 50 re W n " + text(110, 89), contentstream.Clipped},
		{"above", "100 100 50 50 re W n " + text(110, 161), contentstream.Clipped},
		{"left", "100 100 50 50 re W n " + text(89, 110), contentstream.Clipped},
		{"right", "100 100 50 50 re W* n " + text(161, 110), contentstream.Clipped},
		{"after the state is restored", "q 100 100 50 50 re W n Q " + text(300, 300), contentstream.Seen},
		{"two clips", "100 100 50 50 re W n 300 300 50 50 re W n " + text(110, 110), contentstream.Clipped},
		{"clips that meet", "100 100 50 50 re W n 120 100 50 50 re W n " + text(130, 110), contentstream.Seen},
		{"shape that is not known", "100 100 m 150 100 l 150 150 l h W n " + text(300, 300), contentstream.Seen},
		{"shape within a box", "100 100 50 50 re W n 0 0 m 600 0 l 600 700 l h W n " + text(300, 300), contentstream.Clipped},
		{"no path", "W n " + text(300, 300), contentstream.Seen},
		{"turned box", "0.7 0.7 -0.7 0.7 0 0 cm 0 0 10 10 re W n " + text(300, 300), contentstream.Seen},
		{"box without a size", "100 100 0 0 re W n " + text(300, 300), contentstream.Clipped},
		{"the path comes first", text(300, 300) + "100 100 50 50 re W n", contentstream.Seen},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, read(t, pdftest.New(c.content)).Glyphs[0].Hidden) })
	}
}

// TestClippedForms are clipped to their box, but for fields, whose text a reader
// can move.
func TestClippedForms(t *testing.T) {
	page := func(subtype string) map[contentstream.Hidden]string {
		f := pdftest.New("/X Do")
		f.Objects[3] = "<</Font<</F3 6 0 R>>/XObject<</X 8 0 R>>>>"
		f.Objects[8] = pdftest.Stream("/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F3 6 0 R>>>>", "BT /F3 10 Tf 5 5 Td (in) Tj 0 -100 Td (out) Tj ET")
		if subtype != "" {
			f.Objects[10] = "<</Type/Page/Parent 2 0 R/Annots[<</Subtype/" + subtype + "/Rect[300 400 400 420]/AP<</N 8 0 R>>>>]>>"
		}
		return seen(read(t, f))
	}
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.Seen: "in", contentstream.OffPage: "out"}, page(""))
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.Seen: "in", contentstream.Clipped: "out"}, page("FreeText"))
	assert.Equal(t, map[contentstream.Hidden]string{contentstream.Seen: "inout"}, page("Widget"))
}

// TestInlineImages end at an EI, before which a blank may lack.
func TestInlineImages(t *testing.T) {
	const text = " Q BT /F3 10 Tf 72 700 Td (a) Tj ET"
	for name, image := range map[string]string{
		"blank before the end":     "BI /W 1 /H 1 ID \x80\x81 EI",
		"line break before it":     "BI /W 1 /H 1 ID \x80\x81\nEI",
		"nothing before it":        "BI /W 1 /H 1 ID \x80(\x81EI",
		"text of ASCII 85":         "BI /W 1 /H 1 /F /A85 ID Gb0~>EI",
		"EI within the data":       "BI /W 1 /H 1 ID \x80 EI \x81\x82 EI",
		"EI in a word of the data": "BI /W 1 /H 1 ID EIEI \x81 EI",
		"no data":                  "BI /W 1 /H 1 ID EI",
	} {
		assert.Equal(t, map[contentstream.Hidden]string{contentstream.Seen: "a"}, seen(read(t, pdftest.New("q "+image+text))), name)
	}
}
