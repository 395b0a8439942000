package gridtable

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// role is the first role of an element: others are for readers that don't know it.
func role(n *html.Node) string {
	value, _, _ := strings.Cut(strings.TrimSpace(htmltree.Attr(n, "role")), " ")
	return value
}

func hasColumnClass(n *html.Node) bool {
	return slices.ContainsFunc(strings.Fields(htmltree.Attr(n, "class")), func(class string) bool { return strings.HasPrefix(class, "col-") })
}

func hasTextBetween(n *html.Node) bool {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data) != ""
	}
	if n.DataAtom == atom.Script || n.DataAtom == atom.Style || htmltree.IsCellRole(role(n)) {
		return false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if hasTextBetween(c) {
			return true
		}
	}
	return false
}

// maxCellNodes bounds the nodes of a cell, so that cells within cells, each of which is
// looked at, cost no more than their number.
const maxCellNodes = 1000

// cellText returns the length of the text of a cell in bytes. It reports false for a cell
// with a heading, a section or a table within, which no table of data has, and for one of
// more than maxCellNodes nodes.
func cellText(n *html.Node) (size int, ok bool) {
	nodes := 0
	return textBelow(n, &nodes)
}

func textBelow(n *html.Node, nodes *int) (size int, ok bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if *nodes++; *nodes > maxCellNodes {
			return 0, false
		}
		switch c.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Article, atom.Section, atom.Form, atom.Table:
			return 0, false
		case atom.Script, atom.Style:
			continue
		}
		if c.Type == html.TextNode {
			size += len(strings.TrimSpace(c.Data))
			continue
		}
		if htmltree.IsTableRole(role(c)) || htmltree.IsCellRole(role(c)) {
			return 0, false
		}
		inner, ok := textBelow(c, nodes)
		if !ok {
			return 0, false
		}
		size += inner
	}
	return size, true
}
