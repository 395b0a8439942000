package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A part that is referred to often is written once.
func TestWhatIsReferredToOftenIsWrittenOnce(t *testing.T) {
	reference := `<w:p><w:r><w:t>see</w:t><w:footnoteReference w:id="2"/></w:r></w:p>`
	notes := `<w:footnotes><w:footnote w:id="2"><w:p><w:r><w:t>the note</w:t></w:r></w:p></w:footnote></w:footnotes>`
	doc := read(t, pack(t, "word/document.xml", word(reference+reference), "word/footnotes.xml", notes))
	assert.Equal(t, "see[^1]\n\nsee[^1]\n\n[^1]: the note", doc.Markdown)

	slide := `<p:sld><p:sp><p:txBody><a:p><a:r><a:t>core text</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`
	doc = read(t, pack(t, "ppt/presentation.xml", `<p:presentation><p:sldIdLst>`+strings.Repeat(`<p:sldId r:id="r1"/>`, 3)+`</p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", `<Relationship Id="r1" Target="slides/slide1.xml"/>`, "ppt/slides/slide1.xml", slide))
	assert.Equal(t, 1, strings.Count(doc.Markdown, "core text"))

	doc = read(t, pack(t, "META-INF/container.xml", `<rootfile full-path="c.opf"/>`, "a.xhtml", "<p>core text</p>",
		"c.opf", `<package><manifest><item id="a" href="a.xhtml"/></manifest><spine>`+strings.Repeat(`<itemref idref="a"/>`, 3)+`</spine></package>`))
	assert.Equal(t, 1, strings.Count(doc.Markdown, "core text"))
}

// The Markdown of a document is at most 20 times as long as its parts, each
// counted once.
func TestOutputFollowsTheInput(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	cells := strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 2000)
	body := pack(t, "xl/sharedStrings.xml", "<sst><si><t>"+long+"</t></si></sst>", "xl/worksheets/sheet1.xml", cells)
	doc := read(t, body)
	input := len(body) + len(cells) + len(long) + len("<sst><si><t></t></si></sst>")
	assert.Less(t, len(doc.Markdown), 20*input+64<<10)
	assert.Greater(t, len(doc.Markdown), input)
	if assert.Len(t, doc.Warnings, 1) {
		assert.Equal(t, "truncated", doc.Warnings[0].Type)
	}
}

// What is written around the number of an item is bounded.
func TestLongLabel(t *testing.T) {
	for length, want := range map[int]int{256: 256, 257: 256} {
		numbering := `<w:numbering><w:abstractNum w:abstractNumId="0">` + lvl("0", "decimal", strings.Repeat("x", length), "1") +
			`</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
		doc := wordText(t, listItem("1", "0", "a"), "word/numbering.xml", numbering)
		assert.Equal(t, want, strings.Count(doc.Markdown, "x"))
	}
}
