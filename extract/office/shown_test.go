package office_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSigns are those that fonts of signs show for the codes of letters.
func TestSigns(t *testing.T) {
	sym := func(font, code string) string {
		return `<w:r><w:sym w:font="` + font + `" w:char="` + code + `"/></w:r>`
	}
	inFont := func(font, text string) string {
		return `<w:r><w:rPr><w:rFonts w:ascii="` + font + `" w:hAnsi="` + font + `"/></w:rPr><w:t>` + text + `</w:t></w:r>`
	}
	for _, c := range []struct{ name, in, want string }{
		{"Symbol", run("2 ") + sym("Symbol", "F0B4") + run(" 3 ") + sym("Symbol", "F0B9") + run(" 7"), "2 × 3 ≠ 7"},
		{"Symbol without the private area", sym("Symbol", "0070") + run(" r"), "π r"},
		{"Wingdings", sym("Wingdings", "F0FE") + run(" yes ") + sym("Wingdings", "F0A8") + run(" no"), "☑ yes ☐ no"},
		{"Wingdings 2", sym("Wingdings 2", "F050") + run(" done"), "✓ done"},
		{"Wingdings 3", sym("Wingdings 3", "F070") + run(" 12 ") + sym("Wingdings 3", "F071") + run(" 4"), "▲ 12 ▼ 4"},
		{"Webdings", sym("Webdings", "F072") + run(" left out"), "✖ left out"},
		{"text in Symbol", run("angle ") + inFont("Symbol", "q") + run("."), "angle θ."},
		{"text in Wingdings", inFont("Wingdings", "\uf0fc") + run(" paid"), "✔ paid"},
		{"a sign without a character", sym("Wingdings", "F021") + sym("Webdings", "F021") + run("a"), "✏a"},
		{"font of the characters beyond ASCII", run("60") + `<w:r><w:rPr><w:rFonts w:hAnsi="Symbol"/></w:rPr><w:t>` + "\uf0b0" + `</w:t></w:r>` + run("C"), "60°C"},
		{"another font", sym("Cambria", "03B1") + inFont("Cambria", "b"), "αb"},
		{"no code", `<w:r><w:sym w:font="Symbol" w:char="zz"/></w:r>` + run("a"), "a"},
		{"deleted", "<w:del>" + sym("Symbol", "F061") + "</w:del>" + run("a"), "a"},
	} {
		assert.Equal(t, c.want, wordText(t, "<w:p>"+c.in+"</w:p>").Markdown, c.name)
	}
	assert.Equal(t, "x β y", styledODT(t, `<style:style style:name="S9"><style:text-properties style:font-name="Symbol1"/></style:style><text:p>x <text:span text:style-name="S9">b</text:span> y</text:p>`).Markdown)
	slide := read(t, pack(t, "ppt/slides/slide1.xml", `<p:sp><a:p><a:r><a:rPr><a:latin typeface="Symbol"/></a:rPr><a:t>W</a:t></a:r><a:r><a:t> is ohm</a:t></a:r></a:p></p:sp>`))
	assert.Equal(t, "- Ω is ohm", slide.Markdown)
	slide = read(t, pack(t, "ppt/slides/slide1.xml", `<p:sp><a:p><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t>ü</a:t></a:r><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t> hemp rope</a:t></a:r></a:p></p:sp>`))
	assert.Contains(t, slide.Markdown, "✔ hemp rope", "a font for signs beside that of the text")
}

// TestSignsInCells are those of the font of a cell or of a run, and raised digits.
func TestSignsInCells(t *testing.T) {
	const cells = `<row><c s="1" t="inlineStr"><is><t>ü</t></is></c><c t="inlineStr"><is><r><rPr><rFont val="Wingdings"/></rPr><t>û</t></r><r><t xml:space="preserve"> dry, m</t></r><r><rPr><b/><vertAlign val="superscript"/></rPr><t>2</t></r></is></c></row>`
	got := sheetText(t, cells, "xl/styles.xml", `<styleSheet><fonts><font><name val="Calibri"/></font><font><name val="Wingdings"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>`)
	assert.Equal(t, "✔ | ✘ dry, m²", onlyCell(got))
}

