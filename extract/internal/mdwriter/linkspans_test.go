package mdwriter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// spans are the link spans of a document as "kind text address".
func spans(t *testing.T, doc *extract.Document) (out []string) {
	t.Helper()
	require.NoError(t, doc.Check())
	for _, l := range doc.LinkSpans {
		out = append(out, map[byte]string{'!': "image", '<': "autolink", '[': "link"}[doc.Markdown[l.Start]]+" "+doc.Markdown[l.Text.Start:l.Text.End]+" "+doc.Markdown[l.Address.Start:l.Address.End])
	}
	return out
}

// built is a line of text with a link whose label is strong.
func built(c mdinline.Context) string {
	var b mdinline.Builder
	b.Run("A ", mdinline.Look{})
	b.Run("mill|stone", mdinline.Look{Link: "https://mill.example/a", Marks: 1 << mdinline.Strong})
	b.Run(" turns", mdinline.Look{})
	return b.Take(c)
}

func TestLinkSpansAreNoted(t *testing.T) {
	var w mdwriter.Writer
	w.Heading(2, mdwriter.Link("Mills", "https://mill.example/", nil), "Mills")
	w.Paragraph(built(mdinline.Paragraph))
	w.Block(extract.Quote, "> "+strings.ReplaceAll(built(mdinline.Paragraph)+"\\\n"+mdwriter.Autolink("https://mill.example/b"), "\n", "\n> "))
	w.Item(0, 1, mdwriter.Link("w", "/y", nil)+", "+mdwriter.Link("z", "/z", nil))
	w.Table([][]string{{"a", "b"}, {mdwriter.Link("c|d", "/e", nil), built(mdinline.Cell)}})
	w.Code("", "[no](link)")
	doc := w.Document()
	assert.Equal(t, []string{
		"link Mills https://mill.example/", "link **mill|stone** https://mill.example/a", "link **mill|stone** https://mill.example/a",
		"autolink https://mill.example/b https://mill.example/b", "link w /y", "link z /z", `link c\|d /e`, `link **mill\|stone** https://mill.example/a`,
	}, spans(t, doc))
	assert.Equal(t, markdown.LinkSpans(doc.Markdown), doc.LinkSpans, "a reader finds the same")
	assert.NotContains(t, doc.Markdown, "\x01")

	var outer mdwriter.Writer
	outer.Paragraph(mdwriter.Link("first", "/1", nil))
	outer.Append(doc, 1)
	assert.Equal(t, markdown.LinkSpans(outer.Document().Markdown), outer.Document().LinkSpans, "and in a document that this one was appended to")
}

func TestLinkSpansOfNothing(t *testing.T) {
	var w mdwriter.Writer
	w.Text("no [link](here) <at:all>")
	doc := w.Document()
	assert.NotNil(t, doc.LinkSpans)
	assert.Empty(t, doc.LinkSpans)

	var outer mdwriter.Writer
	outer.Append(&extract.Document{Markdown: "[a](b)", Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: 6}}}}, 0)
	assert.Nil(t, outer.Document().LinkSpans, "nobody has looked for those of the document")
}

// Marks that mark no link, and those of a document that is appended, are dropped.
func TestStrayMarksOfLinks(t *testing.T) {
	for _, md := range []string{"\x03a", "a\x02](b)\x03", "\x01a\x03", "\x01[a\x02](b", "\x01\x03", "\x01[a\x02\x03", "\x01<\x03"} {
		var w mdwriter.Writer
		w.Paragraph(md + "z")
		doc := w.Document()
		assert.Empty(t, spans(t, doc), "%q", md)
		assert.NotContains(t, doc.Markdown, "\x01")

		text := "[a](b) " + md + " [c](d)"
		source := &extract.Document{Markdown: text, Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: len(text)}}}, LinkSpans: []extract.LinkSpan{{Text: extract.Span{Start: 1, End: 2}, Address: extract.Span{Start: 4, End: 5}, Span: extract.Span{End: 6}}}}
		var outer mdwriter.Writer
		outer.Append(source, 0)
		assert.Equal(t, []string{"link a b"}, spans(t, outer.Document()), "%q", md)
	}
}

// A link that is cut at the limit of the output is no link.
func TestLinkSpansAtTheLimit(t *testing.T) {
	for limit := 10; limit < 60; limit++ {
		w := mdwriter.NewWriter(&extract.Source{Options: extract.Options{MaxOutput: limit}})
		w.Paragraph("words " + mdwriter.Link("a label of words", "/where-it-leads", nil) + " and more")
		doc := w.Document()
		assert.LessOrEqual(t, len(doc.Markdown), limit)
		assert.Len(t, spans(t, doc), strings.Count(doc.Markdown, "where-it-leads)"))
	}
}
