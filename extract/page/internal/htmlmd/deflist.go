package htmlmd

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// definitions writes <dl>: each term strong, what it means as a list.
func (w *writer) definitions(n *html.Node) {
	w.flush()
	w.definitionGroup(n)
	w.flush()
}

func (w *writer) definitionGroup(n *html.Node) {
	open := false
	close := func() {
		if open {
			w.closeList()
			open = false
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if w.skips(c) {
			continue
		}
		switch {
		case c.DataAtom == atom.Dd && w.cell == 0 && !w.fragment && w.onlyList(c, true, 0) != nil:
			close()
			w.block(c) // a list for the term as it is
		case c.DataAtom == atom.Dd && w.cell == 0:
			if !open {
				w.end()
				w.openList(list{delim: '-', step: 1, loose: w.isLooseItem(c)})
				open = true
			}
			w.openItem(c, func() { w.children(c) })
		case c.DataAtom == atom.Dt:
			close()
			w.flush()
			w.emphasized(openInline{kind: mdinline.Strong}, c)
			w.flush()
		case c.DataAtom == atom.Div:
			close()
			w.definitionGroup(c)
		default:
			w.node(c)
		}
	}
	close()
}
