package office_test

import (
	"context"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

const container = `<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>`

// TestBooks goes by EPUB 3.3: the spine is the order of the chapters.
func TestBooks(t *testing.T) {
	for _, c := range []struct{ name, opf, want string }{
		{"order of the spine", `<item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/><itemref idref="b"/><itemref idref="a"/>`, "Beta\n\nAlpha"},
		{"chapter out of the line", `<item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/><itemref idref="a"/><itemref idref="b" linear="no"/>`, "Alpha"},
		{"contents", `<item id="a" href="a.xhtml" properties="nav"/><item id="b" href="b.xhtml"/><itemref idref="a"/><itemref idref="b"/>`, "Beta"},
		{"chapter that is not there", `<item id="a" href="gone.xhtml"/><item id="b" href="b.xhtml"/><itemref idref="a"/><itemref idref="b"/><itemref idref="z"/>`, "Beta"},
		{"chapter in a folder", `<item id="a" href="text/c.xhtml"/><itemref idref="a"/>`, "Gamma"},
		{"address that leads out of its folder", `<item id="a" href="../OEBPS/a.xhtml"/><itemref idref="a"/>`, "Alpha"},
		{"address with escapes", `<item id="a" href="a%20b%C3%A9.xhtml"/><itemref idref="a"/>`, "Delta"},
		{"address that looks like one with escapes", `<item id="a" href="100%25.xhtml"/><itemref idref="a"/>`, "Epsilon"},
		{"escape that is none", `<item id="a" href="a%zz.xhtml"/><item id="b" href="b.xhtml"/><itemref idref="a"/><itemref idref="b"/>`, "Beta"},
		{"place in a chapter", `<item id="a" href="a.xhtml#part"/><itemref idref="a"/>`, "Alpha"},
		{"nothing", ``, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, pack(t, "META-INF/container.xml", container, "OEBPS/content.opf", "<package>"+c.opf+"</package>",
				"OEBPS/a.xhtml", "<p>Alpha</p>", "OEBPS/b.xhtml", "<p>Beta</p>", "OEBPS/text/c.xhtml", "<p>Gamma</p>",
				"OEBPS/a bé.xhtml", "<p>Delta</p>", "OEBPS/100%25.xhtml", "<title/><script/><p>Epsilon</p>"))
			assert.Equal(t, c.want, doc.Markdown)
			assert.Equal(t, "epub", doc.Format)
		})
	}
}

// TestDocumentsBesideTheSpine are read after it if a chapter leads to them.
func TestDocumentsBesideTheSpine(t *testing.T) {
	item := func(id string) string {
		return `<item id="` + id + `" href="` + id + `.xhtml" media-type="application/xhtml+xml"/>`
	}
	for _, c := range []struct{ name, opf, link, want string }{
		{"notes", item("a") + item("n") + `<itemref idref="a"/><itemref idref="n" linear="no"/>`, "n.xhtml#n1", "Alpha1\n\nNotes"},
		{"notes before the chapter", item("n") + item("a") + `<itemref idref="n" linear="no"/><itemref idref="a"/>`, "./n.xhtml", "Alpha1\n\nNotes"},
		{"a document that the spine doesn't name", item("a") + item("n") + `<itemref idref="a"/>`, "n.xhtml", "Alpha1\n\nNotes"},
		{"a document that leads on", item("a") + item("n") + item("z") + `<itemref idref="a"/>`, "n.xhtml", "Alpha1\n\nNotes"},
		{"nothing leads to it", item("a") + item("n") + `<itemref idref="a"/><itemref idref="n" linear="no"/>`, "#n1", "Alpha1"},
		{"a picture", item("a") + `<item id="n" href="n.xhtml" media-type="image/png"/><itemref idref="a"/>`, "n.xhtml", "Alpha1"},
		{"another site", item("a") + item("n") + `<itemref idref="a"/>`, "https://lund.example/n.xhtml", "Alpha1"},
		{"once", item("a") + item("n") + `<itemref idref="a"/><itemref idref="n"/>`, "n.xhtml", "Alpha1\n\nNotes"},
	} {
		doc := read(t, pack(t, "META-INF/container.xml", container, "OEBPS/content.opf", c.opf, "OEBPS/a.xhtml", `<p>Alpha<a href="`+c.link+`">1</a></p>`, "OEBPS/n.xhtml", "<p>Notes</p>", "OEBPS/z.xhtml", "<p>Far</p>"))
		assert.Equal(t, c.want, doc.Markdown, c.name)
	}
}

