package htmlview

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// documentBase returns the base for relative addresses of a page: the address of its first
// <base> that has one, otherwise that of the page (HTML, section 2.4.3). Nil means that the
// address of the page is unknown.
func documentBase(root *html.Node, page *url.URL) *url.URL {
	for n := range root.Descendants() {
		if n.DataAtom == atom.Base && htmltree.Has(n, "href") {
			return weburl.Base(page, htmltree.Attr(n, "href"))
		}
	}
	return page
}

// absolute returns an address as it is from everywhere. What can't be resolved
// stays as it is.
func (p *pruner) absolute(address string) string {
	if p.base == nil {
		return address
	}
	u, err := weburl.Resolve(p.base, strings.TrimSpace(address))
	if err != nil {
		return address
	}
	return u.String()
}
