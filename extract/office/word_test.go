package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// TestWordText has runs as Word cuts them: wherever a spelling was checked or a
// revision made.
func TestWordText(t *testing.T) {
	para := func(inner string) string { return "<w:p>" + inner + "</w:p>" }
	for _, c := range []struct{ name, body, want string }{
		{"runs join", para(run("har") + run("bour")), "harbour"},
		{"blanks at their ends stay", para(run("the ") + run("tide") + run(" turns")), "the tide turns"},
		{"signs between runs", para(run("Open") + run(": 10") + run("-") + run("11, C") + run("#") + run(" = 3")), "Open: 10-11, C# = 3"},
		{"sign at the start", para(run("- ") + run("x")), `\- x`},
		{"emphasis over runs is text", para(run("*") + run("a") + run("*")), `\*a\*`},
		{"names with underscores", para(run("snake") + run("_case")), "snake_case"},
		{"tab and line break", para(run("a") + "<w:r><w:tab/></w:r>" + run("b") + "<w:r><w:br/></w:r>" + run("c")), "a b c"},
		{"hyphen that does not break", para("<w:r><w:t>well</w:t><w:noBreakHyphen/><w:t>known</w:t></w:r>"), "well-known"},
		{"inserted", para("<w:ins>" + run("new") + "</w:ins>"), "new"},
		{"struck out", para(run("a") + "<w:del><w:r><w:delText>b</w:delText></w:r></w:del>" + run("c")), "ac"},
		{"moved away", para(run("a") + "<w:moveFrom>" + run("b") + "</w:moveFrom>"), "a"},
		{"instruction of a field", para("<w:r><w:instrText>PAGE</w:instrText></w:r>" + run("7")), "7"},
		{"the same again for old programs", para("<mc:AlternateContent><mc:Choice>" + run("box") + "</mc:Choice><mc:Fallback>" + run("box") + "</mc:Fallback></mc:AlternateContent>"), "box"},
		{"large initial", para(`<w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>`+run("O")) + para(run("nce more")), "Once more"},
		{"paragraph in a frame", para(`<w:pPr><w:framePr w:dropCap="none" w:hAnchor="text"/></w:pPr>`+run("O")) + para(run("nce more")), "O\n\nnce more"},
		{"empty paragraphs", para("") + para(run(" ")) + para(run("a")), "a"},
		{"entities", para(run("&lt;b&gt; &amp;amp; &#169;")), `\<b> \&amp; ©`},
		{"white space of the file", "<w:p>\n  <w:r>\n    <w:t>a</w:t>\n  </w:r>\n</w:p>", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, c.body).Markdown)
		})
	}
}

// TestWordHiddenText is kept from the reader and handed to the scan.
func TestWordHiddenText(t *testing.T) {
	hidden := func(prop, text string) string { return "<w:r><w:rPr>" + prop + "</w:rPr><w:t>" + text + "</w:t></w:r>" }
	doc := wordText(t, "<w:p>"+run("seen ")+hidden("<w:vanish/>", "obey me")+hidden(`<w:vanish w:val="0"/>`, "too")+"</w:p>")
	assert.Equal(t, "seen too", doc.Markdown)
	assert.Equal(t, []extract.Removed{{Text: "obey me", Where: "hidden", Reason: "hidden text"}}, doc.Removed)
	mark := wordText(t, "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>"+run("seen")+"</w:p>")
	assert.Equal(t, "seen", mark.Markdown, "the mark of a paragraph is hidden, not the paragraph")
}

// TestWordHeadings by their style, what it is called or goes on from, or their
// own level.
func TestWordHeadings(t *testing.T) {
	styles := testdata(t, "word_headingstyles.xml")
	for _, c := range []struct{ name, body, want string }{
		{"English", p("Heading3", run("x")), "### x"},
		{"with a blank", p("heading 1", run("x")), "# x"},
		{"German", p("berschrift2", run("x")), "## x"},
		{"style on top of it", p("Kapitel", run("x")), "## x"},
		{"level of the style", p("Level", run("x")), "#### x"},
		{"level of the paragraph", `<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>` + run("x") + "</w:p>", "## x"},
		{"level of text", `<w:p><w:pPr><w:outlineLvl w:val="9"/></w:pPr>` + run("x") + "</w:p>", "x"},
		{"deeper than six", p("Heading9", run("x")), "###### x"},
		{"style that goes on from itself", p("Loop", run("x")), "x"},
		{"unknown style", p("Custom", run("x")), "x"},
		{"numbered", `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr>` + run("x") + "</w:p>", "# x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, c.body, "word/styles.xml", styles).Markdown)
		})
	}
	assert.Equal(t, "x", wordText(t, p("Titel", run("x")), "word/styles.xml", styles).Meta.Title)
}

