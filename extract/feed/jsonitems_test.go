package feed_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/feed"
)

// Long bodies are shown as others are.
func TestLongBodies(t *testing.T) {
	long := strings.Repeat("The tide comes in twice a day. ", 12_000)
	short := strings.Repeat("The tide comes in twice a day. ", 3)
	for name, source := range map[string]string{
		"escaped":    `<rss version="2.0"><channel><title>t</title><item><title>a</title><description>&lt;p>A &amp;amp; B &#38;copy; &amp;copy=2 BODY&lt;/p></description></item><item><title>end</title></item></channel></rss>`,
		"CDATA":      `<rss version="2.0"><channel><title>t</title><item><title>a</title><description>&lt;p>x<![CDATA[<p>A &amp; B </description> BODY</p>]]> &lt;b>y</description></item><item><title>end</title></item></channel></rss>`,
		"encoded":    `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>t</title><item><title>a</title><description>short</description><content:encoded><![CDATA[<p>BODY</p>]]></content:encoded></item></channel></rss>`,
		"atom":       `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>a</title><content type="html">&lt;p>A &amp;lt; BODY</content></entry><entry><title>end</title></entry></feed>`,
		"atom xhtml": `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>a</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>A &amp; B BODY</p></div></content></entry></feed>`,
		"JSON":       `{"version":"https://jsonfeed.org/version/1","title":"t","items":[{"id":"1","title":"a","content_html":"<p>A \"b\" \u00e9 BODY</p>"},{"id":"2","title":"end"}]}`,
		"unclosed":   `<rss version="2.0"><channel><title>t</title><item><title>a</title><description>BODY`,
	} {
		read := func(words string) string {
			doc, err := feed.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/rss+xml", Body: []byte(strings.Replace(source, "BODY", words, 1))})
			require.NoError(t, err, name)
			return strings.Replace(doc.Markdown, strings.TrimSpace(words), "WORDS", 1)
		}
		want, got := read(short), read(long)
		assert.Contains(t, want, "WORDS", name)
		assert.Equal(t, want, got, name)
	}
}

func jsonFeedOf(items int) string {
	var b strings.Builder
	for i := range items {
		fmt.Fprintf(&b, `, {"id":"%d","content_text":"] item %d"}`, i, i)
	}
	return `{"version":"https://jsonfeed.org/version/1","items": [` + strings.TrimPrefix(b.String(), ",") + ` ] ,"title":"Tides"}`
}

// Of a JSON Feed 2,000 items are shown; a warning says that there were more.
func TestItemsOfAJSONFeedAreBounded(t *testing.T) {
	for n, shown := range map[int]int{0: 0, 1: 1, 2000: 2000, 2001: 2000, 2002: 2000, 6000: 2000} {
		doc, err := feed.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/feed+json", Body: []byte(jsonFeedOf(n))})
		require.NoError(t, err)
		assert.Equal(t, "Tides", doc.Meta.Title, "what follows the items stays")
		if shown > 0 {
			assert.Contains(t, doc.Markdown, fmt.Sprintf("item %d", shown-1))
		}
		assert.NotContains(t, doc.Markdown, fmt.Sprintf("item %d", shown))
		if shown < n {
			require.Len(t, doc.Warnings, 1)
			assert.Equal(t, "truncated", doc.Warnings[0].Type)
		} else {
			assert.Empty(t, doc.Warnings)
		}
	}
}

func TestMalformedJSONFeeds(t *testing.T) {
	for _, body := range []string{"{", `{"items":`, `{"items":3}`, `{"items":[1,`, `{"items":[1]}`, `{"a":[1,2],"items":{"b":1}}`, `{"a" "b"}`, `{"title":"a"} x`, `{"title":3}`, `{"b":1}`} {
		_, err := feed.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/feed+json", Body: []byte(body)})
		assert.ErrorIs(t, err, extract.ErrMalformed, body)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := feed.Extractor{}.Extract(ctx, &extract.Source{MediaType: "application/feed+json", Body: []byte(jsonFeedOf(6000))})
	assert.ErrorIs(t, err, context.Canceled)
}
