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
		{"time", `office:value-type="time" office:time-value="PT13H30M00S"`, "01:30 PM", "13:30:00"},
		{"time that is none", `office:value-type="time" office:time-value="noon"`, "12:00", "12:00"},
		{"percentage as shown", `office:value-type="percentage" office:value="0.125"`, "12,5 %", "12,5 %"},
		{"percentage without text", `office:value-type="percentage" office:value="0.125"`, "", "12.5%"},
		{"number as shown", `office:value-type="float" office:value="1234.5"`, "1.234,50", "1.234,50"},
		{"number without text", `office:value-type="float" office:value="0.30000000000000004"`, "", "0.3"},
		{"currency without text", `office:value-type="currency" office:currency="EUR" office:value="12.5"`, "", "12.5"},
		{"truth", `office:value-type="boolean" office:boolean-value="true"`, "WAHR", "WAHR"},
		{"truth without text", `office:value-type="boolean" office:boolean-value="false"`, "", "FALSE"},
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
	hidden := sheetODS(t, `<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="7"><text:p/></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>`)
	assert.Equal(t, "| a |  | b |\n| --- | --- | --- |", hidden, "a number that its format hides")
}

// Durations are written by the clock, with days as hours. A value that is no duration, or one of years or months, leaves the text of
// the cell.
func TestDurations(t *testing.T) {
	for in, want := range map[string]string{
		"PT13H30M05S": "13:30:05", "PT0S": "00:00:00", "PT36H15M": "36:15:00", "PT100H": "100:00:00", "P1DT2H": "26:00:00", "P2D": "48:00:00", "PT90M": "01:30:00",
		"PT1.5S": "00:00:01.5", "PT00H00M00.250S": "00:00:00.25", "-PT6H": "-06:00:00", " PT1H ": "01:00:00", "PT": "00:00:00",
		"": "text", "P": "text", "P1Y": "text", "P1M": "text", "PT1X": "text", "PTH": "text", "1H": "text", "PT1e300H": "text", "PTNaNS": "text",
	} {
		got := sheetODS(t, `<table:table-row><table:table-cell office:value-type="time" office:time-value="`+in+`"><text:p>text</text:p></table:table-cell></table:table-row>`)
		assert.Equal(t, "| "+want+" |\n| --- |", got, "%q", in)
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