func TestWordLinks(t *testing.T) {
	const relations = `<Relationships><Relationship Id="a" Target="https://lund.example/a"/><Relationship Id="b" Target="javascript:b"/></Relationships>`
	for _, c := range []struct{ name, body, want string }{
		{"of many runs", `<w:hyperlink r:id="a">` + run("the ") + run("annals") + `</w:hyperlink>`, "[the annals](https://lund.example/a)"},
		{"blanks at the ends", run("see") + `<w:hyperlink r:id="a">` + run(" this ") + `</w:hyperlink>` + run("now"), "see [this](https://lund.example/a) now"},
		{"sign after it", `<w:hyperlink r:id="a">` + run("x") + `</w:hyperlink>` + run(": y"), "[x](https://lund.example/a): y"},
		{"script", `<w:hyperlink r:id="b">` + run("x") + `</w:hyperlink>`, "x"},
		{"place in the document", `<w:hyperlink w:anchor="part">` + run("x") + `</w:hyperlink>`, "x"},
		{"nothing in it", run("a") + `<w:hyperlink r:id="a"></w:hyperlink>`, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, "<w:p>"+c.body+"</w:p>", "word/_rels/document.xml.rels", relations).Markdown)
		})
	}
}

func TestWordTables(t *testing.T) {
	cell := func(props, text string) string {
		return "<w:tc><w:tcPr>" + props + "</w:tcPr><w:p>" + run(text) + "</w:p></w:tc>"
	}
	row := func(cells ...string) string { return "<w:tr>" + strings.Join(cells, "") + "</w:tr>" }
	for _, c := range []struct{ name, body, want string }{
		{"cell over columns", row(cell("", "a"), cell("", "b"), cell("", "c")) + row(cell(`<w:gridSpan w:val="2"/>`, "d"), cell("", "e")), "| a | b | c |\n| --- | --- | --- |\n| d | d | e |"},
		{"cell over rows", row(cell(`<w:vMerge w:val="restart"/>`, "a"), cell("", "b")) + row(cell("<w:vMerge/>", ""), cell("", "c")), "| a | b |\n| --- | --- |\n|  | c |"},
		{"paragraphs in a cell", row("<w:tc><w:p>" + run("a") + "</w:p><w:p>" + run("b") + "</w:p></w:tc>"), "| a b |\n| --- |"},
		{"table in a cell", row("<w:tc><w:tbl>"+row(cell("", "x"), cell("", "y"))+"</w:tbl><w:p>"+run("z")+"</w:p></w:tc>", cell("", "b")), "| x y z | b |\n| --- | --- |"},
		{"row that lays blocks out", row("<w:tc>"+p("Heading2", run("a"))+p("", run("b"))+p("", run("c"))+"</w:tc>", cell("", "d")), "## a\n\nb\n\nc\n\nd"},
		{"the same above another", row("<w:tc>"+p("", run("a"))+p("", run("b"))+p("", run("c"))+"</w:tc>", cell("", "d")) + row(cell("", "e"), cell("", "f")), "| a b c | d |\n| --- | --- |\n| e | f |"},
		{"table in such a row", row("<w:tc>" + p("", run("a")) + "<w:tbl>" + row(cell("", "x"), cell("", "y")) + "</w:tbl>" + p("", run("b")) + "</w:tc>"), "a\n\n| x | y |\n| --- | --- |\n\nb"},
		{"empty rows", row(cell("", "a")) + row(cell("", "")) + row(cell("", "b")), "| a |\n| --- |\n| b |"},
		{"bars and markup", row(cell("", "a|b"), cell("", "*c*")), "| a\\|b | \\*c\\* |\n| --- | --- |"},
		{"a span beyond reason", row(cell(`<w:gridSpan w:val="100000"/>`, "a")), "|" + strings.Repeat(" a |", 50) + "\n|" + strings.Repeat(" --- |", 50)},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, "<w:tbl>"+c.body+"</w:tbl>").Markdown)
		})
	}
}

func TestWordLists(t *testing.T) {
	item := func(props, text string) string {
		return "<w:p><w:pPr><w:numPr>" + props + "</w:numPr></w:pPr>" + run(text) + "</w:p>"
	}
	doc := wordText(t, item(`<w:ilvl w:val="0"/><w:numId w:val="1"/>`, "a")+item(`<w:ilvl w:val="1"/><w:numId w:val="1"/>`, "b")+item(`<w:ilvl w:val="0"/><w:numId w:val="1"/>`, "c")+p("", run("d"))+item(`<w:ilvl w:val="0"/><w:numId w:val="0"/>`, "e"))
	assert.Equal(t, "- a\n  - b\n- c\n\nd\n\ne", doc.Markdown)
}

