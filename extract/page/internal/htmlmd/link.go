package htmlmd

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// link is the target and the state of a link mark.
type link struct {
	url       weburl.Target
	title     string
	node      *html.Node
	block     bool // it goes around blocks
	inHeading bool // of which it is to be put in the heading
	done      bool // and has been put somewhere
	joins     bool // it goes on with the link right before it
}

func (w *writer) anchor(n *html.Node) {
	href, ok := htmltree.Lookup(n, "href")
	if !ok && w.pageMark(n) {
		return
	}
	if !ok || w.inLink() || w.has(n, PlainLink) {
		w.children(n)
		return
	}
	if w.noteRef(n, href) {
		return
	}
	if _, code, protected := strings.Cut(href, "/cdn-cgi/l/email-protection"); protected {
		if address := protectedAddress(cmp.Or(strings.TrimPrefix(code, "#"), htmltree.Attr(n, "data-cfemail"))); address != "" {
			href = "mailto:" + address
		}
	}
	if w.isPermalink(n, href) {
		w.leaveOut(n, "tool of a heading")
		w.dropped = true
		return
	}
	url := w.resolve(href)
	if url.IsEmpty() && !isBlank(href) || strings.TrimSpace(href) == "#" || leadsToItself(n, href) {
		w.linkLabel(n)
		return
	}
	if htmltree.HasClass(n, "wp-block-file__button") && isElement(contentBefore(n), atom.A) {
		return // the file is named before it
	}
	l := link{url: url, title: htmltree.Attr(n, "title"), node: n}
	if before := n.PrevSibling; isElement(before, atom.A) && sameLink(before, n) && w.touching() {
		l.joins = onlyText(before) && onlyText(n) // editors leave it so that change a part of a link
	}
	l.block, l.inHeading = holds(n, isBlock), holds(n, isHeading)
	w.inInline(openInline{kind: linkInline, link: l}, func() { w.linkLabel(n) })
}

// protectedAddress decodes the address of a mailbox that Cloudflare hides from programs and a script in the page decodes for readers:
// hexadecimal, each byte combined by XOR with the first. It returns "" if code is not such an address.
func protectedAddress(code string) string {
	b, err := hex.DecodeString(code)
	if err != nil || len(b) < 2 {
		return ""
	}
	for i := range b[1:] {
		b[i+1] ^= b[0]
	}
	if !utf8.Valid(b[1:]) || bytes.IndexByte(b[1:], '@') < 0 || bytes.ContainsAny(b[1:], " \t\r\n<>") {
		return ""
	}
	return clean(string(b[1:]))
}

