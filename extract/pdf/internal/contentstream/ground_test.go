package contentstream_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// TestGrounds has text on areas of its own colour, which nobody sees, and on
// others.
func TestGrounds(t *testing.T) {
	const (
		text  = " BT /F3 10 Tf 72 700 Td (a) Tj ET "
		area  = " 50 650 200 100 re f "
		shape = " 50 650 m 250 650 l 250 750 l 50 750 l h f "
	)
	for _, c := range []struct {
		name, content string
		want          contentstream.Hidden
	}{
		{"black on black", area + text, contentstream.Sunk},
		{"black on red", "1 0 0 rg" + area + "0 g" + text, contentstream.Seen},
		{"red on red", "1 0 0 rg" + area + text, contentstream.Sunk},
		{"nearly the same red", "1 0 0 rg" + area + ".98 .01 .02 rg" + text, contentstream.Sunk},
		{"another red", "1 0 0 rg" + area + ".9 0 0 rg" + text, contentstream.Seen},
		{"gray on red, green and blue alike", ".5 g" + area + ".5 .5 .5 rg" + text, contentstream.Sunk},
		{"black ink on black", "0 0 0 1 k" + area + "0 g" + text, contentstream.Sunk},
		{"white on white on black", area + "1 g 60 690 100 30 re f" + text, contentstream.Sunk},
		{"black on white on black", area + "1 g 60 690 100 30 re f 0 g" + text, contentstream.Seen},
		{"beside the area", "300 650 200 100 re f" + text, contentstream.Seen},
		{"the text comes first", text + "1 1 1 rg 300 300 10 10 re f", contentstream.Seen},
		{"under a shape of another colour", area + "1 g" + shape + "0 g" + text, contentstream.Seen},
		{"on a shape", "1 0 0 rg" + shape + text, contentstream.Seen},
		{"on an image on the area", area + "q 200 0 0 100 50 650 cm BI /W 1 /H 1 ID \x00 EI Q" + text, contentstream.Seen},
		{"on an image in strips on the area", area + "q 200 0 0 2 50 700 cm BI /W 1 /H 1 ID \x00 EI Q q 200 0 0 2 50 702 cm BI /W 1 /H 1 ID \x00 EI Q" + text, contentstream.Seen},
		{"on a shading on the area", area + "/S sh" + text, contentstream.Seen},
		{"beside a shading on the area", area + "q 300 300 50 50 re W n /S sh Q" + text, contentstream.Sunk},
		{"on a pattern", "/Pattern cs /P scn" + area + "0 g" + text, contentstream.Seen},
		{"in a pattern", "1 0 0 rg" + area + "/Pattern cs /P scn" + text, contentstream.Seen},
		{"on glass", "/G gs" + area + text, contentstream.Seen},
		{"area that is clipped away", "q 300 300 50 50 re W n" + area + "Q" + text, contentstream.Seen},
		{"area in an odd clip", "q 0 0 m 600 0 l 600 700 l h W n" + area + "Q" + text, contentstream.Seen},
		{"two areas of a path", "300 300 50 50 re" + area + text, contentstream.Sunk},
		{"in a frame", "51 651 198 98 re" + strings.Replace(area, " f ", " f* ", 1) + text, contentstream.Seen},
		{"in a frame of another order", "50 650 200 100 re 51 651 198 98 re f*" + text, contentstream.Seen},
		{"in a frame that begins at the same left edge", "50 651 198 98 re" + strings.Replace(area, " f ", " f* ", 1) + text, contentstream.Seen},
		{"in a frame that is stroked", "51 651 198 98 re" + strings.Replace(area, " f ", " B* ", 1) + text, contentstream.Seen},
		{"turned area", "q 0.9 0.1 -0.1 0.9 0 0 cm" + area + "Q" + text, contentstream.Seen},
		{"stroked text", area + "1 Tr" + text, contentstream.Seen},
		{"area that is stroked", "50 650 200 100 re S" + text, contentstream.Seen},
		{"line", "50 702 200 2 re f" + text, contentstream.Seen},
		{"after the colour is restored", "q 1 0 0 rg" + area + "Q" + text, contentstream.Seen},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := pdftest.New(c.content)
			f.Objects[3] = "<</Font<</F3 6 0 R>>/ExtGState<</G<</ca 0.5>>>>>>"
			assert.Equal(t, c.want, read(t, f).Glyphs[0].Hidden)
		})
	}
}

// TestManyGrounds: past the bound nothing is known, so that text is seen.
func TestManyGrounds(t *testing.T) {
	page := func(areas int) contentstream.Hidden {
		return read(t, pdftest.New(strings.Repeat("300 300 10 10 re f ", areas)+"50 650 200 100 re f BT /F3 10 Tf 72 700 Td (a) Tj ET")).Glyphs[0].Hidden
	}
	assert.Equal(t, contentstream.Sunk, page(1998))
	assert.Equal(t, contentstream.Seen, page(1999))
}

// TestDarkBehindManyGrounds: areas that are not dark leave the bound of the dark ones alone.
func TestDarkBehindManyGrounds(t *testing.T) {
	page := func(cell string, cells int) contentstream.Hidden {
		return read(t, pdftest.New(strings.Repeat(cell, cells)+"1 0 0 rg 50 650 200 100 re f 1 g BT /F3 10 Tf 72 700 Td (a) Tj ET")).Glyphs[0].Hidden
	}
	assert.Equal(t, contentstream.Seen, page("1 g 300 300 10 10 re f ", 2500))
	assert.Equal(t, contentstream.White, page("0 g 300 300 10 10 re f ", 2500))
}
