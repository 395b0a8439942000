package layout

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// unfolds tells the body of a part that opens by what stands around it, whatever
// it is called: before it a head that is seen and that is a control, or a heading,
// and beside it parts of the same shape. A control that says whether it is expanded
// needs no such company.
func (p *Page) unfolds(n *html.Node, el *Elem) bool {
	if el.AnyClass&(ClassMenu|ClassNav|ClassCookie|ClassModal|ClassLogin) != 0 {
		return false
	}
	head := headOf(n)
	if head == nil || p.sheet.HiddenReason(head) != "" {
		return false
	}
	words := 0
	if countWords(head, maxHead, &words) || words == 0 {
		return false
	}
	is := headKind(head, 2)
	return is != 0 && (is == expander || twins(n, head)) && readable(n)
}

// headOf returns the element before n, or before its parent where n stands first.
func headOf(n *html.Node) *html.Node {
	if s := before(n); s != nil || n.Parent == nil {
		return s
	}
	return before(n.Parent)
}

func before(n *html.Node) *html.Node {
	for s := n.PrevSibling; s != nil; s = s.PrevSibling {
		if s.Type == html.ElementNode && s.DataAtom != atom.Style && s.DataAtom != atom.Script {
			return s
		}
	}
	return nil
}

func behind(n *html.Node) *html.Node {
	for s := n.NextSibling; s != nil; s = s.NextSibling {
		if s.Type == html.ElementNode && s.DataAtom != atom.Style && s.DataAtom != atom.Script {
			return s
		}
	}
	return nil
}

// The kinds of heads of parts that open.
const (
	heading  = 1 + iota // h1 to h6, dt
	trigger             // a button or a link that leads nowhere
	expander            // it says whether it is expanded
)

// headKind tells what kind of head an element is, by itself or by what stands in
// it so many levels down.
func headKind(n *html.Node, levels int) (kind int) {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt:
		kind = heading
	case atom.Button, atom.Summary:
		kind = trigger
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "aria-expanded":
			return expander
		case "role":
			if a.Val == "button" || a.Val == "tab" {
				kind = trigger
			}
		case "aria-controls":
			kind = trigger
		case "href":
			if strings.HasPrefix(a.Val, "#") || strings.HasPrefix(a.Val, "javascript:") {
				kind = trigger
			}
		}
	}
	seen := 0
	for c := n.FirstChild; c != nil && levels > 0 && kind < expander && seen < 8; c = c.NextSibling {
		if c.Type == html.ElementNode {
			kind = max(kind, headKind(c, levels-1))
			seen++
		}
	}
	return kind
}

// twins reports whether parts of the same shape as head and n stand beside them:
// n and its head in an element of their own next to one alike, or head and n in
// turns.
func twins(n, head *html.Node) bool {
	for range 2 {
		for _, s := range [...]*html.Node{behind(n), before(head)} {
			if s == nil {
				continue
			}
			for _, other := range [...]*html.Node{s, behind(s), before(s)} {
				if other != nil && other != n && other != head && alike(other, n) && text(other) {
					return true
				}
			}
		}
		if n = n.Parent; n == nil || n.DataAtom == atom.Body {
			return false
		}
		if head.Parent == n {
			head = n
		}
	}
	return false
}

// alike reports whether two elements have the same tag and the same first class.
func alike(a, b *html.Node) bool {
	return a.Data == b.Data && firstClass(a) == firstClass(b)
}

func firstClass(n *html.Node) string {
	class := strings.TrimSpace(attr(n, "class"))
	if i := strings.IndexAny(class, " \t\n"); i >= 0 {
		class = class[:i]
	}
	return class
}

func text(n *html.Node) bool {
	words := 0
	return countWords(n, 1, &words)
}

// readable reports whether most words of n are no links, and whether it is more
// than fields to fill in.
func readable(n *html.Node) bool {
	var t contents
	t.count(n, false)
	return t.words >= 3 && 2*t.linked <= t.words && 8*t.fields <= t.words
}

// contents counts what is in an element.
type contents struct{ words, linked, fields, nodes int }

// maxContents bounds the nodes that are counted.
const maxContents = 1000

func (t *contents) count(n *html.Node, link bool) {
	for c := n.FirstChild; c != nil && t.nodes < maxContents; c = c.NextSibling {
		t.nodes++
		switch {
		case c.Type == html.TextNode:
			words := 0
			for range strings.FieldsSeq(c.Data) {
				words++
			}
			if t.words += words; link {
				t.linked += words
			}
		case c.DataAtom == atom.Script || c.DataAtom == atom.Style || c.DataAtom == atom.Template:
		case c.DataAtom == atom.Input || c.DataAtom == atom.Select || c.DataAtom == atom.Textarea:
			t.fields++
		default:
			t.count(c, link || c.DataAtom == atom.A)
		}
	}
}

// lone reports whether n holds all the text of its parent.
func lone(n *html.Node) bool {
	for s := n.Parent.FirstChild; s != nil; s = s.NextSibling {
		switch {
		case s == n:
		case s.Type == html.TextNode && !blank(s.Data), s.Type == html.ElementNode && text(s):
			return false
		}
	}
	return true
}

// minSlides is how many parts alike stand side by side in a row of slides, some
// of them seen or called so.
const minSlides = 3

// slides tells a part that only assistive technology is not to read for the
// moment: one of a row of parts alike.
func (p *Page) slides(n *html.Node, e int32) bool {
	if p.Elems[e].AnyTags&(Nav|Header|Footer|Form|Dialog|Menu|Search|Aside|Folded) != 0 || firstClass(n) == "" || !readable(n) {
		return false
	}
	_, class := p.Near(e)
	row, seen := 0, class&ClassGallery != 0
	for s, hop := n.Parent.FirstChild, 0; s != nil && hop < 100; s, hop = s.NextSibling, hop+1 {
		if s.Type == html.ElementNode && alike(s, n) {
			row++
			seen = seen || !strings.EqualFold(attr(s, "aria-hidden"), "true")
		}
	}
	return row >= minSlides && seen
}

// again tells a link that is taken out of what is read aloud because one to the
// same address stands shortly before it; readers see both.
func (p *Page) again(n *html.Node) bool {
	if n.DataAtom != atom.A {
		return false
	}
	href := attr(n, "href")
	for i := len(p.Links) - 1; href != "" && i >= max(0, len(p.Links)-8); i-- {
		if attr(p.Links[i].Node, "href") == href {
			return true
		}
	}
	return false
}
