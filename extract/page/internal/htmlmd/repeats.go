package htmlmd

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Quotes and numbers that the markup of a page says twice.

// onlyQuote is the quote that is all that n holds, so that two marks in a row would
// say no more than one. It is nil if there is anything else.
func (w *writer) onlyQuote(n *html.Node, depth int) *html.Node {
	return w.soleInside(n, depth, func(c *html.Node) (is, wraps bool) {
		switch c.DataAtom {
		case atom.Blockquote:
			return true, false
		case atom.Div, atom.Section, atom.Article:
			return false, true
		}
		return false, false
	})
}

// innerQuote is the quote that a call-out for quotes holds right below it, beside the
// name of who said it.
func innerQuote(n *html.Node, class string) *html.Node {
	if labelOf(class) != "Quote" {
		return nil
	}
	return childElement(n, atom.Blockquote)
}

// numbersItself reports whether the items of an ordered list, three or more, begin with
// their own numbers, as lists do that are styled without any.
func (w *writer) numbersItself(n *html.Node, l list) bool {
	if w.fragment || l.step != 1 {
		return false
	}
	items := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Li {
			continue
		}
		word, rest := cutToken(shownText(c, 64))
		if strings.TrimRight(word, ".):") != strconv.Itoa(l.number+items) || isBlank(rest) {
			return false
		}
		items++
	}
	return items > 2
}

// dropNumber takes the number of an item back that the text of it begins with.
func (w *writer) dropNumber() {
	n := len(w.containers)
	if n < 2 || !w.containers[n-1].isItem || w.containers[n-1].wrote || !w.containers[n-2].list.numbered || len(w.Items) < 1 || w.Items[0].Kind != mdinline.Text {
		return
	}
	it := &w.Items[0]
	text := string(w.Text[it.Start:it.End])
	word, rest := cutToken(text)
	if strings.TrimRight(word, ".):") != strconv.Itoa(w.containers[n-2].list.number) {
		return
	}
	if rest = strings.TrimLeft(rest, " "); rest != "" {
		it.Start = it.End - int32(len(rest))
	} else if len(w.Items) > 1 {
		it.Kind = mdinline.Removed
		if w.Items[1].Kind == mdinline.Break {
			w.Items[1].Kind = mdinline.Removed
		}
	}
}
