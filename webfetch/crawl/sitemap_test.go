package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

func parsed(body string) (entries []crawl.SitemapEntry, err error) {
	err = crawl.ParseSitemap([]byte(body), func(e crawl.SitemapEntry) bool {
		entries = append(entries, e)
		return true
	})
	return entries, err
}

func TestParseSitemap(t *testing.T) {
	day := time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC)
	a, b := crawl.SitemapEntry{URL: "https://example.org/a?x=1&y=2", LastModified: day}, crawl.SitemapEntry{URL: "https://example.org/b"}
	plain := `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1">
		<url><loc> https://example.org/a?x=1&amp;y=2 </loc><lastmod>2024-05-06</lastmod><i:image><i:loc>https://example.org/p.png</i:loc></i:image></url>
		<url><loc>https://example.org/b</loc><lastmod>lately</lastmod></url><url><loc></loc></url></urlset>`
	for what, tt := range map[string]struct {
		body string
		want []crawl.SitemapEntry
		err  error
	}{
		"urlset":      {plain, []crawl.SitemapEntry{a, b}, nil},
		"compressed":  {packed(t, plain), []crawl.SitemapEntry{a, b}, nil},
		"lines":       {"\xef\xbb\xbfhttps://example.org/b\r\n\n", []crawl.SitemapEntry{b}, nil},
		"index":       {`<sitemapindex><sitemap><loc>https://example.org/b</loc></sitemap></sitemapindex>`, []crawl.SitemapEntry{{URL: b.URL, IsSitemap: true}}, nil},
		"a page":      {"<!DOCTYPE html><html><p>Not found", nil, crawl.ErrNotASitemap},
		"prose":       {"Not found", nil, crawl.ErrNotASitemap},
		"empty":       {"", nil, crawl.ErrNotASitemap},
		"cut":         {plain[:strings.Index(plain, "<url><loc>https")+20], []crawl.SitemapEntry{a}, crawl.ErrNotASitemap},
		"cut gzip":    {packed(t, strings.Repeat(plain, 1))[:100], nil, crawl.ErrNotASitemap},
		"another one": {"<rss></rss>", nil, crawl.ErrNotASitemap},
		"RSS": {`<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel><title>T</title><link>https://example.org/</link><a:link rel="self" href="https://example.org/feed"/>
			<item><title>A</title><a:link rel="self" href="https://example.org/self"/><link> https://example.org/a?x=1&amp;y=2 </link><pubDate>Mon, 06 May 2024 00:00:00 +0000</pubDate></item>
			<item><link><![CDATA[https://example.org/b]]></link></item><item><guid>7</guid></item></channel></rss>`, []crawl.SitemapEntry{a, b}, nil},
		"Atom": {`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.org/"/>
			<entry><link rel="edit" href="https://example.org/edit"/><link rel="alternate" href="https://example.org/a?x=1&amp;y=2"/><updated>2024-05-06T00:00:00Z</updated></entry>
			<entry><link href="https://example.org/b"/><link rel="alternate" href="https://example.org/c"/></entry></feed>`, []crawl.SitemapEntry{a, b}, nil},
		"other languages": {`<urlset xmlns:x="http://www.w3.org/1999/xhtml"><url><x:link rel="alternate" hreflang="de" href="https://example.org/de"/><loc>https://example.org/b</loc></url></urlset>`, []crawl.SitemapEntry{b}, nil},
	} {
		entries, err := parsed(tt.body)
		assert.ErrorIs(t, err, tt.err, what)
		if what != "cut gzip" {
			assert.Equal(t, tt.want, entries, what)
		}
	}
}

func TestDatesOfSitemaps(t *testing.T) {
	for text, want := range map[string]string{
		"2024":                      "2024-01-01T00:00:00Z",
		"2024-05":                   "2024-05-01T00:00:00Z",
		"2024-05-06T07:08+02:00":    "2024-05-06T05:08:00Z",
		"2024-05-06T07:08:09Z":      "2024-05-06T07:08:09Z",
		"2024-05-06T07:08:09.5Z":    "2024-05-06T07:08:09Z",
		"2024-05-06T07:08:09":       "2024-05-06T07:08:09Z",
		"2024-13-06":                "0001-01-01T00:00:00Z",
		"2024-05-06T07:08:09+02:00": "2024-05-06T05:08:09Z",
	} {
		entries, err := parsed("<urlset><url><loc>https://example.org/</loc><lastmod>" + text + "</lastmod></url></urlset>")
		assert.NoError(t, err)
		assert.Equal(t, want, entries[0].LastModified.UTC().Truncate(time.Second).Format(time.RFC3339), text)
	}
}

func sitemapOf(entries int) string {
	var b strings.Builder
	b.WriteString("<urlset>")
	for i := range entries {
		fmt.Fprintf(&b, "<url><loc>https://example.org/%d</loc></url>", i)
	}
	return b.String() + "</urlset>"
}

func TestBoundsOfSitemaps(t *testing.T) {
	entries, err := parsed(sitemapOf(50_000))
	assert.NoError(t, err)
	assert.Len(t, entries, 50_000)
	entries, err = parsed(sitemapOf(50_000 + 1))
	assert.ErrorIs(t, err, crawl.ErrSitemapTooLarge)
	assert.Len(t, entries, 50_000, "what came before counts")

	filled := func(size int) string {
		head, tail := "<urlset><url><loc>https://example.org/</loc></url><!--", "--></urlset>"
		return head + strings.Repeat(" ", size-len(head)-len(tail)) + tail
	}
	_, err = parsed(packed(t, filled(50<<20)))
	assert.NoError(t, err)
	for _, body := range []string{filled(50<<20 + 1), packed(t, filled(50<<20+1))} {
		entries, err = parsed(body)
		assert.ErrorIs(t, err, crawl.ErrSitemapTooLarge)
		assert.Len(t, entries, 1)
	}
}

func TestReadingASitemapMayStop(t *testing.T) {
	n := 0
	assert.NoError(t, crawl.ParseSitemap([]byte(sitemapOf(10)), func(crawl.SitemapEntry) bool { n++; return n < 3 }))
	assert.Equal(t, 3, n)
}

func FuzzParseSitemap(f *testing.F) {
	f.Add([]byte(sitemapOf(2)))
	f.Add([]byte(packed(f, sitemapOf(2))))
	f.Add([]byte("https://example.org/\nhttps://example.org/b"))
	f.Add([]byte("<rss><channel><item><link>https://example.org/</link><pubDate>Mon, 06 May 2024 00:00:00 GMT</pubDate></item></channel></rss>"))
	f.Add([]byte("<feed><entry><link href='https://example.org/'/></entry></feed>"))
	f.Add([]byte("<sitemapindex><sitemap><loc>a</loc><lastmod>2024</lastmod></sitemap>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		n := 0
		_ = crawl.ParseSitemap(body, func(e crawl.SitemapEntry) bool {
			if n++; e.URL == "" || n > 50_000 {
				t.Fatalf("entry %d: %+v", n, e)
			}
			return true
		})
	})
}
