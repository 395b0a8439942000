package layout

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// folded tells what an attribute, hidden or style, makes of an element that is
// shown only after an act of the reader or of a script: a tab panel, a closed
// section, a piece of streamed content.
func folded(n *html.Node, a *html.Attribute) Tags {
	if a.Key == "hidden" {
		if strings.HasPrefix(attr(n, "id"), "S:") {
			return Stream
		}
		return Folded
	}
	if i := strings.Index(a.Val, "display"); i >= 0 && strings.HasPrefix(strings.TrimLeft(a.Val[i+len("display"):], " :"), "none") {
		return Folded
	}
	return 0
}

func attr(n *html.Node, key string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return n.Attr[i].Val
		}
	}
	return ""
}

// bulky words are more than a label or a smuggled sentence has.
const bulky = 100

// held tells a hidden element that a reader gets to see: one with a large part
// of the text of the page, which a modal, a carousel or an animation holds back
// for the moment, a part that opens under its head, or one that moves into view.
func (p *Page) held(n *html.Node, e int32, reason string) bool {
	switch reason {
	case "aria-hidden", "visibility", "zero size":
		words := 0
		return countWords(n, bulky, &words) || p.opens(n, e) || reason == "aria-hidden" && (p.slides(n, e) || p.again(n))
	case "display:none", "hidden":
		return p.opens(n, e)
	case "opacity":
		words := 0
		return countWords(n, bulky, &words) || moves(attr(n, "style")) || p.opens(n, e)
	}
	return false
}

// opens tells the body of an accordion, an answer of a list of questions, a tab
// panel: a short head that is seen stands before it, and classes around say so or
// the head is a control or one of a row of such heads. What is hidden within a
// part that opens stays hidden, unless it is all of that.
func (p *Page) opens(n *html.Node, e int32) bool {
	el := &p.Elems[e]
	if el.AnyTags&(Nav|Header|Footer|Form|Dialog|Menu|Search|Aside) != 0 {
		return false
	}
	if el.Tags&Panel != 0 {
		return true
	}
	if el.AnyTags&Folded != 0 {
		return el.Parent >= 0 && p.Elems[el.Parent].Tags&Folded != 0 && lone(n) || p.unfolds(n, el)
	}
	if _, class := p.Near(e); class&(ClassFold|ClassTab|ClassQuestion) != 0 && p.headed(n, class&ClassTab != 0) {
		return true
	}
	return p.unfolds(n, el)
}

// maxHead bounds the words of the head of a part that opens.
const maxHead = 30

// maxPanes bounds the panes that are passed over in search of their labels.
const maxPanes = 12

// headed reports whether a short text that is seen stands before n, beside it or
// beside its parent; before the other panes where n is one of several.
func (p *Page) headed(n *html.Node, pane bool) bool {
	for range 2 {
		for s, hop := before(n), 0; s != nil && hop < maxPanes; s, hop = before(s), hop+1 {
			words := 0
			if !countWords(s, maxHead, &words) && words > 0 && p.sheet.HiddenReason(s) == "" {
				return true
			}
			if !pane {
				return false
			}
		}
		if n = n.Parent; n == nil {
			return false
		}
	}
	return false
}

// moves tells the style of an element that a script moves into view: one that
// is shifted as well as transparent.
func moves(style string) bool {
	return strings.Contains(style, "transform:") && (strings.Contains(style, "translate") || strings.Contains(style, "matrix"))
}

// countWords counts words below n, and reports whether there are enough.
func countWords(n *html.Node, enough int, words *int) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			for range strings.FieldsSeq(c.Data) {
				if *words++; *words >= enough {
					return true
				}
			}
		case c.DataAtom == atom.Script || c.DataAtom == atom.Style || c.DataAtom == atom.Template:
		default:
			if countWords(c, enough, words) {
				return true
			}
		}
	}
	return false
}