// TestFormFields are boxes and lists of forms, as they are filled in.
func TestFormFields(t *testing.T) {
	field := func(data, kind string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>` + data + `</w:ffData></w:fldChar></w:r><w:r><w:instrText> ` + kind + ` </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
	}
	for _, c := range []struct{ name, in, want string }{
		{"ticked", field(`<w:checkBox><w:checked/></w:checkBox>`, "FORMCHECKBOX"), "☒ a"},
		{"not ticked", field(`<w:checkBox><w:sizeAuto/></w:checkBox>`, "FORMCHECKBOX"), "☐ a"},
		{"ticked unless it is said", field(`<w:checkBox><w:default w:val="true"/></w:checkBox>`, "FORMCHECKBOX"), "☒ a"},
		{"it is said", field(`<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>`, "FORMCHECKBOX"), "☐ a"},
		{"one of a list", field(`<w:ddList><w:result w:val="1"/><w:listEntry w:val="oak"/><w:listEntry w:val="ash"/></w:ddList>`, "FORMDROPDOWN"), "ash a"},
		{"first of a list", field(`<w:ddList><w:listEntry w:val="oak"/></w:ddList>`, "FORMDROPDOWN"), "oak a"},
		{"none of a list", field(`<w:ddList><w:result w:val="9"/></w:ddList>`, "FORMDROPDOWN"), "a"},
		{"text", field(`<w:textInput><w:default w:val="1"/></w:textInput>`, "FORMTEXT"), "a"},
	} {
		assert.Equal(t, c.want, wordText(t, "<w:p>"+c.in+run(" a")+"</w:p>").Markdown, c.name)
	}
}

// TestRuby has the reading of a word behind it, in parentheses.
func TestRuby(t *testing.T) {
	ruby := func(base, reading string) string {
		return `<w:r><w:ruby><w:rubyPr/><w:rt>` + run(reading) + `</w:rt><w:rubyBase>` + run(base) + `</w:rubyBase></w:ruby></w:r>`
	}
	assert.Equal(t, "蜂(はち)は飛ぶ", wordText(t, "<w:p>"+ruby("蜂", "はち")+run("は飛ぶ")+"</w:p>").Markdown)
	assert.Equal(t, "| 巣(す)箱(ばこ) |\n| --- |", wordText(t, "<w:tbl><w:tr><w:tc><w:p>"+ruby("巣", "す")+ruby("箱", "ばこ")+"</w:p></w:tc></w:tr></w:tbl>").Markdown)
	doc := wordText(t, p("Heading1", ruby("蜜", "みつ")))
	assert.Equal(t, "蜜(みつ)", doc.Outline[0].Text)
	assert.Equal(t, "花(はな)", styledODT(t, "<text:p><text:ruby><text:ruby-base>花</text:ruby-base><text:ruby-text>はな</text:ruby-text></text:ruby></text:p>").Markdown)
}

// TestNumbersAroundTables go on where they were, whatever stands between the items.
func TestNumbersAroundTables(t *testing.T) {
	numbering := `<w:numbering><w:abstractNum w:abstractNumId="0">` + lvl("0", "decimal", "%1.", "1") + lvl("1", "lowerLetter", "Clause (%2)", "1") + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
	table := "<w:tbl><w:tr><w:tc>" + p("", run("x")) + "</w:tc></w:tr></w:tbl>"
	const asTable = "\n\n| x |\n| --- |\n\n"
	for _, c := range []struct{ name, in, want string }{
		{"one", listItem("1", "0", "a") + table + listItem("1", "0", "b"), "1. a" + asTable + "2. b"},
		{"two in a row", listItem("1", "0", "a") + table + table + listItem("1", "0", "b"), "1. a" + asTable + "| x |\n| --- |\n\n2. b"},
		{"of a level", listItem("1", "0", "a") + listItem("1", "1", "b") + table + listItem("1", "1", "c"), "1. a\n   - Clause (a) b" + asTable + "- Clause (b) c"},
		{"numbers in its cells", listItem("1", "0", "a") + "<w:tbl><w:tr><w:tc>" + listItem("1", "0", "b") + "</w:tc></w:tr></w:tbl>" + listItem("1", "0", "c"), "1. a\n\n| 2. b |\n| --- |\n\n3. c"},
	} {
		assert.Equal(t, c.want, wordText(t, c.in, "word/numbering.xml", numbering).Markdown, c.name)
	}
}

