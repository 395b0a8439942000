package crawl

import (
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Found says where an address was found.
type Found string

// Where addresses are found.
const (
	FoundSeed      Found = "seed"
	FoundSitemap   Found = "sitemap"
	FoundLLMsTxt   Found = "llms.txt"
	FoundLink      Found = "link"
	FoundCanonical Found = "canonical" // the address that a page names as its own
)

// Duplicate says in what a page is like an earlier one.
type Duplicate string

// The kinds of duplicates.
const (
	SameAddress Duplicate = "address" // both lead to, or name as their own, one address
	SameContent Duplicate = "content" // the same text
	NearContent Duplicate = "near"    // nearly the same text, see Page.Distance
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
	Found    Found
	Referrer string
	// LastModified is the date given by a sitemap. Zero means that no sitemap gave one.
	LastModified time.Time
	// DuplicateOf is the URL of an earlier page of the crawl that this one is like,
	// "" for none, and Duplicate says in what.
	DuplicateOf string
	Duplicate   Duplicate
	// Distance of NearContent is in how many of 64 bits the fingerprints differ.
	Distance int
}

// Reason says why an address that was found is not asked for.
type Reason string

// The reasons.
const (
	OverBudget  Reason = "max_pages"   // Options.MaxPages addresses were found before
	TooDeep     Reason = "max_depth"   // further away from a seed than Options.MaxDepth
	OverPattern Reason = "max_pattern" // Options.MaxPerPattern others are like it
	OutOfScope  Reason = "scope"       // another host, path or pattern
	Nofollow    Reason = "nofollow"    // the page asks robots not to follow it
	EndlessPath Reason = "endless"     // a path that repeats itself or is too long
	NotAPage    Reason = "media"       // a picture, an archive, a style sheet
)

// Stats report how far a crawl is.
type Stats struct {
	// Found are the addresses of pages that were accepted, Done those whose loop
	// body has returned, Failed those of Done that could not be read, Duplicates
	// those that are like earlier ones.
	Found, Done, Failed, Duplicates int
	// LeftOut counts links that were not followed, each as often as it was found.
	// What was found before is not counted.
	LeftOut map[Reason]int
	// Patterns counts, of LeftOut, those over the bound of their pattern, by
	// pattern ("https://host/calendar/#/#?day"). It has at most 1,000 patterns.
	Patterns map[string]int
	// Sitemaps reports each that was asked for, at most 1,000.
	Sitemaps []Sitemap
}

// Sitemap reports how a sitemap was read.
type Sitemap struct {
	URL string // of the sitemap
	// Entries is how many addresses it names, of pages or of other sitemaps.
	Entries int
	// Err is why it could not be read, or not to its end; nil otherwise.
	Err error
}
