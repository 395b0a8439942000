package office_test

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
)

// TestCells goes by SpreadsheetML, ECMA-376 part 1, section 18.3.1.4.
func TestCells(t *testing.T) {
	const strs = `<sst><si><t>rope</t></si><si><r><t xml:space="preserve">long </t></r><r><t>sail</t></r></si><si/></sst>`
	row := func(cells string) string { return "<row>" + cells + "</row>" }
	head := "| a | b |\n| --- | --- |\n"
	first := row(`<c t="str"><v>a</v></c><c t="str"><v>b</v></c>`)
	for _, c := range []struct{ name, cells, want string }{
		{"numbers as they stand", `<c><v>1.50</v></c><c><v>1E3</v></c>`, "| 1.50 | 1E3 |"},
		{"shared strings", `<c t="s"><v>0</v></c><c t="s"><v>1</v></c>`, "| rope | long sail |"},
		{"string that is not there", `<c t="s"><v>99</v></c><c t="s"><v>-1</v></c><c r="A3"><v>1</v></c>`, "| 1 |  |"},
		{"truth values", `<c t="b"><v>1</v></c><c t="b"><v>0</v></c>`, "| TRUE | FALSE |"},
		{"text in place", `<c t="inlineStr"><is><t>x</t></is></c><c t="inlineStr"><is><r><t>y</t></r><r><t>z</t></r></is></c>`, "| x | yz |"},
		{"formula with its value", `<c><f>A1+1</f><v>7</v></c><c t="str"><f>"x"</f><v>y</v></c>`, "| 7 | y |"},
		{"formula that no program calculated", `<c><f>A1*B$1</f></c><c><f> SUM(A1:A9) </f><v></v></c>`, `| =A1\*B$1 | =SUM(A1:A9) |`},
		{"formula with an empty result", `<c t="str"><f>""</f><v></v></c><c><v>1</v></c>`, "|  | 1 |"},
		{"formula of a group", `<c><f t="shared" si="0"/></c><c><v>1</v></c>`, "|  | 1 |"},
		{"error", `<c t="e"><v>#DIV/0!</v></c><c><v>1</v></c>`, "| #DIV/0! | 1 |"},
		{"column left out", `<c r="B2"><v>5</v></c>`, "|  | 5 |"},
		{"columns without references", `<c><v>1</v></c><c><v>2</v></c>`, "| 1 | 2 |"},
		{"bars and breaks", `<c t="str"><v>x|y</v></c><c t="str"><v>x&#10;y</v></c>`, `| x\|y | x y |`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, head+c.want, sheetText(t, first+row(c.cells), "xl/sharedStrings.xml", strs))
		})
	}
}

// TestFormattedCells has the number formats that the styles of cells name.
func TestFormattedCells(t *testing.T) {
	styles := func(xfs string) string {
		return `<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy&quot; Uhr &quot;hh:mm"/><numFmt numFmtId="165" formatCode=";;;"/><numFmt numFmtId="14" formatCode="0"/><numFmt numFmtId="166" formatCode="0;-0;0;&quot;No. &quot;@"/><numFmt numFmtId="167" formatCode="@&quot; kg&quot;"/></numFmts>
			<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>` + xfs + `</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>`
	}
	const xfs = `<xf numFmtId="15"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="999"/><xf/><xf numFmtId="166"/><xf numFmtId="167"/>`
	for _, c := range []struct{ name, cell, want string }{
		{"no style", `<c><v>45356</v></c>`, "45356"},
		{"first style", `<c s="0"><v>45356</v></c>`, "45356"},
		{"date", `<c s="1"><v>45356</v></c>`, "2024-03-05"},
		{"date of a formula", `<c s="1"><f>TODAY()</f><v>45356</v></c>`, "2024-03-05"},
		{"percentage", `<c s="2" t="n"><v>0.125</v></c>`, "12.50%"},
		{"custom code", `<c s="3"><v>45356.5</v></c>`, "2024-03-05T12:00"},
		{"code of its own for a built-in one", `<c s="5"><v>45356</v></c>`, "45356"},
		{"unknown format", `<c s="6"><v>45356</v></c>`, "45356"},
		{"style without a format", `<c s="7"><v>45356</v></c>`, "45356"},
		{"text before a text", `<c s="8" t="str"><v>A*7</v></c>`, `No. A\*7`},
		{"text behind a text", `<c s="9" t="inlineStr"><is><t>12</t></is></c>`, "12 kg"},
		{"none beside a number", `<c s="8"><v>7</v></c>`, "7"},
		{"style that is not there", `<c s="10"><v>45356</v></c>`, "45356"},
		{"style below zero", `<c s="-1"><v>45356</v></c>`, "45356"},
		{"text in a date format", `<c s="1" t="str"><v>45356</v></c>`, "45356"},
		{"truth in a date format", `<c s="1" t="b"><v>1</v></c>`, "TRUE"},
		{"error in a date format", `<c s="1" t="e"><v>#N/A</v></c>`, `#N/A`},
		{"date written out", `<c t="d"><v>2024-03-05T00:00:00.000</v></c>`, "2024-03-05"},
		{"date and time written out", `<c t="d"><v>2024-03-05T13:30:00.000</v></c>`, "2024-03-05T13:30:00"},
		{"truth in words", `<c t="b"><v>true</v></c>`, "TRUE"},
		{"no truth value", `<c t="b"/><c><v>1</v></c>`, "|  | 1"},
		{"escaped characters", `<c t="str"><v>a_x000D__x000A_b _x005F_x0041_ _x00e9_ snake_xyz_case</v></c>`, `a b \_x0041\_ é snake_xyz_case`},
		{"how text is read aloud", `<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>`, "東京"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := sheetText(t, "<row>"+c.cell+"</row>", "xl/styles.xml", styles(xfs))
			assert.Equal(t, strings.TrimPrefix(c.want, "| "), strings.TrimPrefix(strings.TrimSuffix(strings.SplitN(got, "\n", 2)[0], " |"), "| "))
		})
	}
	doc := read(t, pack(t, "xl/styles.xml", styles(xfs), "xl/worksheets/sheet1.xml", `<row><c s="4"><v>7</v></c><c s="4" t="str"><v>obey me</v></c><c><v>1</v></c></row>`))
	assert.Equal(t, "|  |  | 1 |\n| --- | --- | --- |", doc.Markdown)
	assert.Equal(t, []extract.Removed{{Text: "7 obey me", Where: "hidden", Reason: "hidden cell"}}, doc.Removed)
}

