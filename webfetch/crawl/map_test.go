package crawl_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

func TestMap(t *testing.T) {
	s := newSite(t, map[string]string{
		"/":           page("Start", "/a?utm_source=mail", "/a#part", "https://other.example/", "/boat.png", "mailto:x@y.example"),
		"/llms.txt":   "# Harbour\n\n- [The ropes](/ropes): of hemp\n- [All boats](@URL/a)\n",
		"/robots.txt": "Sitemap: @URL/one.xml\nSitemap: @URL/gone.xml\n",
		"/one.xml":    "<urlset><url><loc>@URL/ropes</loc></url><url><loc>@URL/z</loc><lastmod>2024-05-06</lastmod></url></urlset>",
	})
	type row struct{ at, title, found, date string }
	var got []row
	var failed []string
	for e, err := range crawl.Map(t.Context(), s.client(t), webfetch.Request{URL: s.URL + "/"}) {
		at := strings.TrimPrefix(e.URL, s.URL)
		if err != nil {
			failed = append(failed, at)
			continue
		}
		r := row{at, e.Title, string(e.Found), ""}
		if !e.LastModified.IsZero() {
			r.date = e.LastModified.Format("2006-01-02")
		}
		got = append(got, r)
	}
	assert.Equal(t, []row{
		{"/", "Start", "seed", ""}, {"/a", "More about /a?utm_source=mail", "link", ""}, {"/ropes", "The ropes", "llms.txt", ""}, {"/z", "", "sitemap", "2024-05-06"},
	}, got)
	assert.Equal(t, []string{"/gone.xml"}, failed)
	assert.Zero(t, s.count("/a"), "pages that are found are not read")
}

func TestMapOfAPageThatIsGone(t *testing.T) {
	s := newSite(t, map[string]string{"/sitemap.xml": "<urlset><url><loc>@URL/b</loc></url></urlset>"})
	var got, failed []string
	for e, err := range crawl.Map(t.Context(), s.client(t), webfetch.Request{URL: s.URL + "/gone"}) {
		if err != nil {
			failed = append(failed, strings.TrimPrefix(e.URL, s.URL))
			continue
		}
		got = append(got, strings.TrimPrefix(e.URL, s.URL))
	}
	assert.Equal(t, []string{"/gone"}, failed)
	assert.Equal(t, []string{"/b"}, got)
	for e, err := range crawl.Map(t.Context(), s.client(t), webfetch.Request{URL: "http://%zz/"}) {
		assert.Error(t, err)
		assert.Equal(t, "http://%zz/", e.URL)
	}
	for range crawl.Map(t.Context(), s.client(t), webfetch.Request{URL: s.URL + "/gone"}) {
		break
	}
}
