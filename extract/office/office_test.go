package office_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

const core = `<cp:coreProperties><dc:title>Rain *2024*</dc:title><dc:creator>Ada Ek</dc:creator><cp:keywords>rain, boats</cp:keywords><dcterms:created>2024-03-05T10:00:00Z</dcterms:created></cp:coreProperties>`

func wordFile(t testing.TB) []byte {
	item := func(level, text string) string {
		return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/></w:numPr></w:pPr>` + run(text) + "</w:p>"
	}
	cell := func(text string) string { return "<w:tc>" + p("", run(text)) + "</w:tc>" }
	return pack(t, "docProps/core.xml", core, "word/_rels/document.xml.rels", `<Relationships><Relationship Id="r1" Target="https://lund.example/annals"/><Relationship Id="r2" Target="javascript:x"/></Relationships>`,
		"word/document.xml", word(p("Title", run("Rain in Lund"))+p("Heading1", run("What &lt;they&gt; built"))+
			p("", run("It *rained* ")+run("long. See ")+`<w:hyperlink r:id="r1">`+run("the annals")+`</w:hyperlink>, <w:hyperlink r:id="r2">`+run("bad")+"</w:hyperlink><w:del>"+run("struck")+"</w:del>"+run("."))+
			item("0", "boats")+item("1", "of wood")+"<w:tbl><w:tr>"+cell("Month")+cell("Rain")+"</w:tr><w:tr>"+cell("March")+cell("1|2")+"</w:tr></w:tbl>"))
}

func TestConformance(t *testing.T) {
	extracttest.Run(t, office.Extractor{},
		extracttest.Case{
			Name: "docx", Body: wordFile(t), Format: "docx", Title: "Rain *2024*", Outline: []string{"Rain in Lund", "What <they> built"},
			Want:   []string{"# Rain in Lund\n\n# What \\<they> built\n\nIt \\*rained\\* long. See [the annals](https://lund.example/annals)", "bad", "- boats\n  - of wood\n\n| Month | Rain |\n| --- | --- |\n| March | 1\\|2 |"},
			HasNot: []string{"struck", "javascript"},
		},
		extracttest.Case{
			Name: "odt", Body: pack(t, "content.xml", testdata(t, "odf_text.xml"), "meta.xml", core), Format: "odt", Outline: []string{"Rain", "Built"},
			Want: []string{"See [this](https://lund.example/a) now.", "- one\n  - deep\n\n| a | b | b |"}, HasNot: []string{"hidden"},
		},
		extracttest.Case{
			Name: "ods", Format: "ods", Body: pack(t, "content.xml", `<office:spreadsheet><table:table table:name="Rain"><table:table-row><table:table-cell><text:p>March</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table></office:spreadsheet>`),
			Want: []string{"## Rain\n\n| March |"},
		},
		extracttest.Case{
			Name: "xlsx", Format: "xlsx", Body: pack(t, "xl/workbook.xml", `<workbook><sheets><sheet name="Rain" r:id="r1"/><sheet name="Secret" state="hidden" r:id="r2"/></sheets></workbook>`,
				"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>`,
				"xl/sharedStrings.xml", `<sst><si><t>month</t></si><si><r><t>ra</t></r><r><t>in</t></r><rPh><t>x</t></rPh></si></sst>`,
				"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row><c r="A2" t="inlineStr"><is><t>March</t></is></c><c r="B2"><v>12.50</v></c><c t="b"><v>1</v></c></row></sheetData></worksheet>`,
				"xl/worksheets/sheet2.xml", `<worksheet><row><c><v>7</v></c></row></worksheet>`),
			Want: []string{"## Rain\n\n| month |  | rain |\n| --- | --- | --- |\n| March | 12.50 | TRUE |"}, HasNot: []string{"Secret", "7"},
		},
		extracttest.Case{
			Name: "pptx", Format: "pptx", Title: "Rain", Body: pack(t, "ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r9"/></p:sldIdLst></p:presentation>`,
				"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="r9" Target="slides/slide7.xml"/></Relationships>`,
				"ppt/slides/slide7.xml", `<p:sld><p:sp><p:ph type="title"/><a:p><a:r><a:t>Rain</a:t></a:r></a:p></p:sp><p:sp><a:p><a:pPr lvl="1"/><a:r><a:t>a point</a:t></a:r></a:p></p:sp><a:tbl><a:tr><a:tc><a:p><a:t>x</a:t></a:p></a:tc></a:tr></a:tbl></p:sld>`),
			Want: []string{"## Rain\n\n", "- a point\n\n| x |"},
		},
		extracttest.Case{
			Name: "epub", Format: "epub", Title: "Rain", Body: pack(t, "META-INF/container.xml", `<container><rootfile full-path="O/p.opf"/></container>`,
				"O/p.opf", `<package><dc:title>Rain</dc:title><item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/><item id="n" href="n.xhtml" properties="nav"/><itemref idref="b"/><itemref idref="a"/><itemref idref="n"/></package>`,
				"O/a.xhtml", "<p>last</p>", "O/b.xhtml", "<p>first</p><script>x()</script>", "O/n.xhtml", "contents"),
			Want: []string{"first\n\nlast"}, HasNot: []string{"x()", "contents"},
		},
	)
}

