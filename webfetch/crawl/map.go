package crawl

import (
	"context"
	"iter"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
)

// MapEntry is an address of a site that [Map] or [SitemapPages] has found.
type MapEntry struct {
	// URL is in the form that a crawl has it: without fragment and tracking parameters.
	URL string
	// Title is that of the page of [Map] itself, or the text of the link that names the
	// address. It is empty for addresses from sitemaps.
	Title string
	// LastModified is the date given by a sitemap. Zero means that none was given.
	LastModified time.Time
	// Found says where: seed, sitemap, llms.txt or link.
	Found string
}

// Map lists addresses of a site with one page of it read: that page, which r is the request
// for, its links, those of /llms.txt, and the sitemaps that robots.txt names, else
// /sitemap.xml. Addresses of the page's host, its subdomains and www. before it belong to the
// site; pictures, archives and the like are left out. Each address comes once.
//
// If the page or a sitemap can't be read, Map yields an error with an entry that has its URL, and goes
// on. A missing /llms.txt or /sitemap.xml is not an error. Map ends with ctx.
func Map(ctx context.Context, client *webfetch.Client, r webfetch.Request) iter.Seq2[MapEntry, error] {
	return func(yield func(MapEntry, error) bool) {
		site, err := url.Parse(r.URL)
		if err != nil {
			yield(MapEntry{URL: r.URL, Found: foundSeed}, err)
			return
		}
		home, seen := "", map[string]bool{}
		add := func(u *url.URL, e MapEntry) (more bool) {
			host := withoutWWW(strings.ToLower(u.Hostname()))
			e.URL = addresses.Normalize(u)
			if !isWeb(u) || host != home && !strings.HasSuffix(host, "."+home) || addresses.IsMedia(u) || seen[e.URL] {
				return true
			}
			seen[e.URL] = true
			return yield(e, nil)
		}
		page := r
		page.Extract.Links = true
		p, err := client.Fetch(ctx, page)
		if err != nil {
			if !yield(MapEntry{URL: r.URL, Found: foundSeed}, err) {
				return
			}
			p = &webfetch.Packet{}
		} else if final, err := url.Parse(p.Provenance.FinalURL); err == nil && final.Host != "" {
			site = final
		}
		home = withoutWWW(strings.ToLower(site.Hostname()))
		if err == nil && !add(site, MapEntry{Title: p.Metadata.Title, Found: foundSeed}) {
			return
		}
		for _, l := range p.Links {
			if u, err := url.Parse(l.URL); err == nil && !add(u, MapEntry{Title: l.Text, Found: foundLink}) {
				return
			}
		}
		more := true
		read := func(path string, k kind, found func(named) bool) {
			at := site.ResolveReference(&url.URL{Path: path}).String()
			_ = namesIn(k, at, readFile(ctx, client, r, at, k), found) // a missing one is not an error
		}
		read("/llms.txt", kindLLMsTxt, func(n named) bool {
			more = add(n.url, MapEntry{Title: n.title, Found: foundLLMsTxt})
			return more
		})
		if !more {
			return
		}
		var sitemaps []string
		read("/robots.txt", kindRobots, func(n named) bool {
			sitemaps = append(sitemaps, n.url.String())
			return true
		})
		for e, err := range sitemapPages(ctx, client, r, sitemaps) {
			switch u, _ := url.Parse(e.URL); {
			case len(sitemaps) == 1 && isGuessed(e.URL, err):
			case err != nil && !yield(e, err), err == nil && u != nil && !add(u, e):
				return
			}
		}
	}
}

// SitemapPages reads sitemaps, and those that an index among them names, and
// yields the pages of each; it reads no page. An error, beside an entry with the
// URL of the sitemap, reports one that could not be read, or not to its end; the
// others follow. 1,000 sitemaps are read at most. It ends with ctx.
func SitemapPages(ctx context.Context, client *webfetch.Client, sitemaps ...string) iter.Seq2[MapEntry, error] {
	return sitemapPages(ctx, client, webfetch.Request{}, sitemaps)
}

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
				err := namesIn(kindSitemap, at, readFile(ctx, client, page, at, kindSitemap), func(n named) bool {
					switch {
					case !isWeb(n.url):
					case n.isSitemap:
						indexed = append(indexed, n.url.String())
					default:
						more = yield(MapEntry{URL: n.url.String(), LastModified: n.modified, Found: foundSitemap}, nil)
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
