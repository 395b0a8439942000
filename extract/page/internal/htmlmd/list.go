package htmlmd

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ordinal"
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

// maxNumber is the largest that CommonMark reads as the number of an item.
const maxNumber = 999_999_999

func (w *writer) list(n *html.Node) {
	if w.cell > 0 {
		w.cellList(n)
		return
	}
	w.end()
	w.lastImg.at = 0 // a list does not depend on the images before it
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
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.DataAtom == atom.Li && !w.skips(c) {
				w.end()
				w.children(c)
			}
		}
		w.end()
		return
	}
	l := list{numbering: w.numberingOf(n), delim: '-', number: 1, step: 1}
	for c := n.FirstChild; c != nil && !l.loose; c = c.NextSibling {
		l.loose = c.DataAtom == atom.Li && !w.skips(c) && w.isLooseItem(c)
	}
	if first := childElement(n, atom.Li); n.DataAtom == atom.Ol && l.numbering == "" && first != nil {
		if k := w.numberingOf(first); k != decimal {
			l.numbering = k // ol > li { list-style-type: lower-alpha }
		}
	}
	if n.DataAtom == atom.Ol || l.numbering != "" {
		l.numbers(n)
	}
	if l.ordered = l.numbering == decimal || n.DataAtom == atom.Ol && l.numbering == ""; l.ordered {
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

func (w *writer) inList(l list, body func()) {
	w.openList(l)
	body()
	w.closeList()
}

func (w *writer) closeList() {
	w.end()
	w.closeContainer()
}

func (w *writer) openList(l list) {
	w.writeLabel()
	if f := w.container(); l.implied && f.list.implied {
		l.delim = f.list.delim
	} else if (f.prev == listBlock || f.prev == offsetListBlock) && f.list.ordered == l.ordered && f.list.delim == l.delim {
		l.delim = map[byte]byte{'-': '*', '*': '-', '.': ')', ')': '.'}[l.delim]
	}
	k := listBlock
	if l.ordered && l.number != 1 {
		k = offsetListBlock
	}
	saved := w.separator
	w.separateFor(k)
	w.openContainer(container{kind: extract.List, isList: true, as: k, list: l, gap: saved}, nil, nil)
}

// listChildren writes what is in a list. Text and inline elements between the items are an item of their own; a list
// belongs to the item before it, as it is shown.
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

// strays writes the content between two items from c on, a block or what is on a line, and returns the node after it.
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
	cont := strings.Repeat(" ", len(w.marker(f.list, f.list.number-f.list.step)))
	if w.tooDeep() {
		cont = ""
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
		if !w.fragment && !f.list.ordered && f.list.numbering == "" {
			if w.splicedList = w.onlyList(n, false); w.splicedList != nil {
				w.children(n)
				w.splicedList = nil
				return
			}
		}
		w.openItem(n, func() { w.children(n) })
	}
}

// onlyList is the list that is all that an item holds, so that two bullets in a row would say no more than one. It is
// nil if there is anything else, and for a list with numbers unless those count.
func (w *writer) onlyList(n *html.Node, numbered bool) *html.Node {
	for range maxWrappers + 1 {
		var only *html.Node
		for c := range n.ChildNodes() {
			switch {
			case !w.shows(c):
			case only != nil:
				return nil
			default:
				only = c
			}
		}
		if only == nil {
			return nil
		}
		switch n = only; n.DataAtom {
		case atom.Ul, atom.Menu, atom.Dir:
			return n
		case atom.Ol:
			if numbered {
				return n
			}
			return nil
		case atom.Div, atom.Nav, atom.Section, atom.Article, atom.Span, 0: // a text has no children
		default:
			return nil
		}
	}
	return nil
}

// maxWrappers bounds the divisions that are looked into for what an item begins with.
const maxWrappers = 8

// orphanItem writes an item outside of any list as an item of a list of its own, which goes on if another one follows.
func (w *writer) orphanItem(n *html.Node) {
	f := w.container()
	l := list{implied: true, delim: '-', step: 1}
	if f.prev == listBlock && f.list.implied {
		w.separateBy(1)
	}
	w.inList(l, func() { w.openItem(n, func() { w.children(n) }) })
}