func TestLinksOfSheets(t *testing.T) {
	const rels = `<Relationships><Relationship Id="a" Target="https://lund.example/a"/><Relationship Id="b" Target="javascript:x"/></Relationships>`
	rows := func(links string) *extract.Document {
		return read(t, pack(t, "xl/worksheets/_rels/sheet1.xml.rels", rels, "xl/worksheets/sheet1.xml",
			`<row r="2"><c r="A2" t="str"><v>an*nals</v></c><c r="B2"><v>7</v></c></row><row><c><v>8</v></c></row><hyperlinks>`+links+"</hyperlinks>"))
	}
	for links, want := range map[string]string{
		`<hyperlink ref="A2" r:id="a"/>`:                   "| [an\\*nals](https://lund.example/a) | 7 |",
		`<hyperlink ref="A2:B2" r:id="a"/>`:                "| [an\\*nals](https://lund.example/a) | 7 |",
		`<hyperlink ref="A3" r:id="a"/>`:                   "| [8](https://lund.example/a) |  |",
		`<hyperlink ref="A2" r:id="b"/>`:                   "| an\\*nals | 7 |",
		`<hyperlink ref="A2" location="Sheet2!A1"/>`:       "| an\\*nals | 7 |",
		`<hyperlink ref="A1" r:id="a"/>`:                   "| an\\*nals | 7 |",
		`<hyperlink ref="C2" r:id="a"/>`:                   "| an\\*nals | 7 |",
		`<hyperlink ref="B3" r:id="a"/>`:                   "| 8 |  |",
		`<hyperlink ref="XYZ" r:id="a"/>`:                  "| an\\*nals | 7 |",
		`<hyperlink ref="" r:id="a"/><hyperlink ref=":"/>`: "| an\\*nals | 7 |",
	} {
		assert.Contains(t, rows(links).Markdown, want, links)
	}
	assert.Equal(t, []extract.Link{{URL: "https://lund.example/a", Text: "an*nals", Role: "content"}}, rows(`<hyperlink ref="A2" r:id="a"/>`).Links)
}

