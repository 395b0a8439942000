package htmlmd

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

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
	hasNotes := w.footnotes.ids != nil && htmltree.Find(n, 1, w.footnotes.isNote) != nil
	if !hasNotes && w.isSectionList(n) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.DataAtom == atom.Li && !w.skips(c) {
				w.end()
				w.children(c)
			}
		}
		w.end()
		return
	}
	l, counter := w.numberedList(n)
	l.Loose = htmltree.Find(n, 1, func(c *html.Node) bool { return c.DataAtom == atom.Li && !w.skips(c) && w.isLooseItem(c) }) != nil
	shown := l.Numbering
	if !w.InItems() {
		shown.Between = "" // the list is in no item whose number would come before
	}
	if shown.IsPlain() || n.DataAtom == atom.Ol && l.Numbering == noNumbering {
		l.Numbered = w.numbersItself(n, l)
		first := childElement(n, atom.Li)
		isBulleted := first != nil && words("bullet of Quill").Has(htmltree.Attr(first, "data-list"))
		l.Ordered = (l.Numbered || !w.hidesNumbers(n, l.Numbering)) && !isBulleted
	}
	if hasNotes {
		w.noteList(n, l)
		w.end()
		return
	}
	w.inList(l, func() { w.listChildren(n) })
	if counter.scope != nil {
		w.counts[counter] = w.Container().List.Number - 1
	}
}

func number(n *html.Node, key string) (int, bool) {
	s, ok := htmltree.Lookup(n, key)
	if !ok {
		return 0, false
	}
	v, err := strconv.Atoi(strings.TrimSpace(s))
	return v, err == nil && v >= 0 && v <= mdwriter.MaxNumber
}

func (w *writer) inList(l mdwriter.List, body func()) {
	w.OpenList(l)
	body()
	w.closeList()
}

func (w *writer) closeList() {
	w.end()
	w.Close()
}

// listChildren writes what is in a list. Text and inline elements between the items are an item of their own; a list
// belongs to the item before it, as it is shown, and so do items of a higher level, see levelOf.
func (w *writer) listChildren(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		c = w.listItems(c)
	}
}

// listItems writes the children of a list from c on as items of the open list. It returns the first child that doesn't belong to that list, nil for none.
func (w *writer) listItems(c *html.Node) *html.Node {
	isList := isOne(atom.Ul, atom.Ol)
	class, level := levelOf(c)
	for c != nil {
		itemClass, itemLevel := levelOf(c)
		isItem := c.DataAtom == atom.Li && !w.skips(c)
		if isItem && w.Container().List.Items == 0 {
			class, level = itemClass, itemLevel
		}
		switch {
		case isItem && (itemLevel < level || itemLevel == level && itemClass != class):
			return c
		case isItem && itemLevel > level:
			l := mdwriter.List{Number: 1, Step: 1, Loose: w.Container().List.Loose}
			l.Numbering, _ = w.numberingOf(c)
			l.Ordered = c.Parent.DataAtom == atom.Ol && (l.Numbering == noNumbering || l.Numbering.IsPlain()) && !words("bullet of Quill").Has(htmltree.Attr(c, "data-list"))
			w.ContinueItem()
			w.inList(l, func() { c = w.listItems(c) })
			w.closeList()
			continue
		case isStray(c):
			c = w.strays(c)
			continue
		case w.skips(c):
			if w.has(c, LeftOut) {
				l := &w.Container().List
				l.Number += l.Step
			}
		case isList(c) && w.Container().List.Items == 0:
			w.openItem(c, func() { w.node(c) })
		case isList(c):
			w.ContinueItem()
			w.node(c)
			w.closeList()
		default:
			w.node(c)
		}
		c = w.nextInList(c)
	}
	return nil
}

// nextInList returns the node after a child of a list, nil for none. After the last one that is the first of the list that goes on with
// it: the next one if levelOf has it nested, or of the same class, and at the same level of the same kind with the number that comes next.
func (w *writer) nextInList(c *html.Node) *html.Node {
	if class, level := levelOf(c.Parent); c.NextSibling == nil && class != "" {
		list := w.firstShown(c.Parent.NextSibling)
		listClass, listLevel := levelOf(list)
		goesOn := listClass == class && (listLevel != level || w.continuesNumbers(c.Parent, list))
		if (isElement(list, atom.Ul) || isElement(list, atom.Ol)) && (goesOn || listLevel > 0 && listClass != class) {
			w.written[list] = true
			return list.FirstChild
		}
	}
	return c.NextSibling
}