const chartXML = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Honey</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>` +
	`<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>north</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June</c:v></c:pt></c:strCache></c:strRef></c:cat>` +
	`<c:val><c:numRef><c:numCache><c:formatCode>0.0</c:formatCode><c:pt idx="0"><c:v>3.25</c:v></c:pt><c:pt idx="1"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>` +
	`<c:ser><c:tx><c:v>south</c:v></c:tx><c:val><c:numLit><c:pt idx="1"><c:v>9</c:v></c:pt></c:numLit></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`

const diagramXML = `<dgm:dataModel><dgm:ptLst><dgm:pt modelId="1" type="doc"/><dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>Smoke</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="3"><dgm:t><a:p><a:r><a:t>Open</a:t></a:r></a:p></dgm:t></dgm:pt>` +
	`<dgm:pt modelId="4"><dgm:t><a:p><a:r><a:t>the lid</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="5" type="pres"/></dgm:ptLst>` +
	`<dgm:cxnLst><dgm:cxn srcId="1" destId="3" srcOrd="1"/><dgm:cxn srcId="1" destId="2" srcOrd="0"/><dgm:cxn srcId="3" destId="4" srcOrd="0"/><dgm:cxn type="presOf" srcId="2" destId="5" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`

// figureRels names a chart, a diagram and a chart that is not there.
const figureRels = `<Relationships><Relationship Id="r1" Target="../charts/c.xml"/><Relationship Id="r2" Target="../diagrams/d.xml"/><Relationship Id="r3" Target="../charts/none.xml"/></Relationships>`

// TestFigures are charts as tables and diagrams as lists.
func TestFigures(t *testing.T) {
	const chart, diagram = "Honey\n\n|  | north | south |\n| --- | --- | --- |\n| May | 3.3 |  |\n| June | 7.0 | 9 |", "- Smoke\n- Open\n  - the lid"
	frame := func(inner string) string { return "<p:graphicFrame>" + inner + "</p:graphicFrame>" }
	slide := read(t, pack(t, "ppt/slides/slide1.xml", frame(`<c:chart r:id="r1"/>`)+frame(`<dgm:relIds r:dm="r2"/>`), "ppt/slides/_rels/slide1.xml.rels", figureRels, "ppt/charts/c.xml", chartXML, "ppt/diagrams/d.xml", diagramXML))
	assert.Equal(t, chart+"\n\n"+diagram, slide.Markdown)
	assert.Empty(t, slide.Warnings)
	body := "<w:p>" + run("before") + `<w:r><w:drawing><c:chart r:id="r1"/></w:drawing></w:r></w:p><w:tbl><w:tr><w:tc><w:p>` + run("x") + `<dgm:relIds r:dm="r2"/></w:p></w:tc></w:tr></w:tbl>` + p("", run("after"))
	doc := read(t, pack(t, "word/document.xml", word(body), "word/_rels/document.xml.rels", figureRels, "charts/c.xml", chartXML, "diagrams/d.xml", diagramXML))
	assert.Equal(t, "before\n\n"+chart+"\n\n| x |\n| --- |\n\n"+diagram+"\n\nafter", doc.Markdown)

	const points = `<c:pt idx="0"><c:v>A</c:v></c:pt><c:pt idx="1"><c:v>B</c:v></c:pt>`
	for _, c := range []struct{ name, xml, want string }{
		{"levels of categories", `<c:ser><c:cat><c:lvl>` + points + `<c:pt idx="2"><c:v>A</c:v></c:pt></c:lvl><c:lvl><c:pt idx="0"><c:v>2024</c:v></c:pt><c:pt idx="2"><c:v>2025</c:v></c:pt></c:lvl></c:cat><c:val>` +
			`<c:pt idx="0"><c:v>1</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt><c:pt idx="2"><c:v>3</c:v></c:pt></c:val></c:ser>`, "| 2024 A | 1 |\n| 2024 B | 2 |\n| 2025 A | 3 |"},
		{"series with points of their own", `<c:ser><c:tx><c:v>wet</c:v></c:tx><c:xVal>` + points + `</c:xVal><c:yVal><c:pt idx="0"><c:v>1</c:v></c:pt></c:yVal></c:ser><c:ser><c:tx><c:v>dry</c:v></c:tx><c:xVal><c:pt idx="0"><c:v>C</c:v></c:pt></c:xVal><c:yVal><c:pt idx="0"><c:v>2</c:v></c:pt></c:yVal></c:ser>`,
			"|  | wet |  | dry |\n| --- | --- | --- | --- |\n| A | 1 | C | 2 |\n| B |"},
		{"chart of 2016", `<cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">A</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="0%"><cx:pt idx="0">0.5</cx:pt></cx:lvl></cx:numDim></cx:data><cx:series><cx:tx><cx:txData><cx:v>wet</cx:v></cx:txData></cx:tx></cx:series>`,
			"|  | wet |\n| --- | --- |\n| A | 50% |"},
	} {
		got := read(t, pack(t, "ppt/slides/slide1.xml", frame(`<c:chart r:id="r1"/>`), "ppt/slides/_rels/slide1.xml.rels", figureRels, "ppt/charts/c.xml", "<c:chartSpace>"+c.xml+"</c:chartSpace>"))
		assert.Contains(t, got.Markdown, c.want, c.name)
	}

	lost := read(t, pack(t, "ppt/slides/slide1.xml", frame(`<cx:chart r:id="r3"/>`), "ppt/slides/_rels/slide1.xml.rels", figureRels))
	require.Len(t, lost.Warnings, 1)
	assert.Equal(t, "left_out", lost.Warnings[0].Type)
}

