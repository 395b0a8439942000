package contentstream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// marks describes glyphs by the marked content they belong to.
func marks(p *contentstream.Page) string {
	var out []string
	for _, g := range p.Glyphs {
		out = append(out, fmt.Sprintf("%s:%d", g.Text, g.MCID))
	}
	return strings.Join(out, " ")
}

// TestMarkedContent goes by ISO 32000-2, sections 14.6 to 14.9.
func TestMarkedContent(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"none", "(a) Tj", "a:-1"},
		{"identifier", "/P <</MCID 3>> BDC (a) Tj EMC (b) Tj", "a:3 b:-1"},
		{"nested", "/P <</MCID 1>> BDC (a) Tj /Span BMC (b) Tj EMC /Span <</MCID 2>> BDC (c) Tj EMC (d) Tj EMC", "a:1 b:1 c:2 d:1"},
		{"named list", "/P /Prop BDC (a) Tj EMC", "a:7"},
		{"list that is not there", "/P /None BDC (a) Tj EMC", "a:-1"},
		{"negative identifier", "/P <</MCID -1>> BDC (a) Tj EMC", "a:-1"},
		{"ended too often", "EMC EMC /P <</MCID 1>> BDC (a) Tj EMC EMC (b) Tj", "a:1 b:-1"},
		{"never ended", "/P <</MCID 1>> BDC (a) Tj", "a:1"},
		{"replacement", "/Span <</ActualText(x)>> BDC (ab) Tj EMC (c) Tj", "x:-1 :-1 c:-1"},
		{"replacement in UTF-16", "/Span <</ActualText<FEFF00E9>>> BDC (e) Tj EMC", "é:-1"},
		{"replacement by nothing", "/Span <</ActualText()>> BDC (a) Tj EMC", "a:-1"},
		{"replacement of nothing", "/Span <</ActualText(x)>> BDC EMC (a) Tj", "a:-1"},
		{"replacement within another", "/Span <</ActualText(x)>> BDC (a) Tj /Span <</ActualText(y)>> BDC (b) Tj EMC EMC", "x:-1 :-1"},
		{"soft hyphen at the end of a line", "/Span <</ActualText<FEFF00AD>>> BDC (-) Tj EMC", "\u00ad:-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := pdftest.New("BT /F3 10 Tf 72 700 Td " + c.content + " ET")
			f.Objects[3] = strings.TrimSuffix(f.Objects[3], ">>") + "/Properties<</Prop<</MCID 7>>>>>>"
			assert.Equal(t, c.want, marks(read(t, f)))
		})
	}
}

// TestLongReplacements say what no reader sees: they are set aside.
func TestLongReplacements(t *testing.T) {
	page := func(n int) *contentstream.Page {
		return read(t, pdftest.New("BT /F3 10 Tf 72 700 Td /Span <</ActualText("+strings.Repeat("x", n)+")>> BDC (ab) Tj EMC ET"))
	}
	assert.Equal(t, strings.Repeat("x", 12)+":-1 :-1", marks(page(12)))
	assert.Empty(t, page(12).Odd)
	assert.Equal(t, "a:-1 b:-1", marks(page(13)))
	assert.Equal(t, []string{strings.Repeat("x", 13)}, page(13).Odd)
}

// TestMarkLimit counts marks beyond the bound, so that their ends match.
func TestMarkLimit(t *testing.T) {
	for _, n := range []int{200, 201} {
		p := read(t, pdftest.New("BT /F3 10 Tf 72 700 Td "+strings.Repeat("/P <</MCID 1>> BDC ", n)+"(a) Tj "+strings.Repeat("EMC ", n)+"(b) Tj ET"))
		assert.Equal(t, "a:1 b:-1", marks(p), n)
	}
}
