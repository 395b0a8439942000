package feed_test

import (
	"context"
	"html"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/feed"
)

// rssItem reads a feed of RSS 2.0 with one item.
func rssItem(t *testing.T, inner string) *extract.Document {
	t.Helper()
	return read(t, `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:dcterms="http://purl.org/dc/terms/"><channel><item>`+inner+`</item></channel></rss>`)
}

// entry reads a feed of Atom with one entry (RFC 4287).
func entry(t *testing.T, inner string) *extract.Document {
	t.Helper()
	return read(t, `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://lund.example/blog/"><title>T</title><entry>`+inner+`</entry></feed>`)
}

func TestItemsOfRSS(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"title alone", "<title>Tides</title>", "## Tides"},
		{"title with a link", "<title>Tides</title><link>https://lund.example/a</link>", "## [Tides](https://lund.example/a)"},
		{"permanent identifier for a link", "<title>Tides</title><guid>https://lund.example/a</guid>", "## [Tides](https://lund.example/a)"},
		{"identifier that is no address", `<title>Tides</title><guid isPermaLink="false">urn:5</guid>`, "## Tides"},
		{"markup in the title", "<title>&lt;b>Tides&lt;/b> &amp;amp; [mud]</title>", `## Tides & \[mud\]`},
		{"CDATA in the title", "<title><![CDATA[Tides & <i>mud</i>]]></title>", "## Tides & mud"},
		{"link before the identifier", "<title>Tides</title><guid>https://lund.example/b</guid><link>https://lund.example/a</link>", "## [Tides](https://lund.example/a)"},
		{"description", "<title>Tides</title><description>They &lt;i>turn&lt;/i>.</description>", "## Tides\n\nThey turn."},
		{"content before the description", "<title>Tides</title><description>short</description><content:encoded>The whole text.</content:encoded>", "## Tides\n\nThe whole text."},
		{"date and author", "<title>Tides</title><pubDate>Tue, 05 Mar 2024 09:30:00 GMT</pubDate><dc:creator>Ada Ek</dc:creator>", "## Tides\n\n2024-03-05T09:30:00Z · Ada Ek"},
		{"address of the author", "<title>Tides</title><author>ada@lund.example (Ada Ek)</author>", "## Tides\n\nAda Ek"},
		{"date that can't be read", "<title>Tides</title><pubDate>soon</pubDate>", "## Tides"},
		{"categories", "<title>Tides</title><category>sea</category><category>mud</category>", "## Tides\n\nsea, mud"},
		{"enclosure", `<title>Tides</title><enclosure url="https://lund.example/a.mp3" length="2048" type="audio/mpeg"/>`, "## Tides\n\n[audio/mpeg, 2 KB](https://lund.example/a.mp3)"},
		{"enclosure that runs", `<title>Tides</title><enclosure url="javascript:a" type="audio/mpeg"/>`, "## Tides"},
		{"script in the description", "<title>Tides</title><description>&lt;script>a()&lt;/script>They turn.</description>", "## Tides\n\nThey turn."},
		{"body of XHTML", `<title>Tides</title><description>short</description><body xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>Two</p></body>`, "## Tides\n\nOne\n\nTwo"},
		{"body", `<title>Tides</title><description>short</description><body>&lt;p>One&lt;/p></body>`, "## Tides\n\nOne"},
		{"transcripts", `<title>Tides</title><podcast:transcript url="https://lund.example/a.vtt" type="text/vtt"/><podcast:transcript url="https://lund.example/a.txt"/><podcast:transcript url="javascript:a"/>`, "## Tides\n\n[transcript, text/vtt](https://lund.example/a.vtt)\n\n[transcript](https://lund.example/a.txt)"},
		{"file of chapters", `<title>Tides</title><enclosure url="https://lund.example/a.mp3" type="audio/mpeg"/><podcast:chapters url="https://lund.example/a.json" type="application/json+chapters"/>`, "## Tides\n\n[audio/mpeg](https://lund.example/a.mp3)\n\n[chapters, application/json+chapters](https://lund.example/a.json)"},
		{"date of Dublin Core", "<title>Tides</title><dcterms:issued>2024-03-05</dcterms:issued><dcterms:modified>2024-04-01</dcterms:modified>", "## Tides\n\n2024-03-05"},
		{"time of Dublin Core", "<title>Tides</title><dcterms:created>2024-03-05T23:10:00-07:00</dcterms:created>", "## Tides\n\n2024-03-05T23:10:00-07:00"},
		{"date beside that of Dublin Core", "<title>Tides</title><pubDate>Tue, 05 Mar 2024 09:30:00 GMT</pubDate><dcterms:issued>2024-01-01</dcterms:issued>", "## Tides\n\n2024-03-05T09:30:00Z"},
		{"no title", "<description>They turn. And then they turn again.</description>", "## They turn. And then they turn again."},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			md := rssItem(t, c.in).Markdown
			assert.True(t, strings.HasPrefix(md, c.want), md)
		})
	}
}

