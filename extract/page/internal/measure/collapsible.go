package measure

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// minRevealedWords is how many words a text has at least that counts as visible for its length alone.
// Labels for screen readers and hidden instructions to a model are shorter.
const minRevealedWords = 100

// isRevealedLater reports whether text that a reader can't see for this reason counts as visible. That
// is so for the body of an accordion or a tab, for a slide of a carousel and for an element that
// animates into view, and for the name of an icon, see namesIcon. Text hidden other than by display or the hidden attribute counts from
// minRevealedWords on: a page may hide its content behind a modal at first.
func (w *walker) isRevealedLater(n *html.Node, e int32, reason string) bool {
	switch reason {
	case "aria-hidden", "visibility", "zero size":
		return reason == "zero size" && namesIcon(n) || isLong(n) || w.isCollapsible(n, e) || reason == "aria-hidden" && (w.isCarouselSlide(n, e) || w.repeatsLink(n))
	case "display:none", "hidden":
		return w.isCollapsible(n, e)
	case "clip", "off-screen":
		return namesIcon(n)
	case "opacity":
		style := htmltree.Attr(n, "style") // one that a script moves into view is shifted as well as transparent
		return isLong(n) || strings.Contains(style, "transform:") && (strings.Contains(style, "translate") || strings.Contains(style, "matrix")) || w.isCollapsible(n, e)
	}
	return false
}

// namesIcon reports whether n says in up to three words what the icon shows that a cell holds beside it, and nothing else:
// <td><svg aria-hidden="true">…</svg><span class="sr-only">Included</span></td>.
func namesIcon(n *html.Node) bool {
	const most, depth = 3, 3 // words, and elements around the two
	cell := n.Parent
	for hop := 0; hop < depth && cell != nil && cell.DataAtom != atom.Td; hop++ {
		cell = cell.Parent
	}
	if cell == nil || cell.DataAtom != atom.Td {
		return false
	}
	isIcon := func(c *html.Node) bool {
		return c.DataAtom == atom.Svg || (c.DataAtom == atom.I || c.DataAtom == atom.Span) && c.FirstChild == nil || c.DataAtom == atom.Img && htmltree.Attr(c, "alt") == ""
	}
	words := countWords(n, most+1).words
	return words > 0 && words <= most && countWords(cell, most+1).words == words && htmltree.Find(cell, depth, isIcon) != nil
}

// isCollapsible reports whether n is the body of an accordion, an answer of a list of questions, or a
// tab panel: its role says so, or a short visible label stands before it and classes around say
// so, or isUnnamedCollapsible does. An element hidden within a collapsible one counts only if it
// holds all text of that one, or by isUnnamedCollapsible. Nothing counts in parts of the page such as
// nav, footer and form.
func (w *walker) isCollapsible(n *html.Node, e int32) bool {
	el := &w.Elements[e]
	if el.AnyKinds&(Nav|Header|Footer|Form|Dialog|Menu|Search|Aside) != 0 {
		return false
	}
	if el.Kinds&Panel != 0 {
		return true
	}
	if el.AnyKinds&Folded != 0 {
		holdsAll := el.Parent >= 0 && w.Elements[el.Parent].Kinds&Folded != 0
		for s := n.Parent.FirstChild; s != nil && holdsAll; s = s.NextSibling {
			holdsAll = s == n || s.Type == html.TextNode && IsBlank(s.Data) || s.Type != html.TextNode && !holdsText(s)
		}
		return holdsAll || w.isUnnamedCollapsible(n, el)
	}
	_, class := w.Near(e)
	return class&(ClassFold|ClassTab|ClassQuestion) != 0 && w.visibleLabel(n, class&ClassTab != 0) != nil || w.isUnnamedCollapsible(n, el)
}

const maxLabelWords = 30

// visibleLabel returns the element with a short visible text that is directly before n or, if n stands first, before its
// parent; nil for none. If n is one of several panes, other panes may be in between.
func (w *walker) visibleLabel(n *html.Node, pane bool) *html.Node {
	const maxPassedPanes = 12
	for range 2 { // n, then its parent
		for s, hop := previousElement(n), 0; s != nil && hop < maxPassedPanes; s, hop = previousElement(s), hop+1 {
			if words := countWords(s, maxLabelWords).words; words > 0 && words < maxLabelWords && w.sheet.HiddenReason(s) == "" {
				return s
			}
			if !pane {
				return nil
			}
		}
		if n = n.Parent; n == nil {
			return nil
		}
	}
	return nil
}

func isLong(n *html.Node) bool { return countWords(n, minRevealedWords).words >= minRevealedWords }

type subtreeCounts struct{ words, linked, fields, nodes int }

// countWords counts what is below n, until there are enough words.
func countWords(n *html.Node, enough int) (t subtreeCounts) {
	t.count(n, false, enough)
	return t
}

func (t *subtreeCounts) count(n *html.Node, link bool, enough int) {
	const maxCountedNodes = 1000
	for c := n.FirstChild; c != nil && t.nodes < maxCountedNodes && t.words < enough; c = c.NextSibling {
		t.nodes++
		switch {
		case c.Type == html.TextNode:
			for range strings.FieldsSeq(c.Data) {
				if t.words++; link {
					t.linked++
				}
			}
		case c.DataAtom == atom.Script || c.DataAtom == atom.Style || c.DataAtom == atom.Template:
		case c.DataAtom == atom.Input || c.DataAtom == atom.Select || c.DataAtom == atom.Textarea:
			t.fields++
		default:
			t.count(c, link || c.DataAtom == atom.A, enough)
		}
	}
}