// continuesNumbers reports whether the items of a list have the numbers after those of the open one, which list before is written to.
func (w *writer) continuesNumbers(before, list *html.Node) bool {
	start, _ := number(list, "start")
	return list.DataAtom == before.DataAtom && (list.DataAtom == atom.Ul || max(start, 1) == w.Container().List.Number)
}

// levelOf returns the level of a list or its item, 0 to 9, that its class ends in, and the class before it: "ql-indent-", 2 of an item of
// Quill, whose lists are flat; "lst-kix_a-", 1 of a list of Google Docs, which stands next to the list that it is nested in. Others have the level 0.
func levelOf(n *html.Node) (class string, level int) {
	if n == nil || n.DataAtom != atom.Li && n.DataAtom != atom.Ul && n.DataAtom != atom.Ol {
		return "", 0
	}
	const maxClass = 512 // bytes, as each item looks at those of its list
	classes := htmltree.Attr(n, "class")
	for class := range strings.FieldsSeq(classes[:min(len(classes), maxClass)]) {
		if words("list level").Matches(class) {
			head := strings.TrimRight(class, "0123456789")
			level, _ := strconv.Atoi(class[len(head):])
			return head, min(level, 9)
		}
	}
	if n.DataAtom == atom.Li {
		return levelOf(n.Parent)
	}
	return "", 0
}

func isStray(n *html.Node) bool {
	isNone := isOne(atom.Li, atom.Ul, atom.Ol, atom.Script, atom.Style, atom.Template, atom.Slot, atom.Hr)
	return isContent(n) && !isNone(n) && !isHeading(n) && !isElement(htmltree.Find(n, maxWrappers, isOne(atom.Li, atom.Ul, atom.Ol)), atom.Li)
}

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

