package htmlmd

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// isLoose reports whether a list is loose, as Markdown calls it: its items are set
// apart by blank lines, because one of them is a paragraph or holds blocks that
// need a blank line between them.
func (w *writer) isLoose(n *html.Node) bool {
	loose := false
	for c := n.FirstChild; c != nil && !loose; c = c.NextSibling {
		if w.skips(c) {
			continue
		}
		loose = c.DataAtom == atom.Li && w.isLooseItem(c)
	}
	return loose
}

// looseness is what is known of an item so far.
type looseness struct {
	content    bool // there was any
	closed     bool // the last block is one that a line of text would go on
	table      bool
	paragraphs int
	loose      bool
}

// isLooseItem reports whether an item makes its list loose. Lists and tables within it are
// not looked into, so nesting costs nothing.
func (w *writer) isLooseItem(n *html.Node) bool {
	var l looseness
	w.lookLoose(n, &l, 0)
	return l.loose
}

func (w *writer) lookLoose(n *html.Node, l *looseness, depth int) {
	for c := n.FirstChild; c != nil && !l.loose; c = c.NextSibling {
		if w.skips(c) {
			continue
		}
		if c.Type == html.TextNode {
			if !isBlank(c.Data) {
				l.text()
			}
			continue
		}
		switch c.DataAtom {
		case atom.P:
			if htmltree.Find(c, 20, func(d *html.Node) bool { return d.Type == html.TextNode && !isBlank(d.Data) || d.DataAtom == atom.Img }) == nil {
				break
			}
			l.paragraphs++
			l.loose = depth == 0 || l.paragraphs > 1 || l.closed
		case atom.Ul, atom.Ol, atom.Dl, atom.Blockquote:
			l.loose = l.table || isBroken(c)
			l.content, l.closed = true, true
			continue
		case atom.Table:
			l.loose = l.content
			l.content, l.table = true, true
			continue
		case atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			l.content, l.closed = true, false
			continue
		case atom.Img:
			l.text()
		case atom.Script, atom.Style, atom.Template:
			continue
		}
		if depth < maxDepth {
			w.lookLoose(c, l, depth+1)
		}
	}
}

// isBroken reports whether a list is written as more than one block: with a rule or
// a heading in it, or with terms between.
func isBroken(n *html.Node) bool {
	terms := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Hr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			return n.DataAtom != atom.Blockquote
		case atom.Dt:
			if terms++; terms > 1 {
				return true
			}
		}
	}
	return false
}

func (l *looseness) text() {
	l.loose = l.loose || l.closed || l.table
	l.content = true
}
