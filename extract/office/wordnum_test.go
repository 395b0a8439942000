package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWordNumbering goes by ECMA-376 part 1, section 17.9.
func TestWordNumbering(t *testing.T) {
	items := func(num string, levels string) string {
		var b strings.Builder
		for i, level := range levels {
			b.WriteString(listItem(num, string(level), string(rune('a'+i))))
		}
		return b.String()
	}
	for _, c := range []struct{ name, body, want string }{
		{"numbers", items("1", "000"), "1. a\n2. b\n3. c"},
		{"within numbers", items("1", "01101"), "1. a\n   - a) b\n   - b) c\n2. d\n   - a) e"},
		{"bullets within", items("1", "0120"), "1. a\n   - a) b\n     - c\n2. d"},
		{"bullets", items("3", "00"), "- a\n- b"},
		{"text between", items("1", "00") + p("", run("x")) + items("1", "0"), "1. a\n2. b\n\nx\n\n3. a"},
		{"another list of the kind goes on", items("1", "00") + p("", run("x")) + items("11", "0"), "1. a\n2. b\n\nx\n\n3. a"},
		{"a list that starts again", items("1", "00") + p("", run("x")) + items("12", "00"), "1. a\n2. b\n\nx\n\n1. a\n2. b"},
		{"starts again right after", items("1", "00") + items("12", "00"), "1. a\n2. b\n\n1) a\n2) b"},
		{"starts of its own", items("13", "00110"), "10. a\n11. b\n    - e) c\n    - f) d\n12. e"},
		{"bullets of its own", items("14", "00"), "- a\n- b"},
		{"label of many levels", items("2", "0111"), "- Article I. a\n  - I.1 b\n  - I.2 c\n  - I.3 d"},
		{"late start within a label", items("2", "012"), "- Article I. a\n  - I.1 b\n\n    4. c"},
		{"deep at once", items("2", "1"), "- I.1 a"},
		{"legal numbers", items("6", "011"), "- I a\n  - 1.1 b\n  - 1.2 c"},
		{"style that is linked", items("4", "00"), "- Step 1: a\n- Step 2: b"},
		{"never starts again", items("5", "01101"), "1. a\n   1. b\n   2. c\n2. d\n\n   3. e"},
		{"no start is zero", items("7", "00"), "0. a\n1. b"},
		{"no number shown", items("8", "01"), "- a\n  - b"},
		{"list that is not there", items("99", "01"), "- a\n  - b"},
		{"kind that is not there", items("15", "00"), "- a\n- b"},
		{"levels beyond nine", items("1", "0") + listItem("1", "9", "b") + listItem("1", "-1", "c"), "1. a\n2. b\n3. c"},

		{"style", p("ListNumber", run("a")) + p("ListNumber", run("b")) + p("", run("x")), "1. a\n2. b\n\nx"},
		{"bullets of a style", p("ListBullet", run("a")), "- a"},
		{"level of a style", p("ListNumber", run("a")) + p("ListNumber2", run("b")) + p("Kin", run("c")), "1. a\n   - a) b\n2. c"},
		{"style without the list of its base", p("Freed", run("a")), "a"},
		{"paragraph without the list of its style", strings.Replace(p("ListNumber", run("a")), "</w:pPr>", `<w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>`, 1), "a"},
		{"level of the paragraph, list of the style", strings.Replace(p("ListNumber", run("a")), "</w:pPr>", `<w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr>`, 1), "- a) a"},
		{"level that names the style", p("Sub", run("a")) + p("Sub", run("b")), "1. a\n2. b"},
		{"style that goes on from itself", p("Loop", run("a")), "a"},

		{"headings", p("Chapter", run("One")) + listItem("2", "1", "clause") + p("Chapter", run("Two")) + listItem("2", "1", "clause"), "# Article I. One\n\n- I.1 clause\n\n# Article II. Two\n\n- II.1 clause"},
		{"empty items count", items("1", "0") + listItem("1", "0", "") + items("1", "0"), "1. a\n\n3) a"},
		{"hidden items don't", items("1", "0") + strings.Replace(listItem("1", "0", "x"), "<w:r>", "<w:r><w:rPr><w:vanish/></w:rPr>", 1) + items("1", "0"), "1. a\n2. a"},
		{"numbers of cells without text", "<w:tbl><w:tr><w:tc>" + listItem("1", "0", "") + "</w:tc><w:tc>" + p("", run("a")) + "</w:tc></w:tr><w:tr><w:tc>" + listItem("1", "0", "") + "</w:tc><w:tc>" + p("", run("b")) + "</w:tc></w:tr></w:tbl>", "| 1. | a |\n| --- | --- |\n| 2. | b |"},
		{"struck items don't", items("1", "0") + strings.Replace(listItem("1", "0", "x"), "<w:r>", "<w:del><w:r>", 1) + items("1", "0"), "1. a\n2. a"},
		{"within a cell", "<w:tbl><w:tr><w:tc>" + items("1", "00") + "</w:tc><w:tc>" + items("3", "0") + "</w:tc></w:tr></w:tbl>", "| 1. a 2. b | a |\n| --- | --- |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := strings.ReplaceAll(c.body, "<w:del><w:r><w:t>x</w:t></w:r></w:p>", "<w:del><w:r><w:t>x</w:t></w:r></w:del></w:p>")
			doc := wordText(t, body, "word/numbering.xml", testdata(t, "word_numbering.xml"), "word/styles.xml", testdata(t, "word_liststyles.xml"))
			assert.Equal(t, c.want, doc.Markdown)
		})
	}
}

