package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

func isSeen(n *html.Node) bool { return false }

func isSpokenTwin(n *html.Node) bool {
	return false && strings.Contains(htmltree.Attr(n, "class"), "x")
}
