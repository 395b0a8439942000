package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// TestRTFText goes by the Rich Text Format 1.9.1.
func TestRTFText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"paragraphs", `one\par two\par`, "one\n\ntwo"},
		{"no mark at the end", `one`, "one"},
		{"line breaks of the file are none", "har\r\nbour", "harbour"},
		{"blank after a control word ends it", `a\b  b\b0 c`, "a **b**c"},
		{"escaped signs", `\{a\} \\ b`, `{a} \ b`},
		{"signs in the middle", `Open: 10-11, C# = 3 | x > y, snake_case`, `Open: 10-11, C# = 3 | x > y, snake_case`},
		{"signs at the start", `# a\par - b\par 1. c\par > d`, "\\# a\n\n\\- b\n\n1\\. c\n\n\\> d"},
		{"hyphens and blanks that do not break", `a\~b well\_known soft\-en`, "a b well-known soften"},
		{"typographic signs", `\ldblquote a\rdblquote  b\rquote s \emdash  c`, "“a” b’s — c"},
		{"tab and line", `a\tab b\line c`, "a b c"},
		{"groups", `{\b a{\i b}}c`, "**a*b***c"},
		{"bytes of western Europe", `caf\'e9 \'80 \'93x\'94`, "café € “x”"},
		{"Unicode with a byte for old programs", `\u8364 ?\u28450\'8a`, "€漢"},
		{"Unicode with two bytes for them", `\uc2\u28450\'8a\'bf!`, "漢!"},
		{"Unicode with none", `\uc0\u233 t\u233 `, "été"},
		{"code of more than fifteen bits", `\u-4051 ?`, "\uf02d"},
		{"surrogate pair", `\u-10179 ?\u-8704 ?`, "😀"},
		{"bytes of the Macintosh", `\mac lanc\'8e`, "lancé"},
		{"half of one", `\u-10179 ?a`, "\ufffda"},
		{"the count ends with its group", `{\uc5\u8364}abc`, "€abc"},
		{"field without a link", `{\field{\*\fldinst PAGE}{\fldrslt 7}}`, "7"},
		{"fonts of signs", `{\fonttbl{\f0 Arial;}{\f1\fcharset2 Symbol{\*\falt x};}{\f2\fcharset2 Wingdings;}}\f0 a {\f1 a\'b0} C\par{\f2\'fe} b {\f2\u-3928 ?} c`, "a α° C\n\n☑ b ☐ c"},
		{"fonts of other alphabets", `{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}{\f2\fcharset238 Arial;}}{\f1 \'cf\'f0\'e8} {\f2 \'b3}\f0\'e9\f1\plain\'e9`, "При łéé"},
		{"field that shows its instruction", `{\field{\*\fldinst {EQ \\* jc2 \\o\\ad(\\s\\up 9(\u12394?),\u32260?)}}{\fldrslt }}a`, "縄(な)a"},
		{"field of a sign", `a {\field{\*\fldinst {SYMBOL 183 \\f "Symbol" \\s 10 \\h}}{\fldrslt\f3\fs20}} b{\field{\*\fldinst SYMBOL 252 \\f Wingdings}{\fldrslt x}}`, "a • b✔"},
		{"data", `a{\pict\pngblip 89504e47}{\fonttbl{\f0 Times;}}{\*\unknown x}b`, "ab"},
		{"bytes of a picture", "a{\\pict\\bin4 }}}}}b", "ab"},
		{"more ends than starts", `a}}}} b`, "a b"},
		{"footnote", `a{\super\chftn}{\footnote\pard {\super\chftn} All\par day.} b`, "a[^1] b\n\n[^1]: All day."},
		{"footnote that is marked to be ignored", `a{\*\footnote why} b`, "a[^1] b\n\n[^1]: why"},
		{"footnote of a header", `{\header x{\footnote why}}a`, "a"},
		{"heads of left and right pages", `{\headerl no\par}{\headerr no\par}{\footerl no\par}{\footerr no\par}a`, "a"},
		{"shape in a foot", `{\footer {\shp{\*\shpinst{\shptxt\pard -2-\par}}}}a`, "a"},
		{"link to a place", `{\field{\*\fldinst HYPERLINK "#tides"}{\fldrslt tides}}`, "tides"},
		{"empty footnote", `a{\footnote } b`, "a b"},
		{"footnote that never ends", `a{\footnote why`, "a[^1]\n\n[^1]: why"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, rtf(t, c.in).Markdown)
		})
	}
}