// isUnnamedCollapsible reports whether n is collapsible by its surroundings, regardless of
// its classes: after a visible label that is a control or a heading, and next to pairs of
// the same shape. A control with aria-expanded needs no such pairs.
func (w *walker) isUnnamedCollapsible(n *html.Node, el *Element) bool {
	if el.AnyTopics&(ClassMenu|ClassNav|ClassCookie|ClassModal|ClassLogin) != 0 {
		return false
	}
	head := w.visibleLabel(n, false)
	if head == nil {
		return false
	}
	isLabel, expandable := labelOf(head, 2)
	return isLabel && (expandable || hasTwins(n, head)) && isReadable(n)
}

func previousElement(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && !isContentElement(n); n = n.PrevSibling {
	}
	return n
}

func nextElement(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && !isContentElement(n); n = n.NextSibling {
	}
	return n
}

func isContentElement(n *html.Node) bool {
	return n.Type == html.ElementNode && n.DataAtom != atom.Style && n.DataAtom != atom.Script
}

// labelOf reports whether an element is the label of a collapsible one, by itself or by its descendants up to a number of
// levels down: a heading, a term, a button or a link that leads nowhere; and whether it says that it is expanded or not.
func labelOf(n *html.Node, levels int) (isLabel, expandable bool) {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt, atom.Button, atom.Summary:
		isLabel = true
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "aria-expanded":
			return true, true
		case "role":
			isLabel = isLabel || a.Val == "button" || a.Val == "tab"
		case "aria-controls":
			isLabel = true
		case "href":
			isLabel = isLabel || strings.HasPrefix(a.Val, "#") || strings.HasPrefix(a.Val, "javascript:")
		}
	}
	seen := 0
	for c := n.FirstChild; c != nil && levels > 0 && !expandable && seen < 8; c = c.NextSibling {
		if c.Type == html.ElementNode {
			inner, expands := labelOf(c, levels-1)
			isLabel, expandable = isLabel || inner, expands
			seen++
		}
	}
	return isLabel, expandable
}

// hasTwins reports whether labels and bodies like head and n alternate, or they end an element that stands next to one of
// the same shape. A heading with a hidden paragraph amid visible ones is neither.
func hasTwins(n, head *html.Node) bool {
	if head.Parent != n.Parent {
		if n = n.Parent; !htmltree.IsBlock(n.DataAtom) {
			return false
		}
	}
	after, before, both := nextElement(n), previousElement(head), n.Parent
	if after != nil && after.DataAtom == atom.Hr {
		after = nextElement(after)
	}
	if before != nil && before.DataAtom == atom.Hr {
		before = previousElement(before)
	}
	isPair := func(label, body *html.Node) bool {
		return label != nil && body != nil && label.Data == head.Data && sameShape(body, n) && holdsText(body)
	}
	if after != nil && isPair(after, nextElement(after)) || before != nil && isPair(previousElement(before), before) {
		return true
	}
	if both.DataAtom == atom.Body || both.DataAtom == atom.P || after != nil && htmltree.IsBlock(after.DataAtom) && holdsText(after) {
		return false
	}
	for _, s := range [...]*html.Node{nextElement(both), previousElement(both)} {
		if s != nil && slices.ContainsFunc([]*html.Node{s, nextElement(s), previousElement(s)}, func(other *html.Node) bool {
			return other != nil && other != both && sameShape(other, both) && holdsText(other)
		}) {
			return true
		}
	}
	return false
}

func sameShape(a, b *html.Node) bool {
	return a.Data == b.Data && firstClass(a) == firstClass(b)
}

func firstClass(n *html.Node) string {
	for class := range strings.FieldsSeq(htmltree.Attr(n, "class")) {
		return class
	}
	return ""
}

// isReadable reports whether most words of n are outside of links, and whether there is
// more than form fields.
func isReadable(n *html.Node) bool {
	t := countWords(n, 1<<30)
	return t.words >= 3 && 2*t.linked <= t.words && 8*t.fields <= t.words
}

// isCarouselSlide reports whether an element with aria-hidden is one of a row of elements
// of the same shape, of which one is visible or which are called a gallery: only
// assistive technology is not to read it for the moment.
func (w *walker) isCarouselSlide(n *html.Node, e int32) bool {
	const minCarouselSlides = 3
	if w.Elements[e].AnyKinds&(Nav|Header|Footer|Form|Dialog|Menu|Search|Aside|Folded) != 0 || firstClass(n) == "" || !isReadable(n) {
		return false
	}
	_, class := w.Near(e)
	row, seen := 0, class&ClassGallery != 0
	for s, hop := n.Parent.FirstChild, 0; s != nil && hop < 100; s, hop = s.NextSibling, hop+1 {
		if s.Type == html.ElementNode && sameShape(s, n) {
			row++
			seen = seen || !strings.EqualFold(htmltree.Attr(s, "aria-hidden"), "true")
		}
	}
	return row >= minCarouselSlides && seen
}

// repeatsLink reports whether a link with aria-hidden has the address of a link shortly
// before it. Sighted readers see both.
func (w *walker) repeatsLink(n *html.Node) bool {
	href := htmltree.Attr(n, "href")
	last := w.Links[max(0, len(w.Links)-8):]
	return n.DataAtom == atom.A && href != "" && slices.ContainsFunc(last, func(l LinkRef) bool { return htmltree.Attr(l.Node, "href") == href })
}
