package contentstream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// withBudget reads the first page of a file and returns what is left of a budget.
func withBudget(t *testing.T, f *pdftest.File, b *contentstream.Budget) *contentstream.Page {
	t.Helper()
	d, p := open(t, f)
	page, err := contentstream.Read(t.Context(), d, p, contentstream.NewFonts(d), contentstream.NewLayers(d), b)
	require.NoError(t, err)
	return page
}

func TestFormsThatAreRunAgainAreBounded(t *testing.T) {
	form := "BT /F3 9 Tf (a) Tj ET "
	file := func(times int) *pdftest.File {
		f := pdftest.New(strings.Repeat("/X Do 1 0 0 1 9 0 cm\n", times))
		return f.With(3, "<</Font<</F3 6 0 R>>/XObject<</X 7 0 R>>>>").With(7, pdftest.Stream("/Type/XObject/Subtype/Form/BBox[0 0 600 700]", form))
	}
	for times, want := range map[int]int{1: 1, 4: 4, 5: 4, 9: 4} { // once, and three times again
		b := contentstream.NewBudget()
		b.Repeats = 3 * len(form)
		assert.Len(t, withBudget(t, file(times), b).Glyphs, want, "%d times", times)
	}
}

func TestReplacementTextsAreBounded(t *testing.T) {
	span := "/Span/P BDC BT /F3 9 Tf 9 9 Td (abc) Tj ET EMC\n"
	file := func(actual string) *pdftest.File {
		return pdftest.New(strings.Repeat(span, 4)).With(3, "<</Font<</F3 6 0 R>>/Properties<</P 7 0 R>>>>").With(7, "<</ActualText("+actual+")>>")
	}
	b := contentstream.NewBudget()
	b.Texts = 2 * len("shown")
	assert.Equal(t, "shownshownabcabc", text(withBudget(t, file("shown"), b)), "the budget is used up")

	page := withBudget(t, file(strings.Repeat("x", 16<<10+1)), contentstream.NewBudget())
	assert.Equal(t, "abcabcabcabc", text(page))
	require.Len(t, page.Odd, 1, "one is kept once")
	assert.Equal(t, strings.Repeat("x", 4096), page.Odd[0])

	page = withBudget(t, file(strings.Repeat("x", 4096)), contentstream.NewBudget())
	require.Len(t, page.Odd, 1)
	assert.Equal(t, strings.Repeat("x", 4096), page.Odd[0])
}

func text(p *contentstream.Page) string {
	var b strings.Builder
	for _, g := range p.Glyphs {
		b.WriteString(g.Text)
	}
	return b.String()
}

func TestLinksAreBounded(t *testing.T) {
	file := func(links int, uri string) *pdftest.File {
		f := pdftest.New("BT ET")
		annots := ""
		for i := range links {
			annots += fmt.Sprintf("<</Subtype/Link/Rect[%d 0 %d 9]/A 7 0 R>>", i, i+1)
		}
		return f.With(10, "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots["+annots+"]>>").With(7, "<</S/URI/URI("+uri+")>>")
	}
	b := contentstream.NewBudget()
	b.Links = 3
	assert.Len(t, withBudget(t, file(3, "https://e.org/"), b).Links, 3)
	assert.Empty(t, withBudget(t, file(3, "https://e.org/"), b).Links, "the file has had its links")
	assert.Len(t, withBudget(t, file(1, strings.Repeat("x", 4096)), contentstream.NewBudget()).Links, 1)
	assert.Empty(t, withBudget(t, file(1, strings.Repeat("x", 4097)), contentstream.NewBudget()).Links)
}

// A font without a number, and one that is missing, is loaded once however often pages ask
// for it.
func TestFontsAreLoadedOnce(t *testing.T) {
	f := pdftest.New("BT /F3 9 Tf (a) Tj /F4 9 Tf (b) Tj /F9 9 Tf (c) Tj /F3 9 Tf (a) Tj /F4 9 Tf (b) Tj /F9 9 Tf (c) Tj ET")
	font := "<</Type/Font/Subtype/Type1/BaseFont/Courier>>"
	d, p := open(t, f.With(3, "<</Font<</F3 "+font+"/F4 "+font+">>>>"))
	fonts := contentstream.NewFonts(d)
	var glyphs []contentstream.Glyph
	for range 2 {
		page, err := contentstream.Read(t.Context(), d, p, fonts, contentstream.NewLayers(d), contentstream.NewBudget())
		require.NoError(t, err)
		glyphs = append(glyphs, page.Glyphs...)
	}
	require.Len(t, glyphs, 12)
	for i, g := range glyphs {
		assert.Same(t, glyphs[i%3].Font, g.Font)
	}
	assert.NotSame(t, glyphs[0].Font, glyphs[1].Font)
	assert.NotSame(t, glyphs[0].Font, glyphs[2].Font)
}
