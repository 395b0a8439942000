package meta

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Limits of an entry of a list of pages, such as a card or a line of a front page.
const (
	maxEntrySteps    = 4   // elements around a name or a date of which one may be the entry
	maxEntryBytes    = 500 // an entry has less text
	minTitleWords    = 3   // the link to the page has so many words, or minTitleBytes
	minTitleBytes    = 30  // for titles of long words and in scripts without spaces
	minEntries       = 3   // a list has so many entries beside each other
	maxEntrySiblings = 8   // siblings on either side that are looked at
)

// inEntry reports whether a name or a date stands in an entry of a list of other
// pages: a short element with a link that may be the title of one, and others like it
// beside it. What holds the heading of the page is none.
func inEntry(n, h1 *html.Node) bool {
	a := n
	for range maxEntrySteps {
		if a == nil || a.DataAtom == atom.Body || h1 != nil && htmltree.IsInside(h1, a) || len(Text(a, maxEntryBytes)) >= maxEntryBytes {
			return false
		}
		if hasTitleLink(a, n) {
			return countEntries(a) >= minEntries
		}
		a = a.Parent
	}
	return false
}

// countEntries counts an entry and, up to minEntries, those beside it.
func countEntries(a *html.Node) int {
	n := 1
	count := func(c *html.Node, next func(*html.Node) *html.Node) {
		for i := 0; c != nil && i < maxEntrySiblings && n < minEntries; i, c = i+1, next(c) {
			if likeEntry(a, c) {
				n++
			}
		}
	}
	count(a.NextSibling, func(c *html.Node) *html.Node { return c.NextSibling })
	count(a.PrevSibling, func(c *html.Node) *html.Node { return c.PrevSibling })
	return n
}

// likeEntry reports whether another element is written as an entry is.
func likeEntry(a, other *html.Node) bool {
	return other.DataAtom == a.DataAtom && other.Data == a.Data && htmltree.Attr(other, "class") == htmltree.Attr(a, "class") && hasTitleLink(other, nil)
}

// hasTitleLink reports whether a short element has a link whose text may be a title,
// and is more than a name that is linked.
func hasTitleLink(n, name *html.Node) bool {
	seen := 0
	for c := range n.Descendants() {
		if c.DataAtom == atom.A && htmltree.Attr(c, "href") != "" && isTitleText(Text(c, maxEntryBytes), name) {
			return true
		}
		if seen++; seen == maxEntryBytes {
			return false
		}
	}
	return false
}

func isTitleText(text string, name *html.Node) bool {
	long := len(text) >= minTitleBytes || len(strings.Fields(text)) >= minTitleWords
	return long && (name == nil || text != Text(name, maxEntryBytes))
}
