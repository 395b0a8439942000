package office_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEmphasis(t *testing.T) {
	styles := []string{"word/styles.xml", `<w:styles><w:style w:type="character" w:styleId="Strong"><w:rPr><w:b/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Lead"><w:rPr><w:b/></w:rPr></w:style></w:styles>`,
		"word/_rels/document.xml.rels", `<Relationship Id="r1" Target="https://lund.example/a"/>`}
	for _, c := range []struct{ name, body, want string }{
		{"bold", run("a ") + formatted("<w:b/>", "b") + run(" c"), "a **b** c"},
		{"italic", formatted("<w:i/>", "a") + run(" b"), "*a* b"},
		{"both", formatted("<w:b/><w:i/>", "a") + run(" b"), "**_a_** b"},
		{"one within the other", formatted("<w:b/>", "a ") + formatted("<w:b/><w:i/>", "b") + formatted("<w:b/>", " c"), "**a *b* c**"},
		{"off", formatted(`<w:b w:val="0"/>`, "a"), "a"},
		{"style of runs", formatted(`<w:rStyle w:val="Strong"/>`, "a") + formatted(`<w:rStyle w:val="Strong"/><w:b w:val="false"/>`, "b"), "**a**b"},
		{"style of paragraphs", `<w:pPr><w:pStyle w:val="Lead"/></w:pPr>` + run("a"), "a"},
		{"blanks", run("a") + formatted("<w:b/>", " b ") + formatted("<w:b/>", "c") + formatted("<w:b/>", " ") + run("d"), "a **b c** d"},
		{"blank runs between", formatted("<w:b/>", "a") + run(" ") + formatted("<w:b/>", "b"), "**a b**"},
		{"part of a word", run("un") + formatted("<w:i/>", "happ") + run("y"), "un*happ*y"},
		{"link", formatted("<w:b/>", "a ") + `<w:hyperlink r:id="r1">` + formatted("<w:b/>", "b") + run(" c ") + "</w:hyperlink>" + run("d"), "**a** [**b** c](https://lund.example/a) d"},
		{"text that is no emphasis", run("*a* and ") + formatted("<w:i/>", "_b_"), `\*a\* and *\_b\_*`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, "<w:p>"+c.body+"</w:p>", styles...).Markdown)
		})
	}
}

// A heading is bold as it is.
func TestEmphasisInHeadings(t *testing.T) {
	doc := wordText(t, p("Heading1", formatted("<w:b/>", "Rain ")+formatted("<w:b/><w:i/>", "and")+formatted("<w:b/>", " snow")))
	assert.Equal(t, "# Rain *and* snow", doc.Markdown)
	assert.Equal(t, "Rain and snow", doc.Outline[0].Text)
}

func TestEmphasisOfOtherFormats(t *testing.T) {
	assert.Equal(t, "- a **b** *c*", slide(t, `<a:p><a:r><a:t>a </a:t></a:r><a:r><a:rPr b="1"/><a:t>b</a:t></a:r><a:r><a:rPr b="0"/><a:t> </a:t></a:r><a:r><a:rPr i="1"/><a:t>c</a:t></a:r></a:p>`).Markdown)

	style := func(name, family, properties string) string {
		return `<style:style style:name="` + name + `" style:family="` + family + `"><style:text-properties ` + properties + `/></style:style>`
	}
	named := "<styles>" + style("Strong", "text", `fo:font-weight="bold"`) + style("Lead", "paragraph", `fo:font-weight="bold"`) + "</styles>"
	content := "<styles>" + style("T1", "text", `fo:font-style="italic"`) + style("P1", "paragraph", `fo:font-weight="700"`) + style("T2", "text", `fo:font-weight="normal"`) + "</styles>"
	for in, want := range map[string]string{
		`<text:p>a <text:span text:style-name="Strong">b</text:span> c</text:p>`:                                                  "a **b** c",
		`<text:p text:style-name="Lead">a</text:p>`:                                                                               "a",
		`<text:p text:style-name="P1">a <text:span text:style-name="T2">b</text:span></text:p>`:                                   "**a** b",
		`<text:p>a <text:span text:style-name="T1">b<text:span text:style-name="Strong"> c</text:span></text:span></text:p>`:      "a *b **c***",
		`<text:h text:outline-level="1">a <text:span text:style-name="Strong">b</text:span></text:h>`:                             "# a b",
		`<text:p><text:a xlink:href="https://lund.example/a">a <text:span text:style-name="T1">b</text:span> </text:a>c</text:p>`: "[a *b*](https://lund.example/a) c",
	} {
		doc := read(t, pack(t, "styles.xml", "<d>"+named+"</d>", "content.xml", "<d>"+content+"<office:body><office:text>"+in+"</office:text></office:body></d>"))
		assert.Equal(t, want, doc.Markdown, in)
	}
	for in, want := range map[string]string{
		`a {\b b} {\i c}`:                  "a **b** *c*",
		`a \b b\b0  c\plain`:               "a **b** c",
		`{\b\i a}`:                         "**_a_**",
		`\pard\outlinelevel0 {\b\i a}\par`: "# a",
		`x{\up6 2} and H{\dn2 2}O`:         "x² and H₂O",
	} {
		assert.Equal(t, want, rtf(t, in).Markdown, in)
	}
}

// TestStruckCells has it by the style of a cell, and of a part of its text.
func TestStruckCells(t *testing.T) {
	styles := []string{"xl/styles.xml", `<styleSheet><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/><xf fontId="9"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml", `<sst><si><t>old</t></si><si><r><t xml:space="preserve">costs </t></r><r><rPr><strike/></rPr><t>10</t></r><r><t xml:space="preserve"> 12</t></r></si></sst>`}
	got := sheetText(t, `<row><c t="s" s="1"><v>0</v></c><c s="1"><v>7</v></c><c t="s"><v>1</v></c><c s="2"><v>8</v></c><c s="3"><v>9</v></c><c t="inlineStr"><is><r><rPr><strike/></rPr><t>x</t></r></is></c><c s="1"/></row>`, styles...)
	assert.Equal(t, "| ~~old~~ | ~~7~~ | costs ~~10~~ 12 | 8 | 9 | ~~x~~ |\n| --- | --- | --- | --- | --- | --- |", got)

	content := `<d><style:style style:name="c1" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style><office:body><office:spreadsheet><table:table><table:table-row>` +
		`<table:table-cell table:style-name="c1"><text:p>old</text:p></table:table-cell><table:table-cell><text:p>new</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></d>`
	assert.Equal(t, "| ~~old~~ | new |\n| --- | --- |", read(t, pack(t, "content.xml", content)).Markdown)
}
