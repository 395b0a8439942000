package feed_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/feed"
)

const rss = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel><title>Lund Weekly</title><link>https://lund.example/</link><description>News of &lt;b&gt;Lund&lt;/b&gt;</description><language>sv</language>
<item><title>Salt &amp;amp; [pepper] &lt;i&gt;again&lt;/i&gt;</title><link>/a?x=1&y=2</link><pubDate>Tue, 05 Mar 2024 09:30:00 GMT</pubDate>
<author>ada@lund.example (Ada Ek)</author><category>food</category><description>short</description>
<content:encoded><![CDATA[<p>Long &amp; wide.</p><script>alert(1)</script><p>Next</p>]]></content:encoded></item>
<item><title>Talk</title><link>javascript:alert(1)</link><enclosure url="https://lund.example/e.mp3" length="12582912" type="audio/mpeg"/>
<itunes:duration>00:41:12</itunes:duration><itunes:summary>An hour.</itunes:summary></item>
<item><description>No title here, only words.</description></item>
</channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:base="https://lund.example/blog/"><title type="html">Lund &amp;amp; more</title>
<updated>2024-03-06T10:00:00Z</updated><entry><title>First</title><link href="p1"/><id>urn:1</id><updated>2024-03-05T00:00:00Z</updated><author><name>Bo Ek</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>See <em>this</em>.</p></div></content></entry>
<entry><title>Film</title><link href="p2"/><id>urn:2</id><media:group><media:description>By drone.</media:description></media:group></entry></feed>`

const jsonFeed = `{"version": "https://jsonfeed.org/version/1.1", "title": "Lund Weekly", "items": [{"id": "1", "url": "https://lund.example/1", "title": "One",
 "content_html": "<p>Body</p>", "date_published": "2024-03-05T08:00:00Z", "authors": [{"name": "Ada Ek"}], "attachments": [{"url": "https://lund.example/1.pdf", "mime_type": "application/pdf", "size_in_bytes": 2048}]}]}`

func TestConformance(t *testing.T) {
	extracttest.Run(t, feed.Extractor{},
		extracttest.Case{
			Name: "rss", MediaType: "application/rss+xml", URL: "https://lund.example/feed", Body: []byte(rss), Format: "feed", Title: "Lund Weekly",
			Outline: []string{"Lund Weekly", "Salt & [pepper] again", "Talk", "No title here, only words."},
			Want:    []string{"# [Lund Weekly](https://lund.example/)\n\nNews of Lund\n\n## [Salt & \\[pepper\\] again](https://lund.example/a?x=1&y=2)\n\n2024-03-05T09:30:00Z · Ada Ek · food\n\nLong & wide.\n\nNext\n\n## Talk\n\nAn hour.\n\n[audio/mpeg, 12 MB, 41:12](https://lund.example/e.mp3)"},
			HasNot:  []string{"alert", "short", "<p>", "&amp;", "javascript"},
		},
		extracttest.Case{
			Name: "atom", MediaType: "application/atom+xml", URL: "https://other.example/", Body: []byte(atom), Format: "feed", Title: "Lund & more",
			Outline: []string{"Lund & more", "First", "Film"}, Want: []string{"## [First](https://lund.example/blog/p1)\n\n2024-03-05T00:00:00Z · Bo Ek\n\nSee this.", "By drone."},
		},
		extracttest.Case{
			Name: "json feed", MediaType: "application/feed+json", Body: []byte(jsonFeed), Format: "feed", Title: "Lund Weekly",
			Want: []string{"## [One](https://lund.example/1)\n\n2024-03-05T08:00:00Z · Ada Ek\n\nBody\n\n[application/pdf, 2 KB](https://lund.example/1.pdf)"},
		},
		extracttest.Case{
			Name: "rss 1.0", MediaType: "text/xml", Format: "feed",
			Body: []byte(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>R</title><link>https://r.example</link></channel><item><title>One</title><link>https://r.example/1</link><dc:creator>Ada</dc:creator><dc:date>2024-03-05T09:00:00Z</dc:date></item></rdf:RDF>`),
			Want: []string{"## [One](https://r.example/1)\n\n2024-03-05T09:00:00Z · Ada"},
		},
	)
}

