package office_test

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// from1904 is a workbook whose dates count from 1904.
var from1904 = []string{"xl/workbook.xml", `<workbook><workbookPr date1904="1"/></workbook>`}

// stylesOf has a format code for the cells of style 1.
func stylesOf(code string) string {
	return `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="` + html.EscapeString(code) + `"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>`
}

// formattedCell is how a workbook shows a number in a cell with a format code.
func formattedCell(t *testing.T, code, value string, parts ...string) string {
	t.Helper()
	return onlyCell(sheetText(t, `<row><c s="1"><v>`+value+`</v></c></row>`, append(parts, "xl/styles.xml", stylesOf(code))...))
}

// onlyCell is what stands in the first row of a table.
func onlyCell(md string) string {
	row, _, _ := strings.Cut(md, "\n")
	return strings.TrimSuffix(strings.TrimPrefix(row, "| "), " |")
}

// TestFormatCodes goes by ECMA-376 part 1, section 18.8.31.
func TestFormatCodes(t *testing.T) {
	const (
		day  = "45356"             // 2024-03-05
		noon = "45356.5625"        // 13:30
		fine = "45356.56267361111" // 13:30:15
	)
	for _, c := range []struct{ name, code, value, want string }{
		{"general", "General", noon, noon},
		{"nothing", "", noon, noon},
		{"number", "#,##0.00", "1234.5", "1234.50"},
		{"digits that are cut", "0.00", "3.14159", "3.14"},
		{"half away from zero", "0", "2.5", "3"},
		{"places in front", "00000", "1067", "01067"},
		{"more digits than places", "000", "12345", "12345"},
		{"text between digits", "0000-00", "42", "0000-42"},
		{"telephone", "(000) 000-0000", "5550123456", "(555) 012-3456"},
		{"text in front", `"Q"0`, "3", "Q3"},
		{"unit behind", `0.0" m"`, "12.5", "12.5 m"},
		{"unit behind General", `General" km"`, "-7.25", "-7.25 km"},
		{"currency behind", `#,##0.00 [$€-407]`, "1234.5", "1234.50 €"},
		{"sign of currency", "$#,##0", "99.6", "$100"},
		{"below zero in parentheses", "#,##0;(#,##0)", "-1234", "(1234)"},
		{"below zero without a section", "0.0", "-2.25", "-2.3"},
		{"accounts", `_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)`, "0", `\-`},
		{"words for numbers", `"yes";"yes";"no"`, "0", "no"},
		{"condition that holds", `[>=100]0" many";0" few"`, "150", "150 many"},
		{"condition that doesn't", `[>=100]0" many";0" few"`, "15", "15 few"},
		{"thousands", `0.0,"k"`, "12345", "12.3k"},
		{"millions", `0.00,," M"`, "12345678", "12.35 M"},
		{"no digit before the point", "#.##", "0.5", ".5"},
		{"fraction", "# ?/?", "1.25", "1 1/4"},
		{"fraction of an inch", `# ??/16" in"`, "-0.375", "-6/16 in"},
		{"fraction above one", "?/?", "1.75", "7/4"},
		{"fraction that is nearly one", "# ?/?", "2.999", "3"},
		{"places of a fraction", "# ???/???", "3.14159", "3 16/113"},
		{"scientific in thousands", "##0.0E+0", "123456", "123.5E+03"},
		{"date for numbers above zero", `yyyy-mm-dd;;"none"`, "0", "none"},
		{"text", "@", "45356", "45356"},
		{"scientific", "0.00E+00", "1234.5", "1.23E+03"},
		{"currency", `[$$-409]#,##0.00;[Red]\-[$$-409]#,##0.00`, "12.5", "$12.50"},
		{"day in letters of quotes", `0" days"`, "3", "3 days"},
		{"day in an escape", `0\d`, "3", "3d"},
		{"colour with a d", `[Red]0`, "3", "3"},
		{"condition", `[>=100]0;0.0`, "3", "3.0"},
		{"as wide as", `0_d`, "3", "3"},
		{"filled with", `*d0`, "3", "3"},
		{"quote without an end", `0"d`, "3", "3d"},
		{"bracket without an end", `0[h`, "3", "3"},
		{"escape without a sign", `0\`, "3", "3"},

		{"date", "yyyy-mm-dd", day, "2024-03-05"},
		{"date of Excel", `yyyy\-mm\-dd;@`, day, "2024-03-05"},
		{"capitals", "DD/MM/YYYY", day, "2024-03-05"},
		{"American", "m/d/yy", day, "2024-03-05"},
		{"in words, with a language", `[$-409]d\ mmmm\ yyyy;@`, day, "2024-03-05"},
		{"in Chinese", `yyyy"年"m"月"d"日"`, day, "2024-03-05"},
		{"in Chinese without quotes", `yyyy年m月d日`, day, "2024-03-05"},
		{"Japanese era", `[$-411]ggge"年"m"月"d"日"`, day, "2024-03-05"},
		{"weekday of East Asia", `aaaa`, day, "2024-03-05"},
		{"weekday behind a date", `[$-411]m/d(aaa);@`, day, "2024-03-05"},
		{"letters that are no weekday", `0"aa"aa`, "5", "5aaaa"},
		{"words before a year", `"FY"yyyy`, day, "FY2024"},
		{"words before a day", `"due "d\-mmm\-yy`, day, "due 2024-03-05"},
		{"Thai", `[$-107041E]d/m/bbbb`, day, "2024-03-05"},
		{"weekday", `dddd`, day, "2024-03-05"},
		{"day and month", `d-mmm`, day, "2024-03-05"},
		{"month and year", `mmm-yy`, day, "2024-03"},
		{"year", `yyyy`, day, "2024"},
		{"a date hides the time", `yyyy-mm-dd`, "45356.99999", "2024-03-05"},

		{"time", "h:mm", noon, "13:30"},
		{"time of halves", "h:mm AM/PM", noon, "13:30"},
		{"halves in short", "h A/P", noon, "13:30"},
		{"hours alone", "hh", noon, "13:30"},
		{"with seconds", "hh:mm:ss", fine, "13:30:15"},
		{"seconds in parts", "hh:mm:ss.00", "0.5626743", "13:30:15.06"},
		{"minutes and seconds", "mm:ss", fine, "13:30:15"},
		{"minutes and parts of seconds", "mmss.0", fine, "13:30:15.0"},
		{"minutes are cut", "h:mm", "0.5624999", "13:29"},
		{"seconds are rounded", "h:mm:ss", "0.99999999", "00:00:00"},
		{"a third of a day", "h:mm", "0.33333333333333331", "08:00"},

		{"date and time", "yyyy-mm-dd hh:mm", noon, "2024-03-05T13:30"},
		{"date and time with seconds", "m/d/yyyy h:mm:ss", fine, "2024-03-05T13:30:15"},
		{"both kinds of m", "mm/dd/yy mm:ss", fine, "2024-03-05T13:30:15"},
		{"m after hours", "d/m h:m", noon, "2024-03-05T13:30"},
		{"month in words after hours", "h mmm", noon, "2024-03-05T13:30"},
		{"seconds carry into the date", "yyyy-mm-dd h:mm:ss", "45356.999999999", "2024-03-06T00:00:00"},

		{"span of hours", "[h]:mm", "1.5208333333", "36:30"},
		{"span with seconds", "[hh]:mm:ss", "1.5208449074", "36:30:01"},
		{"span of minutes", "[mm]:ss", "0.0626736111", "1:30:15"},
		{"span of seconds", "[ss]", "0.0626736111", "1:30:15"},
		{"span below zero", "[h]:mm", "-0.25", "-6:00"},

		{"percentage", "0%", "0.125", "13%"},
		{"percentage with digits", "0.00%", "0.125", "12.50%"},
		{"digits that may be left out", "0.0##%", "0.125", "12.5%"},
		{"all left out", "0.##%", "0.12", "12%"},
		{"below zero", "0.0%;[Red]-0.0%", "-0.0375", "-3.8%"},
		{"half a percent of binary noise", "0%", "0.285", "29%"},
		{"nearly nothing", "0%", "-0.001", "0%"},
		{"above one", "0%", "12.34", "1234%"},
		{"of ten thousand", "0%%", "0.5", "5000%%"},
		{"quoted sign", `0"%"`, "12", "12%"},
		{"too many digits", "0." + strings.Repeat("0", 30) + "%", "0.125", "12.5000000000%"},
		{"beyond all digits", "0%", "1e300", "1e300"},
		{"fraction beyond all digits", "/0", "-1e300", "-1e300"},

		{"no number", "yyyy-mm-dd", "n/a", "n/a"},
		{"no value", "yyyy-mm-dd", "", ""},
		{"not a number", "yyyy-mm-dd", "NaN", "NaN"},
		{"date below zero", "yyyy-mm-dd", "-1", "-1"},
		{"time below zero", "h:mm", "-0.5", "-0.5"},
		{"last date", "yyyy-mm-dd", "2958465", "9999-12-31"},
		{"after the last date", "yyyy-mm-dd", "2958466", "2958466"},
		{"beyond all dates", "yyyy-mm-dd h:mm", "1e20", "1e20"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, formattedCell(t, c.code, c.value))
		})
	}
}

// TestSerialNumbers has the days around the leap day that never was (18.17.4).
func TestSerialNumbers(t *testing.T) {
	for value, want := range map[string]string{"1": "1900-01-01", "59": "1900-02-28", "60": "1900-02-29", "61": "1900-03-01", "0": "0", "25569": "1970-01-01"} {
		assert.Equal(t, want, formattedCell(t, "yyyy-mm-dd", value), value)
	}
	for value, want := range map[string]string{"0": "1904-01-01", "1": "1904-01-02", "43894": "2024-03-05", "2957003": "9999-12-31", "2957004": "2957004"} {
		assert.Equal(t, want, formattedCell(t, "yyyy-mm-dd", value, from1904...), value)
	}
	assert.Equal(t, "06:00", formattedCell(t, "yyyy-mm-dd h:mm", "0.25"), "a time without a date")
	assert.Equal(t, "1904-01-01T06:00", formattedCell(t, "yyyy-mm-dd h:mm", "0.25", from1904...))
}

// TestBuiltInFormats goes by section 18.8.30.
func TestBuiltInFormats(t *testing.T) {
	for id, want := range map[int]string{
		0: "45356.5625", 1: "45357", 4: "45356.56", 11: "4.54E+04", 49: "45356.5625", 164: "45356.5625", -1: "45356.5625",
		9: "4535656%", 10: "4535656.25%", 5: "$45357", 43: "45356.56", 44: "$45356.56",
		14: "2024-03-05", 15: "2024-03-05", 16: "2024-03-05", 17: "2024-03", 18: "13:30", 19: "13:30:00", 20: "13:30", 21: "13:30:00", 22: "2024-03-05T13:30",
		45: "13:30:00", 46: "1088557:30:00", 47: "13:30:00.0", 27: "2024-03-05", 31: "2024-03-05", 32: "13:30", 33: "13:30:00", 36: "2024-03-05", 50: "2024-03-05", 58: "2024-03-05", 59: "45356.5625",
	} {
		styles := fmt.Sprintf(`<styleSheet><cellXfs><xf numFmtId="%d"/></cellXfs></styleSheet>`, id)
		assert.Equal(t, want, onlyCell(sheetText(t, `<row><c s="0"><v>45356.5625</v></c></row>`, "xl/styles.xml", styles)), "%d", id)
	}
}

// TestPlainNumbers has the noise of binary numbers, as Excel writes them.
func TestPlainNumbers(t *testing.T) {
	for value, want := range map[string]string{
		"0.30000000000000004":     "0.3",
		"1.1000000000000001":      "1.1",
		"-2.2999999999999998":     "-2.3",
		"3.1415926535897931":      "3.14159265358979",
		"1.1000000000000001E-10":  "1.1E-10",
		"1.23E-2":                 "0.0123",
		"-4.0000000000000001E-3":  "-0.004",
		"9.9E-6":                  "9.9E-6",
		"-0.4":                    "-0.4",
		"3.141592653589793":       "3.141592653589793",
		"12345678901234567890":    "12345678901234567890",
		"0.000000000000000000001": "0.000000000000000000001",
		"1.50":                    "1.50",
	} {
		assert.Equal(t, want, formattedCell(t, "General", value), value)
	}
}

// TestHidingFormats keep numbers, or texts, from the reader: what is hidden is for the scan.
func TestHidingFormats(t *testing.T) {
	const cells = `<row><c t="str"><v>seen</v></c><c s="1"><v>7</v></c><c s="1" t="str"><v>obey me</v></c></row>`
	for code, want := range map[string]struct{ seen, removed string }{
		";;;": {"seen", "7 obey me"}, ";;": {"seen |  | obey me", "7"}, ";;;@": {"seen |  | obey me", "7"}, "0;0;0;": {"seen | 7", "obey me"},
		"": {"seen | 7 | obey me", ""}, ";": {"seen | 7 | obey me", ""}, "0;;": {"seen | 7 | obey me", ""}, ";0;;@": {"seen | 7 | obey me", ""}, `";;;"`: {"seen | ;;; | obey me", ""}, `\;\;\;`: {"seen | ;;; | obey me", ""},
	} {
		doc := read(t, pack(t, "xl/styles.xml", stylesOf(code), "xl/worksheets/sheet1.xml", cells))
		assert.Equal(t, want.seen, strings.TrimRight(onlyCell(doc.Markdown), " |"), code)
		var removed []string
		for _, r := range doc.Removed {
			removed = append(removed, r.Text)
		}
		assert.Equal(t, want.removed, strings.Join(removed, " "), code)
	}
}

func FuzzFormatCode(f *testing.F) {
	for _, code := range []string{`[$-409]d\ mmmm\ yyyy;@`, "[h]:mm:ss.000", "0.0#%;;;", `"x`, "[", `\`, "E+", "mm:ss AM/PM"} {
		f.Add(code, 45356.5625)
		f.Add(code, -1e300)
	}
	f.Fuzz(func(t *testing.T, code string, value float64) {
		if text := formattedCell(t, code, strconv.FormatFloat(value, 'g', -1, 64)); len(text) > 150 {
			t.Fatalf("serial %v in %q is %q", value, code, text)
		}
	})
}
