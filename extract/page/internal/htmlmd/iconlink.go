package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// iconName is the name of a link that shows an icon and no text, as a reader of
// the screen hears it. It is "" for one without a name and for buttons to share
// the page, which lead to forms.
func iconName(n *html.Node, url linkTarget) string {
	if n == nil || htmltree.Find(n, maxDepth, func(c *html.Node) bool { // what can show an icon; images are written as such
		return c.DataAtom == atom.I || c.DataAtom == atom.Span || c.DataAtom == atom.Svg || c.Type == html.ElementNode && (c.Namespace == "svg" || c.Data == "svg")
	}) == nil || !isBlank(shortText(n, 64)) || sharesPage(url) {
		return ""
	}
	name := htmltree.Attr(n, "aria-label")
	return strings.TrimSpace(name)
}

// sharesPage reports whether an address is that of a form of a service that the page
// is to be shared with.
func sharesPage(url linkTarget) bool {
	s := url.String()
	if strings.HasPrefix(s, "mailto:?") || strings.HasPrefix(s, "whatsapp:") || strings.Contains(s, "/cdn-cgi/l/email-protection") {
		return true
	}
	_, s, _ = strings.Cut(s, "//")
	s = strings.TrimPrefix(s, "www.")
	return wordList("share form").begins(s)
}
