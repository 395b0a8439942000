package htmlmd

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Text keeps its lines where a style says so (white-space: CSS Text Level 3, section 3): as lines that
// are broken, or as a block of code where its spaces matter as well.

// style returns the declarations for n in the style sheets of the page, followed by its
// style attribute. It has only the properties that the writer needs.
func (w *writer) style(n *html.Node) string {
	own := htmltree.Attr(n, "style")
	if len(w.in.Styles) == 0 {
		return own
	}
	if sheets := w.in.Styles[n]; sheets != "" {
		return sheets + ";" + own
	}
	return own
}

// keepsLines reports whether an element with these declarations keeps the line breaks of its text, and whether it keeps
// the spaces as well. outer reports whether the element around it keeps line breaks.
func keepsLines(style string, outer bool) (lines, spaces bool) {
	switch value := htmltree.Declared(style, "white-space"); value {
	case "pre", "pre-wrap", "break-spaces":
		return true, true
	case "pre-line":
		return true, false
	case "normal", "nowrap", "initial":
		return false, false
	}
	return outer, false
}

// isListing reports whether an element that keeps its lines and spaces is code or the output of a program: it is set
// in a font of one width, by its style or the words of its class, or has columns.
func (w *writer) isListing(n *html.Node, style string) bool {
	if w.cell > 0 || w.heading > 0 || w.inLink() || w.container().tight && len(w.Items) > 0 || !isOwnLine(n) {
		return false
	}
	if !holdsPlainText(n) {
		return false
	}
	text := bytes.TrimSpace(w.codeText(n, w.scratch[:0]))
	return bytes.IndexByte(text, '\n') >= 0 && looksLikeCode(n, style, text)
}

func holdsPlainText(n *html.Node) bool {
	return htmltree.Find(n, maxDepth, func(c *html.Node) bool {
		return htmltree.IsBlock(c.DataAtom) && c.DataAtom != atom.Div || c.DataAtom == atom.A || c.DataAtom == atom.Img
	}) == nil
}

// looksLikeCode reports whether text that keeps its spaces is code: by the font or the class of the element, or by
// columns and indents.
func looksLikeCode(n *html.Node, style string, text []byte) bool {
	if n.DataAtom == atom.Code || strings.Contains(style, "monospace") || hasWord(htmltree.Attr(n, "class"), wordList("listing").has) {
		return true
	}
	if htmltree.Declared(style, "white-space") != "pre" {
		return false
	}
	for line := range bytes.Lines(text) {
		if bytes.Contains(bytes.ReplaceAll(bytes.TrimRight(line, " \n"), []byte(".  "), nil), []byte("  ")) || bytes.IndexByte(line, '\t') >= 0 {
			return true
		}
	}
	return false
}

func isOwnLine(n *html.Node) bool {
	if htmltree.IsBlock(n.DataAtom) {
		return true
	}
	before, after := contentBefore(n), contentAfter(n)
	return (before == nil || htmltree.IsBlock(before.DataAtom)) && (after == nil || htmltree.IsBlock(after.DataAtom)) && n.Parent != nil && htmltree.IsBlock(n.Parent.DataAtom)
}
