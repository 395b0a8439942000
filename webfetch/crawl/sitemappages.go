package crawl

import (
	"context"
	"iter"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

// SitemapPages reads sitemaps, and those that an index among them names, and
// yields the pages of each; it reads no page. An error, beside an entry with the
// URL of the sitemap, reports one that could not be read, or not to its end; the
// others follow. 1,000 sitemaps are read at most. It ends with ctx.
func SitemapPages(ctx context.Context, client *webfetch.Client, sitemaps ...string) iter.Seq2[MapEntry, error] {
	return sitemapPages(ctx, client, webfetch.Request{}, sitemaps)
}

// sitemapPages is SitemapPages for requests that are sent as page would be.
func sitemapPages(ctx context.Context, client *webfetch.Client, page webfetch.Request, sitemaps []string) iter.Seq2[MapEntry, error] {
	return func(yield func(MapEntry, error) bool) {
		left := maxSitemaps
		for list, depth := sitemaps, 0; depth < 2; depth++ { // an index does not name another
			var indexed []string
			for _, at := range list {
				if left--; left < 0 || ctx.Err() != nil {
					return
				}
				more := true
				err := readSitemap(ctx, client, fileRequest(page, at, kindSitemap), func(e sitemapEntry) bool {
					if e.IsSitemap {
						indexed = append(indexed, e.URL)
					} else {
						more = yield(MapEntry{URL: e.URL, LastModified: e.LastModified, Found: foundSitemap}, nil)
					}
					return more
				})
				if !more || err != nil && !yield(MapEntry{URL: at, Found: foundSitemap}, err) {
					return
				}
			}
			list = indexed
		}
	}
}

// readSitemap gives the entries of a sitemap to entry until that returns false.
func readSitemap(ctx context.Context, client *webfetch.Client, r webfetch.Request, entry func(sitemapEntry) bool) error {
	base, err := url.Parse(r.URL)
	if err != nil {
		return err
	}
	p, err := client.Fetch(ctx, r)
	if err != nil {
		return err
	}
	return parseSitemap(p.Raw, func(e sitemapEntry) bool {
		u, err := address.Resolve(base, e.URL)
		if err != nil || !isWeb(u) {
			return true
		}
		e.URL = u.String()
		return entry(e)
	})
}
