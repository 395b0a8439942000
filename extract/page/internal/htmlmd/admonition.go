package htmlmd

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

func (w *writer) division(n *html.Node, class, role string) {
	if !w.fragment && strings.HasSuffix(htmltree.Attr(n, "itemtype"), "schema.org/Answer") && htmltree.IsInItem(n, "QAPage") {
		w.rule() // an answer of many, by different people
	}
	switch {
	case n.DataAtom == atom.Section && w.labelledSection(n):
	case n.FirstChild == nil && w.Container().IsItem && strings.HasPrefix(class, "checkbox checkbox-") && w.taskBox(class): // of Notion
	case class == "" && role == "":
		w.block(n)
	case role == "button" && !w.keepsButton(n):
	case role == "listitem" && w.cell == 0:
		w.end()
		w.orphanItem(n)
	case htmltree.IsCellRole(role):
		w.apart(n)
	case strings.Contains(class, "tweet") && words("post counts").InTokens(class):
		w.leaveOut(n, "counts of a post")
	case IsBoxedPost(n) && w.cell == 0:
		w.writeContainer(extract.Quote, "> ", "> ", func() { w.children(n) })
	case isAdmonition(n, class, role) && w.cell == 0:
		w.admonition(n, class)
	default:
		w.block(n)
	}
}

// labelledSection writes a section whose heading stands behind a line of text, as a style sets at the right of it, with the heading
// first: the line says something of this section, not of the one before it.
//
//	<section><span class="rightside">1.15.0 · <a href="/src">Source</a></span><h4>fn as_slice</h4></section>
//
// It reports whether n is one.
func (w *writer) labelledSection(n *html.Node) bool {
	const longest = 60 // bytes
	heading, length := n.FirstChild, 0
	for ; heading != nil && headingLevel(heading) == 0; heading = heading.NextSibling {
		if htmltree.IsBlock(heading.DataAtom) || length > longest {
			return false
		}
		length += len(shortText(heading, longest))
	}
	if length == 0 || heading == nil || w.skips(heading) || w.fragment || w.cell > 0 {
		return false
	}
	w.flush()
	w.childrenAfter(heading, n)
	w.flush()
	return true
}

// IsBoxedPost reports whether a division holds a post or the preview of a page that the text quotes, as Substack and Discourse write them.
func IsBoxedPost(n *html.Node) bool {
	if class := htmltree.Attr(n, "class"); (strings.Contains(class, "embed") || strings.Contains(class, "box")) && words("post in a box").InTokens(class) {
		return true
	}
	first := n.FirstChild
	for first != nil && first.Type != html.ElementNode { // text before it is rarer than another element
		first = first.NextSibling
	}
	return isElement(first, atom.A) && words("post link").InClass(first) && nextContent(n.FirstChild) == first
}

func isAdmonition(n *html.Node, class, role string) bool {
	if n.DataAtom == atom.Article {
		return false
	}
	isBox := n.DataAtom == atom.Aside || words("box").InTokens(class)
	return role == "note" || words("call-out").InTokens(class) || (isBox || docBookTitle(n, class) != nil) && labelOf(class) != ""
}

// docBookTitle returns the heading that a division begins with and that is its label, as DocBook's style sheets for
// HTML write admonitions: <div class="note"><h3 class="title">Note</h3>. A paragraph of the label alone is one, too.
func docBookTitle(n *html.Node, class string) *html.Node {
	title := nextContent(n.FirstChild)
	if title == nil || headingLevel(title) < 3 && title.DataAtom != atom.P {
		return nil
	}
	if headingLevel(title) > 0 && htmltree.HasClass(title, "title") || strings.EqualFold(labelOf(class), strings.TrimSpace(shortText(title, 32))) {
		return title
	}
	return nil
}

// labelOf returns the label of a call-out by its kind, which one of its classes names, with a prefix or not.
func labelOf(class string) string {
	for kind := range strings.FieldsSeq(strings.ToLower(class)) {
		for _, prefix := range words("call-out prefix").Phrases { // a longer one before its beginning
			if rest, ok := strings.CutPrefix(kind, prefix); ok {
				kind = rest
				break
			}
		}
		switch {
		case kind == "information":
			return "Info"
		case kind == "secondary", kind == "primary":
			return "Note"
		case words("call-out kind").Has(kind):
			return strings.ToUpper(kind[:1]) + kind[1:]
		}
	}
	return ""
}

func (w *writer) admonition(n *html.Node, class string) {
	title := cmp.Or(docBookTitle(n, class), admonitionTitle(n))
	label := ""
	if title == nil {
		label = labelOf(class)
		if label != "" && strings.HasPrefix(strings.ToLower(strings.TrimSpace(shortText(n, 64))), strings.ToLower(label)) {
			label = "" // it says so itself
		}
	}
	w.writeContainer(extract.Quote, "> ", "> ", func() {
		if label != "" {
			w.labelLine(label)
		}
		w.label = title
		w.children(n)
		w.label = nil
	})
}

func admonitionTitle(n *html.Node) *html.Node {
	for range 6 {
		c := nextContent(n.FirstChild)
		if c == nil || c.Type != html.ElementNode || isHeading(c) {
			return nil
		}
		class := strings.ToLower(htmltree.Attr(c, "class"))
		if strings.Contains(class, "title") || strings.Contains(class, "heading") || strings.Contains(class, "label") {
			return c
		}
		n = c
	}
	return nil
}

func (w *writer) details(n *html.Node) {
	w.flush()
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case w.skips(c):
		case c.DataAtom != atom.Summary, isHeadingByRole(c, htmltree.Attr(c, "role")):
			w.node(c)
		case words("control of a fold").InClass(c):
			w.leaveOut(c, "control of a fold")
		default:
			w.strongLine(c)
		}
	}
	w.flush()
}

func (w *writer) labelLine(label string) {
	w.flush()
	w.inInline(openInline{kind: mdinline.Strong}, func() { w.writeText(label) })
	w.flush()
}

func (w *writer) strongLine(n *html.Node) {
	w.flush()
	if holds(n, isHeading) {
		w.children(n)
	} else {
		w.childrenInside(openInline{kind: mdinline.Strong}, n)
	}
	w.flush()
}

func onlyElement(n *html.Node) *html.Node {
	c := nextContent(n.FirstChild)
	if c == nil || c.Type != html.ElementNode || nextContent(c.NextSibling) != nil {
		return nil
	}
	return c
}
