package htmlmd

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
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
	href, ok := htmltree.Lookup(n, "href")
	if !ok || w.inLink() || w.has(n, PlainLink) {
		w.children(n)
		return
	}
	if w.noteRef(n, href) {
		return
	}
	if w.isPermalink(n, href) || w.heading > 0 && wordList("edit label").has(toolText(n, 64)) && w.besideText(n) {
		w.leaveOut(n, "tool of a heading")
		w.dropped = true
		return
	}
	if isControlSign(n, href) || w.isPageTool(n, href) {
		w.leaveOut(n, "tool of the page")
		return
	}
	url := w.base.resolve(href)
	if t := n.FirstChild; t != nil && t.NextSibling == nil && t.Type == html.TextNode && !isBlank(t.Data) && strings.TrimSpace(t.Data) == "" { // a space that does not fold
		w.pendingSpace = true
		return
	}
	if url.isEmpty() && !isBlank(href) || strings.TrimSpace(href) == "#" {
		w.children(n)
		return
	}
	title := htmltree.Attr(n, "title")
	l := link{url: url, title: title, node: n, joins: w.joinsLink(n)}
	l.block, l.inHeading = aroundBlocks(n)
	w.inInline(openInline{kind: linkInline, link: l}, func() { w.linkLabel(n) })
}

// linkLabel writes what a link shows, in brackets if that is the mark of a note: within a superscript, or
// one itself.
func (w *writer) linkLabel(n *html.Node) {
	label := n
	mark := w.bracketLinks
	if sup := onlyElement(n); sup != nil && sup.DataAtom == atom.Sup && !mark {
		label, mark = sup, isMark(strings.TrimSpace(shortText(sup, maxRaised)))
	} else if sup, _ := w.shiftOf(n); sup {
		mark = true
	}
	if !mark || hasImage(n) || !isMark(strings.TrimSpace(shortText(n, maxRaised))) {
		w.children(n)
		return
	}
	outer := w.bracketLinks
	w.bracketLinks = false
	w.writeText("[")
	w.withoutLeadingSpace(func() { w.children(label) })
	w.writeText("]")
	w.bracketLinks = outer
}

// aroundBlocks reports whether a link has block elements among what is in it, and
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
		block = block || b || htmltree.IsBlock(c.DataAtom)
	}
	return block, false
}

// inLink reports whether a link is open that is or can be written.
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
	if n := len(w.Items); m.link.joins && n > 0 && w.Items[n-1].Kind == mdinline.LinkEnd {
		m.item = w.Items[n-1].Pair
		w.Items = w.Items[:n-1]
		return
	}
	m.item = int32(len(w.Items))
	w.addLink(mdinline.Link, m.link.url, m.link.title)
}

// addLink adds an item with an address and a title.
func (w *writer) addLink(kind mdinline.Kind, url linkTarget, title string) {
	start := int32(len(w.Text))
	w.Text = append(w.Text, url.site...)
	w.Text = append(w.Text, url.path...)
	end := int32(len(w.Text))
	if title != "" {
		w.Text = appendTitle(w.Text, w.visibleText(title))
	}
	w.Items = append(w.Items, mdinline.Item{Kind: kind, Start: start, End: end, TitleEnd: int32(len(w.Text))})
}

func (w *writer) closeLink(m *openInline) {
	m.link.done = true
	if w.relabel(m) {
		return
	}
	w.trimLabel(m.item)
	w.dropRepeatedTitle(m.item)
	w.Items[m.item].Pair = int32(len(w.Items))
	w.Items = append(w.Items, mdinline.Item{Kind: mdinline.LinkEnd, Pair: m.item})
	if m.item == 0 && len(w.Items) == 3 && w.Items[1].Kind == mdinline.Text && w.cell == 0 && w.container().isItem {
		if it := &w.Items[1]; int(it.End) == len(w.Text) && it.End == it.Start+1 && mdinline.IsCheckbox([]byte{'[', w.Text[it.Start], ']'}) {
			w.Text = append(w.Text, ' ') // "[X](address)" would be a task that is done
			it.End++
		}
	}
}

// relabel gives a link whose label is nothing but a space the name that readers of the
// screen hear, or takes it back, and says whether it took it back.
func (w *writer) relabel(m *openInline) bool {
	k := int(m.item) + 1
	if m.link.node == nil || len(w.Items) != k+1 || w.Items[k].Kind != mdinline.Text || !isSpaces(w.Text[w.Items[k].Start:w.Items[k].End]) {
		return false
	}
	name := clean(attrOf(m.link.node, "aria-label", "title"))
	if isBlank(name) {
		w.Items = w.Items[:m.item]
		w.pendingSpace, w.dropped = true, true
		if n := len(w.Items); n > 0 && w.Items[n-1].Kind == mdinline.Text && w.Text[w.Items[n-1].End-1] == ' ' {
			last := &w.Items[n-1] // it is pending, too
			last.End--
			if w.Text = w.Text[:last.End]; last.Start == last.End {
				w.Items = w.Items[:n-1]
			}
		}
		return true
	}
	start := int32(len(w.Text))
	w.Text = appendFolded(w.Text, name)
	for _, c := range w.Text[start:] {
		w.NoteSpecial(c)
	}
	w.Items[k].Start, w.Items[k].End = start, int32(len(w.Text))
	if title := htmltree.Attr(m.link.node, "aria-label"); isBlank(title) {
		w.Items[m.item].TitleEnd = w.Items[m.item].End // it is the label
	}
	return false
}

