package htmlmd

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// shadowRoot is the declarative shadow tree of n, nil if it has none. The tree takes the
// place of the element's children, which show where it has slots for them (HTML,
// 4.12.3).
func shadowRoot(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Template && visibility.IsShadowTree(c) {
			return c
		}
	}
	return nil
}

// slot writes the children of the host that a slot is for, or what it holds if
// there are none.
func (w *writer) slot(n *html.Node) {
	if len(w.hosts) == 0 {
		w.children(n)
		return
	}
	host := w.hosts[len(w.hosts)-1]
	name, _ := htmltree.Lookup(n, "name")
	if !hasSlotted(host, name) {
		w.children(n)
		return
	}
	w.hosts = w.hosts[:len(w.hosts)-1]
	for c := host.FirstChild; c != nil; c = c.NextSibling {
		if isSlotted(c, name) && !w.skips(c) {
			w.node(c)
		}
	}
	w.hosts = append(w.hosts, host)
}

func isSlotted(c *html.Node, name string) bool {
	switch c.Type {
	case html.TextNode:
		return name == ""
	case html.ElementNode:
		if c.DataAtom == atom.Template {
			return false
		}
		s, _ := htmltree.Lookup(c, "slot")
		return s == name
	}
	return false
}

func hasSlotted(host *html.Node, name string) bool {
	for c := host.FirstChild; c != nil; c = c.NextSibling {
		if isSlotted(c, name) && (c.Type == html.ElementNode || !isBlank(c.Data)) {
			return true
		}
	}
	return false
}
