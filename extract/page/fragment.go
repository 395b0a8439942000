package page

import (
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// section finds the span that the fragment of the address names: from the
// heading with this anchor to before the next one of its level or above. The
// zero Span means that there is no such heading.
func section(doc *extract.Document, u *url.URL) extract.Span {
	if u == nil || u.Fragment == "" {
		return extract.Span{}
	}
	for i := range doc.Outline {
		h := &doc.Outline[i]
		if h.Anchor != u.Fragment {
			continue
		}
		end := len(doc.Markdown)
		for _, next := range doc.Outline[i+1:] {
			if next.Level <= h.Level {
				end = next.Start
				break
			}
		}
		return extract.Span{Start: h.Start, End: end}
	}
	return extract.Span{}
}
