package layout

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// folded tells whether an element that is shown only after an act of the reader
// or of a script is marked as hidden: a tab panel, a closed section, a piece of
// streamed content.
func folded(n *html.Node) Tags {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			if strings.HasPrefix(attr(n, "id"), "S:") {
				return Stream
			}
			return Folded
		case "style":
			if i := strings.Index(a.Val, "display"); i >= 0 && strings.HasPrefix(strings.TrimLeft(a.Val[i+len("display"):], " :"), "none") {
				return Folded
			}
		}
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

// held tells a hidden element that holds a large part of the text of a page: one
// that a modal, a carousel or an animation holds back for the moment, not one
// that is kept from readers. What display:none hides is never held.
func held(n *html.Node, reason string) bool {
	switch reason {
	case "aria-hidden", "opacity", "visibility", "zero size":
		words := 0
		return countWords(n, &words)
	}
	return false
}

// countWords counts words below n, and reports whether there are enough.
func countWords(n *html.Node, words *int) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			for range strings.FieldsSeq(c.Data) {
				if *words++; *words >= bulky {
					return true
				}
			}
		case c.DataAtom == atom.Script || c.DataAtom == atom.Style || c.DataAtom == atom.Template:
		default:
			if countWords(c, words) {
				return true
			}
		}
	}
	return false
}

// hidden passes over a subtree that a reader can't see and keeps its text.
func (p *Page) hidden(n *html.Node, reason string) {
	var text strings.Builder
	p.gather(n, &text)
	p.remove(text.String(), "hidden", reason)
}

func (p *Page) gather(n *html.Node, text *strings.Builder) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		i := p.enter()
		switch {
		case c.Type == html.TextNode:
			if n.DataAtom != atom.Script && n.DataAtom != atom.Style && text.Len() < MaxRemoved-p.removedSize && !blank(c.Data) {
				if text.Len() > 0 {
					text.WriteByte(' ')
				}
				text.WriteString(strings.TrimSpace(c.Data))
			}
		default:
			if c.Type == html.ElementNode {
				p.told(c)
			}
			p.gather(c, text)
		}
		p.Next[i] = int32(len(p.Next))
	}
}

// remove keeps a text for the scan if it is long enough to say something: two
// spaces in it.
func (p *Page) remove(text, where, reason string) {
	if len(text) < 8 || p.removedSize >= MaxRemoved || strings.Count(text, " ") < 2 {
		return
	}
	if rest := MaxRemoved - p.removedSize; len(text) > rest {
		text = strings.ToValidUTF8(text[:rest], "")
	}
	p.removedSize += len(text)
	p.Removed = append(p.Removed, extract.Removed{Text: text, Where: where, Reason: reason})
}
