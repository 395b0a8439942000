package robots_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

func TestSitemaps(t *testing.T) {
	body := "\xef\xbb\xbfSitemap: https://example.org/a.xml\r\nUser-agent: *\nSITEMAP:/b.xml # the rest\rDisallow: /\nSitemap:\nSitemap: https://example.org/a.xml\n# Sitemap: /c.xml\nSite-map: /d.xml\n"
	assert.Equal(t, []string{"https://example.org/a.xml", "/b.xml", "/d.xml"}, robots.Sitemaps([]byte(body)))
	assert.Empty(t, robots.Sitemaps(nil))

	var b strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&b, "Sitemap: /%d\n", i)
	}
	assert.Len(t, robots.Sitemaps([]byte(b.String())), 1000)
	late := strings.Repeat("#", robots.MaxBytes) + "\nSitemap: /late\n"
	assert.Empty(t, robots.Sitemaps([]byte(late)))
}

func ExampleSitemaps() {
	fmt.Println(robots.Sitemaps([]byte("User-agent: *\nDisallow: /private\n\nSitemap: https://example.org/sitemap.xml\n")))
	// Output: [https://example.org/sitemap.xml]
}
