package layout

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// hider tells what a reader can't see.
type hider struct{}

// reason says why an element is hidden, or nothing.
func (h *hider) reason(n *html.Node) string {
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "hidden":
			if a.Val != "until-found" {
				return "hidden"
			}
		case "aria-hidden":
			if a.Val == "true" {
				return "aria-hidden"
			}
		case "style":
			if r := styleHides(a.Val); r != "" {
				return r
			}
		}
	}
	return ""
}

func styleHides(s string) string {
	if len(s) < 9 {
		return ""
	}
	if i := strings.Index(s, "display"); i >= 0 && strings.HasPrefix(strings.TrimLeft(s[i+7:], " :"), "none") {
		return "display:none"
	}
	if i := strings.Index(s, "visibility"); i >= 0 && strings.HasPrefix(strings.TrimLeft(s[i+10:], " :"), "hidden") {
		return "visibility:hidden"
	}
	return ""
}

// exempt tells whether a hidden element holds text that a reader gets to see by
// an ordinary act, or that a script moves into view: streamed pieces of React
// (<div hidden id="S:3">), tab panels, folded sections. What it returns is what
// the element is beside its tag; 0 means that it stays hidden.
func exempt(n *html.Node, tags Tags, class Groups) Tags {
	if n.DataAtom == atom.Div && strings.HasPrefix(attr(n, "id"), "S:") && has(n, "hidden") {
		return Stream
	}
	if tags&Panel != 0 || class&(ClassFold|ClassTab) != 0 && tags&(Nav|Menu|Dialog|Form|Footer|Header) == 0 && class&(ClassNav|ClassMenu|ClassModal) == 0 {
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

func has(n *html.Node, key string) bool {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return true
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
