package htmlmd

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// list is the state of a list that is being written.
type list struct {
	ordered   bool // Markdown writes the numbers
	numbering numbering
	numbered  bool // the texts of the items begin with their numbers
	implied   bool // made up for an item outside of any list
	loose     bool // blank lines between items
	delim     byte // '-' or '*' of a bullet, '.' or ')' after a number
	number    int
	step      int
	items     int
}

// interrupt resets l for a block between the items: the items after it are a new list, with the other
// delimiter undone that kept it apart from a list before.
func (l *list) interrupt() {
	l.items = 0
	if l.delim == '*' {
		l.delim = '-'
	}
	if l.delim == ')' {
		l.delim = '.'
	}
}

// maxNumber is the largest that CommonMark reads as the number of an item.
const maxNumber = 999_999_999

// list writes <ul> and <ol>.
func (w *writer) list(n *html.Node) {
	if w.cell > 0 {
		w.cellList(n)
		return
	}
	w.end()
	w.lastImg.at = 0 // a list is the same whatever was written before it
	if n == w.splicedList {
		w.splicedList = nil
		w.listChildren(n)
		return
	}
	if w.noteList(n) {
		w.end()
		return
	}
	if w.isSectionList(n) {
		w.sectionList(n)
		return
	}
	l := list{numbering: w.numberingOf(n), loose: w.isLoose(n), delim: '-', number: 1, step: 1}
	if n.DataAtom == atom.Ol || l.numbering != unsaid {
		l.numbers(n)
	}
	if l.ordered = l.numbering == decimal || n.DataAtom == atom.Ol && l.numbering == unsaid; l.ordered {
		l.delim = '.'
		l.numbered = w.numbersItself(n, l)
	}
	w.inList(l, func() { w.listChildren(n) })
}

func number(n *html.Node, key string) (int, bool) {
	s, ok := htmltree.Lookup(n, key)
	if !ok {
		return 0, false
	}
	v, err := strconv.Atoi(strings.TrimSpace(s))
	return v, err == nil && v >= 0 && v <= maxNumber
}

// inList writes what body writes as the items of a list.
func (w *writer) inList(l list, body func()) {
	w.openList(l)
	body()
	w.closeList()
}

// openList opens a list, kept apart from one right before it.
func (w *writer) openList(l list) {
	w.writeLabel()
	l.delim = ownDelim(w.container(), l)
	k := listBlock
	if l.ordered && l.number != 1 {
		k = offsetListBlock
	}
	saved := w.separator
	w.separateFor(k)
	w.openContainer(container{kind: extract.List, isList: true, as: k, list: l, gap: saved}, nil, nil)
}

func (w *writer) closeList() {
	w.end()
	w.closeContainer()
}

// ownDelim is the delimiter of a list that keeps it apart from one right before it.
func ownDelim(f *container, l list) byte {
	if l.implied && f.list.implied {
		return f.list.delim
	}
	if (f.prev == listBlock || f.prev == offsetListBlock) && f.list.ordered == l.ordered && f.list.delim == l.delim {
		return otherDelim(l.delim)
	}
	return l.delim
}

func otherDelim(c byte) byte {
	switch c {
	case '-':
		return '*'
	case '*':
		return '-'
	case '.':
		return ')'
	}
	return '.'
}

// listChildren writes what is in a list. Text and inline elements between the
// items are an item of their own; a list belongs to the item before it, as it
// is shown.
func (w *writer) listChildren(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		switch {
		case isStray(c):
			c = w.strays(c)
			continue
		case w.skips(c):
			if w.has(c, CountedItem) {
				w.container().list.number += w.container().list.step
			}
		case c.DataAtom == atom.Ul, c.DataAtom == atom.Ol:
			w.continueItem(c)
		default:
			w.node(c)
		}
		c = c.NextSibling
	}
}

// isStray reports whether a child of a list is content outside of its items.
func isStray(n *html.Node) bool {
	if n.Type == html.TextNode {
		return !isBlank(n.Data)
	}
	if n.Type != html.ElementNode {
		return false
	}
	switch n.DataAtom {
	case atom.Li, atom.Ul, atom.Ol, atom.Script, atom.Style, atom.Template, atom.Slot, atom.Hr:
		return false
	}
	return headingLevel(n) == 0 && !holdsItems(n, 0)
}

// holdsItems reports whether an element wraps items of the list it is in.
func holdsItems(n *html.Node, depth int) bool {
	for c := n.FirstChild; c != nil && depth < 8; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Li:
			return true
		case atom.Ul, atom.Ol:
		default:
			if holdsItems(c, depth+1) {
				return true
			}
		}
	}
	return false
}

// strays writes the content between two items from c on, a block or what is on
// a line, and returns the node after it.
func (w *writer) strays(c *html.Node) *html.Node {
	w.openItem(c, func() {
		for first := c; c != nil && (isStray(c) || c.Type == html.TextNode); c = c.NextSibling {
			if c != first && (htmltree.IsBlock(c.DataAtom) || htmltree.IsBlock(first.DataAtom)) {
				return
			}
			if !w.skips(c) {
				w.node(c)
			}
		}
	})
	return c
}

// continueItem writes a list in a list as part of the item before it.
func (w *writer) continueItem(n *html.Node) {
	f := w.container()
	if f.list.items == 0 {
		w.openItem(n, func() { w.node(n) })
		return
	}
	saved := w.separator
	cont := w.spaces(len(w.marker(f.list, f.list.number-f.list.step)))
	if w.tooDeep() {
		cont = nil
	}
	lines := 1
	if f.list.loose {
		lines = 2
	}
	w.separateBy(lines)
	w.openContainer(container{kind: extract.List, isItem: true, tight: !f.list.loose, gap: saved, prev: paraBlock}, nil, nil)
	w.prefix = append(w.prefix, cont...)
	w.node(n)
	w.end()
	w.closeContainer()
}

func (w *writer) marker(l list, number int) []byte {
	if !l.ordered {
		return []byte{l.delim, ' '}
	}
	b := strconv.AppendInt(nil, int64(min(max(number, 0), maxNumber)), 10)
	return append(b, l.delim, ' ')
}

func (w *writer) spaces(n int) []byte { return []byte(strings.Repeat(" ", n)) }
