package pdf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// TestFormulas are text on lines of their own and within text, and stay as they are where they are unsure.
func TestFormulas(t *testing.T) {
	file := pdftest.New(`BT /F1 10 Tf 72 700 Td (The length of the side is) Tj ET
BT /M 10 Tf 1 0 0 1 200 660 Tm (a) Tj 1 0 0 1 210 660 Tm (=) Tj /E 10 Tf 1 0 0 1 220 668 Tm (p) Tj /M 10 Tf 1 0 0 1 225 660 Tm (b) Tj /F1 10 Tf 1 0 0 1 400 660 Tm (\(7\)) Tj ET
225 668 5 .4 re f
BT /F1 10 Tf 1 0 0 1 72 620 Tm (where the sum) Tj /E 10 Tf 1 0 0 1 150 628 Tm (p) Tj /M 10 Tf 1 0 0 1 165 620 Tm (cd) Tj /F1 10 Tf 1 0 0 1 190 620 Tm (has no end.) Tj ET`)
	file.Objects[3] = "<</Font<</F1 4 0 R/M 7 0 R/E 8 0 R>>>>"
	widths := "/FirstChar 0/LastChar 255/Widths[" + strings.Repeat("500 ", 256) + "]/FontDescriptor 9 0 R"
	file.With(7, "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+CMMI10"+widths+"/Encoding/WinAnsiEncoding>>").
		With(8, "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+CMEX10"+widths+"/Encoding<</Differences[112/radicalbig]>>>>").
		With(9, "<</Type/FontDescriptor/FontName/ABCDEF+CMMI10/Flags 4>>")
	doc := read(t, file)
	assert.Contains(t, doc.Markdown, "The length of the side is\n\na = √b (7)\n\nwhere the sum")
	assert.Empty(t, doc.Warnings)
}
