package htmlmd

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// shadowHost is an element whose declarative shadow tree is being written. HTML,
// section 4.12.3: the tree takes the place of the element's children, which
// show where it has slots for them.
type shadowHost struct {
	node *html.Node
	at   int32 // place of the first child
}

func shadowRoot(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Template {
			if _, ok := attr(c, "shadowrootmode"); ok {
				return c
			}
		}
	}
	return nil
}

func hasShadow(n *html.Node) bool { return shadowRoot(n) != nil }

func (w *writer) isShadow(n *html.Node) bool {
	_, ok := attr(n, "shadowrootmode")
	return ok
}

// inShadow writes the shadow tree of n.
func (w *writer) inShadow(n *html.Node) {
	root := shadowRoot(n)
	host := shadowHost{node: n, at: w.at}
	end := int32(0)
	if w.plan != nil {
		end = w.plan.Next[w.at-1]
		if w.at = w.placeOf(host, root); !w.enter(root) {
			w.at = end
			return
		}
	}
	w.hosts = append(w.hosts, host)
	w.children(root)
	w.hosts = w.hosts[:len(w.hosts)-1]
	if w.plan != nil {
		w.at = end
	}
}

// placeOf is the place of a child of a host.
func (w *writer) placeOf(h shadowHost, child *html.Node) int32 {
	at := h.at
	for c := h.node.FirstChild; c != nil && c != child; c = c.NextSibling {
		at = w.plan.Next[at]
	}
	return at
}

// slot writes the children of the host that a slot is for, or what it holds if
// there are none.
func (w *writer) slot(n *html.Node) {
	if len(w.hosts) == 0 {
		w.children(n)
		return
	}
	h := w.hosts[len(w.hosts)-1]
	name, _ := attr(n, "name")
	if !hasSlotted(h.node, name) {
		w.children(n)
		return
	}
	end := w.at
	if w.plan != nil {
		end = w.plan.Next[w.at-1]
	}
	w.hosts = w.hosts[:len(w.hosts)-1]
	at := h.at
	for c := h.node.FirstChild; c != nil; c = c.NextSibling {
		next := at
		if w.plan != nil {
			next = w.plan.Next[at]
		}
		w.at = at
		if isSlotted(c, name) && w.enter(c) {
			w.node(c)
		}
		at = next
	}
	w.hosts = append(w.hosts, h)
	w.at = end
}

func isSlotted(c *html.Node, name string) bool {
	switch c.Type {
	case html.TextNode:
		return name == ""
	case html.ElementNode:
		if c.DataAtom == atom.Template {
			return false
		}
		s, _ := attr(c, "slot")
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
