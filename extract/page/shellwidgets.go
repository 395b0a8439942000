package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// isWidget reports whether the name, id or class of an element has a word that tells of a
// widget: it may be empty on a page that is complete.
func isWidget(n *html.Node) bool {
	for _, name := range [...]string{n.Data, htmltree.Attr(n, "id"), htmltree.Attr(n, "class")} {
		for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_ :.", r) }) {
			if slices.Contains(phrases()[widgetNames], word) {
				return true
			}
		}
	}
	return false
}
