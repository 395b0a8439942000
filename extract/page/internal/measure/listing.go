package measure

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// lineClasses are the classes that editors and highlighters give the element of a line of code, or of a line that is folded over
// several. "line" is a line of code only in an element of class "fragment", as Doxygen writes it, or with the class "index0", as
// SyntaxHighlighter writes the first: a poem has lines too.
var lineClasses = []string{"cm-line", "view-line", "ace_line", "ace_line_group", "crayon-line", "code-line", "codeline"}

// isListing reports whether a div is code without a <pre>, each line of which is a div or, as GeSHi writes it, an item:
//
//	<div class="fragment"><div class="line">if (open) {</div><div class="line">  go();</div></div>
func isListing(n *html.Node) bool {
	var first *html.Node
	for c := n.FirstChild; c != nil && first == nil; c = c.NextSibling {
		switch {
		case c.DataAtom == atom.Div:
			first = c
		case c.DataAtom == atom.Ol:
			return strings.Contains(htmltree.Attr(n, "class"), "geshi")
		case c.Type == html.ElementNode || c.Type == html.TextNode && !IsBlank(c.Data):
			return false
		}
	}
	if first == nil || !strings.Contains(htmltree.Attr(first, "class"), "line") {
		return false
	}
	return htmltree.HasClass(first, lineClasses...) ||
		htmltree.HasClass(first, "line") && (htmltree.HasClass(n, "fragment") || htmltree.HasClass(first, "index0"))
}

// emptySpace empties the white space between the lines of a listing, in it or in divs that fold some of them.
func emptySpace(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && IsBlank(c.Data):
			c.Data = ""
		case c.DataAtom == atom.Div && htmltree.HasClass(c, "foldopen"):
			emptySpace(c)
		}
	}
}
