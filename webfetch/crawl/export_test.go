package crawl

import "time"

// The errors of a crawl, of its journal and of sitemaps.
var (
	ErrBegun           = errBegun
	ErrJournal         = errJournal
	ErrNotASitemap     = errNotASitemap
	ErrSitemapTooLarge = errSitemapTooLarge
)

// SitemapEntry is an address that a sitemap names.
type SitemapEntry struct {
	URL          string
	LastModified time.Time
	IsSitemap    bool
}

// ParseSitemap gives the entries of a sitemap to entry until that returns false.
func ParseSitemap(body []byte, entry func(SitemapEntry) bool) error {
	return parseSitemap(body, func(n named) bool { return entry(SitemapEntry{n.ref, n.modified, n.isSitemap}) })
}
