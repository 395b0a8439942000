package office_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// chapterGiven returns the chapter of a book as the extractor of pages is given it.
func chapterGiven(t *testing.T, chapter string) string {
	t.Helper()
	var given string
	hook := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		given = string(src.Body)
		return &extract.Document{}, nil
	})
	_, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "META-INF/container.xml", container, "OEBPS/content.opf", `<item id="a" href="a"/><itemref idref="a"/>`, "OEBPS/a", chapter)})
	require.NoError(t, err)
	return given
}

// TestChaptersAreXML: chapters of books follow XML.
func TestChaptersAreXML(t *testing.T) {
	for in, want := range map[string]string{
		`<title/><p>a<i/></p>`:              `<title></title><p>a<i></i></p>`,
		`<br/><img src="x"/>`:               `<br/><img src="x"/>`,
		`<pre><![CDATA[a < b]]></pre>`:      `<pre>a &lt; b</pre>`,
		`<script src="a/b" /><p>c &lt;</p>`: `<script src="a/b" ></script><p>c &lt;</p>`,
	} {
		assert.Equal(t, want, chapterGiven(t, in), in)
	}
}

// TestLinksInBooks: what leads to another document of the book leads nowhere outside of it.
func TestLinksInBooks(t *testing.T) {
	for in, want := range map[string]string{
		`<a href="ch2.xhtml#x">b</a>`:                              `<a>b</a>`,
		`<a class="href=" href='../a/b.html'>b</a>`:                `<a class="href=">b</a>`,
		`<a href="/root.html">b</a>`:                               `<a>b</a>`,
		`<A href = "x">b</A>`:                                      `<a>b</A>`,
		`<a href="#here">b</a><a href="https://a.example/">`:       `<a href="#here">b</a><a href="https://a.example/">`,
		`<a href="mailto:a@b.example">b</a><a href="//c/d">`:       `<a href="mailto:a@b.example">b</a><a href="//c/d">`,
		`rope<a href="notes.xhtml#n1">12</a>`:                      `rope<a href="#" epub:type="noteref">12</a>`,
		`page <a href="notes.xhtml#n1">12</a>`:                     `page <a>12</a>`,
		`<a epub:type="noteref" href="notes.xhtml#n1">1</a>`:       `<a epub:type="noteref" href="#">1</a>`,
		`<a href="a#n">1</a><a href="./a">2</a>`:                   `<a href="#n">1</a><a>2</a>`,
		`<link href="a.css"/><abbr href="x"><!-- <a href="x"> -->`: `<link href="a.css"/><abbr href="x"><!-- <a href="x"> -->`,
		`<a href="">b</a><a href><a href="x`:                       `<a>b</a><a>`,
	} {
		assert.Equal(t, want, chapterGiven(t, in))
	}
}
