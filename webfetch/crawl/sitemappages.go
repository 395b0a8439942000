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
func SitemapPages(ctx context.Context, client *webfetch.Client, sitemaps ...string) iter.Seq2[SitemapEntry, error] {
	return sitemapPages(ctx, client, webfetch.Request{}, sitemaps)
}

// sitemapPages is SitemapPages for requests that are sent as page would be.
func sitemapPages(ctx context.Context, client *webfetch.Client, page webfetch.Request, sitemaps []string) iter.Seq2[SitemapEntry, error] {
	return func(yield func(SitemapEntry, error) bool) {
		left := maxSitemaps
		read := func(list []string) (indexed []string, more bool) {
			for _, at := range list {
				if left--; left < 0 || ctx.Err() != nil {
					return nil, false
				}
				found, more := readSitemap(ctx, client, fileRequest(page, at, kindSitemap), yield)
				if !more {
					return nil, false
				}
				indexed = append(indexed, found...)
			}
			return indexed, true
		}
		if indexed, more := read(sitemaps); more {
			read(indexed) // an index does not name another
		}
	}
}

// readSitemap yields the pages of one sitemap and returns the sitemaps that it
// names; more is false if the caller wants no more.
func readSitemap(ctx context.Context, client *webfetch.Client, r webfetch.Request, yield func(SitemapEntry, error) bool) (found []string, more bool) {
	fail := func(err error) ([]string, bool) { return found, yield(SitemapEntry{URL: r.URL, IsSitemap: true}, err) }
	base, err := url.Parse(r.URL)
	if err != nil {
		return fail(err)
	}
	p, err := client.Fetch(ctx, r)
	if err != nil {
		return fail(err)
	}
	more = true
	err = ParseSitemap(p.Raw, func(e SitemapEntry) bool {
		u, err := address.Resolve(base, e.URL)
		if err != nil || !isWeb(u) {
			return true
		}
		if e.URL = u.String(); e.IsSitemap {
			found = append(found, e.URL)
			return true
		}
		more = yield(e, nil)
		return more
	})
	if err != nil && more {
		return fail(err)
	}
	return found, more
}
