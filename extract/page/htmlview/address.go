package htmlview

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// documentBase returns what relative addresses of a page are relative to: the
// address of its first <base> that has one, or that of the page. HTML, section
// 2.4.3. Nil stands for a page of unknown address.
func documentBase(root *html.Node, page *url.URL) *url.URL {
	if page == nil {
		return nil
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.DataAtom != atom.Base {
			continue
		}
		if href := strings.TrimSpace(htmltree.Attr(n, "href")); href != "" {
			if u, err := page.Parse(href); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
				return u
			}
			break
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
	u, err := p.base.Parse(strings.TrimSpace(address))
	if err != nil {
		return address
	}
	return u.String()
}