func TestEntriesOfAtom(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text title", "<title>Tides &lt;b></title>", "## Tides"},
		{"escaped markup", `<title type="html">Tides &lt;b>turn&lt;/b></title>`, "## Tides turn"},
		{"link relative to the base", `<title>Tides</title><link href="a/b"/>`, "## [Tides](https://lund.example/blog/a/b)"},
		{"alternate link before others", `<title>Tides</title><link rel="edit" href="e"/><link rel="alternate" href="a"/>`, "## [Tides](https://lund.example/blog/a)"},
		{"identifier is no link", `<title>Tides</title><id>https://lund.example/a</id>`, "## Tides"},
		{"text content", `<title>Tides</title><content type="text">They &lt;turn></content>`, "## Tides\n\nThey"},
		{"markup content", `<title>Tides</title><content type="html">&lt;p>One&lt;/p>&lt;p>Two&lt;/p></content>`, "## Tides\n\nOne\n\nTwo"},
		{"XHTML content", `<title>Tides</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>Two</p></div></content>`, "## Tides\n\nOne\n\nTwo"},
		{"summary for want of content", `<title>Tides</title><summary>They turn.</summary>`, "## Tides\n\nThey turn."},
		{"published before updated", `<title>Tides</title><updated>2024-04-01T00:00:00Z</updated><published>2024-03-05T00:00:00Z</published>`, "## Tides\n\n2024-03-05"},
		{"updated alone", `<title>Tides</title><updated>2024-04-01T00:00:00Z</updated>`, "## Tides\n\n2024-04-01"},
		{"many authors", `<title>Tides</title><author><name>Ada</name></author><author><name>Bo</name></author>`, "## Tides\n\nAda, Bo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			md := strings.TrimPrefix(entry(t, c.in).Markdown, "# T\n\n")
			assert.True(t, strings.HasPrefix(md, c.want), md)
		})
	}
}

func TestItemsOfJSONFeed(t *testing.T) {
	item := func(s string) string {
		return strings.TrimPrefix(read(t, `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[`+s+`]}`).Markdown, "# T\n\n")
	}
	assert.Equal(t, "## [Tides](https://lund.example/a)\n\nOne\n\nTwo", item(`{"id":"1","url":"https://lund.example/a","title":"Tides","content_html":"<p>One<p>Two"}`))
	assert.Equal(t, "## Tides\n\nThey *turn*", strings.ReplaceAll(item(`{"id":"1","title":"Tides","content_text":"They *turn*"}`), `\*`, "*"))
	assert.Equal(t, "## [Tides](https://lund.example/i)", item(`{"id":"https://lund.example/i","title":"Tides"}`))
	assert.Equal(t, "## [Tides](https://malmo.example/x)", item(`{"id":"7","external_url":"https://malmo.example/x","title":"Tides"}`))
	assert.Equal(t, "## Tides\n\nuse \\<turn> & more\n\nsecond", item(`{"id":"1","title":"Tides","content_text":"use <turn> & more\n\nsecond"}`))
	assert.Equal(t, "## Tides\n\n2024-03-05T08:00:00+01:00 · Ada Ek", item(`{"id":"1","title":"Tides","date_published":"2024-03-05T08:00:00+01:00","authors":[{"name":"Ada Ek"}]}`))
}

