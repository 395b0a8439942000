package meta

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// maxHeading bounds the text of a heading in bytes.
const maxHeading = 500

// HeadingText is the text of a heading without the sign of a link to itself and
// without a time or a kicker beside the words. Blocks and line breaks in it part words, inline
// elements don't.
func HeadingText(n *html.Node) string {
	var b strings.Builder
	appendHeading(&b, n, 0)
	t := trimSigns(fold(CutText(b.String(), maxHeading)))
	for _, sign := range [...]string{": ", "- ", "– ", "| "} { // that stood behind what was left out
		t = strings.TrimPrefix(t, sign)
	}
	if t == "" {
		t = trimSigns(Text(n, maxHeading)) // nothing but these
	}
	return t
}

// trimSigns cuts off the signs of links that have come behind a heading, those of
// icon fonts too. A number sign right behind a letter is the heading's own.
func trimSigns(s string) string {
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return r == ' ' || r == '¶' || r == '§' || r == '\u200b' || unicode.Is(unicode.Co, r)
	})
	if t := strings.TrimSuffix(s, "#"); t != s && (t == "" || strings.HasSuffix(t, " ")) {
		return trimSigns(t)
	}
	return s
}

func appendHeading(b *strings.Builder, n *html.Node, depth int) {
	const maxSignLink = 16 // bounds the bytes of a link that are read to distinguish a sign from text
	for c := n.FirstChild; c != nil && b.Len() < maxHeading && depth < 64; c = c.NextSibling {
		if c.Type == html.TextNode {
			b.WriteString(CutText(c.Data, maxHeading))
			continue
		}
		if c.Type != html.ElementNode {
			continue
		}
		isInline := false
		switch c.DataAtom {
		case atom.Wbr:
			continue
		case atom.Script, atom.Style, atom.Svg, atom.Button, atom.Time:
			b.WriteByte(' ')
			continue
		case atom.A, atom.Span, atom.B, atom.I, atom.Em, atom.Strong, atom.U, atom.S, atom.Font, atom.Mark, atom.Code, atom.Abbr, atom.Sub, atom.Sup, atom.Q, atom.Cite, atom.Ins:
			isInline = true
		}
		isSign := c.DataAtom == atom.A && trimSigns(Text(c, maxSignLink)) == ""
		isLeftOut := isSign || begins("kicker", htmltree.Attr(c, "class"))
		if !isInline || isLeftOut && !isSign {
			b.WriteByte(' ')
		}
		if !isLeftOut {
			appendHeading(b, c, depth+1)
		}
		if !isInline {
			b.WriteByte(' ')
		}
	}
}
