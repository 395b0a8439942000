package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWordFields are links that the instruction of a field makes.
func TestWordFields(t *testing.T) {
	char := func(kind string) string { return `<w:r><w:fldChar w:fldCharType="` + kind + `"/></w:r>` }
	instr := func(text string) string { return "<w:r><w:instrText>" + text + "</w:instrText></w:r>" }
	link := func(instruction, result string) string {
		return char("begin") + instr(instruction) + char("separate") + result + char("end")
	}
	const annals = `HYPERLINK "https://lund.example/a"`
	for _, c := range []struct{ name, body, want string }{
		{"link", run("see ") + link(annals, run("the ")+run("annals")) + run(": x"), "see [the annals](https://lund.example/a): x"},
		{"instruction in pieces", char("begin") + instr(" HYPER") + instr(`LINK "https://lund.`) + instr(`example/a" `) + char("separate") + run("x") + char("end"), "[x](https://lund.example/a)"},
		{"place in the document", link(`HYPERLINK \l "_Toc1"`, run("x")), "x"},
		{"place in another one", link(annals+` \l "top"`, run("x")), "[x](https://lund.example/a#top)"},
		{"with a tip", link(annals+` \o "a tip"`, run("x")), "[x](https://lund.example/a)"},
		{"without quotes, in small letters", link(`hyperlink https://lund.example/a \h`, run("x")), "[x](https://lund.example/a)"},
		{"script", link(`HYPERLINK "javascript:x"`, run("x")), "x"},
		{"number of a page", run("p. ") + link("PAGE", run("7")), "p. 7"},
		{"no result", run("a") + char("begin") + instr(annals) + char("end") + run("b"), "ab"},
		{"field within a link", link(annals, run("x ")+link("PAGEREF _Toc1", run("7"))) + run(" y"), "[x 7](https://lund.example/a) y"},
		{"link within a link", link(annals, run("x ")+link(`HYPERLINK "https://b.example"`, run("y"))), "[x y](https://lund.example/a)"},
		{"borders without a begin", char("separate") + run("a") + char("end") + char("end") + run("b"), "ab"},
		{"begin without an end", char("begin") + instr("PAGE") + run("a"), "a"},
		{"simple field", `<w:fldSimple w:instr="HYPERLINK &quot;https://lund.example/a&quot;">` + run("x") + "</w:fldSimple>", "[x](https://lund.example/a)"},
		{"simple field of another kind", `<w:fldSimple w:instr=" PAGE ">` + run("7") + "</w:fldSimple>", "7"},
		{"reading of a word", char("begin") + instr(`EQ \* jc2 \* hps10 \o\ad(\s\up 9(なわ),縄)`) + char("end") + run("は"), "縄(なわ)は"},
		{"source of a formula", run("a ") + char("begin") + instr(` eq \f(1,2) `) + char("end") + run(" b"), `a \f(1,2) b`},
		{"sign of a font", run("a ") + link(`SYMBOL 97 \f "Symbol" \s 12`, "") + run(" b"), "a α b"},
		{"sign by its code in hexadecimal digits", char("begin") + instr(`symbol 0xF0FE \f Wingdings \h`) + char("end"), "☑"},
		{"sign of a font of letters", char("begin") + instr(`SYMBOL 169 \f "Arial"`) + char("end") + char("begin") + instr(`SYMBOL 8364`) + char("end"), "©€"},
		{"sign with a result", link(`SYMBOL 97 \f "Symbol"`, run("alpha")), "alpha"},
		{"sign of no code", char("begin") + instr(`SYMBOL x`) + char("end") + run("a"), "a"},
		{"very deep", strings.Repeat(char("begin"), 100) + run("a") + strings.Repeat(char("end"), 100), "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, "<w:p>"+c.body+"</w:p>").Markdown)
		})
	}
	open := wordText(t, "<w:p>"+char("begin")+instr(annals)+char("separate")+run("x")+"</w:p><w:p>"+run("y")+char("end")+run("z")+"</w:p>")
	assert.Equal(t, "[x](https://lund.example/a)\n\nyz", open.Markdown, "a link ends with its paragraph")
}