// dropRepeatedTitle removes the title of the link that item opens if it equals the label, case ignored.
func (w *writer) dropRepeatedTitle(item int32) {
	it := &w.Items[item]
	title := w.Text[it.End:it.TitleEnd]
	if len(title) == 0 {
		return
	}
	for _, part := range w.Items[item+1:] {
		if part.Kind != mdinline.Text && part.Kind != mdinline.Code {
			continue
		}
		label := bytes.TrimSpace(w.Text[part.Start:part.End])
		if len(label) > len(title) || !bytes.EqualFold(title[:len(label)], label) {
			return
		}
		title = bytes.TrimLeft(title[len(label):], " \n")
	}
	if len(title) == 0 {
		it.TitleEnd = it.End
	}
}

// isControlSign reports whether a link that leads nowhere is a sign that opens or folds something in
// the page: of a note, or without a letter, such as "[–]". Stars and daggers, which refer to
// notes, are no such signs.
func isControlSign(n *html.Node, href string) bool {
	if href = strings.TrimSpace(href); href != "" && href != "#" && !strings.HasPrefix(href, "javascript:") {
		return false
	}
	text := strings.TrimSpace(shortText(n, 8))
	if text != "" && len(text) < 8 && strings.IndexFunc(text, isWordRune) < 0 && !strings.ContainsAny(text, "*†‡") {
		return true
	}
	switch strings.ToLower(text) {
	case "i", "?", "ⓘ", "ℹ", "(i)", "(?)":
	default:
		return false
	}
	return hasWord(htmltree.Attr(n, "class"), wordList("note sign").has)
}

// trimLabel moves a space that does not fold out of the end of the link that item
// opens.
func (w *writer) trimLabel(item int32) {
	n := len(w.Items) - 1
	it := &w.Items[n]
	if it.Kind != mdinline.Text || int(it.End) != len(w.Text) || !bytes.HasSuffix(w.Text, []byte(noBreakSpace)) {
		return
	}
	switch it.End -= int32(len(noBreakSpace)); {
	case it.End > it.Start:
	case n > int(item)+1:
		w.Items = w.Items[:n]
	default:
		it.End += int32(len(noBreakSpace)) // all that there is
		return
	}
	w.Text = w.Text[:len(w.Text)-len(noBreakSpace)]
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

func hasImage(n *html.Node) bool {
	return htmltree.Find(n, maxDepth, func(c *html.Node) bool { return c.DataAtom == atom.Img || c.DataAtom == atom.Picture }) != nil
}

// appendTitle appends a title: its lines stay, other white space is folded.
func appendTitle(b []byte, s string) []byte {
	at := len(b)
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && classOf(s[j]) == classSpace {
			j++
		}
		switch {
		case j == i:
			b = append(b, s[i])
			j++
		case s[i:j] == "\n":
			b = append(b, '\n')
		case len(b) > at && j < len(s):
			b = append(b, ' ')
		}
		i = j
	}
	return b
}

// iconName is the name of a link that shows an icon and no text, as a reader of
// the screen hears it. It is "" for one without a name and for buttons to share
// the page, which lead to forms.
func iconName(n *html.Node, url linkTarget) string {
	if n == nil || htmltree.Find(n, maxDepth, func(c *html.Node) bool { // what can show an icon; images are written as such
		return c.DataAtom == atom.I || c.DataAtom == atom.Span || c.DataAtom == atom.Svg || c.Type == html.ElementNode && (c.Namespace == "svg" || c.Data == "svg")
	}) == nil || !isBlank(shortText(n, 64)) || sharesPage(url) {
		return ""
	}
	name := htmltree.Attr(n, "aria-label")
	return strings.TrimSpace(name)
}

// sharesPage reports whether an address is that of a form of a service that the page
// is to be shared with.
func sharesPage(url linkTarget) bool {
	s := url.String()
	if strings.HasPrefix(s, "mailto:?") || strings.HasPrefix(s, "whatsapp:") || strings.Contains(s, "/cdn-cgi/l/email-protection") {
		return true
	}
	_, s, _ = strings.Cut(s, "//")
	s = strings.TrimPrefix(s, "www.")
	return wordList("share form").begins(s)
}

// Headings hold links that are tools of the page and not part of their text:
// those that lead to the heading itself, and those that edit what is below it.

