package htmlmd

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// linkOrStyleGap sets n apart from the words before it where only style would. In fragments
// links that touch stay as they are.
func (w *writer) linkOrStyleGap(n *html.Node) {
	if n.PrevSibling != nil && (IsInlineGap(n) || !w.fragment && (isLinkGap(n) || isStyleGap(n) || isWordGap(n.PrevSibling, n))) {
		w.pendingSpace = w.pendingSpace || !w.trimNext
	}
}

// IsInlineGap reports whether n is a span or a link that stands right after another one
// and begins with a capital where that ends with a small letter or a digit, all
// of them ASCII. Only style sets such two apart ("In stock" and "Ships today"
// on a card), so that text needs a space between them.
func IsInlineGap(n *html.Node) bool {
	before := n.PrevSibling
	if before == nil || !spanOrLink(before) || !spanOrLink(n) {
		return false
	}
	first, last := n.FirstChild, before.LastChild
	for first != nil && first.Type == html.ElementNode && spanOrLink(first) {
		first = first.FirstChild
	}
	for last != nil && last.Type == html.ElementNode && spanOrLink(last) {
		last = last.LastChild
	}
	if first == nil || last == nil || first.Type != html.TextNode || last.Type != html.TextNode || first.Data == "" || last.Data == "" {
		return false
	}
	a, b := last.Data[len(last.Data)-1], first.Data[0]
	return b >= 'A' && b <= 'Z' && (a >= 'a' && a <= 'z' || a >= '0' && a <= '9')
}

func spanOrLink(n *html.Node) bool { return n.DataAtom == atom.Span || n.DataAtom == atom.A }

// isLinkGap reports whether n begins with a link that needs a space before it: right
// after a link to another place, so that two labels touch, or after the end of a
// sentence.
func isLinkGap(n *html.Node) bool {
	before := n.PrevSibling
	if before == nil || !spanOrLink(before) || !spanOrLink(n) {
		return false
	}
	b := edgeLink(n, false)
	if b == nil {
		return false
	}
	last, first := edgeRune(before, true), edgeRune(b, false)
	if last == '.' || last == '!' || last == '?' {
		return unicode.IsUpper(first)
	}
	if a := edgeLink(before, true); a == nil || sameLink(a, b) {
		return false
	}
	return isWordRune(last) && (isWordRune(first) || first == '#' || first == '@')
}

// joinsLink reports whether the link n goes on with the one right before it, as
// editors leave them that change a part of a link: both are text and lead to the
// same place.
func (w *writer) joinsLink(n *html.Node) bool {
	before := n.PrevSibling
	if before == nil || before.DataAtom != atom.A || !sameLink(before, n) || w.pendingSpace || w.pendingBreak {
		return false
	}
	return onlyText(before) && onlyText(n)
}

// edgeChild is the first child of n, or the last one.
func edgeChild(n *html.Node, last bool) *html.Node {
	if last {
		return n.LastChild
	}
	return n.FirstChild
}

// edgeLink is the link that n is, or that the spans at one end of it hold.
func edgeLink(n *html.Node, last bool) *html.Node {
	for n != nil && n.DataAtom == atom.Span {
		n = edgeChild(n, last)
	}
	if n == nil || n.DataAtom != atom.A {
		return nil
	}
	return n
}

func sameLink(a, b *html.Node) bool {
	x, ok := htmltree.Lookup(a, "href")
	y, ok2 := htmltree.Lookup(b, "href")
	return ok && ok2 && x == y
}

// edgeOfDrawing is edgeChild of an element of SVG, but for white space and for shapes,
// which hold nothing.
func edgeOfDrawing(n *html.Node, last bool) *html.Node {
	c := edgeChild(n, last)
	for c != nil && (c.Type == html.TextNode && isBlank(c.Data) || c.Type == html.ElementNode && c.FirstChild == nil) {
		if last {
			c = c.PrevSibling
		} else {
			c = c.NextSibling
		}
	}
	return c
}

// edgeRune is the character at one end of n. An image stands for a letter, a drawing
// for its title; 0 is for anything else that is no text.
func edgeRune(n *html.Node, last bool) rune {
	for n != nil {
		switch {
		case n.DataAtom == atom.Img || n.DataAtom == atom.Picture:
			return 'x'
		case n.Type == html.TextNode && last:
			r, _ := utf8.DecodeLastRuneInString(n.Data)
			return r
		case n.Type == html.TextNode:
			r, _ := utf8.DecodeRuneInString(n.Data)
			return r
		}
		if n.Namespace == "svg" {
			n = edgeOfDrawing(n, last)
		} else {
			n = edgeChild(n, last)
		}
	}
	return 0
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
