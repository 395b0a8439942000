package office

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sheetText reads a workbook of one sheet without a name.
func sheetText(t *testing.T, rows string, parts ...string) string {
	t.Helper()
	return read(t, pack(t, append(parts, "xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+rows+"</sheetData></worksheet>")...)).Markdown
}

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
		{"error", `<c t="e"><v>#DIV/0!</v></c><c><v>1</v></c>`, "| \\#DIV/0! | 1 |"},
		{"column left out", `<c r="B2"><v>5</v></c>`, "|  | 5 |"},
		{"columns without references", `<c><v>1</v></c><c><v>2</v></c>`, "| 1 | 2 |"},
		{"bars and breaks", `<c t="str"><v>x|y</v></c><c t="str"><v>x&#10;y</v></c>`, `| x\|y | x y |`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, head+c.want, sheetText(t, first+row(c.cells), "xl/sharedStrings.xml", strs))
		})
	}
}

func TestEmptyRowsOfSheets(t *testing.T) {
	assert.Equal(t, "| 1 |\n| --- |\n| 2 |", sheetText(t, `<row/><row><c><v>1</v></c></row><row><c/></row><row><c><v>2</v></c></row>`))
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
	assert.Equal(t, maxSheets, sheets(maxSheets))
	assert.Equal(t, maxSheets, sheets(maxSheets+1))
}
