package htmlmd

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// link is what a link mark leads to.
type link struct {
	url       linkTarget
	title     string
	node      *html.Node
	block     bool // it goes around blocks
	inHeading bool // of which it is to be put in the heading
	done      bool // and has been put somewhere
	joins     bool // it goes on with the link right before it
}

// anchor handles <a>.
func (w *writer) anchor(n *html.Node) {
	href, ok := attr(n, "href")
	if !ok || w.inLink() {
		w.children(n)
		return
	}
	if w.noteRef(n, href) {
		return
	}
	if w.isPermalink(n, href) || w.isEditLink(n) {
		w.dropped = true
		return
	}
	if isInfoSign(n, href) {
		return
	}
	url := w.base.resolve(href)
	if holdsBlank(n) {
		w.pendingSpace = true
		return
	}
	if url.isEmpty() && !isBlank(href) || strings.TrimSpace(href) == "#" {
		w.children(n)
		return
	}
	title, _ := attr(n, "title")
	l := link{url: url, title: title, node: n, joins: w.joinsLink(n)}
	l.block, l.inHeading = aroundBlocks(n)
	w.emphasized(openInline{kind: linkInline, link: l}, n)
}

// holdsBlank says whether a link shows nothing but a space that does not fold.
func holdsBlank(n *html.Node) bool {
	t := n.FirstChild
	return t != nil && t.NextSibling == nil && t.Type == html.TextNode && t.Data != "" && !isBlank(t.Data) && strings.TrimSpace(t.Data) == ""
}

// aroundBlocks says whether a link has block elements among what is in it, and
// whether one of them is a heading.
func aroundBlocks(n *html.Node) (block, heading bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if headingLevel(c) > 0 {
			return true, true
		}
		b, h := aroundBlocks(c)
		if h {
			return true, true
		}
		block = block || b || isBlock(c.DataAtom)
	}
	return block, false
}

// inLink says whether a link is open that is or can be written.
func (w *writer) inLink() bool {
	for i := range w.inlines {
		if w.inlines[i].kind == linkInline {
			return true
		}
	}
	return false
}

// openLink begins a link in the block at hand, unless it is one around blocks
// that belongs to another of them.
func (w *writer) openLink(m *openInline) {
	if l := &m.link; l.block && (l.done || l.inHeading && w.heading == 0 && w.cell == 0) {
		m.suppressed = true
		return
	}
	if n := len(w.items); m.link.joins && n > 0 && w.items[n-1].kind == linkEnd {
		m.item = w.items[n-1].pair
		w.items = w.items[:n-1]
		return
	}
	m.item = int32(len(w.items))
	w.addLink(linkItem, m.link.url, m.link.title)
}

// addLink adds an item with an address and a title.
func (w *writer) addLink(kind itemKind, url linkTarget, title string) {
	start := int32(len(w.text))
	w.text = append(w.text, url.site...)
	w.text = append(w.text, url.path...)
	end := int32(len(w.text))
	if title != "" {
		w.text = appendTitle(w.text, clean(title))
	}
	w.items = append(w.items, item{kind: kind, start: start, end: end, title: int32(len(w.text))})
}

func (w *writer) closeLink(m *openInline) {
	m.link.done = true
	if w.relabel(m) {
		return
	}
	w.trimLabel(m.item)
	w.items[m.item].pair = int32(len(w.items))
	w.items = append(w.items, item{kind: linkEnd, pair: m.item})
	if m.item == 0 && len(w.items) == 3 && w.items[1].kind == textItem && w.cell == 0 && w.container().isItem {
		if it := &w.items[1]; int(it.end) == len(w.text) && it.end == it.start+1 && isCheckbox([]byte{'[', w.text[it.start], ']'}) {
			w.text = append(w.text, ' ') // "[X](address)" would be a task that is done
			it.end++
		}
	}
}

// relabel gives a link whose label is nothing but a space the name that readers of the
// screen hear, or takes it back, and says whether it took it back.
func (w *writer) relabel(m *openInline) bool {
	k := int(m.item) + 1
	if m.link.node == nil || len(w.items) != k+1 || w.items[k].kind != textItem || !isSpaces(w.text[w.items[k].start:w.items[k].end]) {
		return false
	}
	name := clean(attrOf(m.link.node, "aria-label", "title"))
	if isBlank(name) {
		w.items = w.items[:m.item]
		w.pendingSpace, w.dropped = true, true
		if n := len(w.items); n > 0 && w.items[n-1].kind == textItem && w.text[w.items[n-1].end-1] == ' ' {
			last := &w.items[n-1] // it is owed once
			last.end--
			if w.text = w.text[:last.end]; last.start == last.end {
				w.items = w.items[:n-1]
			}
		}
		return true
	}
	start := int32(len(w.text))
	w.text = appendFolded(w.text, name)
	for _, c := range w.text[start:] {
		w.noteSpecial(c)
	}
	w.items[k].start, w.items[k].end = start, int32(len(w.text))
	if title, _ := attr(m.link.node, "aria-label"); isBlank(title) {
		w.items[m.item].title = w.items[m.item].end // it is the label
	}
	return false
}