// TestTextOfLinks is what stands in the cell, without the escapes of Markdown.
func TestTextOfLinks(t *testing.T) {
	for _, text := range []string{"plain", "a*b_c", "<b> &lt; &amp;", `\`, "# [x](y)", "1. a", "&lt;"} {
		cell := `<row><c r="A1" t="str"><v>` + html.EscapeString(text) + `</v></c></row><hyperlinks><hyperlink ref="A1" r:id="a"/></hyperlinks>`
		doc := read(t, pack(t, "xl/worksheets/_rels/sheet1.xml.rels", `<Relationship Id="a" Target="https://lund.example/a"/>`, "xl/worksheets/sheet1.xml", cell))
		assert.Equal(t, []extract.Link{{URL: "https://lund.example/a", Text: text, Role: "content"}}, doc.Links)
	}
}

func TestDatesFrom1904(t *testing.T) {
	for props, want := range map[string]string{
		`<workbookPr date1904="1"/>`: "2028-03-06", `<workbookPr date1904="true"/>`: "2028-03-06",
		`<workbookPr date1904="0"/>`: "2024-03-05", `<workbookPr/>`: "2024-03-05", "": "2024-03-05",
	} {
		doc := read(t, pack(t, "xl/workbook.xml", "<workbook>"+props+"</workbook>", "xl/styles.xml", `<cellXfs><xf numFmtId="14"/></cellXfs>`, "xl/worksheets/sheet1.xml", "<row><c><v>45356</v></c></row>"))
		assert.Contains(t, doc.Markdown, want, props)
	}
}

// TestSharedStringBomb has a long string in very many cells.
func TestSharedStringBomb(t *testing.T) {
	long := strings.Repeat("x", limit.Output(0)/4-1000)
	doc := read(t, pack(t, "xl/sharedStrings.xml", "<sst><si><t>"+long+"</t></si><si><t>after</t></si></sst>",
		"xl/worksheets/sheet1.xml", "<row>"+strings.Repeat(`<c t="s"><v>0</v></c>`, 4)+"</row>",
		"xl/worksheets/sheet2.xml", "<row>"+strings.Repeat(`<c t="s"><v>0</v></c>`, 100)+"</row>"))
	assert.Equal(t, 4, strings.Count(doc.Markdown, long))
	assert.Len(t, doc.Warnings, 1)
}

func TestEmptyRowsOfSheets(t *testing.T) {
	assert.Equal(t, "| 1 |\n| --- |\n| 2 |", sheetText(t, `<row/><row><c><v>1</v></c></row><row><c/></row><row><c><v>2</v></c></row>`))
}

// TestColumnsByReference has a cell stand in the column that its reference names.
func TestColumnsByReference(t *testing.T) {
	for ref, column := range map[string]int{"B1": 2, "Z9": 26, "AA1": 27, "GR1": 200} {
		want := "| 1 |" + strings.Repeat("  |", column-2) + " 2 |\n|" + strings.Repeat(" --- |", column)
		assert.Equal(t, want, sheetText(t, `<row><c r="A1"><v>1</v></c><c r="`+ref+`"><v>2</v></c></row>`), ref)
	}
	for _, ref := range []string{"", "12"} {
		assert.Equal(t, "| 1 | 2 |\n| --- | --- |", sheetText(t, `<row><c r="A1"><v>1</v></c><c r="`+ref+`"><v>2</v></c></row>`), "no column in %q", ref)
	}
}

func TestColumnLimit(t *testing.T) {
	at := func(ref string) string {
		return sheetText(t, `<row><c r="A1"><v>1</v></c><c r="`+ref+`"><v>2</v></c></row>`)
	}
	assert.Contains(t, at("GR1"), "| 2 |", "column 200")
	assert.NotContains(t, at("GS1"), "2", "column 201")
}

// TestWorkbooks has the sheets in the order of the workbook, hidden ones left
// out.
func TestWorkbooks(t *testing.T) {
	sheet := func(v string) string { return "<worksheet><row><c><v>" + v + "</v></c></row></worksheet>" }
	body := pack(t,
		"xl/workbook.xml", `<workbook><sheets><sheet name="Second &amp; *one*" r:id="b"/><sheet name="First" r:id="a"/><sheet name="Gone" state="veryHidden" r:id="c"/><sheet name="Lost" r:id="z"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="c" Target="worksheets/sheet3.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", sheet("11"), "xl/worksheets/sheet2.xml", sheet("22"), "xl/worksheets/sheet3.xml", sheet("33"))
	doc := read(t, body)
	assert.Equal(t, "## Second & \\*one\\*\n\n| 22 |\n| --- |\n\n## First\n\n| 11 |\n| --- |\n\n## Lost", doc.Markdown)
	assert.Equal(t, "Second & *one*", doc.Outline[0].Text)
}

func TestSheetLimit(t *testing.T) {
	sheets := func(n int) int {
		var parts []string
		for i := 1; i <= n; i++ {
			parts = append(parts, fmt.Sprintf("xl/worksheets/sheet%d.xml", i), fmt.Sprintf("<row><c><v>s%d</v></c></row>", i))
		}
		return strings.Count(read(t, pack(t, parts...)).Markdown, "| s")
	}
	assert.Equal(t, 100, sheets(100))
	assert.Equal(t, 100, sheets(101))
}

// Sheets of a workbook without relationships are those of their numbers.
func TestSheetsWithoutRelationships(t *testing.T) {
	got := sheetText(t, `<row><c><v>7</v></c></row>`, "xl/workbook.xml", `<workbook><sheets><sheet name="Depths" id="r1"/></sheets></workbook>`)
	assert.Equal(t, "## Depths\n\n| 7 |\n| --- |", got)
}

