package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/data"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
)

const fb2 = `<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info>
<author><first-name>Ada</first-name><last-name>Ek</last-name></author><book-title>Tides</book-title>
<annotation><p>About the sea.</p></annotation><lang>en</lang></title-info>
<document-info><author><nickname>maker</nickname></author></document-info></description>
<body><title><p>Tides</p></title><section><title><p>Chapter one</p><p>The harbour</p></title><p>It was <emphasis>low</emphasis> water.</p>
<section><title><p>Night</p></title><poem><stanza><v>A line</v><v>Another</v></stanza></poem></section></section></body>
<binary id="a.png" content-type="image/png">aGVsbG8=</binary></FictionBook>`

func TestFictionBook(t *testing.T) {
	extracttest.Run(t, data.Extractor{}, extracttest.Case{
		Name: "fb2", MediaType: "application/xml", Body: []byte(fb2), Format: "fb2", Title: "Tides",
		Outline: []string{"Tides", "Chapter one. The harbour", "Night"},
		Want:    []string{"## Chapter one. The harbour\n\nIt was *low* water.\n\n### Night\n\nA line\\\nAnother"}, HasNot: []string{"aGVsbG8", "maker"},
	})
	doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/x-fictionbook+xml", Body: []byte(fb2)})
	require.NoError(t, err)
	assert.Equal(t, []string{"Ada Ek"}, doc.Meta.Authors)
	assert.Equal(t, "About the sea.", doc.Meta.Description)
	assert.Equal(t, "en", doc.Meta.Language)
}

// TestBlocksOfBooks: quotes, tables and verses are what they are.
func TestBlocksOfBooks(t *testing.T) {
	for in, want := range map[string]string{
		"<cite><p>Said so</p><text-author>Ek</text-author></cite><p>End</p>":                        "> Said so\n\n> Ek\n\nEnd",
		"<epigraph><poem><stanza><v>a</v><v>b</v></stanza></poem></epigraph>":                       "> a\\\n> b",
		"<table><tr><th>A</th><th>B|</th></tr><tr><td><p>1</p></td><td>2</td></tr></table><p>x</p>": "| A | B\\| |\n| --- | --- |\n| 1 | 2 |\n\nx",
		"<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>":                      "| ab |\n| --- |",
		"<v>alone</v><p>x</p></stanza>":                                                             "x",
		"<table><tr><td>" + strings.Repeat("</td></tr><tr><td>", 1500) + "last</td></tr></table>":   "last",
	} {
		doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/x-fictionbook+xml", Body: []byte("<FictionBook><body><section>" + in + "</section></body></FictionBook>")})
		require.NoError(t, err)
		assert.Contains(t, doc.Markdown, want)
	}
}

func TestDeepSections(t *testing.T) {
	body := "<FictionBook><body>" + strings.Repeat("<section><title><p>t</p></title>", 5000) + "<p>core text</p></body></FictionBook>"
	doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/xml", Body: []byte(body)})
	require.NoError(t, err)
	assert.Contains(t, doc.Markdown, "core text")
}

func TestNotesOfOutlines(t *testing.T) {
	doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/x-opml", Body: []byte(`<opml><body><outline text="Buy" _note="milk&#10;and bread"><outline text="Cheese"/></outline></body></opml>`)})
	require.NoError(t, err)
	assert.Equal(t, "- Buy: milk and bread\n  - Cheese", doc.Markdown)
}

// TestMarkupOfOutlines: the text of an outline may be HTML.
func TestMarkupOfOutlines(t *testing.T) {
	for text, want := range map[string]string{
		`See &lt;a class="x" href="https://lund.example/a"&gt;the &lt;b&gt;site&lt;/b&gt;&lt;/a&gt;.`: "- [See the site.](https://lund.example/a)",
		`a &lt;i&gt;b&lt;/i&gt;`:         "- a b",
		`a &lt; b`:                       `- a < b`,
		`&lt;a&gt;x&lt;/a&gt;`:           "- x",
		`&lt;a href="javascript:y"&gt;x`: "- x",
	} {
		doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/x-opml", Body: []byte(`<opml><body><outline text='` + text + `'/></body></opml>`)})
		require.NoError(t, err)
		assert.Equal(t, want, doc.Markdown)
	}
}