// TestFormatOfTheDocument is one that Word writes as an alternative to a standard one.
func TestFormatOfTheDocument(t *testing.T) {
	numbering := `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="9"/><mc:AlternateContent><mc:Choice><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice>` +
		`<mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="R-%1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
	assert.Equal(t, "- R-009 a\n- R-010 b", wordText(t, listItem("1", "0", "a")+listItem("1", "0", "b"), "word/numbering.xml", numbering).Markdown)
}

func TestNumberedHeadings(t *testing.T) {
	doc := wordText(t, p("Chapter", run("*One*"))+p("Title", run("Rain")), "word/numbering.xml", testdata(t, "word_numbering.xml"), "word/styles.xml", testdata(t, "word_liststyles.xml"))
	assert.Equal(t, "# Article I. \\*One\\*\n\n# Rain", doc.Markdown)
	assert.Equal(t, "Article I. *One*", doc.Outline[0].Text)
	assert.Equal(t, "Rain", doc.Meta.Title)
}

// TestFormatsOfNumbers goes by ECMA-376 part 1, section 17.18.59. A number that a format
// can't write stands in digits.
func TestFormatsOfNumbers(t *testing.T) {
	for _, c := range []struct{ start, format, want string }{
		{"7", "decimal", "7 Rain"}, {"7", "decimalZero", "07 Rain"}, {"10", "decimalZero", "10 Rain"}, {"7", "", "7 Rain"}, {"7", "ideographDigital", "7 Rain"}, {"7", "bullet", "Rain"}, {"7", "none", "Rain"},
		{"1", "upperLetter", "A Rain"}, {"26", "lowerLetter", "z Rain"}, {"27", "lowerLetter", "aa Rain"}, {"53", "upperLetter", "AAA Rain"}, {"0", "upperLetter", "0 Rain"}, {"-1", "lowerLetter", "-1 Rain"}, {"1000000", "upperLetter", "1000000 Rain"},
		{"1", "lowerRoman", "i Rain"}, {"4", "upperRoman", "IV Rain"}, {"1994", "upperRoman", "MCMXCIV Rain"}, {"3999", "upperRoman", "MMMCMXCIX Rain"}, {"4000", "upperRoman", "4000 Rain"}, {"0", "lowerRoman", "0 Rain"},
		{"1", "ordinal", "1st Rain"}, {"12", "ordinal", "12th Rain"}, {"23", "ordinal", "23rd Rain"}, {"3", "cardinalText", "Three Rain"}, {"21", "cardinalText", "21 Rain"}, {"2", "ordinalText", "Second Rain"}, {"20", "ordinalText", "Twentieth Rain"},
		{"3", "japaneseCounting", "三 Rain"}, {"10", "chineseCounting", "十 Rain"}, {"25", "chineseCountingThousand", "二十五 Rain"}, {"100", "chineseCounting", "一百 Rain"}, {"101", "chineseCountingThousand", "一百〇一 Rain"}, {"1210", "chineseCounting", "一千二百一十 Rain"}, {"12", "chineseLegalSimplified", "壹拾贰 Rain"}, {"10000", "chineseCounting", "10000 Rain"}, {"15", "hebrew1", "טו Rain"}, {"2", "arabicAlpha", "ب Rain"}, {"12", "hindiNumbers", "१२ Rain"}, {"2", "koreanCounting", "둘 Rain"}, {"2", "decimalEnclosedCircle", "② Rain"}, {"3", "russianLower", "в Rain"}, {"2", "aiueo", "イ Rain"}, {"2", "ideographTraditional", "乙 Rain"},
	} {
		numbering := `<w:numbering><w:abstractNum w:abstractNumId="0">` + lvl("0", c.format, "%1", c.start) + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
		heading := `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>` + run("Rain") + "</w:p>"
		doc := wordText(t, heading, "word/numbering.xml", numbering)
		assert.Equal(t, c.want, doc.Outline[0].Text, "%s as %s", c.start, c.format)
	}
}