func (w *writer) item(n *html.Node) {
	w.end()
	switch f := w.Container(); {
	case w.cell > 0:
		w.cellItem(n)
	case !f.IsList:
		w.orphanItem(n)
	default:
		if v, ok := number(n, "value"); ok {
			f.List.Number = v
		}
		if !w.fragment && !f.List.Ordered && f.List.Numbering == noNumbering {
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
		n = w.firstShown(n.FirstChild)
		if n == nil || w.firstShown(n.NextSibling) != nil {
			return nil
		}
		switch n.DataAtom {
		case atom.Ul, atom.Menu, atom.Dir:
			return n
		case atom.Div, atom.Nav, atom.Section, atom.Article, atom.Span, 0: // a text has no children
		default:
			if numbered && n.DataAtom == atom.Ol {
				return n
			}
			return nil
		}
	}
	return nil
}

// maxWrappers bounds the divisions that are looked into for what an item begins with.
const maxWrappers = 8

// orphanItem writes an item that is in no list of the page, next to one before it.
func (w *writer) orphanItem(n *html.Node) {
	if f := w.Container(); f.Prev == extract.List && f.List.Implied {
		w.Separate(1)
	}
	w.inList(mdwriter.List{Implied: true, Step: 1}, func() { w.openItem(n, func() { w.children(n) }) })
}

// openItem writes an item around what body writes. An item that holds nothing at all stays where it has a number, as it may be an answer left
// blank, and in fragments.
func (w *writer) openItem(n *html.Node, body func()) {
	l := w.Container().List
	stays := n.DataAtom == atom.Li && nextContent(n.FirstChild) == nil && (w.fragment || l.Ordered || l.Numbering != noNumbering)
	// A bare marker below a line of text would be taken to underline that.
	stays = stays && (l.Items > 0 || contentBefore(n) == nil && contentAfter(n) == nil)
	w.BeginItem(w.itemLabelOf(n))
	w.taskBox(attrOf(n, "aria-checked", "data-checked", "data-list")) // of Lexical, TipTap and Quill
	body()
	w.end()
	w.EndItem(stays)
}

func (w *writer) cellList(n *html.Node) {
	outer := w.cellItems
	w.cellItems, _ = w.numberedList(n)
	if n.DataAtom == atom.Ol {
		w.cellItems.Numbering = cmp.Or(w.cellItems.Numbering, mdwriter.Numbering{Style: mdwriter.Decimal, After: "."})
	}
	w.flush()
	w.children(n)
	w.flush()
	w.cellItems = outer
}

func (w *writer) cellItem(n *html.Node) {
	marker := "-"
	if l := &w.cellItems; l.Numbering != noNumbering {
		if v, ok := number(n, "value"); ok {
			l.Number = v
		}
		marker = l.Numbering.Label(l.Number)
		l.Number += l.Step
	}
	w.flush()
	w.put(mdinline.Raw, marker)
	w.pendingSpace = true
	w.children(n)
	w.flush()
}

// The items of a list that a page numbers with letters or Roman numerals are items of a list without numbers, each of
// which begins with its letter: Markdown counts in decimal, and the text of the page refers to "rule B".

var noNumbering mdwriter.Numbering

// numberedList returns how the items of a list are numbered, by the style of the list or else of its first item. If the numbers go on from
// the list before, counter is the one to continue; see counted.
func (w *writer) numberedList(n *html.Node) (l mdwriter.List, counter counterKey) {
	l = mdwriter.List{Number: 1, Step: 1}
	var name string
	if l.Numbering, name = w.numberingOf(n); l.Numbering == noNumbering {
		if first := childElement(n, atom.Li); first != nil && (n.DataAtom == atom.Ol || len(w.in.Styles) > 0) {
			k, of := w.numberingOf(first)
			if of != "" || n.DataAtom == atom.Ol && !k.IsPlain() { // ol > li { list-style-type: lower-alpha }
				l.Numbering, name = k, of
			}
		}
	}
	switch {
	case name != "" && name != "list-item":
		l.Number, counter = w.counted(n, name)
	case n.DataAtom == atom.Ol || l.Numbering != noNumbering:
		if htmltree.Has(n, "reversed") {
			l.Step, l.Number = -1, 0
			for c := range n.ChildNodes() {
				if c.Data == "li" {
					l.Number++
				}
			}
		}
		if v, ok := number(n, "start"); ok {
			l.Number = v
		}
	}
	return l, counter
}

// numberingOf returns how a list or an item is numbered by its style or its type attribute, and the counter that the style names.
func (w *writer) numberingOf(n *html.Node) (k mdwriter.Numbering, counter string) {
	style, label := w.style(n), ""
	value := listStyle(style)
	if sheets, ok := strings.CutPrefix(w.in.Styles[n], "label:"); ok { // which a style attribute can't begin with
		label, _, _ = strings.Cut(sheets, "\n")
	} else if strings.ContainsAny(value, `"'`) {
		label = value
	}
	if label != "" {
		if k, counter, ok := labelNumbering(label); ok {
			return k, counter
		}
	}
	for word := range strings.FieldsSeq(value) {
		if mdwriter.IsStyle(word) {
			return mdwriter.Numbering{Style: word, After: mdwriter.Suffix(word)}, ""
		}
	}
	if style := stylesOfTypes[strings.TrimSpace(htmltree.Attr(n, "type"))]; style != "" {
		return mdwriter.Numbering{Style: style, After: "."}, ""
	}
	if n.DataAtom == atom.Ol {
		k = numberingOfClass(htmltree.Attr(n, "class"))
	}
	return k, ""
}

var stylesOfTypes = map[string]string{"1": mdwriter.Decimal, "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}

func listStyle(style string) string {
	return cmp.Or(htmltree.Declared(style, "list-style-type"), htmltree.Declared(style, "list-style"))
}

// numberingOfClass returns how a list is numbered whose class has the name of a counter style, as docutils and Asciidoctor
// ("loweralpha"), WordPress ("is-style-lower-roman") and Tailwind ("list-[lower-alpha]") write it, whose style sheets are elsewhere.
func numberingOfClass(class string) (k mdwriter.Numbering) {
	for name := range strings.FieldsSeq(strings.ToLower(class)) {
		for _, letters := range [...]string{"lower", "upper"} {
			_, kind, found := strings.Cut(strings.TrimSuffix(name, "]"), letters)
			if style := letters + "-" + strings.TrimPrefix(kind, "-"); found && mdwriter.IsStyle(style) {
				return mdwriter.Numbering{Style: style, After: "."}
			}
		}
	}
	return k
}

// labelNumbering reads the label of items, a value of the property content. It returns false for a label that is too long, and for one
// that has neither a number nor a character that isTelling is true for: a bullet such as "–".
func labelNumbering(label string) (k mdwriter.Numbering, counter string, ok bool) {
	const maxText = 40 // bytes
	l, ok := css.ParseLabel(label)
	if !ok || len(l.Before)+len(l.After)+len(l.Between) > maxText || l.Counter == "" && !strings.ContainsFunc(l.Before, isTelling) {
		return k, "", false
	}
	if l.Counter != "" && !mdwriter.IsStyle(l.Style) {
		l.Style = mdwriter.Decimal // which CSS writes any unknown style in
	}
	return mdwriter.Numbering{Before: l.Before, Style: l.Style, After: l.After, Between: l.Between}, l.Counter, true
}

// isTelling reports whether a character in the place of a bullet has a meaning: a letter, a digit, a tick or a cross, but no arrow (➔ to ➾).
func isTelling(r rune) bool { return isWordRune(r) || r >= '☀' && (r < '➔' || r > '➾') }

// counterKey is a counter of CSS (CSS Lists Level 3, 4) and the element that resets it.
type counterKey struct {
	scope *html.Node
	name  string
}

// counted returns the first number of a list whose items a counter counts, and the counter if an element resets it: the list, a sibling
// before it or an element around them, as in <main style="counter-reset: clause">. The numbers go on from list to list.
func (w *writer) counted(n *html.Node, name string) (number int, counter counterKey) {
	const most = 256 // nodes that are looked at
	for hop := 0; n != nil && hop < most; n, hop = cmp.Or(n.PrevSibling, n.Parent), hop+1 {
		reset := strings.Fields(htmltree.Declared(w.style(n), "counter-reset"))
		i := slices.Index(reset, strings.ToLower(name))
		if i < 0 {
			continue
		}
		if i+1 < len(reset) {
			number, _ = strconv.Atoi(reset[i+1])
		}
		counter = counterKey{n, name}
		number = max(number, w.counts[counter])
		break
	}
	return number + 1, counter
}

// itemLabelOf returns the label of an item of the innermost list, "" if Markdown writes its number.
func (w *writer) itemLabelOf(n *html.Node) string {
	l := &w.Container().List
	k := l.Numbering
	if own, _ := w.numberingOf(n); own != noNumbering && (k != noNumbering || own.Style == "") {
		k = own
	}
	if l.Ordered || k == noNumbering {
		return ""
	}
	label := w.ItemLabel(k)
	const most = 24 // bytes
	word, rest := cutToken(shownText(n, most))
	if strings.Trim(word, "().:") == strings.Trim(label, "().:") && !isBlank(rest) && word != strings.Trim(word, "().:") {
		return "" // the text has it: <ol type=a><li>(a) boats
	}
	return label
}

// hidesNumbers reports whether a list shows no numbers: by its own style, which may be a bullet, '→ ', or, where a style sheet may set
// others, only if its first item begins with a label: <li>(a) dredge.
func (w *writer) hidesNumbers(n *html.Node, k mdwriter.Numbering) bool {
	item := childElement(n, atom.Li)
	if item == nil {
		return false
	}
	own, ofItem := listStyle(htmltree.Attr(n, "style")), listStyle(w.style(item))
	if k == noNumbering && (own == "none" || strings.ContainsAny(own, `"'`)) && (ofItem == "" || ofItem == "none") {
		return true
	}
	if listStyle(w.style(n)) != "none" && ofItem != "none" {
		return false
	}
	word, _ := cutToken(shownText(item, 2*maxItemMark))
	return isItemMark(word)
}
