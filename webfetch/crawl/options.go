package crawl

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Options say what to read. Only Seeds is required.
type Options struct {
	// Seeds are the addresses to begin with, http or https. They are read even if they are out
	// of scope.
	Seeds []string
	// Sitemaps are read beside those that are found.
	Sitemaps []string
	// Skip names what addresses are not taken from: "sitemap" for the sitemaps of the hosts of
	// Seeds, "llms.txt" for their /llms.txt, "link" for the links of pages. Nil means all are used.
	Skip []string

	// Hosts are in scope. Each is written as in an address, with its port if that is not the
	// default. "www." before a host makes no difference. Nil means the hosts of Seeds and
	// Sitemaps.
	Hosts []string
	// Prefixes are beginnings of paths that are in scope ("/docs/"). Nil means all.
	Prefixes []string
	// Include and Exclude are matched with the address: one of Include must match,
	// if there are any, and none of Exclude.
	Include, Exclude []*regexp.Regexp

	// MaxPages bounds the addresses that are asked for, whether they answer or
	// not; sitemaps, llms.txt and robots.txt do not count. Zero means 1,000.
	MaxPages int
	// MaxDepth bounds how many links a page is away from a seed; what a sitemap or
	// llms.txt names is one away. Zero means 5.
	MaxDepth int
	// MaxPerPattern bounds the links that are followed of those which differ only
	// in numbers, identifiers and the values of their query. What sitemaps name is
	// not counted. Zero means 100, negative means no bound.
	MaxPerPattern int

	// Request is sent for each page, with its URL, and with links asked for.
	Request webfetch.Request
	// Journal is the path of a file that the crawl is written down in. If it is
	// there, the crawl goes on. One crawl at a time may use it. Zero means none.
	Journal string
	// Delivered is asked when a crawl goes on, for pages whose loop body may have
	// been under way when it ended. True means that the result is kept, and the
	// page is not asked for again. Nil means that it is not known.
	Delivered func(url string) bool
}

func (o Options) withDefaults() Options {
	o.MaxPages, o.MaxDepth, o.MaxPerPattern = cmp.Or(o.MaxPages, 1000), cmp.Or(o.MaxDepth, 5), cmp.Or(o.MaxPerPattern, 100)
	o.Request.Extract.Links = true
	return o
}

func (o Options) validate() error {
	switch {
	case len(o.Seeds) == 0 && len(o.Sitemaps) == 0:
		return errors.New("crawl: no seeds")
	case o.MaxPages < 0 || o.MaxDepth < 0:
		return errors.New("crawl: MaxPages or MaxDepth is negative")
	case o.Request.URL != "":
		return errors.New("crawl: Request has a URL; the crawl sets it")
	}
	for _, source := range o.Skip {
		if source != foundSitemap && source != foundLLMsTxt && source != foundLink {
			return fmt.Errorf("crawl: Skip has %q, which is not sitemap, llms.txt or link", source)
		}
	}
	for _, s := range slices.Concat(o.Seeds, o.Sitemaps) {
		if u, err := url.Parse(strings.TrimSpace(s)); err != nil || !isWeb(u) {
			return fmt.Errorf("crawl: %q is not an http or https address", s)
		}
	}
	return nil
}

func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}
