package meta

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// links reads the links of the head, then those of the page.
func (r *Result) links(p *measure.Page, base *url.URL) {
	for _, n := range p.Head.Link {
		r.link(n, base, true)
	}
	for i := range p.Links {
		r.link(p.Links[i].Node, base, false)
	}
}

// link takes over where one link leads, by its relations: the first link of each counts.
func (r *Result) link(n *html.Node, base *url.URL, inHead bool) {
	rels := htmltree.Attr(n, "rel")
	if rels == "" {
		return
	}
	for rel := range strings.FieldsSeq(strings.ToLower(rels)) {
		var field *string
		switch {
		case rel == "next":
			field = &r.Next
		case rel == "prev" || rel == "previous":
			field = &r.Prev
		case rel == "license":
			field = &r.License
		case rel == "canonical" && inHead:
			field = &r.CanonicalURL
		case rel == "image_src" && inHead:
			field = &r.Image
		}
		if field != nil && *field == "" {
			*field = resolve(base, htmltree.Attr(n, "href"))
		}
	}
}

// resolve makes an address absolute; "" for one that is not valid.
func resolve(base *url.URL, ref string) string {
	if base == nil || ref == "" {
		return ref
	}
	if ref = strings.TrimSpace(ref); weburl.IsCanonicalAbsolute(ref) {
		return ref
	}
	u, err := base.Parse(ref)
	if err != nil {
		return ""
	}
	return u.String()
}