// TestBodiesOfText are no HTML: signs stand for themselves, blank lines part
// paragraphs. The HTML extractor must not see them.
func TestBodiesOfText(t *testing.T) {
	e := feed.Extractor{HTML: extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
		return &extract.Document{Markdown: "HTML", Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: 4}}}}, nil
	})}
	for in, want := range map[string]string{
		"Tom &amp;amp; Jerry\n\nsecond":      "Tom & Jerry\n\nsecond",
		"a &lt; b and b > c":                 "a < b and b > c",
		"use &lt;turn> and &lt;T>":           `use \<turn> and \<T>`,
		"x &amp;nbsp; y &amp;eacute;":        "x y é",
		"*no* stress":                        "\\*no\\* stress",
		"1 &lt;2":                            "1 <2",
		"ends with &lt;p":                    `ends with \<p`,
		"&lt;p>a":                            "HTML",
		"a&lt;BR/>b":                         "HTML",
		"a &lt;!-- b -->":                    "HTML",
		"a &lt;/em> b":                       "HTML",
		"&lt;turn> &lt;img src=x>":           "HTML",
		"a &lt;script>b()&lt;/script>":       "HTML",
		"&lt;h1\nclass=x>a":                  "HTML",
		"&lt;blockquotes>a&lt;/blockquotes>": `\<blockquotes>a\</blockquotes>`,
	} {
		doc, err := e.Extract(t.Context(), &extract.Source{Body: []byte(`<rss version="2.0"><channel><title>T</title><item><title>A</title><description>` + in + `</description></item></channel></rss>`)})
		require.NoError(t, err)
		require.NoError(t, extracttest.Check(doc))
		_, body, _ := strings.Cut(doc.Markdown, "## A\n\n")
		assert.Equal(t, want, body, in)
	}
}

// TestFactsOfEnclosures are duration and size, as people write them.
func TestFactsOfEnclosures(t *testing.T) {
	facts := func(duration, length string) string {
		_, body, _ := strings.Cut(rssItem(t, `<title>Tides</title><itunes:duration>`+duration+`</itunes:duration><enclosure url="https://lund.example/a.mp3" length="`+length+`" type="audio/mpeg"/>`).Markdown, "## Tides\n\n")
		return body
	}
	for in, want := range map[string]string{"00:41:12": ", 41:12", "01:02:03": ", 01:02:03", "75": ", 1:15", "3725": ", 1:02:05", "soon": "", "": "", "5:07": ", 5:07"} {
		assert.Equal(t, "[audio/mpeg, 7 bytes"+want+"](https://lund.example/a.mp3)", facts(in, "7"), in)
	}
	for in, want := range map[string]string{"12582912": "12 MB", "2048": "2 KB", "7": "7 bytes"} {
		assert.Equal(t, "[audio/mpeg, "+want+"](https://lund.example/a.mp3)", facts("", in), in)
	}
}

