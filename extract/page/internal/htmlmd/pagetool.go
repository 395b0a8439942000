package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// maxToolLabel bounds the labels of links that are tools of a page, in bytes.
const maxToolLabel = 40

// arrows are what links to the next page and the one before are drawn with.
const arrows = "<->=«»‹›←→↑↓↖↗⇐⇒⇑⇓⇦⇨⇧⇩▲△▴◀▶◂▸◄►^ "

// isPageTool reports whether a link is all of its block and a tool of the page, no
// content: one to the top or past the menus, or with an arrow for a label.
func (w *writer) isPageTool(n *html.Node, href string) bool {
	if w.fragment || w.cell > 0 || !isAlone(n) {
		return false
	}
	label := strings.TrimSpace(shortText(n, maxToolLabel))
	if img := onlyImage(n); label == "" && img != nil {
		label, _ = htmltree.Lookup(img, "alt")
	}
	if label == "" || len(label) > maxToolLabel {
		return false
	}
	return strings.Trim(label, arrows) == "" || w.leadsWithinPage(href) && wordList("part of page").has(strings.ToLower(strings.TrimFunc(label, func(r rune) bool { return !isWordRune(r) })))
}

// isAlone reports whether n is all that the block around it holds.
func isAlone(n *html.Node) bool {
	for range maxWrappers {
		if contentBefore(n) != nil || contentAfter(n) != nil {
			return false
		}
		if n = n.Parent; n == nil || n.DataAtom != atom.Span && n.DataAtom != atom.Small && n.DataAtom != atom.Font {
			return n != nil && htmltree.IsBlock(n.DataAtom)
		}
	}
	return false
}

// onlyImage is the image that is all that n holds, nil if there is anything else.
func onlyImage(n *html.Node) *html.Node {
	if c := onlyElement(n); c != nil && c.DataAtom == atom.Img {
		return c
	}
	return nil
}