func TestBookMetadata(t *testing.T) {
	doc := read(t, pack(t, "META-INF/container.xml", container, "OEBPS/content.opf", `<package><metadata><dc:title>The Tides</dc:title><dc:creator>Ada Finch</dc:creator><dc:creator>Bo Reed</dc:creator>
		<dc:language>en</dc:language><dc:publisher>Shore Press</dc:publisher><dc:description>On water.</dc:description><dc:date>2024-03-05T00:00:00Z</dc:date></metadata></package>`))
	m := doc.Meta
	assert.Equal(t, "The Tides", m.Title)
	assert.Equal(t, []string{"Ada Finch", "Bo Reed"}, m.Authors)
	assert.Equal(t, "en", m.Language)
	assert.Equal(t, "Shore Press", m.SiteName)
	assert.Equal(t, "On water.", m.Description)
	assert.Equal(t, 2024, m.Published.Year())
}

// TestRolesOfBooks: who translated a book, or drew its pictures, is not its author. Its first title is the main one.
func TestRolesOfBooks(t *testing.T) {
	doc := read(t, pack(t, "META-INF/container.xml", container, "OEBPS/content.opf", `<package><metadata><dc:title>The Tides</dc:title><dc:title>A Guide</dc:title><dc:creator opf:role="aut">Ada Finch</dc:creator>
		<dc:creator opf:role="trl">Bo Reed</dc:creator><dc:creator id="c">Cy Lund</dc:creator><dc:creator id="d">Di Ek</dc:creator><meta refines="#c" property="role">ill</meta><meta refines="#d" property="role"> aut </meta><meta refines="#d" property="role">ill</meta><meta property="role">trl</meta></metadata></package>`))
	assert.Equal(t, "The Tides", doc.Meta.Title)
	assert.Equal(t, []string{"Ada Finch", "Di Ek"}, doc.Meta.Authors)
}

// TestLinksOfBooks to other chapters are no addresses on the site of the book.
func TestLinksOfBooks(t *testing.T) {
	var base *url.URL
	hook := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		base = src.URL
		return &extract.Document{}, nil
	})
	u, err := url.Parse("https://lund.example/books/rain.epub")
	require.NoError(t, err)
	_, err = office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{URL: u, Body: pack(t, "META-INF/container.xml", container, "OEBPS/content.opf", `<item id="a" href="a"/><itemref idref="a"/>`, "OEBPS/a", "<p>a</p>")})
	require.NoError(t, err)
	assert.Nil(t, base)
}

// TestHeadingsOfChapters keep the signs that they end in.
func TestHeadingsOfChapters(t *testing.T) {
	hook := extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
		const md = "# Intro to C#"
		return &extract.Document{Markdown: md, Blocks: []extract.Block{{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{End: len(md)}}},
			Outline: []extract.Heading{{Level: 1, Text: "Intro to C#", Span: extract.Span{End: len(md)}}}}, nil
	})
	doc, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "META-INF/container.xml", container,
		"OEBPS/content.opf", `<item id="a" href="a"/><itemref idref="a"/>`, "OEBPS/a", "<h1>Intro to C#</h1>")})
	require.NoError(t, err)
	assert.Equal(t, "# Intro to C# #", doc.Markdown)
}

func TestBrokenBooks(t *testing.T) {
	for name, body := range map[string][]byte{
		"no package document": pack(t, "META-INF/container.xml", container),
		"no container":        pack(t, "META-INF/container.xml", "", "OEBPS/content.opf", "<package/>"),
		"cut off":             pack(t, "META-INF/container.xml", container)[:40],
	} {
		_, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: body})
		require.ErrorIs(t, err, extract.ErrMalformed, name)
	}
}
