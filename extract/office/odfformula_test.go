package office_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// TestOpenFormulas are documents of MathML that the extractor of pages reads.
func TestOpenFormulas(t *testing.T) {
	var seen []string
	hook := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		seen = append(seen, string(src.Body))
		return &extract.Document{Markdown: "x$E=mc^2$"}, nil
	})
	document := func(body string) string {
		return "<office:document-content><office:body><office:text>" + body + "</office:text></office:body></office:document-content>"
	}
	const object = `<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>`
	doc, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", `<?xml version="1.0"?><math:math display="block"><math:mi>E</math:mi></math:math>`,
		"content.xml", document("<text:p>As "+object+" has it.</text:p><text:p>"+object+`</text:p><text:p>No <draw:object xlink:href="./Chart"/>chart.</text:p>`))})
	require.NoError(t, err)
	assert.Equal(t, "As $E=mc^2$ has it.\n\n$$E=mc^2$$\n\nNo chart.", doc.Markdown)
	assert.Equal(t, "<p>x<math><mi>E</mi></math></p>", seen[0])

	for size, want := range map[int]int{64 << 10: 1, 64<<10 + 1: 0} {
		seen = nil
		math := "<math>" + strings.Repeat("x", size-len("<math></math>")) + "</math>"
		_, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", math, "content.xml", document("<text:p>a"+object+"</text:p>"))})
		require.NoError(t, err)
		assert.Len(t, seen, want)
	}
	for n, want := range map[int]int{5000: 5000, 5001: 5000} {
		seen = nil
		_, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", "<math>x</math>", "content.xml", document("<text:p>a"+strings.Repeat(object, n)+"</text:p>"))})
		require.NoError(t, err)
		assert.Len(t, seen, want)
	}
	plain, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", "<math>x</math>", "content.xml", document("<text:p>a"+object+"</text:p>"))})
	require.NoError(t, err)
	assert.Equal(t, "a", plain.Markdown)
}

// TestOpenObjects are charts and other documents that a text, a slide or a cell embeds.
func TestOpenObjects(t *testing.T) {
	cell := func(value string) string {
		return "<table:table-cell><text:p>" + value + "</text:p></table:table-cell>"
	}
	row := func(cells ...string) string {
		return "<table:table-row>" + strings.Join(cells, "") + "</table:table-row>"
	}
	document := func(inner string) string {
		return "<office:document-content><office:body>" + inner + "</office:body></office:document-content>"
	}
	chart := document("<office:chart><chart:chart><chart:title><text:p>Fish</text:p><text:p>landed</text:p></chart:title><chart:axis><chart:title><text:p>t</text:p></chart:title></chart:axis><table:table>" +
		"<table:table-header-rows>" + row(cell(""), cell("Cod"), cell("Eel")) + "</table:table-header-rows>" +
		"<table:table-rows>" + row(cell("May"), `<table:table-cell office:value-type="float" office:value="5"/>`, cell("NaN")) + row(cell("June"), cell("7"), cell("2.5")) + "</table:table-rows></table:table></chart:chart></office:chart>")
	sheet := document("<office:spreadsheet><table:table>" + row(cell("a"), cell("b"), `<table:table-cell table:number-columns-repeated="1021"/>`) + `<table:table-row table:number-rows-repeated="65531">` + cell("") + "</table:table-row></table:table></office:spreadsheet>")
	const object = `<draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame>`
	const table = "Fish landed\n\n|  | Cod | Eel |\n| --- | --- | --- |\n| May | 5 |  |\n| June | 7 | 2.5 |"
	for name, c := range map[string]struct{ embedded, content, want string }{
		"chart in a paragraph":       {chart, "<office:text><text:p>Catches:" + object + "</text:p><text:p>b</text:p></office:text>", "Catches:\n\n" + table + "\n\nb"},
		"chart in a table":           {chart, "<office:text><table:table>" + row(cell("x"+object), cell("y")) + row(cell("z")) + "</table:table></office:text>", "| x | y |\n| --- | --- |\n| z |  |\n\n" + table},
		"chart on a slide":           {chart, "<office:presentation>" + openPage(openFrame("title", "<text:p>A</text:p>")+object) + openPage(object) + "</office:presentation>", "## Slide 1: A\n\n" + table + "\n\n## Slide 2\n\n" + table},
		"chart beside its data":      {chart, `<office:spreadsheet><table:table table:name="S"><table:shapes>` + object + "</table:shapes>" + row(cell("x")+cell(object)) + "</table:table></office:spreadsheet>", "## S\n\n| x |\n| --- |"},
		"spreadsheet":                {sheet, "<office:text><text:p>" + object + "</text:p></office:text>", "| a | b |\n| --- | --- |"},
		"drawing":                    {document("<office:drawing><draw:page><draw:custom-shape><svg:title>box</svg:title><text:p>x *y*</text:p></draw:custom-shape><draw:line><text:p/></draw:line></draw:page></office:drawing>"), "<office:text><text:p>a" + object + "</text:p></office:text>", "a\n\n- x \\*y\\*"},
		"picture":                    {document("<office:drawing><draw:page><draw:line/></draw:page></office:drawing>"), "<office:presentation>" + openPage(object) + openPage(openFrame("title", "<text:p>B</text:p>")) + "</office:presentation>", "## Slide 2: B"},
		"hidden":                     {chart, `<office:text><text:section text:display="none"><text:p>a` + object + "</text:p></text:section></office:text>", ""},
		"changes":                    {document("<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>x</text:p></office:text>"), "<office:text><text:p>a" + object + "</text:p></office:text>", "a\n\n- x"},
		"document in itself":         {"", `<office:text><text:p>a<draw:object/></text:p><text:p>b<draw:object xlink:href="."/></text:p></office:text>`, "a\n\nb"},
		"document that is not there": {"", `<office:text><text:p>a<draw:object xlink:href="./Object 2"/></text:p></office:text>`, "a"},
	} {
		doc := read(t, pack(t, "Object 1/content.xml", c.embedded, "content.xml", document(c.content)))
		assert.Equal(t, c.want, doc.Markdown, name)
		assert.Equal(t, name == "picture", len(doc.Warnings) == 1, name)
	}
	bounded := func(columns, rows string) []string {
		sheet := document("<office:spreadsheet><table:table>" + strings.Repeat(`<table:table-row><table:table-cell table:number-columns-repeated="`+columns+`"><text:p>x</text:p></table:table-cell></table:table-row>`, len(rows)) + "</table:table></office:spreadsheet>")
		return strings.Split(read(t, pack(t, "Object 1/content.xml", sheet, "content.xml", document("<office:text><text:p>"+object+"</text:p></office:text>"))).Markdown, "\n")
	}
	for columns, want := range map[string]int{"50": 50, "51": 50, "1000000": 50} {
		assert.Equal(t, want, strings.Count(bounded(columns, "1")[0], "x"), columns)
	}
	for rows, want := range map[int]int{2000: 2001, 2001: 2001} { // with the line below the head
		assert.Len(t, bounded("1", strings.Repeat("1", rows)), want)
	}
}
