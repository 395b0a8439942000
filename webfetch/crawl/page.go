package crawl

import (
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
