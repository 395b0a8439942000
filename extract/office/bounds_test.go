package office_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// TestRepeatedCells has little that stands for very much: the Markdown is bounded
// and says that it was cut.
func TestRepeatedCells(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	cell := `<table:table-cell table:number-columns-repeated="1000"><text:p>` + long + `</text:p></table:table-cell>`
	for name, body := range map[string][]byte{
		"columns": pack(t, "content.xml", "<office:spreadsheet><table:table><table:table-row>"+cell+"</table:table-row></table:table></office:spreadsheet>"),
		"rows": pack(t, "content.xml", `<office:spreadsheet><table:table><table:table-row table:number-rows-repeated="100000"><table:table-cell><text:p>`+
			strings.Repeat("x", 1000)+`</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`),
		"both":   pack(t, "content.xml", `<office:spreadsheet><table:table>`+strings.Repeat(`<table:table-row table:number-rows-repeated="100000">`+cell+"</table:table-row>", 3)+"</table:table></office:spreadsheet>"),
		"tables": pack(t, "content.xml", "<office:text>"+strings.Repeat("<table:table><table:table-row>"+cell+"</table:table-row></table:table>", 5)+"</office:text>"),
	} {
		doc := read(t, body)
		assert.Less(t, len(doc.Markdown), limit.Output(0)+1, name)
		assert.NotEmpty(t, doc.Warnings, name)
	}
}

// A merged cell stands in each of its columns if it is short, and below the first row if
// they are few, else in the first of them.
func TestMergedCells(t *testing.T) {
	below := func(columns int) string {
		return "<w:tbl><w:tr>" + strings.Repeat("<w:tc>"+p("", run("a"))+"</w:tc>", columns) + fmt.Sprintf(`</w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="%d"/></w:tcPr>%s</w:tc></w:tr></w:tbl>`, columns, p("", run("b")))
	}
	assert.Equal(t, "| a | a | a |\n| --- | --- | --- |\n| b | b | b |", wordText(t, below(3)).Markdown)
	assert.Equal(t, "| a | a | a | a |\n| --- | --- | --- | --- |\n| b |  |  |  |", wordText(t, below(4)).Markdown)
	alone := `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="9"/></w:tcPr>` + p("", run(strings.Repeat("a", 41))) + "</w:tc><w:tc>" + p("", run("b")) + "</w:tc></w:tr></w:tbl>"
	assert.Equal(t, "| "+strings.Repeat("a", 41)+" | b |\n| --- | --- |", wordText(t, alone).Markdown, "columns that are empty in all rows are left out")
	merged := func(columns int, content string) string {
		return fmt.Sprintf(`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="%d"/></w:tcPr>%s</w:tc></w:tr><w:tr>%s</w:tr></w:tbl>`, columns, content, strings.Repeat("<w:tc>"+p("", run("x"))+"</w:tc>", columns))
	}
	short, long := strings.Repeat("a", 40), strings.Repeat("a", 41)
	rest := " |\n| --- | --- |\n| x | x |"
	assert.Equal(t, "| "+short+" | "+short+rest, wordText(t, merged(2, p("", run(short)))).Markdown)
	assert.Equal(t, "| "+long+" | "+rest, wordText(t, merged(2, p("", run(long)))).Markdown)

	nested := p("", run(strings.Repeat("x", 1<<20)))
	for range 6 {
		nested = merged(50, nested)
	}
	assert.Less(t, len(wordText(t, nested).Markdown), 2<<20)
}

// TestRepeatsThatFit are written out.
func TestRepeatsThatFit(t *testing.T) {
	md := sheetODS(t, `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell><table:table-cell/><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>`)
	assert.Equal(t, "| a | a |  | b |\n| --- | --- | --- | --- |\n| a | a |  | b |", md)
}

