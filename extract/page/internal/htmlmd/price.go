package htmlmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Prices are often set in pieces: the cents raised, the old price right before the
// new one.

// raisedCents tells the two raised figures of a price after the others: with a point
// or comma of their own, or, which a footnote may be too, in an element whose class
// says that it is a price. It returns what to write on the line.
func (w *writer) raisedCents(n *html.Node, text string) (string, bool) {
	figures := strings.TrimLeft(text, ".,")
	if len(figures) != 2 || len(text) > 3 || !w.touching() || !unicode.IsDigit(w.lastOfText()) {
		return "", false
	}
	for i := range figures {
		if figures[i] < '0' || figures[i] > '9' {
			return "", false
		}
	}
	if len(text) == 3 {
		return text, true
	}
	for up, hop := n, 0; up != nil && hop < 5; up, hop = up.Parent, hop+1 {
		if class := htmltree.Attr(up, "class"); strings.Contains(strings.ToLower(class), "price") {
			return "." + text, true
		}
	}
	return "", false
}

// beginsPrice reports whether a text begins with the sign of a currency that stands
// before the figures: a price right after figures is another price.
func beginsPrice(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case '$', '£', '¥':
		return true
	case '€':
		return size < len(text) && text[size] >= '0' && text[size] <= '9'
	}
	return false
}