const richText = "{\\rtf1\\ansi{\\fonttbl{\\f0 Times;}}{\\*\\generator x;}{\\pard \\b Rain\\par}{\\pard\\outlinelevel1 Built\\par}" +
	"{\\pard It {\\i rained} caf\\'e9 \\u8364? {\\v secret}see {\\field{\\*\\fldinst{HYPERLINK \"https://lund.example/a\"}}{\\fldrslt{\\ul the\nannals}}}.\\par}" +
	"{\\pard \\bullet \\tab boats\\par}{\\trowd\\intbl{{\\pard\\intbl a\\par}\\cell}{{\\pard\\intbl b\\par}\\cell}\\intbl\\row}{\\pard end\\par}}"

func TestRTF(t *testing.T) {
	extracttest.Run(t, office.Extractor{}, extracttest.Case{
		Name: "rtf", MediaType: "application/rtf", Body: []byte(richText), Format: "rtf", Title: "Rain", Outline: []string{"Built"},
		Want:   []string{"**Rain**\n\n## Built\n\nIt *rained* café € see [theannals](https://lund.example/a).\n\n- boats\n\n| a | b |\n| --- | --- |\n\nend"},
		HasNot: []string{"secret", "Times", "generator"},
	})
	assert.Contains(t, read(t, []byte("{\\rtf1"+strings.Repeat("{", 100000)+"core")).Markdown, "core")
}

func FuzzRTF(f *testing.F) {
	f.Add([]byte(richText))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: append([]byte("{\\rtf"), body...)})
		if err != nil {
			t.Fatal(err)
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

func TestMetadata(t *testing.T) {
	m := read(t, wordFile(t)).Meta
	assert.Equal(t, []string{"Ada Ek"}, m.Authors)
	assert.Equal(t, []string{"rain", "boats"}, m.Tags)
	assert.Equal(t, 2024, m.Published.Year())
}

func TestErrors(t *testing.T) {
	entries := func(n int) []byte {
		parts := []string{"word/document.xml", word(p("", run("x")))}
		for len(parts) < 2*n {
			parts = append(parts, "x"+strings.Repeat("y", len(parts)%7), "")
		}
		return pack(t, parts...)
	}
	_, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: entries(10_000)})
	assert.NoError(t, err)
	_, err = office.Extractor{}.Extract(t.Context(), &extract.Source{Body: entries(10_001)})
	assert.ErrorIs(t, err, extract.ErrTooLarge)
	_, err = office.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte("no archive")})
	assert.ErrorIs(t, err, extract.ErrMalformed)
	_, err = office.Extractor{}.Extract(t.Context(), &extract.Source{Body: pack(t, "a.txt", "x")})
	assert.ErrorIs(t, err, extract.ErrUnsupported)
	_, err = office.Extractor{}.Extract(t.Context(), &extract.Source{Body: pack(t, "META-INF/container.xml", "x")})
	assert.ErrorIs(t, err, extract.ErrMalformed)
}

func TestHostile(t *testing.T) {
	tests := map[string][]byte{
		"deep tables": pack(t, "word/document.xml", word(p("", run("core"))+strings.Repeat("<w:tbl><w:tr><w:tc>", 50000))),
		"entities":    pack(t, "word/document.xml", `<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>`+word(p("", run("core &b;")))),
		"last cell":   pack(t, "xl/worksheets/sheet1.xml", `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row><c><v>core</v></c></row>`),
		"traversal":   pack(t, "../../evil", "x", "word/document.xml", word(p("", run("core")))),
		"long":        pack(t, "word/document.xml", word(p("", run("core"))+strings.Repeat(p("", run("x")), 20_000))),
	}
	for name, body := range tests {
		doc := read(t, body)
		assert.Contains(t, doc.Markdown, "core", name)
		assert.NotContains(t, doc.Markdown, "lollol", name)
		assert.Less(t, len(doc.Markdown), limit.Output(0)+1, name)
	}
}

