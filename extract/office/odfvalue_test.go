package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOpenCells goes by OpenDocument 1.3, part 3, sections 9.1.4 and 19.385.
func TestOpenCells(t *testing.T) {
	for _, c := range []struct{ name, attrs, text, want string }{
		{"date", `office:value-type="date" office:date-value="2024-03-05"`, "05.03.24", "2024-03-05"},
		{"date and time", `office:value-type="date" office:date-value="2024-03-05T13:30:00"`, "5. März 2024 13:30", "2024-03-05T13:30:00"},
		{"midnight", `office:value-type="date" office:date-value="2024-03-05T00:00:00.000000000"`, "05.03.24", "2024-03-05"},
		{"part of a second", `office:value-type="date" office:date-value="2024-03-05T13:30:00.500"`, "x", "2024-03-05T13:30:00.500"},
		{"date of a formula", `table:formula="of:=TODAY()" office:value-type="date" office:date-value="2024-03-05"`, "05.03.24", "2024-03-05"},
		{"date without a value", `office:value-type="date"`, "05.03.24", "05.03.24"},
		{"time", `office:value-type="time" office:time-value="PT13H30M00S"`, "01:30 PM", "01:30 PM"},
		{"percentage as shown", `office:value-type="percentage" office:value="0.125"`, "12,5 %", "12,5 %"},
		{"percentage without text", `office:value-type="percentage" office:value="0.125"`, "", "0.125"},
		{"number as shown", `office:value-type="float" office:value="1234.5"`, "1.234,50", "1.234,50"},
		{"number without text", `office:value-type="float" office:value="0.3"`, "", "0.3"},
		{"currency without text", `office:value-type="currency" office:currency="EUR" office:value="12.5"`, "", "12.5"},
		{"truth", `office:value-type="boolean" office:boolean-value="true"`, "WAHR", "WAHR"},
		{"truth without text", `office:value-type="boolean" office:boolean-value="false"`, "", "false"},
		{"text without text", `office:value-type="string" office:string-value="*a*"`, "", `\*a\*`},
		{"error", `office:value-type="string" office:string-value="" calcext:value-type="error"`, "#DIV/0!", `#DIV/0!`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := ""
			if c.text != "" {
				text = "<text:p>" + c.text + "</text:p>"
			}
			got := sheetODS(t, "<table:table-row><table:table-cell "+c.attrs+">"+text+"</table:table-cell></table:table-row>")
			assert.Equal(t, "| "+c.want+" |\n| --- |", got)
		})
	}
}

// TestDatesInTexts stand as their author wrote them.
func TestDatesInTexts(t *testing.T) {
	doc := odt(t, `<table:table><table:table-row><table:table-cell office:value-type="date" office:date-value="2024-03-05"><text:p>fifth of March</text:p></table:table-cell></table:table-row></table:table>`)
	assert.Equal(t, "| fifth of March |\n| --- |", doc.Markdown)
}

func TestRepeatedRows(t *testing.T) {
	row := func(repeat, text string) string {
		return `<table:table-row table:number-rows-repeated="` + repeat + `"><table:table-cell><text:p>` + text + `</text:p></table:table-cell></table:table-row>`
	}
	assert.Equal(t, "| a |\n| --- |\n| b |\n| b |\n| b |\n| c |", sheetODS(t, row("1", "a")+row("3", "b")+row("", "c")+row("1048000", "")))
	many := read(t, pack(t, "content.xml", "<!--"+strings.Repeat(" ", 200_000)+"--><office:spreadsheet><table:table>"+row("1048576", "a")+"</table:table></office:spreadsheet>"))
	assert.Equal(t, 20_001, strings.Count(many.Markdown, "\n")+1)
}

// TestShapesOfSheets stand before the table, not in its first cell.
func TestShapesOfSheets(t *testing.T) {
	got := sheetODS(t, `<table:shapes><draw:frame><draw:text-box><text:p>a note</text:p></draw:text-box></draw:frame></table:shapes><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row>`)
	assert.Equal(t, "a note\n\n| 1 |\n| --- |", got)
}
