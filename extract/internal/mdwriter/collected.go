package mdwriter

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Collected holds what an extractor finds beside the Markdown: links, and texts that no
// reader sees or that may be of that kind. Each list is bounded: what is beyond
// [extract.MaxLinks] and [extract.MaxRemoved] is left out. The zero value is empty.
type Collected struct {
	Links             []extract.Link
	Removed, Doubtful []extract.Removed
}

// AddLink adds a link, if there is room for it.
func (c *Collected) AddLink(l extract.Link) {
	if len(c.Links) < extract.MaxLinks {
		c.Links = append(c.Links, l)
	}
}

// Remove adds a text that is kept out of the Markdown, on one line. Blank text is nothing.
func (c *Collected) Remove(text, where, reason string) {
	if text = strings.ToValidUTF8(Fold(text), ""); text != "" && len(c.Removed) < extract.MaxRemoved {
		c.Removed = append(c.Removed, extract.Removed{Text: text, Where: where, Reason: reason})
	}
}

// AddOf adds what another extractor found in a part of the document.
func (c *Collected) AddOf(doc *extract.Document) {
	c.Links = appendUpTo(c.Links, doc.Links, extract.MaxLinks)
	c.Removed = appendUpTo(c.Removed, doc.Removed, extract.MaxRemoved)
	c.Doubtful = appendUpTo(c.Doubtful, doc.Doubtful, extract.MaxRemoved)
}

func appendUpTo[T any](to, more []T, limit int) []T {
	return append(to, more[:min(len(more), limit-len(to))]...)
}

// SetLists sets the links and the removed and doubtful texts of doc to those of c.
func (c *Collected) SetLists(doc *extract.Document) {
	doc.Links, doc.Removed, doc.Doubtful = c.Links, c.Removed, c.Doubtful
}