// isPermalink reports whether a link leads to the heading it stands in, and shows
// nothing but a sign or what it is for.
func (w *writer) isPermalink(n *html.Node, href string) bool {
	if !w.leadsToPart(href) {
		return false
	}
	const most = 80 // bytes, of signs and words for links
	text := toolText(n, most)
	if r, size := utf8.DecodeRuneInString(text); size == len(text) && unicode.Is(unicode.Co, r) {
		text = "#" // a sign of an icon font, which has no meaning without it
	}
	switch {
	case text == "":
		return !hasImage(n)
	case text == "\u200b" || wordList("permalink sign").has(text):
		return w.heading > 0 || wordList("permalink").inClass(n)
	}
	return w.heading > 0 && w.besideText(n) && (wordList("sure permalink").inClass(n) || saysPermalink(text))
}

// leadsToPart reports whether an address is that of a part of the page at hand: outside of
// headings, one that says no more than the part.
func (w *writer) leadsToPart(href string) bool {
	if strings.HasPrefix(href, "#") {
		return len(href) > 1
	}
	return w.heading > 0 && w.leadsWithinPage(href)
}

// leadsWithinPage reports whether an address is that of the page at hand or a part of it.
func (w *writer) leadsWithinPage(href string) bool {
	if strings.HasPrefix(href, "#") {
		return true
	}
	page, part, _ := strings.Cut(href, "#")
	return part != "" && w.base.page != "" && w.base.resolve(page).String() == w.base.page
}

// toolText is the text of n, or the name of an image without any, in lower case
// and without brackets.
func toolText(n *html.Node, most int) string {
	text := strings.Trim(shortText(n, most), " \t\n\r\u00a0[]")
	if text == "" && hasImage(n) {
		text = htmltree.Attr(n, "aria-label")
	}
	return strings.ToLower(text)
}

// maxHeading bounds what is read of a heading to tell tools from its text, in bytes.
const maxHeading = 1000

// besideText reports whether the heading at hand has text besides that of n.
func (w *writer) besideText(n *html.Node) bool {
	if w.headingText < 0 {
		w.headingText = len(strings.TrimSpace(shortText(w.headingNode, maxHeading)))
	}
	return w.headingText > len(strings.TrimSpace(shortText(n, 100)))
}

// saysPermalink reports whether a text in lower case is what links to their own
// heading show.
func saysPermalink(text string) bool {
	return wordList("permalink label").has(text) || wordList("permalink label begins").begins(text)
}

// isCopyLabel reports whether an element in a heading that is no link shows only that the
// address of the heading may be copied, as its class says, too.
func (w *writer) isCopyLabel(n *html.Node) bool {
	if w.heading == 0 || n.FirstChild == nil || n == w.headingNode {
		return false
	}
	class := htmltree.Attr(n, "class")
	if !strings.Contains(class, "copy") && !strings.Contains(class, "link") && !strings.Contains(class, "anchor") {
		return false
	}
	text := toolText(n, 80)
	return strings.Contains(text, " ") && saysPermalink(text) && w.besideText(n)
}

// maxToolLabel bounds the labels of links that are tools of a page, in bytes.
const maxToolLabel = 40

// arrows are what links to the next page and the one before are drawn with.
const arrows = "<->=«»‹›←→↑↓↖↗⇐⇒⇑⇓⇦⇨⇧⇩▲△▴◀▶◂▸◄►^ "

// isPageTool reports whether a link is all of its block and a tool of the page, no
// content: one to the top or past the menus, or with an arrow for a label.
func (w *writer) isPageTool(n *html.Node, href string) bool {
	if w.fragment || w.cell > 0 || !isAlone(n) {
		return false
	}
	label := strings.TrimSpace(shortText(n, maxToolLabel))
	if img := onlyImage(n); label == "" && img != nil {
		label, _ = htmltree.Lookup(img, "alt")
	}
	if label == "" || len(label) > maxToolLabel {
		return false
	}
	return strings.Trim(label, arrows) == "" || w.leadsWithinPage(href) && wordList("part of page").has(strings.ToLower(strings.TrimFunc(label, func(r rune) bool { return !isWordRune(r) })))
}

// isAlone reports whether n is all that the block around it holds.
func isAlone(n *html.Node) bool {
	for range maxWrappers {
		if contentBefore(n) != nil || contentAfter(n) != nil {
			return false
		}
		if n = n.Parent; n == nil || n.DataAtom != atom.Span && n.DataAtom != atom.Small && n.DataAtom != atom.Font {
			return n != nil && htmltree.IsBlock(n.DataAtom)
		}
	}
	return false
}

// onlyImage is the image that is all that n holds, nil if there is anything else.
func onlyImage(n *html.Node) *html.Node {
	if c := onlyElement(n); c != nil && c.DataAtom == atom.Img {
		return c
	}
	return nil
}
