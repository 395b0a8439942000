package measure

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// isFormula reports whether an element is a formula, or the drawing of one by MathJax or GitHub. All
// that is in it stands within the line: <mi> and <mo> of MathML, as custom elements, part no text.
func isFormula(n *html.Node) bool {
	return n.DataAtom == atom.Math || n.DataAtom == 0 && (strings.HasPrefix(n.Data, "mjx-") || strings.HasPrefix(n.Data, "math-"))
}

// isFormulaSource reports whether an element that is hidden for this reason holds the MathML
// of a formula that is drawn beside it. KaTeX, MathJax and MediaWiki hide it or clip it to a
// pixel, because readers see the drawing.
func isFormulaSource(n *html.Node, reason string) bool {
	if reason == "not rendered" || n.DataAtom != atom.Span && n.Data != "mjx-assistive-mml" {
		return false
	}
	if n.Data != "mjx-assistive-mml" && !htmltree.HasClass(n, "katex-mathml", "MJX_Assistive_MathML", "mwe-math-mathml-inline", "mwe-math-mathml-display") {
		return false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Math && (c.Type != html.TextNode || !isBlank(c.Data)) {
			return false
		}
	}
	return n.FirstChild != nil
}