func TestWordNotes(t *testing.T) {
	doc := wordText(t, "<w:p>"+run("Rain")+`<w:r><w:footnoteReference w:id="2"/></w:r>`+run(" fell")+`<w:r><w:endnoteReference w:id="1"/></w:r>`+run(".")+"</w:p>"+p("", run("End")),
		"word/footnotes.xml", `<w:footnotes><w:footnote w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p>`+run("All ")+run("day.")+`</w:p><w:p>`+run("*Twice*")+`</w:p></w:footnote></w:footnotes>`,
		"word/endnotes.xml", `<w:endnotes><w:endnote w:id="1"><w:p>`+run("In Lund.")+`</w:p></w:endnote></w:endnotes>`)
	assert.Equal(t, "Rain[^1] fell[^2].\n\nEnd\n\n[^1]: All day. \\*Twice\\*\n\n[^2]: In Lund.", doc.Markdown)
	require.Len(t, doc.Blocks, 3)
	assert.Equal(t, extract.Footnotes, doc.Blocks[2].Kind)
}

// What is no XML is left out up to the next tag, and told.
func TestDamagedWordGoesOn(t *testing.T) {
	damaged := func(times int) *extract.Document {
		return read(t, pack(t, "word/document.xml", word(p("", run("one"))+strings.Repeat(`<w:p><w:r><w:rPr><w:i/ ></w:rPr></w:r></w:p>`, times)+p("", run("two")))))
	}
	doc := damaged(3)
	assert.Equal(t, "one\n\ntwo", doc.Markdown)
	require.Len(t, doc.Warnings, 1)
	assert.Equal(t, "truncated", doc.Warnings[0].Type)
	assert.Empty(t, damaged(0).Warnings)
	assert.Equal(t, "one\n\ntwo", damaged(1000).Markdown)
	assert.Equal(t, "one", damaged(1001).Markdown, "no file is repaired without end")
}

// The main part has the name that the package says, and names differ in case only.
func TestNamesOfParts(t *testing.T) {
	body := word(p("", run("one")))
	types := `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="/word/document2.xml"/></Relationships>`
	assert.Equal(t, "one", read(t, pack(t, "_rels/.rels", types, "word/document2.xml", body)).Markdown)
	assert.Equal(t, "one", read(t, pack(t, `Word\Document.xml`, body)).Markdown)
}

// TestFreeNamesOfParts has a package name all of its parts itself, as part 2 of ISO/IEC
// 29500 allows: what stands in the usual places is not the document.
func TestFreeNamesOfParts(t *testing.T) {
	relation := func(id, kind, target string) string {
		return `<Relationship Id="` + id + `" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/` + kind + `" Target="` + target + `"/>`
	}
	root := "<Relationships>" + relation("r1", "officeDocument", "content/main.xml") + relation("r2", "metadata/core-properties", "/about.xml") + "</Relationships>"
	doc := read(t, pack(t, "_rels/.rels", root, "about.xml", core, "word/document.xml", word(p("", run("decoy"))),
		"content/main.xml", word(p("Kapitel", run("One"))+"<w:p><w:r><w:t>two</w:t><w:footnoteReference w:id=\"2\"/></w:r></w:p>"),
		"content/_rels/main.xml.rels", relation("a", "styles", "looks.xml")+relation("b", "footnotes", "../notes.xml"),
		"content/looks.xml", `<w:styles><w:style w:styleId="Kapitel"><w:name w:val="heading 1"/></w:style></w:styles>`,
		"notes.xml", `<w:footnotes><w:footnote w:id="2"><w:p>`+run("three")+`</w:p></w:footnote></w:footnotes>`))
	assert.Equal(t, "# One\n\ntwo[^1]\n\n[^1]: three", doc.Markdown)
	assert.Equal(t, "Rain *2024*", doc.Meta.Title)
	assert.Equal(t, "docx", doc.Format)

	doc = read(t, pack(t, "_rels/.rels", root, "content/main.xml", `<workbook><sheets><sheet name="Rain" r:id="s"/></sheets></workbook>`,
		"content/_rels/main.xml.rels", relation("s", "worksheet", "one.xml")+relation("t", "sharedStrings", "texts.xml"),
		"content/one.xml", `<worksheet><row><c t="s"><v>0</v></c><c><v>2</v></c></row></worksheet>`, "content/texts.xml", `<sst><si><t>March</t></si></sst>`))
	assert.Equal(t, "## Rain\n\n| March | 2 |\n| --- | --- |", doc.Markdown)
	assert.Equal(t, "xlsx", doc.Format)

	doc = read(t, pack(t, "_rels/.rels", root, "content/main.xml", `<p:presentation><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>`,
		"content/_rels/main.xml.rels", relation("s", "slide", "one.xml"), "content/one.xml", "<p:sld><p:sp><a:p><a:t>Tide</a:t></a:p></p:sp></p:sld>"))
	assert.Equal(t, "- Tide", doc.Markdown)
	assert.Equal(t, "pptx", doc.Format)

	outside := strings.Replace(root, "content/main.xml", "https://lund.example/a.xml\" TargetMode=\"External", 1)
	assert.Equal(t, "here", read(t, pack(t, "_rels/.rels", outside, "word/document.xml", word(p("", run("here"))))).Markdown)
}