// TestManyNumberings has more lists and styles than are read.
func TestManyNumberings(t *testing.T) {
	lists := strings.Repeat(`<w:abstractNum w:abstractNumId="0">`+lvl("0", "decimal", "%1.", "1")+"</w:abstractNum>", 10_000) +
		strings.Repeat(`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`, 10_000)
	doc := wordText(t, listItem("1", "0", "a")+listItem("1", "0", "b"), "word/numbering.xml", "<w:numbering>"+lists+"</w:numbering>")
	assert.Equal(t, "1. a\n2. b", doc.Markdown)

	formats := "<numFmts>" + strings.Repeat(`<numFmt numFmtId="164" formatCode="yyyy"/>`, 1000) + "</numFmts><cellXfs>" + strings.Repeat(`<xf numFmtId="164"/>`, 65_546) + "</cellXfs>"
	assert.Equal(t, "| 2024 | 45356 |\n| --- | --- |", sheetText(t, `<row><c s="65535"><v>45356</v></c><c s="65536"><v>45356</v></c></row>`, "xl/styles.xml", formats))
}

// At most 64 MiB of a part and 128 MiB of an archive are read. A warning says what is left out.
func TestBytesOfParts(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		name  string
		parts []int // the sizes of the chapters
		given []int // what the extractor of pages is given of them
		cut   bool
	}{
		{"at the limit of parts", []int{64 * mib}, []int{64 * mib}, false},
		{"above it, and above that of archives", []int{65 * mib, 63 * mib, 2 * mib, mib}, []int{64 * mib, 63 * mib, mib}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var given []int
			hook := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
				given = append(given, len(src.Body))
				return &extract.Document{}, nil
			})
			var items, spine strings.Builder
			parts := []string{"META-INF/container.xml", container}
			for i, size := range c.parts {
				fmt.Fprintf(&items, `<item id="c%d" href="c%d"/>`, i, i)
				fmt.Fprintf(&spine, `<itemref idref="c%d"/>`, i)
				parts = append(parts, fmt.Sprintf("OEBPS/c%d", i), "&"+strings.Repeat("x", size-1))
			}
			body := pack(t, append(parts, "OEBPS/content.opf", items.String()+spine.String())...)
			doc, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: body})
			require.NoError(t, err)
			assert.Equal(t, c.cut, len(doc.Warnings) > 0)
			require.Len(t, given, len(c.given))
			for i, want := range c.given {
				assert.InDelta(t, want, given[i], 1000, "chapter %d; the other parts take some of the archive's bytes", i)
			}
		})
	}
}

// A paragraph as long as the document is made Markdown in pieces, which read as one.
func TestALongParagraphReadsAsOne(t *testing.T) {
	for _, unit := range []string{"some *words* of it ", "- no list ", "größer ", "x"} {
		text := strings.Repeat(unit, 192<<10/len(unit))
		doc := wordText(t, "<w:p>"+run(text)+"</w:p>")
		assert.Len(t, doc.Blocks, 1)
		assert.True(t, doc.Markdown == mdwriter.Inline(text), unit)
	}
}

// A paragraph of more elements than are kept at once is read as one, of a slide up to that many.
func TestManyElements(t *testing.T) {
	const many = 210_000 / 2
	doc := wordText(t, "<w:p>"+strings.Repeat(run("x "), many)+"</w:p>"+p("", run("end")))
	assert.Equal(t, many, strings.Count(doc.Markdown, "x"))
	assert.Len(t, doc.Blocks, 2)
	assert.Empty(t, doc.Warnings)
	points := func(n int) *extract.Document { return slide(t, "<a:p>"+strings.Repeat("<a:br/>", n)+"</a:p>") }
	assert.Empty(t, points(199_990).Warnings)
	assert.NotEmpty(t, points(200_000).Warnings)
}

// Elements are read up to 4,096 within each other. What is deeper is left out, and what comes after it is read.
func TestDepthOfElements(t *testing.T) {
	for depth, want := range map[int]string{4_000: "core\n\nend", 4_100: "end"} {
		doc := odt(t, strings.Repeat("<text:section>", depth)+"<text:p>core</text:p>"+strings.Repeat("</text:section>", depth)+"<text:p>end</text:p>")
		assert.Equal(t, want, doc.Markdown)
		assert.Equal(t, depth > 4_096, len(doc.Warnings) > 0)
	}
	doc := odt(t, "<text:p>a"+strings.Repeat("<text:span>", 50_000)+"deep"+strings.Repeat("</text:x>", 50_000)+"</text:p>")
	assert.Equal(t, "a", doc.Markdown)
}
