package meta

import (
	"strings"

	"golang.org/x/net/html"
)

// Text is the text below n, white space folded, at most limit bytes of it.
func Text(n *html.Node, limit int) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return fold(cutText(c.Data, limit))
	}
	var b strings.Builder
	gather(n, &b, limit, 0)
	return fold(b.String())
}

func gather(n *html.Node, b *strings.Builder, limit, depth int) {
	for c := n.FirstChild; c != nil && b.Len() < limit && depth < 64; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && isBlank(c.Data):
			space(b)
		case c.Type == html.TextNode:
			b.WriteString(cutText(c.Data, limit-b.Len()))
		case c.Type == html.ElementNode && c.Data != "script" && c.Data != "style" && c.Data != "svg" && c.Data != "button":
			gather(c, b, limit, depth+1)
			space(b)
		}
	}
}

// space parts words. White space between tags doesn't count against the limit.
func space(b *strings.Builder) {
	if s := b.String(); s != "" && s[len(s)-1] != ' ' {
		b.WriteByte(' ')
	}
}

func isBlank(s string) bool { return strings.Trim(s, " \t\n\r\f") == "" }

func cutText(s string, limit int) string {
	if len(s) > limit {
		return strings.ToValidUTF8(s[:limit], "")
	}
	return s
}
