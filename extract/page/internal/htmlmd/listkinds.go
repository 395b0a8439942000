package htmlmd

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// isLooseItem reports whether an item makes its list loose, as Markdown calls it: its items are set apart by blank lines, because one of
// them is a paragraph or holds blocks that need a blank line between them. Lists and tables within it are not looked into, so nesting costs nothing.
func (w *writer) isLooseItem(n *html.Node) bool {
	var hasContent, hasTable, hasParagraph bool
	isClosed := false // the last block is one that a line of text would go on
	var isLoose func(n *html.Node, depth int) bool
	isLoose = func(n *html.Node, depth int) bool {
		for c := nextContent(n.FirstChild); c != nil; c = contentAfter(c) {
			if w.skips(c) {
				continue
			}
			switch c.DataAtom {
			case atom.P:
				if htmltree.Find(c, 20, func(d *html.Node) bool { return isText(d) || d.DataAtom == atom.Img }) == nil {
					break
				}
				if depth == 0 || hasParagraph || isClosed {
					return true
				}
				hasParagraph = true
			case atom.Ul, atom.Ol, atom.Dl, atom.Blockquote:
				if hasTable {
					return true
				}
				hasContent, isClosed = true, true
				continue
			case atom.Table:
				if hasContent {
					return true
				}
				hasContent, hasTable = true, true
				continue
			case atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
				hasContent, isClosed = true, false
				continue
			case atom.Script, atom.Style, atom.Template:
				continue
			}
			if c.Type == html.TextNode || c.DataAtom == atom.Img {
				if isClosed || hasTable {
					return true
				}
				hasContent = true
			}
			if depth < maxDepth && isLoose(c, depth+1) {
				return true
			}
		}
		return false
	}
	return isLoose(n, 0)
}

// isSectionList reports whether the items of a list without numbers are sections: each begins with a heading, and most
// have content below it. References of programming interfaces and lists of cards are written so.
func (w *writer) isSectionList(n *html.Node) bool {
	if w.fragment || n.DataAtom == atom.Ol || w.InContainer() {
		return false
	}
	items, sections := 0, 0
	for c := w.firstShown(n.FirstChild); c != nil; c = w.firstShown(c.NextSibling) {
		heading := w.leadingHeading(c)
		if c.DataAtom != atom.Li || heading == nil {
			return false
		}
		isFollowed := func(n *html.Node) bool { return n == c || w.firstShown(n.NextSibling) != nil }
		if items++; around(heading, maxDepth, isFollowed) != c {
			sections++
		}
	}
	return items > 0 && 2*sections >= items
}

// leadingHeading returns the heading that n begins with, in wrappers or not, nil for none.
func (w *writer) leadingHeading(n *html.Node) *html.Node {
	isWrapper := isOne(atom.Div, atom.Section, atom.Article, atom.Header, atom.Hgroup)
	c := w.firstShown(n.FirstChild)
	for hops := 0; c != nil && isWrapper(c) && hops < maxWrappers; hops++ {
		c = w.firstShown(c.FirstChild)
	}
	if c == nil || !isHeading(c) {
		return nil
	}
	return c
}

// dashList returns the index of the item that begins a list which the author has typed: the last two or more lines of
// the current paragraph, ended by <br>, each of which begins with a dash or a bullet and a space. The lines before it
// stay a paragraph. It returns -1 if no such list is found.
func (w *writer) dashList() int {
	if w.fragment || w.cell > 0 || w.heading > 0 || w.Container().IsList || w.TooDeep() {
		return -1
	}
	first, lines, depth := -1, 0, 0
	for i, line := 0, true; i < len(w.Items); i++ {
		it := &w.Items[i]
		if line && bulletSize(it, w.Text) > 0 && depth == 0 {
			if lines++; first < 0 {
				first = i
			}
		} else if line {
			first, lines = -1, 0
		}
		switch it.Kind {
		case mdinline.Open, mdinline.Link:
			depth++
		case mdinline.Close, mdinline.LinkEnd:
			depth--
		}
		if line = it.Kind == mdinline.Break; line && depth > 0 {
			return -1 // emphasis or a link goes around several lines
		}
	}
	if lines < 2 {
		return -1
	}
	return first
}

