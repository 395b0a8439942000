// Package crawl reads a site as a whole, page by page, in a loop:
//
//	c, err := crawl.New(client, crawl.Options{Seeds: []string{"https://docs.example/"}})
//	...
//	for page, err := range c.Pages(ctx) {
//		if err != nil {
//			continue // page.URL failed
//		}
//		fmt.Println(page.URL, page.Packet.Metadata.Title)
//	}
//
// # What is found
//
// The seeds; the sitemaps that robots.txt names, else /sitemap.xml; the links of /llms.txt;
// then the links of each page, level by level, as far as they are in scope: on the hosts of
// the seeds, below the path prefixes and within the patterns of [Options]. Links with
// rel=nofollow, and those of pages whose robots meta element or X-Robots-Tag says nofollow,
// are not followed. Spellings of an address count as one: fragments, tracking parameters and
// session identifiers are dropped. Parts that a server may distinguish are kept, such as the
// case of paths and the order of parameters.
//
// # Bounds
//
// [Options.MaxPages] bounds the addresses that are asked for, [Options.MaxDepth] the
// distance to a seed. Sites without end (calendars, filters, session identifiers, paths that
// repeat) are bounded by their pattern: of links that differ in numbers, identifiers or
// values of the query only, some are followed, and [Crawl.Stats] counts what was left out.
// Memory grows with MaxPages by about 300 bytes a page, plus what the loop holds.
//
// # Politeness
//
// All requests go through the client: its robots.txt, its pace for each host, its egress
// policy. Hosts take turns, and a slow loop slows the crawl down.
//
// # Resuming
//
// With [Options.Journal] the crawl writes down what it found and did, so that a crawl which
// was stopped, or killed, goes on where it was. A page counts as done when the body of the
// loop has returned. One that was killed in between is asked for again, unless
// [Options.Delivered] says that its result is kept already.
package crawl

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const (
	foundSeed      = "seed"
	foundSitemap   = "sitemap"
	foundLLMsTxt   = "llms.txt"
	foundLink      = "link"
	foundCanonical = "canonical" // the address that a page names as its own
)

const (
	sameAddress = "address" // both lead to, or name as their own, one address
	sameContent = "content" // the same text
	nearContent = "near"    // nearly the same text
)

// Page is a page of a crawl. Everything in it is read-only.
type Page struct {
	// Packet is the page. If the page could not be read it is empty, but never nil.
	*webfetch.Packet
	// URL is the requested address.
	URL string
	// Depth is how many links it is away from a seed.
	Depth int
	// Found says where the address was found first. Referrer is the page or file that contains
	// it, "" for seeds.
	Found    string
	Referrer string
	// LastModified is the date given by a sitemap. Zero means that no sitemap gave one.
	LastModified time.Time
	// DuplicateOf is the URL of an earlier page of the crawl that this one is like,
	// "" for none, and Duplicate says in what: address, content, or near for nearly the
	// same text.
	DuplicateOf string
	Duplicate   string
}

const (
	overBudget  = "max_pages"   // Options.MaxPages addresses were found before
	tooDeep     = "max_depth"   // further away from a seed than Options.MaxDepth
	overPattern = "max_pattern" // Options.MaxPerPattern others are like it
	outOfScope  = "scope"       // another host, path or pattern
	nofollow    = "nofollow"    // the page asks robots not to follow it
	endlessPath = "endless"     // a path that repeats itself or is too long
	notAPage    = "media"       // a picture, an archive, a style sheet
)

// Stats report how far a crawl is.
type Stats struct {
	// Found are the addresses of pages that were accepted, Done those whose loop
	// body has returned, and Failed those of Done that could not be read.
	Found, Done, Failed int
	// LeftOut counts links that were not followed, each as often as it was found.
	// What was found before is not counted.
	LeftOut map[string]int
	// Patterns counts, of LeftOut, those over the bound of their pattern, by
	// pattern ("https://host/calendar/#/#?day"). It has at most 1,000 patterns.
	Patterns map[string]int
	// Sitemaps has each that was asked for, at most 1,000, and why it could not be read, or not
	// to its end; nil otherwise.
	Sitemaps map[string]error
}

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
