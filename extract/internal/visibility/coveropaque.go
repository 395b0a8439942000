package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// blankContent reports whether a value of content makes a box without text.
func blankContent(value string) bool {
	inner, ok := strings.CutPrefix(value, value[:min(1, len(value))])
	return ok && len(value) >= 2 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] && blankText(inner[:len(inner)-1])
}

// coversByContent reports whether n is an element without content, or a photo.
func coversByContent(n *html.Node) bool {
	switch n.Data {
	case "img":
		return isPhoto(htmltree.Attr(n, "src"))
	case "div", "span", "i", "b", "p", "a", "em", "strong", "section", "figure", "hr", "label":
		return isEmpty(n)
	}
	return false
}

// isOpaque reports whether nothing is seen through an element that covers by content.
func isOpaque(n *html.Node, c *css.Style) bool {
	if n.Data != "img" {
		return opaqueColor(n, c)
	}
	fit := c.Get(css.ObjectFit)
	return (fit == "" || fit == "fill" || fit == "cover") && !c.Has(css.Padding)
}

func opaqueColor(n *html.Node, c *css.Style) bool {
	var colors elementColors
	colors.set(n, c)
	return colors.backSet && colors.back.A >= 1
}

// isEmpty reports whether n holds no text and nothing that a reader sees.
func isEmpty(n *html.Node) bool {
	for d := n.FirstChild; d != nil; d = htmltree.Next(d, n) {
		switch {
		case d.Type == html.TextNode && !blankText(d.Data):
			return false
		case d.Type == html.ElementNode && d.Data != "div" && d.Data != "span":
			return false
		}
	}
	return true
}

// isPhoto reports whether a picture has a format without transparency.
func isPhoto(src string) bool {
	src = css.Lower(src[:min(len(src), 2000)])
	if strings.HasPrefix(src, "data:") {
		return strings.HasPrefix(src, "data:image/jpeg")
	}
	path, _, _ := strings.Cut(src, "?")
	path, _, _ = strings.Cut(path, "#")
	return strings.HasSuffix(path, ".jpg") || strings.HasSuffix(path, ".jpeg")
}
