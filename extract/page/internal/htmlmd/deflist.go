package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// definitions writes <dl>: each term strong, what it means as a list.
func (w *writer) definitions(n *html.Node) {
	w.flush()
	if w.isContentsList(n) {
		w.contentsList(n)
		return
	}
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
			w.childrenInside(openInline{kind: mdinline.Strong}, c)
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

// isContentsList reports whether a <dl> is a table of contents: its terms are links,
// and what follows a term is a list of the same kind (as DocBook has it).
func (w *writer) isContentsList(n *html.Node) bool {
	if w.fragment || w.cell > 0 {
		return false
	}
	links := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case !w.shows(c), c.DataAtom == atom.A && nextContent(c.FirstChild) == nil: // a target, as XHTML has it
		case c.DataAtom == atom.Dt && w.isLabelOfLink(c):
			links++
		case c.DataAtom == atom.Dd && links > 0 && w.onlyDefinitions(c) != nil:
		default:
			return false
		}
	}
	return links > 0
}

// isLabelOfLink reports whether all that n holds is a link with text.
func (w *writer) isLabelOfLink(n *html.Node) bool {
	a := w.soleInside(n, 0, func(c *html.Node) (is, wraps bool) {
		return c.DataAtom == atom.A, c.DataAtom == atom.Span || c.DataAtom == atom.B || c.DataAtom == atom.Strong
	})
	const some = 16 // bytes
	return a != nil && !isBlank(shortText(a, some))
}

func (w *writer) onlyDefinitions(n *html.Node) *html.Node {
	return w.soleInside(n, 0, func(c *html.Node) (is, wraps bool) { return c.DataAtom == atom.Dl, c.DataAtom == atom.Div })
}

// contentsList writes a table of contents as a list of links.
func (w *writer) contentsList(n *html.Node) {
	w.inList(list{delim: '-', step: 1}, func() {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case w.skips(c):
			case c.DataAtom == atom.Dt:
				w.openItem(c, func() { w.children(c) })
			case c.DataAtom == atom.Dd:
				w.continueItem(w.onlyDefinitions(c))
			}
		}
	})
}

// isClassifier reports whether n is what a term of docutils is an instance of, such as the type of a
// parameter: its style sheets set a colon before it (`<dt>depth<span class="classifier">int</span>`).
// Older versions write the colon into the page.
func isClassifier(n *html.Node) bool {
	if n.Parent == nil || n.Parent.DataAtom != atom.Dt || !htmltree.HasClass(n, "classifier") {
		return false
	}
	before := n.PrevSibling
	for before != nil && before.Type == html.TextNode && strings.TrimSpace(before.Data) == "" {
		before = before.PrevSibling
	}
	return before != nil && edgeRune(before, true) != ':'
}