// TestDamagedWord is read up to the damage.
func TestDamagedWord(t *testing.T) {
	body := word(p("", run("one")) + p("", run("two")))
	doc := read(t, pack(t, "word/document.xml", body[:strings.Index(body, "two")]))
	assert.Equal(t, "one", doc.Markdown)
	assert.Equal(t, extract.VerdictEmpty, read(t, pack(t, "word/document.xml", "")).Verdict.Kind)
	assert.Equal(t, extract.VerdictEmpty, read(t, pack(t, "word/document.xml", "<not><closed")).Verdict.Kind)
}

// TestWordBoxes have paragraphs of their own, before the one they stand in.
func TestWordBoxes(t *testing.T) {
	box := func(inner string) string {
		return "<mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>" + inner + "</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>" + inner + "</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent>"
	}
	for _, c := range []struct{ name, body, want string }{
		{"within a paragraph", "<w:p>" + run("be") + "<w:r>" + box(p("", run("in a box"))) + "</w:r>" + run("fore") + "</w:p>", "in a box\n\nbefore"},
		{"within a heading", p("Heading2", run("Rain")+box(p("", run("one"))+p("Heading3", run("two")))), "one\n\n### two\n\n## Rain"},
		{"within a box", "<w:p>" + run("a") + box("<w:p>"+run("b")+box(p("", run("c")))+"</w:p>") + "</w:p>", "c\n\nb\n\na"},
		{"table in it", "<w:p>" + run("a") + box("<w:tbl><w:tr><w:tc>"+p("", run("b"))+"</w:tc></w:tr></w:tbl>") + "</w:p>", "| b |\n| --- |\n\na"},
		{"end without a start", "<w:p>" + run("a") + "</w:txbxContent></w:p>", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, c.body).Markdown)
		})
	}
	deep := wordText(t, strings.Repeat("<w:p><w:txbxContent>", 60)+"<w:p>"+run("core")+"</w:p>"+strings.Repeat("</w:txbxContent></w:p>", 60))
	assert.Equal(t, "core", deep.Markdown)
}

// TestEmbeddedDocuments stand in place of blocks.
func TestEmbeddedDocuments(t *testing.T) {
	const saved = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Twelve =\r\nsacks =C2=BD</p>\r\n--b--\r\n"
	for _, c := range []struct{ name, chunk, want string }{
		{"HTML", "<html><body><p>Zwölf</p><p>Säcke</p></body></html>", "a\n\nZwölf\n\nSäcke\n\nb"},
		{"saved page", saved, "a\n\nTwelve sacks ½\n\nb"},
		{"another format", `{\rtf1 x}`, "a\n\nb"},
		{"nothing", "", "a\n\nb"},
	} {
		doc := wordText(t, p("", run("a"))+`<w:altChunk r:id="r1"/>`+p("", run("b")), "word/_rels/document.xml.rels", `<Relationships><Relationship Id="r1" Target="chunk.html"/></Relationships>`, "word/chunk.html", c.chunk)
		assert.Equal(t, c.want, doc.Markdown, c.name)
	}
	cell := "<w:tbl><w:tr><w:tc>" + `<w:altChunk r:id="r1"/>` + "</w:tc></w:tr></w:tbl>"
	assert.Equal(t, "| Rye |\n| --- |", wordText(t, cell, "word/_rels/document.xml.rels", `<Relationships><Relationship Id="r1" Target="/c.html"/></Relationships>`, "c.html", "<p>Rye</p>").Markdown)
}

// TestTrackedProperties are those before a change: they are no more.
func TestTrackedProperties(t *testing.T) {
	const was = `<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/><w:outlineLvl w:val="0"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange>`
	assert.Equal(t, "a", wordText(t, "<w:p><w:pPr>"+was+"</w:pPr>"+run("a")+"</w:p>").Markdown)
	hidden := "<w:p><w:r><w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>a</w:t></w:r></w:p>"
	doc := wordText(t, hidden)
	assert.Equal(t, "a", doc.Markdown)
	assert.Equal(t, []extract.Removed(nil), doc.Removed)
}