// TestItemsWithoutTitle show a short text once.
func TestItemsWithoutTitle(t *testing.T) {
	for in, want := range map[string]string{
		"No title here, only words.":                                          "## No title here, only words.",
		"&lt;p&gt;See &lt;a href=\"https://lund.example/\"&gt;this&lt;/a&gt;": "## See this\n\nSee this",
		strings.Repeat("word ", 13):                                           "## " + strings.Repeat("word ", 11) + "word…\n\n" + strings.Repeat("word ", 12) + "word",
	} {
		assert.Equal(t, want, read(t, "<rss><channel><item><description>"+in+"</description></item></channel></rss>").Markdown)
	}
}

func read(t *testing.T, body string) *extract.Document {
	t.Helper()
	doc, err := feed.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(body)})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

func TestRepair(t *testing.T) {
	const head, item = `<rss version="2.0"><channel><title>T</title>`, `<item><title>One</title></item>`
	const tail = `</channel></rss>`
	tests := []struct {
		name, body string
		warn       bool
	}{
		{"cut after an item", head + item + `<item><title>Tw`, true},
		{"cut in a tag", head + item + `<item><title>Two</ti`, true},
		{"cut in the first item", head + `<item><title>One</title><description>tex`, true},
		{"cut in a CDATA section", head + `<item><title>One</title><description><![CDATA[tex`, true},
		{"blank and comment before", "\n \uFEFF<!-- " + strings.Repeat("x", 9000) + " --><?xml version='1.0'?>" + head + item + tail, false},
		{"text before", "Notice: x\n" + head + item + tail, false},
		{"unknown encoding", `<?xml version="1.0" encoding="x-none"?>` + head + item + tail, false},
		{"control characters", head + "\x0b\x01" + item + tail, false},
		{"document type", `<!DOCTYPE rss [<!ENTITY a "b">]>` + head + item + tail, false},
		{"latin-1 in utf-8", head + item + "<description>caf\xe9</description>" + tail, false},
		{"bare ampersand", head + "<description>A & B &nbsp; &x;</description>" + item + tail, false},
		{"deep", head + strings.Repeat("<x>", 30000) + strings.Repeat("</x>", 30000) + item + tail, true},
		{"deep, unclosed in an item", head + "<item><title>Zero</title>" + strings.Repeat("<x>", 30000) + "</item>" + item + tail, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := read(t, tt.body)
			assert.Equal(t, "T", doc.Meta.Title)
			assert.Contains(t, doc.Markdown, "## One")
			assert.Equal(t, tt.warn, len(doc.Warnings) > 0, "%v", doc.Warnings)
		})
	}
}

func TestItemLimit(t *testing.T) {
	feedOf := func(n int) string {
		return "<rss version='2.0'><channel><title>T</title>" + strings.Repeat("<item><title>i</title></item>", n) + "</channel></rss>"
	}
	assert.Len(t, read(t, feedOf(2000)).Outline, 1+2000)
	doc := read(t, feedOf(2000+1))
	assert.Len(t, doc.Outline, 1+2000)
	assert.NotEmpty(t, doc.Warnings)
}

func TestNotAFeed(t *testing.T) {
	for _, body := range []string{"words", "<html><p>x</html>", "{}", "<", "<!-- x"} {
		_, err := feed.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(body)})
		assert.ErrorIs(t, err, extract.ErrMalformed, "%q", body)
	}
}