// TestMedia has the sounds and films of Media RSS where there is no enclosure.
func TestMedia(t *testing.T) {
	media := func(s string) string {
		_, body, _ := strings.Cut(rssItem(t, "<title>Tides</title>"+s).Markdown, "## Tides")
		return strings.TrimSpace(body)
	}
	assert.Equal(t, "[video/mp4, 2 KB](https://lund.example/v.mp4)", media(`<media:content url="https://lund.example/v.mp4" type="video/mp4" fileSize="2048"/>`))
	assert.Equal(t, "[audio](https://lund.example/a)", media(`<media:group><media:content url="https://lund.example/a" medium="audio"/></media:group>`))
	assert.Empty(t, media(`<media:content url="https://lund.example/i.png" medium="image"/><media:thumbnail url="https://lund.example/t.png"/>`))
	assert.Empty(t, media(`<media:content url="javascript:x" type="video/mp4"/><media:content type="video/mp4"/>`))
	assert.Equal(t, "[audio/mpeg](https://lund.example/b.mp3)", media(`<enclosure url="https://lund.example/b.mp3" type="audio/mpeg"/><media:content url="https://lund.example/v.mp4" type="video/mp4"/>`))
	many := strings.Repeat(`<media:content url="https://lund.example/v.mp4" type="video/mp4"/>`, 20+1)
	assert.Equal(t, 20, strings.Count(media(many), "video/mp4"))
}

// TestFeedMetadata is that of the feed, not of its items.
func TestFeedMetadata(t *testing.T) {
	m := read(t, `<rss version="2.0"><channel><title>Lund &amp;amp; more</title><link>https://lund.example/</link><description>News &lt;b>here&lt;/b></description>
		<language>sv</language><copyright>CC0</copyright><pubDate>Tue, 05 Mar 2024 09:30:00 GMT</pubDate><lastBuildDate>Wed, 06 Mar 2024 09:30:00 GMT</lastBuildDate>
		<category>town</category><image><url>https://lund.example/i.png</url></image><item><title>One</title><category>no</category></item></channel></rss>`).Meta
	assert.Equal(t, "Lund & more", m.Title)
	assert.Equal(t, "News here", m.Description)
	assert.Equal(t, "sv", m.Language)
	assert.Equal(t, "CC0", m.License)
	assert.Equal(t, []string{"town"}, m.Tags)
	assert.Equal(t, "https://lund.example/i.png", m.Image)
	assert.Equal(t, "2024-03-05", m.Published.Format(time.DateOnly))
	assert.Equal(t, "2024-03-06", m.Modified.Format(time.DateOnly))
}

func TestEmptyFeeds(t *testing.T) {
	assert.Equal(t, extract.VerdictEmpty, read(t, "").Verdict.Kind)
	assert.Equal(t, extract.VerdictEmpty, read(t, " \n").Verdict.Kind)
	assert.Equal(t, "# Lund", read(t, `<rss version="2.0"><channel><title>Lund</title></channel></rss>`).Markdown)
}

// TestItemOrder is that of the feed.
func TestItemOrder(t *testing.T) {
	doc := read(t, `<rss version="2.0"><channel><title>T</title><item><title>old</title><pubDate>Tue, 05 Mar 2019 09:30:00 GMT</pubDate></item><item><title>new</title><pubDate>Tue, 05 Mar 2024 09:30:00 GMT</pubDate></item></channel></rss>`)
	assert.Equal(t, "old", doc.Outline[1].Text)
	assert.Equal(t, "T > new", doc.Outline[2].Path)
}

// TestFeedLinks are those of the items and in them, absolute.
func TestFeedLinks(t *testing.T) {
	doc := entry(t, `<title>Tides</title><link href="a"/><link rel="enclosure" href="b.mp3" type="audio/mpeg"/>`)
	var urls []string
	for _, l := range doc.Links {
		urls = append(urls, l.URL)
	}
	assert.Contains(t, urls, "https://lund.example/blog/a")
	assert.Contains(t, urls, "https://lund.example/blog/b.mp3")
}

