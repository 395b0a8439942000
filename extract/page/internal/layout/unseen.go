package layout

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
)

// Bounds of what is kept of one place that a reader can't see.
const (
	minUnseen = 8
	maxScript = 4 << 10  // of a script that is no data
	maxData   = 32 << 10 // of a script that holds data
)

// remove keeps a text that a reader can't see, if it is long enough to say
// something.
func (p *Page) remove(text, where, reason string) {
	if len(text) < minUnseen || p.removedSize >= MaxRemoved || !telling(text) || blank(text) {
		return
	}
	if rest := MaxRemoved - p.removedSize; len(text) > rest {
		text = strings.ToValidUTF8(text[:rest], "")
	}
	p.removedSize += len(text)
	p.Removed = append(p.Removed, extract.Removed{Text: text, Where: where, Reason: reason})
}

// telling tells words from identifiers and addresses: two spaces, something
// beyond ASCII, or a run long enough to be an encoded sentence.
func telling(s string) bool {
	if i := strings.IndexByte(s, ' '); i >= 0 && strings.IndexByte(s[i+1:], ' ') >= 0 {
		return true
	}
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return true
		}
	}
	return len(s) >= 40 && strings.IndexByte(s, '/') < 0 || strings.IndexByte(s, '%') >= 0 && strings.Count(s, "%20") > 1
}

// attributes keeps what the attributes of an element say in words.
func (p *Page) attributes(n *html.Node) {
	for i := range n.Attr {
		if a := &n.Attr[i]; len(a.Val) >= minUnseen {
			p.attribute(n, a)
		}
	}
}

func (p *Page) attribute(n *html.Node, a *html.Attribute) {
	where := "attribute"
	switch a.Key {
	case "class", "id", "style", "src", "srcset", "sizes", "media", "rel", "type", "d", "points", "viewbox", "viewBox", "transform", "name",
		"property", "itemprop", "itemtype", "role", "target", "for", "pattern", "accept", "action", "integrity", "nonce", "charset":
		return
	case "href":
		if n.DataAtom != atom.A || !sentence(a.Val) {
			return
		}
	case "content":
		where = "meta"
	case "alt", "title":
		where = a.Key
	default:
		switch {
		case strings.HasPrefix(a.Key, "aria-"):
			where = "aria"
		case strings.HasPrefix(a.Key, "on"), strings.HasPrefix(a.Key, "data-src"), strings.HasPrefix(a.Key, "data-style"):
			return
		}
	}
	p.wrapped(a.Val, where)
}

// sentence tells an address that is made of words.
func sentence(address string) bool {
	if strings.HasPrefix(address, "data:") {
		return true
	}
	if strings.IndexByte(address, '%') < 0 && strings.IndexByte(address, '+') < 0 {
		return false
	}
	return strings.Count(address, "%20") >= 3 || strings.Count(address, "+") >= 4
}

// unseen keeps what an element holds that browsers don't show as text.
func (p *Page) unseen(n *html.Node) {
	if n.FirstChild == nil {
		return
	}
	text := n.FirstChild.Data
	switch n.DataAtom {
	case atom.Script:
		p.scriptText(attr(n, "type"), text)
	case atom.Style:
		p.styleText(text)
	case atom.Title:
		p.remove(text, "title", "")
	}
}

// scriptText keeps the data that a script holds, and what a short one says: readers
// of the source see it.
func (p *Page) scriptText(kind, text string) {
	switch {
	case strings.HasPrefix(kind, "application/ld+json"), strings.HasPrefix(kind, "application/json"):
		p.jsonValues(strings.ToValidUTF8(text[:min(len(text), maxData)], ""), "json")
	case len(text) <= maxScript:
		p.remove(strings.ToValidUTF8(text, ""), "script", "")
	}
}

// styleText keeps the comments and the generated content of a style sheet.
func (p *Page) styleText(css string) {
	for rest := css; ; {
		_, after, found := strings.Cut(rest, "/*")
		if !found {
			break
		}
		var comment string
		comment, rest, _ = strings.Cut(after, "*/")
		p.remove(strings.TrimSpace(comment), "comment", "")
	}
	for value := range generated(css) {
		p.remove(strings.Trim(value, `"'`), "attribute", "generated content")
	}
}

// smuggled keeps what invisible characters of a text spell.
func (p *Page) smuggled(text string) {
	if s := invisible.Decode(text); s != "" {
		p.remove(s, "hidden", "invisible characters")
	}
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
		switch c.Type {
		case html.TextNode:
			p.gatherText(n, c.Data, text)
		case html.ElementNode:
			p.told(c)
			p.attributes(c)
			fallthrough
		default:
			p.gather(c, text)
		}
		p.Next[i] = int32(len(p.Next))
	}
}

func (p *Page) gatherText(parent *html.Node, s string, text *strings.Builder) {
	if parent.DataAtom == atom.Script || parent.DataAtom == atom.Style || text.Len() >= MaxRemoved-p.removedSize || blank(s) {
		return
	}
	p.smuggled(s)
	if text.Len() > 0 {
		text.WriteByte(' ')
	}
	text.WriteString(strings.TrimSpace(s))
}