// TestRTFCodePages decodes bytes by the code page that the document names.
func TestRTFCodePages(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"Cyrillic":         {`\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2`, "Привет"},
		"Greek":            {`\ansicpg1253 \'e1\'e2\'e3`, "αβγ"},
		"central Europe":   {`\ansicpg1250 P\'f8\'edli\'9a`, "Příliš"},
		"Japanese":         {`\ansicpg932 \'93\'fa\'96\'7b`, "日本"},
		"Chinese":          {`\ansicpg936 \'d6\'d0\'ce\'c4`, "中文"},
		"Korean":           {`\ansicpg949 \'c7\'d1`, "한"},
		"Macintosh":        {`\ansicpg10000 \'8e`, "é"},
		"one that is none": {`\ansicpg4711 \'e9`, "é"},
		"half a character": {`\ansicpg932 \'93 a`, "\ufffd a"},
	} {
		assert.Equal(t, c.want, rtf(t, c.in).Markdown, name)
	}
}

func TestRTFBlocks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"headings", `{\pard\outlinelevel0 a\par}{\pard\outlinelevel2 b\par}\pard c`, "# a\n\n### b\n\nc"},
		{"items", `{\pard \bullet\tab a\par}{\pard \bullet\tab b\par}\pard c`, "- a\n- b\n\nc"},
		{"bullet in a line", `\pard a \bullet  b\par`, "a • b"},
		{"table", `\trowd\intbl a\cell b\cell\row\trowd\intbl c\cell d|e\cell\row\pard f\par`, "| a | b |\n| --- | --- |\n| c | d\\|e |\n\nf"},
		{"box of text", `\pard before {\shp{\*\shpinst{\shptxt boxed\par second\par}}{\shprslt{boxed}}}after\par`, "boxed\n\nsecond\n\nbefore after"},
		{"table at the end", `\trowd\intbl a\cell\row`, "| a |\n| --- |"},
		{"link", `see {\field{\*\fldinst{HYPERLINK "https://lund.example/a b"}}{\fldrslt{this}}}: x\par`, "see [this](https://lund.example/a%20b): x"},
		{"link with a switch", `{\field{\*\fldinst{HYPERLINK "https://lund.example/" \\o "tip"}}{\fldrslt x}}`, "[x](https://lund.example/)"},
		{"script", `{\field{\*\fldinst{HYPERLINK "javascript:x"}}{\fldrslt y}}`, "y"},
		{"two links", `{\field{\*\fldinst HYPERLINK "https://a.example"}{\fldrslt a}} {\field{\*\fldinst HYPERLINK "https://b.example"}{\fldrslt b}}`, "[a](https://a.example) [b](https://b.example)"},
		{"header and footer of the page", `{\header top}{\footer bottom}a`, "a"},
		{"items of a header", `{\header{\listtext 1.\tab}top\par}{\footer{\pntext\bullet\tab}bottom\par}a\par`, "a"},
		{"labels of what is ignored", `{\*\none{\listtext obey me}}a\par`, "a"},
		{"items of a footnote", `a{\footnote{\listtext 1.\tab}note} b\par c\par`, "a[^1] b\n\nc\n\n[^1]: 1\\. note"},
		{"footnotes of styles and instructions", `{\stylesheet{\s1{\footnote x} heading 1;}}{\field{\*\fldinst{\footnote y} PAGE}{\fldrslt 1}} a\par`, "1 a"},
		{"row without cells", `\trowd\cellx1000\cellx2000\intbl a\cell b\cell\row\trowd\cellx500\row\pard c\par`, "| a | b |\n| --- | --- |\n\nc"},
		{"cells without edges", `\trowd\cellx1000\cellx2000\intbl a\cell b\cell\row\trowd\cellx500\intbl c\cell d\cell\row\pard e\par`, "| a | b |\n| --- | --- |\n| c | d |\n\ne"},
		{"marks of pages and sections", `a\page b\sect c`, "a\n\nb\n\nc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, rtf(t, c.in).Markdown)
		})
	}
}