// TestTitles keep signs that are no tags, of RSS, Atom and JSON Feed alike.
func TestTitles(t *testing.T) {
	for in, want := range map[string]string{
		"Why Map<K, V> is slow":                     `Why Map\<K, V> is slow`,
		"Result<i> or Option<b>":                    `Result\<i> or Option\<b>`,
		"x <b and y> z":                             `x \<b and y> z`,
		"1 < 2 <3":                                  `1 < 2 <3`,
		"Use <p> for prose":                         `Use \<p> for prose`,
		"The <em>old</em> gate":                     "The old gate",
		`A <a href="/x">link</a> and <BR/> a break`: "A link and a break",
		"Close </b> alone":                          `Close \</b> alone`,
		"<b>Both</b> and <T>":                       `Both and \<T>`,
		"Salt &amp; pepper":                         "Salt & pepper",
		"a<!-- note -->b":                           "ab",
		"Straße <STRONG>İstanbul</STRONG> is <unknown/>": `Straße İstanbul is \<unknown/>`,
	} {
		escaped := html.EscapeString(in)
		assert.Equal(t, "## "+want, rssItem(t, "<title>"+escaped+"</title>").Markdown, in)
		assert.Equal(t, "## "+want, rssItem(t, "<title><![CDATA["+in+"]]></title>").Markdown, in)
		assert.Equal(t, "# T\n\n## "+want, entry(t, "<title>"+escaped+"</title>").Markdown, in)
		assert.Equal(t, "# "+want, read(t, "<rss><channel><title>"+escaped+"</title></channel></rss>").Markdown, in)
	}
}

// TestDates are those of the author, with the clock and the offset that he gave.
func TestDates(t *testing.T) {
	for in, want := range map[string]string{
		"Wed, 25 Dec 2019 23:30:00 -0500":     "2019-12-25T23:30:00-05:00",
		"2019-12-26T04:30:00+09:00":           "2019-12-26T04:30:00+09:00",
		"2019-12-26T04:30:00Z":                "2019-12-26T04:30:00Z",
		"Thu, 26 Dec 2019 00:30:00 CET":       "2019-12-26T00:30:00+01:00",
		"Thu, 26 Dec 2019 21:30:00 EDT":       "2019-12-26T21:30:00-04:00",
		"Thu, 26 Dec 2019 21:30:00 JST":       "2019-12-26T21:30:00",
		"2019-12-26 04:30:00":                 "2019-12-26T04:30:00",
		"Thu, 26 Dec 2019 00:30:00 GMT+0100":  "2019-12-26T00:30:00+01:00",
		"Thu, 26 Dec 2019 23:30:00 UTC+02:00": "2019-12-26T23:30:00+02:00",
		"Thu Dec 26 22:15:00 PST 2019":        "2019-12-26T22:15:00-08:00",
		"20191226T221500-0800":                "2019-12-26",
		"2019/12/26 22:15:00":                 "2019-12-26T22:15:00",
		"26 December 2019":                    "2019-12-26",
		"26/12/2019":                          "2019-12-26",
		"12/26/2019":                          "2019-12-26",
		"11/11/2019":                          "2019-11-11",
		"26.12.2019 10:15:00":                 "2019-12-26T10:15:00",
		"1577336400":                          "2019-12-26",
		"two days ago":                        "two days ago",
	} {
		doc := rssItem(t, "<title>Tides</title><pubDate>"+in+"</pubDate>")
		if want != "" {
			assert.Equal(t, "## Tides\n\n"+want, doc.Markdown, in)
		}
		assert.Empty(t, doc.Warnings, in)
	}
	for _, in := range []string{"04/05/2023", "4-5-2023", "04/05/2023 10:00:00", "04/05/06"} {
		doc := read(t, "<rss version='2.0'><channel><title>T</title><pubDate>"+in+"</pubDate><item><title>Tides</title><pubDate>"+in+"</pubDate></item></channel></rss>")
		assert.Equal(t, "# T\n\n## Tides\n\n"+in, doc.Markdown)
		require.Len(t, doc.Warnings, 1, in)
		assert.Equal(t, "low_confidence_date", doc.Warnings[0].Type)
		assert.Zero(t, doc.Meta.Published, in)
	}
}