// openItem writes an item around what body writes. An item that holds nothing at all stays, as it may be an answer left blank.
func (w *writer) openItem(n *html.Node, body func()) {
	saved := w.separator
	at := len(w.containers) - 1
	l := w.containers[at].list
	lines := 1
	if l.loose {
		lines = 2
	}
	marker := w.marker(l, l.number)
	cont := bytes.Repeat([]byte{' '}, len(marker))
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
	// A bare marker below a line of text would be taken to underline that.
	alone := l.items > 0 || contentBefore(n) == nil && contentAfter(n) == nil
	if marker != nil && n.DataAtom == atom.Li && isBare(n) && alone && (at == 0 || !l.loose && l.items > 0) {
		w.emptyLine()
	}
	w.itemLabel = ""
	if w.closeContainer() {
		w.containers[at].list.items++
		w.containers[at].list.number += l.step
	}
}

func (w *writer) cellList(n *html.Node) {
	outer := w.cellItems
	l := list{numbering: w.numberingOf(n), number: 1, step: 1}
	if n.DataAtom == atom.Ol {
		l.numbering = cmp.Or(l.numbering, decimal)
	}
	l.numbers(n)
	w.cellItems = l
	w.flush()
	w.children(n)
	w.flush()
	w.cellItems = outer
}

func (w *writer) cellItem(n *html.Node) {
	marker := "-"
	if l := &w.cellItems; l.numbering != "" {
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

// The items of a list that a page numbers with letters or Roman numerals are items of a list without numbers, each of
// which begins with its letter: Markdown counts in decimal, and the text of the page refers to "rule B".

// numbering is how the items of a list are counted: the value of a type attribute (HTML, 4.4.5), or "01" or "α" for
// what only styles say. "" is not said.
type numbering string

const decimal numbering = "1"

func (w *writer) numberingOf(n *html.Node) numbering {
	if style := w.style(n); strings.Contains(style, "list-style") {
		for word := range strings.FieldsSeq(cmp.Or(htmltree.Declared(style, "list-style-type"), htmltree.Declared(style, "list-style"))) {
			switch word {
			case "decimal":
				return decimal
			case "decimal-leading-zero":
				return "01"
			case "lower-alpha", "lower-latin":
				return "a"
			case "upper-alpha", "upper-latin":
				return "A"
			case "lower-roman":
				return "i"
			case "upper-roman":
				return "I"
			case "lower-greek":
				return "α"
			}
		}
	}
	if k := strings.TrimSpace(htmltree.Attr(n, "type")); len(k) == 1 && strings.Contains("1aAiI", k) {
		return numbering(k)
	}
	return ""
}

func (k numbering) label(number int) string {
	s := strconv.Itoa(number)
	switch k {
	case "01":
		s = fmt.Sprintf("%02d", number)
	case "a", "A":
		s = ordinal.Letters(number, "abcdefghijklmnopqrstuvwxyz")
	case "i", "I":
		s = strings.ToLower(ordinal.Roman(number))
	case "α":
		s = ordinal.Letters(number, "αβγδεζηθικλμνξοπρστυφχψω")
	}
	if k == "A" || k == "I" {
		s = strings.ToUpper(s)
	}
	return s + "."
}

// itemLabelOf is the label of an item in the list l, "" where Markdown writes its number, or where the text begins with it.
func (w *writer) itemLabelOf(n *html.Node, l *list) string {
	k := l.numbering
	if own := w.numberingOf(n); own != "" && k != "" {
		k = own
	}
	if l.ordered || k == "" {
		return ""
	}
	label := k.label(l.number)
	const most = 24 // bytes
	word, rest := cutToken(shownText(n, most))
	if strings.Trim(word, "().:") == strings.TrimSuffix(label, ".") && !isBlank(rest) && word != strings.Trim(word, "().:") {
		return ""
	}
	return label
}

func (l *list) numbers(n *html.Node) {
	if htmltree.Has(n, "reversed") {
		l.step = -1
		l.number = 0
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Data == "li" {
				l.number++
			}
		}
	}
	if v, ok := number(n, "start"); ok {
		l.number = v
	}
}