// isInfoSign says whether a link that leads nowhere is the sign that opens a note in
// the page.
func isInfoSign(n *html.Node, href string) bool {
	if href = strings.TrimSpace(href); href != "" && href != "#" && !strings.HasPrefix(href, "javascript:") {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(shortText(n, 8))) {
	case "i", "?", "ⓘ", "ℹ", "(i)", "(?)":
	default:
		return false
	}
	class, _ := attr(n, "class")
	return hasWord(class, func(word string) bool {
		switch word {
		case "icon", "info", "tooltip", "tip", "help", "popover", "modal":
			return true
		}
		return false
	})
}

// unbracket drops the brackets around a bare address that is written in such.
func (w *writer) unbracket() {
	for k := 1; k+3 < len(w.items); k++ {
		it, before, after := &w.items[k], &w.items[k-1], &w.items[k+3]
		if it.kind != linkItem || int(it.pair) != k+2 || it.title != it.end || before.kind != textItem || after.kind != textItem || w.items[k+1].kind != textItem {
			continue
		}
		if w.text[before.end-1] != '<' || w.text[after.start] != '>' ||
			!isAutolink(w.text[w.items[k+1].start:w.items[k+1].end], w.text[it.start:it.end]) {
			continue
		}
		if before.end--; before.end == before.start {
			before.kind = removedItem
		}
		if after.start++; after.start == after.end {
			after.kind = removedItem
		}
	}
}

// trimLabel moves a space that does not fold out of the end of the link that item
// opens.
func (w *writer) trimLabel(item int32) {
	n := len(w.items) - 1
	it := &w.items[n]
	if it.kind != textItem || int(it.end) != len(w.text) || !bytes.HasSuffix(w.text, []byte(noBreakSpace)) {
		return
	}
	switch it.end -= int32(len(noBreakSpace)); {
	case it.end > it.start:
	case n > int(item)+1:
		w.items = w.items[:n]
	default:
		it.end += int32(len(noBreakSpace)) // all that there is
		return
	}
	w.text = w.text[:len(w.text)-len(noBreakSpace)]
	w.pendingSpace = true
}

// emptyLink leaves out a link without content, unless it is an icon with a name or
// the page has nothing else.
func (w *writer) emptyLink(m *openInline) {
	if m.link.done {
		return
	}
	if name := iconName(m.link.node, m.link.url); name != "" && !w.base.isHome(m.link.url) {
		w.writeText(name)
		w.closeInlineItem()
		return
	}
	w.dropped = true
	if w.keepEmpty {
		w.flushPending()
		w.closeInlineItem()
	}
}

// emitLink writes the beginning of a link or image.
func (w *writer) emitLink(k int, l *escapeState) {
	it := &w.items[k]
	end := int(it.pair)
	if it.kind == linkItem && it.title == it.end && end == k+2 && w.items[k+1].kind == textItem &&
		isAutolink(w.text[w.items[k+1].start:w.items[k+1].end], w.text[it.start:it.end]) {
		it.auto = true
		w.items[k+1].kind = rawItem
		w.items[end].auto = true
		w.out = append(w.out, '<')
		return
	}
	if it.kind == imageItem {
		w.out = append(w.out, '!')
	}
	w.out = append(w.out, '[')
	l.labels++
	l.brackets = l.brackets || !w.bracketsMatch(k+1, end)
}

func (w *writer) emitLinkEnd(it *item, l *escapeState) {
	if it.auto {
		w.out = append(w.out, '>')
		return
	}
	o := &w.items[it.pair]
	w.out = append(w.out, "]("...)
	w.emitURL(w.text[o.start:o.end], o.title > o.end)
	if o.title > o.end {
		w.emitTitle(w.text[o.end:o.title])
	}
	w.out = append(w.out, ')')
	if l.labels--; l.labels == 0 {
		l.brackets = false
	}
}

// bracketsMatch says whether the brackets in the texts of items[i:j] pair, and
// none of them would end a link of its own.
func (w *writer) bracketsMatch(i, j int) bool {
	if !w.specials.bracket && !w.hasCloser(i, j) {
		return true
	}
	depth := 0
	for k := i; k < j; k++ {
		it := &w.items[k]
		if it.kind != textItem {
			continue
		}
		t := w.text[it.start:it.end]
		for x, c := range t {
			switch c {
			case '[':
				if depth++; bytes.HasPrefix(t[x:], []byte("[^")) && isNoteLabel(t[x+2:]) {
					return false
				}
			case ']':
				if depth--; depth < 0 || x+1 < len(t) && t[x+1] == '(' {
					return false
				}
			}
		}
	}
	return depth == 0
}

func (w *writer) hasCloser(i, j int) bool {
	for k := i; k < j; k++ {
		if it := &w.items[k]; it.kind == textItem && count(w.text[it.start:it.end], ']') > 0 {
			return true
		}
	}
	return false
}

func hasImage(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && (c.DataAtom == atom.Img || c.DataAtom == atom.Picture || hasImage(c)) {
			return true
		}
	}
	return false
}