// linkLabel writes what a link shows, in brackets if that is the mark of a note: within a superscript, one itself, or marked as such.
func (w *writer) linkLabel(n *html.Node) {
	if address := protectedAddress(htmltree.Attr(n, "data-cfemail")); address != "" {
		w.writeText(address)
		return
	}
	label := n
	mark := w.bracketLinks
	if sup := onlyElement(n); sup != nil && sup.DataAtom == atom.Sup && !mark {
		label, mark = sup, isMark(strings.TrimSpace(shortText(sup, maxRaised)))
	} else if a := w.attributesOf(n); !mark {
		isRaised, _ := shiftOf(&a)
		mark = isRaised || isNoteRef(n) || w.isNoteMark(n, &a) || words("note reference").InClass(n) && strings.Trim(shortText(n, 4), "0123456789") == ""
	}
	if !mark || holds(n, isImage) || !isMark(strings.TrimSpace(shortText(n, maxRaised))) {
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

// linkAround returns the address of the link that is open, if one is.
func (w *writer) linkAround() (url weburl.Target, open bool) {
	for i := range w.inlines {
		if w.inlines[i].kind == linkInline {
			return w.inlines[i].link.url, true
		}
	}
	return weburl.Target{}, false
}

func (w *writer) inLink() bool {
	_, open := w.linkAround()
	return open
}

func (w *writer) addLink(kind mdinline.Kind, url weburl.Target, title string) {
	start := len(w.Text)
	w.Text = append(append(w.Text, url.Site...), url.Path...)
	it := w.Piece(kind, start)
	if title != "" {
		w.Text = appendFolded(w.Text, w.visibleText(title))
		it.TitleEnd = int32(len(w.Text))
	}
}

func (w *writer) closeLink(m *openInline) {
	m.link.done = true
	if !w.named(m) {
		return
	}
	w.dropRepeatedTitle(m.item)
	w.Items[m.item].Pair = int32(len(w.Items))
	w.Items = append(w.Items, mdinline.Item{Kind: mdinline.LinkEnd, Pair: m.item})
	if m.item == 0 && len(w.Items) == 3 && w.Items[1].Kind == mdinline.Text && w.cell == 0 && w.Container().IsItem {
		if it := &w.Items[1]; int(it.End) == len(w.Text) && it.End == it.Start+1 && mdinline.IsCheckbox([]byte{'[', w.Text[it.Start], ']'}) {
			w.Text = append(w.Text, ' ') // "[X](address)" would be a task that is done
			it.End++
		}
	}
}

// named gives a link whose label is nothing but spaces that do not fold the name that readers of the screen hear. It
// takes back a link without any, which it reports by false.
func (w *writer) named(m *openInline) bool {
	k := int(m.item) + 1
	if m.link.node == nil || len(w.Items) != k+1 || w.Items[k].Kind != mdinline.Text || !isSpaces(w.Text[w.Items[k].Start:w.Items[k].End]) {
		return true
	}
	start := len(w.Text)
	w.Text = appendFolded(w.Text, clean(attrOf(m.link.node, "aria-label", "title")))
	if len(w.Text) == start {
		w.Items, w.dropped, w.pendingSpace = w.Items[:m.item], true, true
		if n := len(w.Items) - 1; n >= 0 && w.Items[n].Kind == mdinline.Text && w.Text[w.Items[n].End-1] == ' ' {
			if w.Items[n].End--; w.Items[n].Start == w.Items[n].End {
				w.Items = w.Items[:n]
			}
		}
		return false
	}
	w.Items[k].Start, w.Items[k].End = int32(start), int32(len(w.Text))
	return true
}

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

// emptyLink leaves out a link without content, unless it is an icon with a name.
func (w *writer) emptyLink(m *openInline) {
	if m.link.done {
		return
	}
	// A link to a part of the page itself, or to the front page of its site, says nothing.
	address := m.link.url.String()
	home := strings.HasPrefix(m.link.url.Path, "#") && (m.link.url.Site == w.base.Page || m.link.url.Site == "") ||
		address == "/" || w.base.Origin != "" && strings.TrimSuffix(address, "/") == w.base.Origin
	if name := iconName(m.link.node, m.link.url); name != "" && !home {
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

// iconName is the name of a link that shows an icon and no text, as a reader of the screen hears it. It is "" for one
// without a name and for buttons to share the page, which lead to forms.
func iconName(n *html.Node, url weburl.Target) string {
	if n == nil || htmltree.Find(n, maxDepth, func(c *html.Node) bool { // what can show an icon; images are written as such
		return c.DataAtom == atom.I || c.DataAtom == atom.Span || c.DataAtom == atom.Svg || c.Type == html.ElementNode && (c.Namespace == "svg" || c.Data == "svg")
	}) == nil || !isBlank(shortText(n, 64)) || weburl.SharesPage(url.String()) || strings.Contains(url.String(), "/cdn-cgi/l/email-protection") || strings.HasPrefix(url.Path, "mailto:") && strings.Contains(url.Path, "body=") {
		return ""
	}
	return strings.TrimSpace(htmltree.Attr(n, "aria-label"))
}

// isPermalink reports whether a link leads to the heading that contains it, or to an element around that, and shows
// only a sign: "#", "¶", an image in a heading.
func (w *writer) isPermalink(n *html.Node, href string) bool {
	if !strings.HasPrefix(href, "#") || len(href) < 2 {
		return false
	}
	const most = 16 // bytes, of a sign
	text := strings.Trim(shownText(n, most), " \u00a0[]")
	if r, size := utf8.DecodeRuneInString(text); size == len(text) && unicode.Is(unicode.Co, r) {
		text = "#" // a sign of an icon font, which has no meaning without it
	}
	if text == "" {
		return w.heading > 0 || !holds(n, isImage)
	}
	return (text == "\u200b" || words("permalink sign").Has(text)) && (w.heading > 0 || words("permalink").InClass(n))
}

// leadsToItself reports whether a link leads to the element that it stands in: <h2 id=a><a href=#a>Syntax</a></h2>.
func leadsToItself(n *html.Node, href string) bool {
	const most = 3 // elements around the link
	id, here := strings.CutPrefix(href, "#")
	return here && id != "" && around(n, most, func(up *html.Node) bool { return htmltree.Attr(up, "id") == id }) != nil
}

// resolve makes a link absolute. It is empty for one that must not be written: schemes that run code or read what is local.
func (w *writer) resolve(href string) weburl.Target {
	if t, ok := w.base.Plain(href); ok {
		return t
	}
	if href = clean(weburl.Trim(href)); !hasSafeScheme(href) {
		return weburl.Target{}
	}
	switch {
	case w.base.Base == nil:
		return weburl.Target{Path: href}
	case href == "":
		return weburl.Target{Path: w.base.Page}
	case href[0] == '#' && w.base.Page != "":
		return weburl.Target{Site: w.base.Page, Path: href}
	}
	switch u, err := weburl.Resolve(w.base.Base, href); {
	case err != nil && href[0] == '/' && !strings.HasPrefix(href, "//"): // a percent sign that begins no escape: "/100%"
		return weburl.Target{Site: w.base.Origin, Path: href}
	case err != nil || u.Host == "" && mdinline.HasScheme(href):
		return weburl.Target{Path: href}
	default:
		return weburl.Target{Path: u.String()}
	}
}

// hasSafeScheme reports whether following a link does no more than to load it, or to open a program that asks first: a
// reference without scheme, or with one of the list "scheme" of words.txt. Control characters and what is not ASCII are passed over
// within the scheme.
func hasSafeScheme(s string) bool {
	if strings.HasPrefix(s, `\`) {
		return false
	}
	i := strings.IndexByte(s, ':')
	if i < 0 || strings.ContainsAny(s[:i], "/?#") {
		return true
	}
	scheme := strings.ToLower(strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f {
			return -1
		}
		return r
	}, s[:i]))
	return scheme == "" || !ascii.IsLetter(scheme[0]) || words("scheme").Has(scheme)
}