// What a document hides from its readers is kept for the scan.
func TestHiddenText(t *testing.T) {
	const secret = "words that nobody sees"
	slide := `<p:sld%s><p:sp><p:txBody><a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`
	for name, body := range map[string][]byte{
		"docx": pack(t, "word/document.xml", word(p("", run("core")+"<w:r><w:rPr><w:vanish/></w:rPr><w:t>"+secret+"</w:t></w:r>"+
			`<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> shown</w:t></w:r>`))),
		"pptx": pack(t, "ppt/slides/slide1.xml", fmt.Sprintf(slide, "", "core"), "ppt/slides/slide2.xml", fmt.Sprintf(slide, ` show="0"`, secret),
			"ppt/slides/slide3.xml", fmt.Sprintf(slide, ` show="1"`, "shown")),
		"xlsx": pack(t, "xl/workbook.xml", `<sheets><sheet name="One" r:id="r1"/><sheet name="Two" state="veryHidden" r:id="r2"/></sheets>`,
			"xl/_rels/workbook.xml.rels", `<Relationship Id="r1" Target="a.xml"/><Relationship Id="r2" Target="b.xml"/>`,
			"xl/a.xml", "<row><c><v>core</v></c><c><v>shown</v></c></row>", "xl/b.xml", "<row><c><v>"+secret+"</v></c></row>"),
		"rtf": []byte(`{\rtf1 core {\v ` + secret + `}\v0 shown\par}`),
	} {
		doc := read(t, body)
		assert.Contains(t, doc.Markdown, "core", name)
		assert.Contains(t, doc.Markdown, "shown", name)
		assert.NotContains(t, doc.Markdown, "nobody", name)
		if assert.Len(t, doc.Removed, 1, name) {
			assert.Equal(t, secret, doc.Removed[0].Text)
			assert.Equal(t, "hidden", doc.Removed[0].Where)
		}
	}
}

// A sheet is read up to its last row that counts; the sheets after it are read
// all the same.
func TestRowLimit(t *testing.T) {
	for rows, cut := range map[int]bool{20_000: false, 20_001: true} {
		doc := read(t, pack(t,
			"xl/worksheets/sheet1.xml", strings.Repeat("<row><c><v>1</v></c></row>", rows),
			"xl/worksheets/sheet2.xml", "<row><c><v>second sheet</v></c></row>"))
		assert.Equal(t, 20_001, strings.Count(doc.Text(doc.Blocks[0]), "\n")+1, "a line for each row and one below the first")
		assert.True(t, strings.HasSuffix(doc.Markdown, "| second sheet |\n| --- |"))
		assert.Equal(t, cut, len(doc.Warnings) > 0, "%d rows", rows)
	}
}

func TestHTMLHook(t *testing.T) {
	hook := extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
		return &extract.Document{Markdown: "**x**", Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: 5}}}}, nil
	})
	doc, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "META-INF/container.xml", `<rootfile full-path="p"/>`, "p", `<item id="a" href="a"/><itemref idref="a"/>`, "a", "<b>x</b>")})
	require.NoError(t, err)
	assert.Equal(t, "**x**", doc.Markdown)
}

func FuzzParts(f *testing.F) {
	f.Add("word/document.xml", []byte(word(p("Heading1", run("a"))+"<w:tbl><w:tr><w:tc>")))
	f.Add("word/document.xml", []byte(word(`<m:oMathPara><m:oMath><m:d><m:e><m:f><m:num><m:r><m:t>a](b</m:t></m:r></m:num></m:f></m:e></m:d><m:rad/></m:oMath>`)))
	f.Add("word/document.xml", []byte(word(p("", `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \o\ac(○,1)\f(1,\r(3,x\,y)</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`))))
	f.Add("content.xml", []byte(testdata(f, "odf_text.xml")))
	f.Add("content.xml", []byte(openSlideStyles+`<office:presentation><draw:page>`+openFrame("title", "<text:p>a</text:p>")+`</draw:page><draw:page draw:style-name="off"><presentation:notes><text:p>b</text:p>`))
	f.Add("xl/worksheets/sheet1.xml", []byte(`<row><c r="ZZZZ1" t="s"><v>9</v></c></row>`))
	f.Add("ppt/charts/c.xml", []byte(chartXML))
	f.Add("ppt/diagrams/d.xml", []byte(diagramXML))
	f.Add("ppt/slideLayouts/l.xml", []byte(`<sp><ph type="body" idx="1"/><off x="1" y="-2"/><ext cx="3" cy="4"/></sp>`))
	f.Add("ppt/slides/slide1.xml", []byte(`<sp><ph type="title"/><p><t>a</t></p><tbl><tr><tc>`))
	f.Add("META-INF/container.xml", []byte(`<rootfile full-path="META-INF/container.xml"/><item id="a" href="container.xml"/><itemref idref="a"/>`))
	f.Fuzz(func(t *testing.T, name string, part []byte) {
		if strings.HasSuffix(name, "/") {
			return // a folder has no content
		}
		parts := []string{name, string(part)}
		if strings.HasPrefix(name, "ppt/") && !strings.HasPrefix(name, "ppt/slides/") {
			parts = append(parts, "ppt/slides/slide1.xml", `<p:sp><p:ph idx="1"/></p:sp><p:graphicFrame><c:chart r:id="r1"/><dgm:relIds r:dm="r2"/></p:graphicFrame>`, "ppt/slides/_rels/slide1.xml.rels", slideFuzzRels)
		}
		doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: pack(t, parts...)})
		if err != nil {
			return
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

// slideFuzzRels names the parts that FuzzParts makes for a slide.
const slideFuzzRels = `<Relationships><Relationship Id="r1" Target="../charts/c.xml"/><Relationship Id="r2" Target="../diagrams/d.xml"/><Relationship Id="r3" Type="x/slideLayout" Target="../slideLayouts/l.xml"/></Relationships>`
