package data_test

import (
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
		Want:    []string{"## Chapter one. The harbour\n\nIt was low water.\n\n### Night\n\nA line\\\nAnother"}, HasNot: []string{"aGVsbG8", "maker"},
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