// bulletSize returns the length in bytes of the dash or bullet at the beginning of an item over text, with the spaces
// after it. It returns 0 if the item has no bullet, or no space after it.
func bulletSize(it *mdinline.Item, text []byte) int {
	t := text[it.Start:it.End]
	bullet, n := utf8.DecodeRune(t)
	rest := bytes.TrimLeft(t[n:], " \u00a0")
	if it.Kind != mdinline.Text || bullet != '-' && bullet != '•' || len(rest) == len(t)-n {
		return 0
	}
	return len(t) - len(rest)
}

// writeDashList writes the current paragraph: the items from first on as a list, those before as a paragraph. first is
// the result of dashList.
func (w *writer) writeDashList(first int) {
	items, text, math := slices.Clone(w.Items), w.Text, w.Math
	take := func(from, to int) {
		w.Items, w.Text, w.Math = append(w.Items[:0], items[from:to]...), text, math
		for i := range w.Items {
			w.Items[i].Pair -= int32(from)
		}
		w.end()
	}
	if first > 0 {
		take(0, first-1)
	}
	w.OpenList(mdwriter.List{Number: 1, Step: 1})
	for first < len(items) {
		end := first
		for end < len(items) && items[end].Kind != mdinline.Break {
			end++
		}
		if items[first].Start += int32(bulletSize(&items[first], text)); items[first].Start == items[first].End {
			first++
		}
		w.openItem(&html.Node{}, func() { take(first, end) })
		first = end + 1
	}
	w.closeList()
	w.Text = text[:0]
}

func (w *writer) definitionGroup(n *html.Node) {
	open := false
	close := func() {
		if open {
			w.closeList()
		}
		open = false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case w.skips(c):
		case c.DataAtom == atom.Dd && w.cell == 0 && !w.fragment && w.onlyList(c, true) != nil:
			close()
			w.block(c) // a list for the term as it is
		case c.DataAtom == atom.Dd && w.cell == 0:
			if !open {
				w.end()
				w.OpenList(mdwriter.List{Step: 1, Loose: w.isLooseItem(c)})
				open = true
			}
			outer := w.keepLines
			w.keepLines, _ = keepsLines(w.style(c), outer)
			w.openItem(c, func() { w.children(c) })
			w.keepLines = outer
		case c.DataAtom == atom.Dt && isHeadingByRole(c, htmltree.Attr(c, "role")):
			close()
			w.node(c)
		case c.DataAtom == atom.Dt:
			close()
			w.flush()
			w.childrenInside(openInline{kind: mdinline.Strong}, c)
			w.flush()
		case c.DataAtom == atom.Div:
			close()
			w.definitionGroup(c)
		default:
			w.node(c)
		}
	}
	close()
}

// numbersItself reports whether the items of an ordered list, three or more, begin with their own numbers, as lists do
// that are styled without any.
func (w *writer) numbersItself(n *html.Node, l mdwriter.List) bool {
	if w.fragment || l.Step != 1 {
		return false
	}
	items := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Li {
			continue
		}
		if rest, ok := afterNumber(shownText(c, 64), l.Number+items); !ok || rest == "" {
			return false
		}
		items++
	}
	return items > 2
}

// afterNumber returns what stands after the number of an item that a text begins with.
func afterNumber(text string, number int) (rest string, ok bool) {
	word, rest := cutToken(text)
	return strings.TrimLeft(rest, " "), strings.TrimRight(word, ".):") == strconv.Itoa(number)
}

// dropBullet takes the bullet of an item back that the text of it begins with. A dash may be what the item is about.
func (w *writer) dropBullet() {
	l, it := w.NewItem(), &w.Items[0]
	if l == nil || l.Ordered || l.Numbering != noNumbering || w.fragment || !bytes.HasPrefix(w.Text[it.Start:it.End], []byte("•")) {
		return
	}
	if it.Start += int32(bulletSize(it, w.Text)); it.Start == it.End {
		it.Kind = mdinline.Removed
	}
}

