package layout

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
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
