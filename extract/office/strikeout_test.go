package office_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestStruckText says that struck text is no longer valid, as GFM writes it.
func TestStruckText(t *testing.T) {
	struck := func(text string) string {
		return `<w:r><w:rPr><w:strike/></w:rPr><w:t xml:space="preserve">` + text + "</w:t></w:r>"
	}
	relations := []string{"word/_rels/document.xml.rels", `<Relationship Id="r1" Target="https://lund.example/a"/>`}
	for _, c := range []struct{ name, body, want string }{
		{"a run", run("costs ") + struck("10") + run(" 12"), "costs ~~10~~ 12"},
		{"runs join", struck("one ") + struck("two") + run(" three"), "~~one two~~ three"},
		{"two lines", `<w:r><w:rPr><w:dstrike w:val="true"/></w:rPr><w:t>a</w:t></w:r>`, "~~a~~"},
		{"turned off", `<w:r><w:rPr><w:strike w:val="0"/></w:rPr><w:t>a</w:t></w:r>`, "a"},
		{"blanks at its ends", run("a") + struck(" b ") + run("c"), "a ~~b~~ c"},
		{"nothing but blanks", run("a") + struck("  ") + run("c"), "a c"},
		{"part of a word", run("un") + struck("happy"), "un~~happy~~"},
		{"signs beside letters", run("a") + struck("(b)") + run("c"), "a(~~b~~)c"},
		{"signs beside signs", run("(") + struck("(b)") + run(")"), "(~~(b)~~)"},
		{"tildes beside it", run("a~") + struck("b~") + run("~c"), `a\~b\~\~c`},
		{"link in it", struck("a ") + `<w:hyperlink r:id="r1">` + struck("b") + "</w:hyperlink>" + struck(" c"), "~~a~~ [~~b~~](https://lund.example/a) ~~c~~"},
		{"mark of a paragraph", "<w:pPr><w:rPr><w:strike/></w:rPr></w:pPr>" + run("a"), "a"},
		{"signs of Markdown in it", struck("# a *b*"), `~~# a \*b\*~~`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, wordText(t, "<w:p>"+c.body+"</w:p>", relations...).Markdown)
		})
	}
	heading := wordText(t, p("Heading1", run("Rain ")+struck("and snow")))
	assert.Equal(t, "# Rain ~~and snow~~", heading.Markdown)
	assert.Equal(t, "Rain and snow", heading.Outline[0].Text)
	cell := "<w:tbl><w:tr><w:tc>" + p("", struck("a")) + "</w:tc><w:tc>" + p("", run("b")) + "</w:tc></w:tr></w:tbl>"
	assert.Equal(t, "| ~~a~~ | b |\n| --- | --- |", wordText(t, cell).Markdown)
}

// TestStruckTextOfOtherFormats has it in slides, OpenDocument and RTF.
func TestStruckTextOfOtherFormats(t *testing.T) {
	assert.Equal(t, "- a ~~b~~ c", slide(t, `<a:p><a:r><a:t>a </a:t></a:r><a:r><a:rPr strike="sngStrike"/><a:t>b</a:t></a:r><a:r><a:rPr strike="noStrike"/><a:t> c</a:t></a:r></a:p>`).Markdown)

	style := func(name, value string) string {
		return `<style:style style:name="` + name + `"><style:text-properties style:text-line-through-style="` + value + `"/></style:style>`
	}
	styles := "<styles>" + style("S", "solid") + style("N", "none") + "</styles>"
	for _, c := range []struct{ name, in, want string }{
		{"span", `<text:p>a <text:span text:style-name="S">b</text:span> c</text:p>`, "a ~~b~~ c"},
		{"paragraph", `<text:p text:style-name="S">b</text:p><text:p>c</text:p>`, "~~b~~\n\nc"},
		{"span within that is none", `<text:p text:style-name="S">b <text:span text:style-name="N">c</text:span></text:p>`, "~~b~~ c"},
		{"span within of another style", `<text:p><text:span text:style-name="S">b<text:span text:style-name="X">c</text:span></text:span></text:p>`, "~~bc~~"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, pack(t, "content.xml", "<d>"+styles+"<office:body><office:text>"+c.in+"</office:text></office:body></d>"))
			assert.Equal(t, c.want, doc.Markdown)
		})
	}
	for in, want := range map[string]string{
		`a {\strike b} c`:        "a ~~b~~ c",
		`a \strike b\strike0  c`: "a ~~b~~ c",
		`a \striked1 b\plain  c`: "a ~~b~~ c",
		`a {\deleted b} c`:       "a c",
		`a \v b\plain  c`:        "a c",
		`\strike a\par b\par`:    "~~a~~\n\n~~b~~",
	} {
		assert.Equal(t, want, rtf(t, in).Markdown, in)
	}
}
