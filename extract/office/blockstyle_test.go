package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// TestCodeAndQuotes are told by the styles of their paragraphs.
func TestCodeAndQuotes(t *testing.T) {
	const styles = `<w:styles><w:style w:styleId="HTMLVorformatiert"><w:name w:val="HTML Preformatted"/></w:style>
		<w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="HTMLVorformatiert"/></w:style>
		<w:style w:styleId="Zitat"><w:name w:val="Quote"/></w:style></w:styles>`
	tab, line := "<w:r><w:tab/></w:r>", "<w:r><w:br/></w:r>"
	space := func(s string) string { return `<w:r><w:t xml:space="preserve">` + s + "</w:t></w:r>" }
	for _, c := range []struct{ name, body, want string }{
		{"lines", p("HTMLVorformatiert", run("if x:")) + p("Mine", space("    *y*")) + p("", run("after")), "```\nif x:\n    *y*\n```\n\nafter"},
		{"breaks and tabs", p("SourceCode", run("a")+line+tab+run("b")), "```\na\n\tb\n```"},
		{"empty line between", p("SourceCode", run("a")) + p("SourceCode", "") + p("SourceCode", run("b")), "```\na\n\nb\n```"},
		{"between items", listItem("1", "0", "one") + p("SourceCode", run("a")) + listItem("1", "0", "two"), "- one\n\n```\na\n```\n\n- two"},
		{"before a table", p("SourceCode", run("a")) + "<w:tbl><w:tr><w:tc>" + p("SourceCode", run("b")) + "</w:tc></w:tr></w:tbl>", "```\na\n```\n\n| b |\n| --- |"},
		{"what is deleted", p("SourceCode", run("a")+"<w:del>"+run("b")+"<w:r><w:br/></w:r></w:del>"), "```\na\n```"},
		{"note", p("SourceCode", run("a")+`<w:r><w:footnoteReference w:id="2"/></w:r>`), "```\na\n```\n\n[^1]\n\n[^1]: why"},
		{"quote", p("Zitat", run("x > y")) + p("BlockText", run("z")), "> x > y\n\n> z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, c.body, "word/styles.xml", styles, "word/footnotes.xml", `<w:footnote w:id="2">`+p("", run("why"))+"</w:footnote>").Markdown)
		})
	}
	doc := wordText(t, p("SourceCode", run("a")))
	assert.Equal(t, extract.Code, doc.Blocks[0].Kind)
}

func TestCodeAndQuotesOfOpenText(t *testing.T) {
	const styles = `<style:style style:name="P1" style:parent-style-name="Preformatted_20_Text"/><style:style style:name="P2" style:parent-style-name="P1"/>`
	for _, c := range []struct{ name, in, want string }{
		{"lines", `<text:p text:style-name="P2">if x:</text:p><text:p text:style-name="P1"><text:s text:c="4"/>*y*<text:line-break/><text:tab/>z</text:p><text:p>after</text:p>`, "```\nif x:\n    *y*\n\tz\n```\n\nafter"},
		{"white space of the file", "<text:p text:style-name=\"P1\">a\n   b</text:p>", "```\na b\n```"},
		{"quote with a note", `<text:p text:style-name="Quotations">x<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>why</text:p></text:note-body></text:note> y</text:p>`, "> x[^1] y\n\n[^1]: why"},
		{"in a table", `<table:table><table:table-row><table:table-cell><text:p text:style-name="P1">a</text:p></table:table-cell></table:table-row></table:table>`, "| a |\n| --- |"},
		{"more blanks than a line has", `<text:p text:style-name="P1">a<text:s text:c="100000"/>b</text:p>`, "```\na" + strings.Repeat(" ", 200) + "b\n```"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, odt(t, styles+c.in).Markdown)
		})
	}
}