// TestOrderOfShapes is that of reading, not that of drawing.
func TestOrderOfShapes(t *testing.T) {
	shape := func(x, y, width, height, text string) string {
		return `<p:sp><p:spPr><a:xfrm><a:off x="` + x + `" y="` + y + `"/><a:ext cx="` + width + `" cy="` + height + `"/></a:xfrm></p:spPr><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:sp>`
	}
	in := func(placeholder, text string) string {
		return `<p:sp><p:nvPr><p:ph ` + placeholder + `/></p:nvPr><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:sp>`
	}
	const layout = `<p:sp><p:ph type="body" idx="1"/><a:off x="10" y="50"/><a:ext cx="80" cy="10"/></p:sp><p:sp><p:ph type="body" idx="2"/><a:off x="10" y="20"/><a:ext cx="80" cy="10"/></p:sp>`
	for _, c := range []struct{ name, in, want string }{
		{"title last", shape("0", "50", "10", "10", "a") + in(`type="title"`, "T"), "## T\n\n- a"},
		{"below before above", shape("0", "50", "10", "10", "b") + shape("0", "20", "10", "10", "a"), "- a\n- b"},
		{"heads of columns", shape("0", "10", "40", "10", "Wax") + shape("50", "10", "40", "10", "Honey") + shape("50", "30", "40", "10", "of the comb") + shape("0", "30", "40", "10", "of the bees"), "- Wax\n- of the bees\n- Honey\n- of the comb"},
		{"columns below a line", shape("50", "30", "40", "10", "right") + shape("0", "30", "40", "10", "left") + shape("0", "10", "90", "10", "above both"), "- above both\n- left\n- right"},
		{"labels in rows", shape("20", "10", "40", "10", "first step of it") + shape("0", "10", "10", "10", "01") + shape("0", "30", "10", "10", "02") + shape("20", "30", "40", "10", "second step of it"), "- 01\n- first step of it\n- 02\n- second step of it"},
		{"places of the layout", in(`type="body" idx="1"`, "b") + in(`idx="2"`, "a"), "- a\n- b"},
		{"a group", shape("0", "50", "9", "9", "c") + `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></a:xfrm></p:grpSpPr>` + shape("0", "900", "9", "9", "b") + shape("0", "800", "9", "9", "a") + "</p:grpSp>", "- a\n- b\n- c"},
		{"no places", in("", "b") + in("", "a"), "- b\n- a"},
		{"title of two paragraphs", `<p:sp><p:ph type="ctrTitle"/><a:p><a:r><a:t>Bees</a:t></a:r></a:p><a:p><a:r><a:t>and wax</a:t></a:r></a:p></p:sp>`, "## Bees and wax"},
	} {
		doc := read(t, pack(t, "ppt/slides/slide1.xml", c.in, "ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Type="x/slideLayout" Target="../slideLayouts/l.xml"/></Relationships>`, "ppt/slideLayouts/l.xml", layout))
		assert.Equal(t, c.want, doc.Markdown, c.name)
	}
}