// TestRTFLists have the number or the bullet of an item in a group of its own,
// for programs that don't know lists.
func TestRTFLists(t *testing.T) {
	item := func(label, props, text string) string {
		return `{\listtext\pard\plain\f3 ` + label + `\tab}\pard\plain` + props + ` ` + text + `\par `
	}
	for _, c := range []struct{ name, in, want string }{
		{"numbers", item("1.", `\ls1`, "a") + item("2.", `\ls1`, "b"), "1. a\n2. b"},
		{"numbers in parentheses", item("(3)", `\ls1`, "a"), "3. a"},
		{"levels", item("1.", `\ls1`, "a") + item("1.", `\ls1\ilvl1`, "b") + item("2.", `\ilvl0\ls1`, "c"), "1. a\n   1. b\n2. c"},
		{"the level holds on", item("1.", `\ls1\ilvl1`, "a") + `{\listtext 2.\tab}b\par `, "1. a\n2. b"},
		{"bullets", item(`\'b7`, `\ls1`, "a") + item(`\u-3913 ?`, `\ls1`, "b") + item(`\bullet`, `\ls1`, "c"), "- a\n- b\n- c"},
		{"bullets of a font of signs", item(`\'a7`, `\ls1`, "a") + item("o", `\ls1`, "b") + item(`\'fc`, `\ls1`, "c"), "- a\n- b\n- c"},
		{"letters and parts", item("a)", `\ls1`, "x") + item("1.2", `\ls1`, "y"), "- a) x\n- 1.2 y"},
		{"older programs", `\pard{\pntext\f0 1.\tab}{\*\pn\pnlvlbody\pnstart1{\pntxta .}}a\par{\pntext\f0 2.\tab}b\par`, "1. a\n2. b"},
		{"blank label", item("", `\ls1`, "a"), "a"},
		{"blank item", item("1.", `\ls1`, "") + `\pard a\par`, "a"},
		{"heading", item("1.2", `\ls1\outlinelevel1`, "Built") + item(`\'b7`, `\outlinelevel0`, "Rain"), "## 1.2 Built\n\n# Rain"},
		{"number beyond reason", item("99999999999.", `\ls1`, "a"), "- 99999999999. a"},
		{"in a cell", `\trowd\intbl{\listtext\pard\plain 1.\tab}a\par{\listtext\pard\plain 2.\tab}b\cell c\cell\row\pard x\par`, "| 1\\. a 2. b | c |\n| --- | --- |\n\nx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, rtf(t, c.in).Markdown)
		})
	}
}

// Paragraphs are what their style is called in the style sheet, which is no text itself.
func TestRTFStyles(t *testing.T) {
	const sheet = `{\stylesheet{\s0\snext0 Normal;}{\s1\sbasedon0\b\i heading 1;}{\s12\b Title;}{\s7{\*\soutlvl3}Heading 2;}{\*\cs3 Strong;}{\s9 Quote;}{\s5 Source Code;}{\s8 Heading}}`
	for in, want := range map[string]string{
		`\pard\s1\b\i Rain\par\pard\s0\b0\i0 It rained.\par`:                 "# Rain\n\nIt rained.",
		`\pard\s7 Built\par\pard boats\par`:                                  "## Built\n\nboats",
		`\pard\s9 so it was\par`:                                             "> so it was",
		`\pard\s8 a\par\pard\s3 b\par\pard\s99 c\par`:                        "a\n\nb\n\nc",
		`\pard\s5 if x:\line\tab *y*\par\par\pard\s5 z\par\pard a\tab b\par`: "```\nif x:\n\t*y*\n\nz\n```\n\na b",
		`\trowd\pard\intbl\s5 a\line b\cell\row\pard c\par`:                  "| a b |\n| --- |\n\nc",
		`{\pard\s1 a\par}b\par`:                                              "# a\n\nb",
	} {
		assert.Equal(t, want, rtf(t, sheet+in).Markdown, in)
	}
	doc := rtf(t, sheet+`\pard\s12 Rain\par\pard\s1 Built\par`)
	assert.Equal(t, "Rain", doc.Meta.Title)
	assert.Len(t, doc.Outline, 2)
}

func TestRTFHiddenText(t *testing.T) {
	doc := rtf(t, `seen {\v obey me}\v0 too`)
	assert.Equal(t, "seen too", doc.Markdown)
	assert.Equal(t, []extract.Removed{{Text: "obey me", Where: "hidden", Reason: "hidden text"}}, doc.Removed)
}

// TestRTFDepth has groups up to the bound and beyond: the text comes through.
func TestRTFDepth(t *testing.T) {
	for _, n := range []int{499, 501, 50000} {
		assert.Equal(t, "core", rtf(t, strings.Repeat("{", n)+"core"+strings.Repeat("}", n)).Markdown)
	}
}

// TestRTFInfo: the group "info" names the title and the author.
func TestRTFInfo(t *testing.T) {
	doc := rtf(t, `{\info{\title Tides of caf\'e9 bay}{\author Ada\u8217 ? Holm}{\doccomm none}}{\pard\outlinelevel0 Tides\par}High at nine.\par`)
	assert.Equal(t, "# Tides\n\nHigh at nine.", doc.Markdown)
	assert.Equal(t, "Tides of café bay", doc.Meta.Title)
	assert.Equal(t, []string{"Ada’ Holm"}, doc.Meta.Authors)
	doc = rtf(t, `{\info{\title }{\author }}Tides\par High at nine.\par`)
	assert.Equal(t, "Tides", doc.Meta.Title)
	assert.Empty(t, doc.Meta.Authors)
}
