package crawl_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

func TestSitemapPages(t *testing.T) {
	s := newSite(t, map[string]string{
		"/index.xml": "<sitemapindex><sitemap><loc>@URL/a.xml.gz</loc></sitemap><sitemap><loc>/gone.xml</loc></sitemap><sitemap><loc>/cut.xml</loc></sitemap></sitemapindex>",
		"/cut.xml":   "<urlset><url><loc>/c</loc></url><url><loc>/d",
	})
	s.files["/a.xml.gz"] = packed(t, "<urlset><url><loc>"+s.URL+"/a</loc></url><url><loc>/b</loc></url></urlset>")
	var pages, failed []string
	for e, err := range crawl.SitemapPages(t.Context(), s.client(t), s.URL+"/index.xml") {
		at := strings.TrimPrefix(e.URL, s.URL)
		if err != nil {
			assert.Equal(t, "sitemap", e.Found)
			failed = append(failed, at)
		} else {
			pages = append(pages, at)
		}
	}
	assert.Equal(t, []string{"/a", "/b", "/c"}, pages)
	assert.Equal(t, []string{"/gone.xml", "/cut.xml"}, failed)
	assert.Zero(t, s.count("/a"), "pages are not read")
	for range crawl.SitemapPages(t.Context(), s.client(t), s.URL+"/index.xml") {
		break
	}
}
