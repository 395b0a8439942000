package page

import (
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// section returns the section that the fragment of the address names: that of the heading
// with this anchor, or the zero Span if no heading has it.
func section(doc *extract.Document, u *url.URL) extract.Span {
	if u == nil || u.Fragment == "" {
		return extract.Span{}
	}
	for i := range doc.Outline {
		if doc.Outline[i].Anchor == u.Fragment {
			return doc.SectionAt(i)
		}
	}
	return extract.Span{}
}