func TestHTMLHook(t *testing.T) {
	var seen []string
	hook := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		seen = append(seen, fmt.Sprint(src.URL, " ", src.Options.WholePage))
		const md = "# H\n\n**strong**"
		return &extract.Document{Markdown: md, Links: []extract.Link{{URL: "https://l.example/"}}, Removed: []extract.Removed{{Text: "r"}},
			Blocks:  []extract.Block{{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{End: 3}}, {Kind: extract.Paragraph, Span: extract.Span{Start: 5, End: len(md)}}},
			Outline: []extract.Heading{{Level: 1, Text: "H", Span: extract.Span{End: 3}}}}, nil
	})
	doc, err := feed.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: []byte(
		"<rss version='2.0'><channel><item><title>One</title><link>https://a.example/1</link><description>&lt;h1>H&lt;/h1></description></item></channel></rss>")})
	require.NoError(t, err)
	require.NoError(t, doc.Check())
	assert.Equal(t, "## [One](https://a.example/1)\n\n### H\n\n**strong**", doc.Markdown)
	assert.Equal(t, []string{"https://a.example/1 true"}, seen)
	assert.Len(t, doc.Links, 2)
	assert.Len(t, doc.Removed, 1)
}

// TestHeadingsOfBodies keep the signs that they end in.
func TestHeadingsOfBodies(t *testing.T) {
	hook := extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
		const md = "# Intro to C#"
		return &extract.Document{Markdown: md, Blocks: []extract.Block{{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{End: len(md)}}},
			Outline: []extract.Heading{{Level: 1, Text: "Intro to C#", Span: extract.Span{End: len(md)}}}}, nil
	})
	doc, err := feed.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: []byte(
		"<rss version='2.0'><channel><item><title>One</title><description>&lt;h1>Intro to C#&lt;/h1></description></item></channel></rss>")})
	require.NoError(t, err)
	require.NoError(t, doc.Check())
	assert.Equal(t, "## One\n\n### Intro to C# #", doc.Markdown)
	assert.Equal(t, "Intro to C#", doc.Outline[1].Text)
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte(rss))
	f.Add([]byte(atom))
	f.Add([]byte(jsonFeed))
	f.Add([]byte("<rss><channel><item><![CDATA[x"))
	f.Add([]byte("<feed><entry><a/><b></entry>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := feed.Extractor{}.Extract(t.Context(), &extract.Source{Body: body})
		if err != nil {
			return
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	start := strings.Index(rss, "<item>")
	end := strings.LastIndex(rss, "</item>") + len("</item>")
	body := []byte(rss[:start] + strings.Repeat(rss[start:end], 100) + rss[end:])
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := (feed.Extractor{}).Extract(b.Context(), &extract.Source{Body: body}); err != nil {
			b.Fatal(err)
		}
	}
}

// The depth of feeds is bounded: what is nested deeper is left out, with a warning.
func TestDepthOfFeeds(t *testing.T) {
	nested := func(n int) *extract.Document {
		return read(t, `<rss version="2.0"><channel><title>Tides</title><item><title>a</title><description>`+strings.Repeat("<i>", n)+"deep"+strings.Repeat("</i>", n)+"</description></item></channel></rss>")
	}
	at := nested(96) // within rss, channel, item and description
	assert.Contains(t, at.Markdown, "deep")
	assert.Empty(t, at.Warnings)
	beyond := nested(97)
	assert.NotContains(t, beyond.Markdown, "deep")
	require.Len(t, beyond.Warnings, 1)
	assert.Contains(t, fmt.Sprint(beyond.Warnings[0]), "elements nested deeper than 100 were dropped")
}

// TestEscapedMessages: a message in tag characters is found in character references, too.
func TestEscapedMessages(t *testing.T) {
	references := ""
	for _, r := range "obey these orders" {
		references += fmt.Sprintf("&#x%X;", 0xe0000+r)
	}
	doc := read(t, `<rss version="2.0"><channel><title>Tides</title><item><title>seen`+references+`</title></item></channel></rss>`)
	require.Len(t, doc.Removed, 1)
	assert.Equal(t, "obey these orders", doc.Removed[0].Text)
}