// TestLinesOfBooks have links, emphasis, code and notes.
func TestLinesOfBooks(t *testing.T) {
	const notes = `<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>First <strong>note</strong>.</p><p>More.</p></section><section id="n9"><p>Not referred to.</p></section></body>`
	for in, want := range map[string]string{
		`<p>See <a l:href="https://lund.example/a">the <emphasis>site</emphasis></a>.</p>`:                     "See [the *site*](https://lund.example/a).",
		`<p>See <a l:href="#ch2">below</a> and <a l:href="javascript:x">this</a>.</p>`:                         "See below and this.",
		`<p><code>*.fb2</code>, m<sup>2</sup>, H<sub>2</sub>O, <strikethrough>old</strikethrough></p>`:         "`*.fb2`, m², H₂O, ~~old~~",
		`<p>a<a l:href="#n1" type="note">[1]</a> b<a xlink:type="simple" l:href="#n1" type="note">[1]</a></p>`: "a[^1] b[^1]",
		`<p>a <strong>b<p>c</p>`:   "a **bc**",
		`<p>a <code>b</p><p>c</p>`: "a `b`\n\nc",
		`<p><code>if a:</code></p><p> <code>    b()</code></p><p>c</p>`: "```\nif a:\n    b()\n```\n\nc",
		`<p>x</p><p><code>a
 b</code></p><title><p>c</p></title>`: "x\n\n```\na\n b\n```\n\n## c",
		`<cite><p><code>a</code></p><p><code>b</code></p></cite>`:           "> `a`\n\n> `b`",
		`<p><code>a</code></p><p><code>b</code> c</p><p><code>d</code></p>`: "`a`\n\n`b` c\n\n`d`",
		`<subtitle>Part <emphasis>one</emphasis></subtitle><p>x</p>`:        "### Part *one*\n\nx",
		`<subtitle><p>Part</p><p>two</p></subtitle><p>x</p>`:                "### Part two\n\nx",
		`<p>x</p><subtitle>* * *</subtitle><p>y</p>`:                        "x\n\n\\* \\* \\*\n\ny",
		`<title><p>A <emphasis>b</emphasis></p></title>`:                    "## A *b*",
		`<table><tr><td>a <strong>b</strong>|</td></tr></table>`:            "| a **b**\\| |",
	} {
		doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/x-fictionbook+xml",
			Body: []byte("<FictionBook><description><title-info><book-title>A <emphasis>short</emphasis> tale</book-title><date value=\"2024-03-05\">spring</date></title-info></description><body><section>" + in + "</section></body>" + notes + "</FictionBook>")})
		require.NoError(t, err)
		assert.Contains(t, doc.Markdown, want)
		assert.Equal(t, "A short tale", doc.Meta.Title)
		assert.Equal(t, "2024-03-05", doc.Meta.Published.Format("2006-01-02"))
		assert.True(t, doc.Meta.DateOnly)
		assert.Contains(t, doc.Markdown, "Not referred to.", "it is kept as text")
		if strings.Contains(in, "#n1") {
			assert.True(t, strings.HasSuffix(doc.Markdown, "[^1]: First **note**. More."), doc.Markdown)
		} else {
			assert.Contains(t, doc.Markdown, "First **note**.")
		}
		if strings.Contains(in, "https:") {
			assert.Equal(t, []extract.Link{{URL: "https://lund.example/a", Text: "the site", Role: extract.LinkContent}}, doc.Links)
		}
	}
}

// TestNotesOfBooks are bounded.
func TestNotesOfBooks(t *testing.T) {
	for n, want := range map[int]int{5000: 0, 5001: 1} {
		var b strings.Builder
		b.WriteString("<FictionBook><body><section>")
		for i := range n {
			fmt.Fprintf(&b, `<p><a l:href="#n%d" type="note">mark</a></p>`, i)
		}
		doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/x-fictionbook+xml", Body: []byte(b.String())})
		require.NoError(t, err)
		assert.Equal(t, want, strings.Count(doc.Markdown, "mark"))
	}
}
