package parse

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// fill puts what was bypassed into the tree and takes the comments out of it, whose
// texts it returns in document order. It notes whether the tree has items of microdata. Elements that the parser made of one tag share
// their attributes.
func (p *prefilter) fill(root *html.Node) (comments []string) {
	p.makeAttributes()
	for n := root; n != nil; {
		switch n.Type {
		case html.ElementNode:
			if len(n.Attr) > 0 {
				if b := p.bypassedAt(n.Attr[0].Key); b != nil && b.list {
					n.Attr = p.htmlAttributes[b.start:b.end:b.end]
				}
				p.hasItems = p.hasItems || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "itemtype" })
			}
		case html.TextNode:
			if n.NextSibling != nil && n.NextSibling.Type == html.CommentNode {
				comments = joinTexts(n, comments)
			}
			if strings.IndexByte(n.Data, placeholderMark) >= 0 {
				n.Data = p.fillText(n.Data)
			}
		case html.CommentNode:
			comments = append(comments, n.Data)
			comment := n
			n = htmltree.Next(n, root)
			comment.Parent.RemoveChild(comment)
			continue
		}
		n = htmltree.Next(n, root)
	}
	return comments
}

// makeAttributes makes the attributes of bypassed tags. Their values are parts of one
// string.
func (p *prefilter) makeAttributes() {
	p.htmlAttributes = slices.Grow(p.htmlAttributes[:0], len(p.attributes))
	size := 0
	for i := range p.attributes {
		size += int(p.attributes[i].end - p.attributes[i].start)
	}
	var values strings.Builder
	values.Grow(size)
	for i := range p.attributes {
		a := &p.attributes[i]
		start := values.Len()
		value := p.text[a.start:a.end]
		for {
			i := bytes.Index(value, ampersand)
			if i < 0 {
				break
			}
			values.Write(value[:i+1])
			value = value[i+len(ampersand):]
		}
		values.Write(value)
		p.htmlAttributes = append(p.htmlAttributes, html.Attribute{Key: a.name, Val: values.String()[start:]})
	}
}

func (p *prefilter) fillText(text string) string {
	var b strings.Builder
	for rest := text; ; {
		i := strings.IndexByte(rest, placeholderMark)
		if i < 0 {
			b.WriteString(rest)
			return b.String()
		}
		part := p.bypassedAt(rest[i:])
		if part == nil || part.list {
			b.WriteString(rest[:i+1])
			rest = rest[i+1:]
			continue
		}
		b.Grow(len(rest) + int(part.end-part.start))
		b.WriteString(rest[:i])
		b.Write(p.text[part.start:part.end])
		rest = rest[i+placeholderSize:]
	}
}

// joinTexts makes one text of first and the texts behind it that only comments part
// from it. It takes out the comments and returns their texts behind comments.
func joinTexts(first *html.Node, comments []string) []string {
	var b strings.Builder
	for n := first.NextSibling; n != nil && (n.Type == html.CommentNode || n.Type == html.TextNode); n = first.NextSibling {
		if n.Type == html.CommentNode {
			comments = append(comments, n.Data)
		} else {
			if b.Len() == 0 {
				b.WriteString(first.Data)
			}
			b.WriteString(n.Data)
		}
		n.Parent.RemoveChild(n)
	}
	if b.Len() > 0 {
		first.Data = b.String()
	}
	return comments
}
