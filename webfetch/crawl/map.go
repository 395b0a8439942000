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
// An error stands beside an entry with the URL of what could not be read, the page or a
// sitemap; the others follow. That there is no /llms.txt and no /sitemap.xml is none. Map ends
// with ctx.
func Map(ctx context.Context, client *webfetch.Client, r webfetch.Request) iter.Seq2[MapEntry, error] {
	return func(yield func(MapEntry, error) bool) {
		site, err := url.Parse(r.URL)
		if err != nil {
			yield(MapEntry{URL: r.URL, Found: foundSeed}, err)
			return
		}
		m := siteMap{seen: map[string]bool{}, yield: yield}
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
		m.host = withoutWWW(strings.ToLower(site.Hostname()))
		if err == nil && !m.add(site, MapEntry{Title: p.Metadata.Title, Found: foundSeed}) {
			return
		}
		for _, l := range p.Links {
			if u, err := url.Parse(l.URL); err == nil && !m.add(u, MapEntry{Title: l.Text, Found: foundLink}) {
				return
			}
		}
		read := func(path string, k kind) (*url.URL, outcome) {
			at := site.ResolveReference(&url.URL{Path: path})
			p, err := client.Fetch(ctx, fileRequest(r, at.String(), k))
			return at, outcome{packet: p, err: err}
		}
		if at, o := read("/llms.txt", kindLLMsTxt); o.err == nil {
			for u, title := range llmsTxtLinks(at, o.packet.Raw) {
				if !m.add(u, MapEntry{Title: title, Found: foundLLMsTxt}) {
					return
				}
			}
		}
		m.sitemaps(ctx, client, r, sitemapsOf(read("/robots.txt", kindRobots)))
	}
}

// siteMap passes on each address of a site once.
type siteMap struct {
	host  string
	seen  map[string]bool
	yield func(MapEntry, error) bool
}

// add reports whether more is wanted.
func (m *siteMap) add(u *url.URL, e MapEntry) bool {
	host := withoutWWW(strings.ToLower(u.Hostname()))
	if !isWeb(u) || host != m.host && !strings.HasSuffix(host, "."+m.host) || addresses.IsMedia(u) {
		return true
	}
	e.URL = addresses.Normalize(u)
	if m.seen[e.URL] {
		return true
	}
	m.seen[e.URL] = true
	return m.yield(e, nil)
}

func (m *siteMap) sitemaps(ctx context.Context, client *webfetch.Client, r webfetch.Request, list []*url.URL) {
	named := make([]string, len(list))
	for i, u := range list {
		named[i] = u.String()
	}
	for e, err := range sitemapPages(ctx, client, r, named) {
		switch u, _ := url.Parse(e.URL); {
		case len(named) == 1 && isGuessed(e.URL, err):
		case err != nil && !m.yield(e, err), err == nil && u != nil && !m.add(u, e):
			return
		}
	}
}
