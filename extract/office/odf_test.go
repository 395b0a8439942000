package office_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// TestOpenText goes by OpenDocument 1.3, part 3.
func TestOpenText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"spans join", "<text:p>har<text:span>bour</text:span>: <text:span>10</text:span>-11</text:p>", "harbour: 10-11"},
		{"white space is one blank", "<text:p>a\n   b</text:p>", "a b"},
		{"blanks, tabs and breaks", `<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p>`, "a b c d"},
		{"headings", `<text:h text:outline-level="1">a</text:h><text:h text:outline-level="9">b</text:h><text:h>c</text:h>`, "# a\n\n###### b\n\n# c"},
		{"list in a list", "<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>c</text:p></text:list-item></text:list><text:p>d</text:p>", "- a\n  - b\n- c\n\nd"},
		{"link", `<text:p>see <text:a xlink:href="https://lund.example/a">this <text:span>here</text:span></text:a>: x</text:p>`, "see [this here](https://lund.example/a): x"},
		{"script", `<text:p><text:a xlink:href="javascript:x">y</text:a></text:p>`, "y"},
		{"shape with text", `<text:p>a<draw:custom-shape><text:p>b</text:p><text:p>c</text:p></draw:custom-shape>d</text:p>`, "b\n\nc\n\nad"},
		{"boxes of a form", `<text:p><field:fieldmark field:type="x.FORMCHECKBOX"/> a <field:fieldmark field:type="x.FORMCHECKBOX"><field:param field:name="Checkbox_Checked" field:value="true"/></field:fieldmark> b</text:p>`, "☐ a ☒ b"},
		{"comment", `<text:p>a<office:annotation><dc:creator>Bo</dc:creator><text:p>note</text:p></office:annotation>b</text:p>`, "ab"},
		{"tracked changes", `<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>a</text:p>`, "a"},
		{"caption of a drawing", `<text:p>a<draw:frame><draw:image xlink:href="Pictures/x.png"/></draw:frame>b</text:p>`, "ab"},
		{"empty paragraphs", `<text:p/><text:p> </text:p><text:p>a</text:p>`, "a"},
		{"paragraphs in the style of headings", `<style:style style:name="P1" style:parent-style-name="Heading_20_2"/><style:style style:name="P2" style:parent-style-name="Heading"/><text:p text:style-name="P1">a</text:p><text:p text:style-name="P2">b</text:p><text:p text:style-name="Contents_20_Heading">c</text:p>`, "## a\n\nb\n\nc"},
		{"signs of Markdown", `<text:p># a *b*</text:p>`, `\# a \*b\*`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, odt(t, c.in).Markdown)
		})
	}
}

// TestOpenNotes has footnotes at the end, and the paragraph in one piece.
func TestOpenNotes(t *testing.T) {
	note := func(text string) string {
		return `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>` + text + `</text:note-body></text:note>`
	}
	doc := odt(t, `<text:h text:outline-level="2">Rain`+note("<text:p>In Lund.</text:p>")+`</text:h><text:p>It rained`+note("<text:p>All<text:s/>day.</text:p><text:p>Twice.</text:p>")+` long.</text:p>`)
	assert.Equal(t, "## Rain[^1]\n\nIt rained[^2] long.\n\n[^1]: In Lund.\n\n[^2]: All day. Twice.", doc.Markdown)
	require.Len(t, doc.Blocks, 3)
	assert.Equal(t, extract.Footnotes, doc.Blocks[2].Kind)
}

func TestOpenTables(t *testing.T) {
	cell := func(props, text string) string {
		return "<table:table-cell" + props + "><text:p>" + text + "</text:p></table:table-cell>"
	}
	row := func(cells string) string { return "<table:table-row>" + cells + "</table:table-row>" }
	for _, c := range []struct{ name, in, want string }{
		{"covered cells are blank", row(cell(` table:number-columns-spanned="2"`, "a")+"<table:covered-table-cell/>") + row(cell("", "b")+cell("", "c")), "| a |  |\n| --- | --- |\n| b | c |"},
		{"repeated cells", row(cell(` table:number-columns-repeated="3"`, "a")), "| a | a | a |\n| --- | --- | --- |"},
		{"blank cells at the end of rows", row(cell("", "a")+`<table:table-cell table:number-columns-repeated="1000"/>`) + row(cell("", "b")), "| a |\n| --- |\n| b |"},
		{"blank rows", row(cell("", "a")) + row(`<table:table-cell/>`) + row(cell("", "b")), "| a |\n| --- |\n| b |"},
		{"two paragraphs", row("<table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell>"), "| a b |\n| --- |"},
		{"row that lays blocks out", row("<table:table-cell><text:h>a</text:h><text:p>b</text:p><text:p>c</text:p></table:table-cell>" + cell("", "d")), "# a\n\nb\n\nc\n\nd"},
		{"row in a row", row(cell("", "a")+row(cell("", "b"))) + row(cell("", "c")), "| a |\n| --- |\n| b |\n| c |"},
		{"row in the only row", row(row(row(cell("", "b")))), "| b |\n| --- |"},
		{"table in a cell", row("<table:table-cell><table:table>" + row(cell("", "x")+cell("", "y")) + "</table:table></table:table-cell>"), "| x y |\n| --- |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, odt(t, "<table:table>"+c.in+"</table:table>").Markdown)
		})
	}
}
