package htmlmd

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// item writes <li>.
func (w *writer) item(n *html.Node) {
	w.end()
	switch f := w.container(); {
	case w.cell > 0:
		w.cellItem(n)
	case !f.isList:
		w.orphanItem(n)
	default:
		if v, ok := number(n, "value"); ok {
			f.list.number = v
		}
		if !w.fragment && !f.list.ordered && f.list.numbering == unsaid {
			if w.splicedList = w.onlyList(n, false, 0); w.splicedList != nil {
				w.children(n)
				w.splicedList = nil
				return
			}
		}
		w.openItem(n, func() { w.children(n) })
	}
}

// onlyList is the list that is all that an item holds, so that two bullets in a row
// would say no more than one. It is nil if there is anything else, and for a list
// with numbers unless those count.
func (w *writer) onlyList(n *html.Node, numbered bool, depth int) *html.Node {
	return w.soleInside(n, depth, func(c *html.Node) (is, wraps bool) {
		switch c.DataAtom {
		case atom.Ul, atom.Menu, atom.Dir:
			return true, false
		case atom.Ol:
			return numbered, false
		case atom.Div, atom.Nav, atom.Section, atom.Article, atom.Span, 0:
			return false, true
		}
		return false, false
	})
}

// soleInside is the element that is all that n holds, in wrappers or not: what
// kind says of an element is whether it is such a one, and whether it is a
// wrapper to look into. It is nil if there is anything else.
func (w *writer) soleInside(n *html.Node, depth int, kind func(*html.Node) (is, wraps bool)) *html.Node {
	var found *html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !w.shows(c) {
			continue
		}
		var inner *html.Node
		if is, wraps := kind(c); is {
			inner = c
		} else if wraps && depth < maxWrappers {
			inner = w.soleInside(c, depth+1, kind)
		}
		if inner == nil || found != nil {
			return nil
		}
		found = inner
	}
	return found
}

// maxWrappers bounds the divisions around the list of an item.
const maxWrappers = 8

// orphanItem writes an item outside of any list as an item of a list of its own,
// which goes on if another one follows.
func (w *writer) orphanItem(n *html.Node) {
	f := w.container()
	l := list{implied: true, delim: '-', step: 1}
	if f.prev == listBlock && f.list.implied {
		w.separateBy(1)
	}
	w.inList(l, func() { w.openItem(n, func() { w.children(n) }) })
}

// openItem writes an item around what body writes. An item that holds nothing
// at all stays, as it may be an answer left blank.
func (w *writer) openItem(n *html.Node, body func()) {
	saved := w.separator
	at := len(w.containers) - 1
	l := w.containers[at].list
	lines := 1
	if l.loose {
		lines = 2
	}
	marker := w.marker(l, l.number)
	cont := w.spaces(len(marker))
	if w.tooDeep() {
		marker, cont, lines = nil, nil, 2
	}
	if l.items > 0 {
		w.separateBy(lines)
	}
	w.openContainer(container{kind: extract.List, isItem: true, tight: !l.loose && marker != nil, gap: saved}, marker, cont)
	w.itemLabel = w.itemLabelOf(n, &l)
	body()
	w.end()
	if marker != nil && isBlankItem(n, l.items) && (at == 0 || !l.loose && l.items > 0) {
		w.emptyLine()
	}
	w.itemLabel = ""
	if w.closeContainer() {
		w.containers[at].list.items++
		w.containers[at].list.number += l.step
	}
}

// isBlankItem reports whether an item holds nothing and is to stay: one that no
// item is written before only if it is the whole list, as a bare marker below a
// line of text would be taken to underline that.
func isBlankItem(n *html.Node, before int) bool {
	if n.DataAtom != atom.Li || !isBare(n) {
		return false
	}
	return before > 0 || contentBefore(n) == nil && contentAfter(n) == nil
}

// cellList writes a list in a table cell, a line for each item.
func (w *writer) cellList(n *html.Node) {
	outer := w.cellItems
	l := list{numbering: w.numberingOf(n), number: 1, step: 1}
	if n.DataAtom == atom.Ol {
		l.numbering = max(l.numbering, decimal)
	}
	l.numbers(n)
	w.cellItems = l
	w.flush()
	w.children(n)
	w.flush()
	w.cellItems = outer
}

// cellItem writes an item in a table cell.
func (w *writer) cellItem(n *html.Node) {
	marker := "-"
	if l := &w.cellItems; l.numbering != unsaid {
		if v, ok := number(n, "value"); ok {
			l.number = v
		}
		marker = l.numbering.label(l.number)
		l.number += l.step
	}
	w.flush()
	at := len(w.Items)
	w.raw(marker)
	w.pendingSpace = true
	w.children(n)
	if len(w.Items) == at+1 {
		w.Items = w.Items[:at]
	}
	w.flush()
}