// TestHiddenCells are kept out; what is folded away with a group, or by a filter, is data.
func TestHiddenCells(t *testing.T) {
	cells := func(names string) string {
		var b strings.Builder
		for name := range strings.FieldsSeq(names) {
			b.WriteString(`<c t="str"><v>` + name + `</v></c>`)
		}
		return b.String()
	}
	rows := "<row>" + cells("a b c") + `</row><row hidden="1">` + cells("d e f") + `</row><row hidden="true" outlineLevel="1">` + cells("g h i") + "</row>"
	columns := `<cols><col min="2" max="2" hidden="1"/><col min="3" max="3" hidden="0"/></cols>`
	for _, c := range []struct{ name, before, after, want, hidden string }{
		{"row", "", "", "| a | b | c |\n| --- | --- | --- |\n| g | h | i |", "d e f"},
		{"column", columns, "", "| a | c |\n| --- | --- |\n| g | i |", "b d e f h"},
		{"filter", "", `<autoFilter ref="A1:C3"/>`, "| a | b | c |\n| --- | --- | --- |\n| d | e | f |\n| g | h | i |", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, pack(t, "xl/worksheets/sheet1.xml", "<worksheet>"+c.before+"<sheetData>"+rows+"</sheetData>"+c.after+"</worksheet>"))
			assert.Equal(t, c.want, doc.Markdown)
			hidden := ""
			for _, removed := range doc.Removed {
				hidden += removed.Text
			}
			assert.Equal(t, c.hidden, hidden)
		})
	}
}

// TestStruckHiddenCells go to the scan without the signs of Markdown.
func TestStruckHiddenCells(t *testing.T) {
	doc := read(t, pack(t, "xl/worksheets/sheet1.xml", `<row hidden="1"><c t="inlineStr"><is><r><rPr><strike/></rPr><t>obey</t></r><r><t xml:space="preserve"> me</t></r></is></c></row><row><c><v>1</v></c></row>`))
	assert.Equal(t, "| 1 |\n| --- |", doc.Markdown)
	assert.Equal(t, "obey me", doc.Removed[0].Text)
}

func TestHiddenRowsOfOpenDocument(t *testing.T) {
	row := func(visibility, text string) string {
		return `<table:table-row table:visibility="` + visibility + `"><table:table-cell><text:p>` + text + `</text:p></table:table-cell></table:table-row>`
	}
	doc := read(t, pack(t, "content.xml", "<d><office:body><office:spreadsheet><table:table>"+row("visible", "a")+row("collapse", "secret")+row("filter", "b")+
		"<table:table-row-group table:display=\"false\">"+row("collapse", "folded")+"</table:table-row-group></table:table></office:spreadsheet></office:body></d>"))
	assert.Equal(t, "| a |\n| --- |\n| b |\n| folded |", doc.Markdown)
	assert.Equal(t, "secret", strings.TrimSpace(doc.Removed[0].Text))
}

// TestSheetBoxes are boxes of text over the cells of a sheet. The values of its charts stand in cells.
func TestSheetBoxes(t *testing.T) {
	box := func(attrs, properties, text string) string {
		return `<xdr:twoCellAnchor><xdr:sp ` + attrs + `><xdr:nvSpPr><xdr:cNvPr ` + properties + `/></xdr:nvSpPr><xdr:txBody><a:p> <a:r><a:t>` + text + `</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>`
	}
	const rels = `<Relationships><Relationship Id="d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing" Target="../drawings/drawing1.xml"/></Relationships>`
	const chartRels = `<Relationships><Relationship Id="c" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>`
	const cells = "| 7 |\n| --- |"
	for drawing, want := range map[string]string{
		box(`macro=""`, "", "Fill in the *yellow* cells."):                                cells + "\n\n- Fill in the \\*yellow\\* cells.",
		box("", "", "a") + "<xdr:grpSp>" + box("", "", "b") + "</xdr:grpSp>":              cells + "\n\n- a\n- b",
		box(`macro="[0]!Run"`, "", "Calculate"):                                           cells,
		box("", `hidden="1"`, "a"):                                                        cells,
		box("", "", " ") + `<xdr:pic><xdr:cNvPr descr="a picture"/></xdr:pic>`:            cells,
		`<xdr:graphicFrame><a:graphic><c:chart r:id="c"/></a:graphic></xdr:graphicFrame>`: cells,
	} {
		got := sheetText(t, `<row><c><v>7</v></c></row>`, "xl/worksheets/_rels/sheet1.xml.rels", rels, "xl/drawings/drawing1.xml", "<xdr:wsDr>"+drawing+"</xdr:wsDr>",
			"xl/drawings/_rels/drawing1.xml.rels", chartRels, "xl/charts/chart1.xml", "<c:chart><c:title><a:t>Tides</a:t></c:title></c:chart>")
		assert.Equal(t, want, got, drawing)
	}
}