// dropNumber takes the number of an item back that the text of it begins with.
func (w *writer) dropNumber() {
	l := w.NewItem()
	if l == nil || !l.Numbered || len(w.Items) == 0 || w.Items[0].Kind != mdinline.Text {
		return
	}
	it := &w.Items[0]
	rest, ok := afterNumber(string(w.Text[it.Start:it.End]), l.Number)
	switch {
	case !ok:
	case rest != "":
		it.Start = it.End - int32(len(rest))
	case len(w.Items) > 1:
		it.Kind = mdinline.Removed
		if w.Items[1].Kind == mdinline.Break {
			w.Items[1].Kind = mdinline.Removed
		}
	}
}

// A row of a label and what it labels is often blocks of their own: specifications, hours, references, the points of laws.
//
//	<div><div>Weight</div><div>2 kg</div></div> <div><div>Width</div><div>20 cm</div></div>
//	<tr><td>(a)</td><td><p>boats of more than 12 metres;</p></td></tr>
//
// They are written on one line each, "Weight: 2 kg", for blocks one below the other don't show what belongs to which label. A label is
// one by the form of a number or a bullet, by its colon, or by another row beside it.

// The bytes that a label and its value have at most.
const (
	maxLabel = 40
	maxValue = 100
)

// labelled writes n and reports true if n is the label of its row: what comes after it goes on in its line, see flush.
func (w *writer) labelled(n *html.Node) bool {
	row := n.Parent
	if row == nil || contentBefore(n) != nil {
		return false
	}
	colon := isMarkOfRow(n)
	if !colon {
		if w.fragment || rowLabel(row) != n {
			return false
		}
		colon = strings.HasSuffix(strings.TrimSpace(shortText(n, 2*maxLabel)), ":")
		isLike := func(other *html.Node) bool {
			label := rowLabel(other)
			return label != nil && htmltree.Attr(label, "class") == htmltree.Attr(n, "class")
		}
		if !colon && !isBesideLike(row, isLike) {
			return false
		}
	}
	w.flush()
	if row.DataAtom == atom.Li && !strings.ContainsFunc(shortText(n, 2*maxItemMark), isTelling) {
		return true // Markdown writes the bullet
	}
	w.children(n)
	if len(w.Items) > 0 && !w.pendingBreak {
		if !colon {
			w.withoutLeadingSpace(func() { w.writeText(":") })
		}
		w.labelAt = w.contentCount
	}
	return true
}

// isMarkOfRow reports whether n, the first of a row, is the number or the bullet of what comes after it.
func isMarkOfRow(n *html.Node) bool {
	const most = 12 // bytes
	first := n
	for first.FirstChild != nil {
		first = first.FirstChild
	}
	isRow := isOne(atom.Div, atom.Li, atom.Tr)
	if len(first.Data) > 2*most || contentAfter(n) == nil || !isRow(n.Parent) {
		return false
	}
	mark := strings.TrimSpace(shortText(n, most))
	isKey := strings.HasPrefix(mark, "[") && strings.IndexAny(mark, " ]…") == len(mark)-1 // of a reference: "[Finch02]"
	return isItemMark(mark) || isKey || mark != "" && strings.Trim(mark, "-–—•") == ""
}

// rowLabel returns the label of the division or item n if all it holds is a label and its value, else nil.
func rowLabel(n *html.Node) *html.Node {
	if n.DataAtom != atom.Div && n.DataAtom != atom.Li {
		return nil
	}
	label := nextContent(n.FirstChild)
	if label == nil || label.DataAtom != atom.Div && label.DataAtom != atom.P {
		return nil
	}
	value := contentAfter(label)
	if value == nil || value.DataAtom != label.DataAtom || contentAfter(value) != nil {
		return nil
	}
	name := strings.TrimSpace(shortText(label, 2*maxLabel))
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	if len(name) < 2 || len(name) > maxLabel || !unicode.IsLetter(first) || !isWordRune(last) && last != ')' && last != ':' || !onlyText(label) || !onlyText(value) {
		return nil
	}
	if said := strings.TrimSpace(shortText(value, 2*maxValue)); said == "" || len(said) > maxValue {
		return nil
	}
	return label
}
