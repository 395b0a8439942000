package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScripts keeps exponents and indices apart from the numbers and words beside them.
func TestScripts(t *testing.T) {
	at := func(align, text string) string {
		return `<w:r><w:rPr><w:vertAlign w:val="` + align + `"/></w:rPr><w:t xml:space="preserve">` + text + "</w:t></w:r>"
	}
	for _, c := range []struct{ name, body, want string }{
		{"exponent", run("10") + at("superscript", "5") + run(" m"), "10⁵ m"},
		{"index", run("H") + at("subscript", "2") + run("O"), "H₂O"},
		{"in two runs", run("10") + at("superscript", "−") + at("superscript", "12"), "10⁻¹²"},
		{"words", run("F") + at("subscript", "max"), "F_max"},
		{"end of a number word", run("the 5") + at("superscript", "th") + run(" of May"), "the 5th of May"},
		{"baseline", run("a") + at("baseline", "2"), "a2"},
		{"blank before it", run("a") + at("superscript", " b"), "a b"},
		{"struck", `<w:r><w:rPr><w:strike/></w:rPr><w:t>m</w:t></w:r><w:r><w:rPr><w:strike/><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r>` + run(" m"), "~~m²~~ m"},
		{"at the end of a link", run("a") + `<w:hyperlink r:id="r1">` + run("m") + at("superscript", "3") + "</w:hyperlink>" + run("b"), "a[m³](https://lund.example/a)b"},
		{"longer than an exponent", at("superscript", strings.Repeat("long ", 50)) + run("end"), strings.Repeat("long ", 50) + "end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, "<w:p>"+c.body+"</w:p>", "word/_rels/document.xml.rels", `<Relationship Id="r1" Target="https://lund.example/a"/>`).Markdown)
		})
	}
	assert.Equal(t, "- m²", slide(t, `<a:p><a:r><a:t>m</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r></a:p>`).Markdown)
	assert.Equal(t, "m² H₂O x", rtf(t, `m{\super 2} H\sub 2\nosupersub O {\super }x`).Markdown)
	position := func(name, value string) string {
		return `<style:style style:name="` + name + `"><style:text-properties style:text-position="` + value + `"/></style:style>`
	}
	span := func(style, text string) string {
		return `<text:span text:style-name="` + style + `">` + text + "</text:span>"
	}
	assert.Equal(t, "m²n³ H₂O₂ x4", odt(t, position("A", "super 58%")+position("B", "33% 58%")+position("C", "sub 58%")+position("D", "-33%")+position("E", "0% 100%")+
		"<text:p>m"+span("A", "2")+"n"+span("B", "3")+" H"+span("C", "2")+"O"+span("D", "2")+" x"+span("E", "4")+"</text:p>").Markdown)
}
