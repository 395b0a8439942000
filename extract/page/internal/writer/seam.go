package writer

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// part sets n apart from the words before it where only style would.
func (w *writer) part(n *html.Node) {
	if n.PrevSibling != nil && Seam(n) {
		w.space = w.space || !w.glued
	}
}

// Seam tells whether n is a span or a link that stands right after another one
// and begins with a capital where that ends with a small letter or a digit, all
// of them ASCII. Only style sets such two apart ("In stock" and "Ships today"
// on a card), so that text needs a space between them.
func Seam(n *html.Node) bool {
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
