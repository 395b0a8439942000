package extract

import "time"

// Metadata is the metadata that a document declares. Empty fields are unknown.
type Metadata struct {
	Title       string   // of the document
	Authors     []string // names
	SiteName    string   // name of the site
	Description string   // as the document describes itself
	// Language is a BCP 47 tag as the document gives it ("en", "pt-BR").
	Language string
	// Published and Modified are zero when unknown. A date without a time of day is midnight UTC.
	Published, Modified time.Time
	// CanonicalURL is the address the document names as its own, absolute.
	CanonicalURL string
	// Image is the absolute URL of the main image.
	Image string
	// License is a URL or a name.
	License string
	// Section is the part of the site ("Business").
	Section string
	Tags    []string
	// PageCount is the number of pages of a paged document, 0 otherwise.
	PageCount int
	// Next is the absolute URL of the next page of a series.
	Next string
	// Robots are the directives for robots of the document ("noindex"), and
	// "tdm-reservation=1" where a meta element reserves text and data mining.
	Robots []string
}
