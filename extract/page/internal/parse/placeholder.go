package parse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
)

// A placeholder replaces a part of the page while the parser builds the tree. It is the
// number of the part behind a byte that does not occur in UTF-8 text. All four of its bytes
// are beyond ASCII, so the parser treats them as letters.
//
// The placeholder of a text is at the place of the text; that of a list of attributes is the
// name of the only attribute of a tag.
const (
	placeholderMark = 0xFF
	placeholderSize = 4
	placeholderBits = 7 // of a digit of the number
)

type bypassed struct {
	start, end uint32 // of the page, or of prefilter.attributes
	list       bool   // it is a list of attributes
}

// bypassText replaces text[start:end] by a placeholder if it is long enough, unless
// the tokenizer would change it (CR, NUL).
func (p *prefilter) bypassText(start, end int) {
	const minBypassedText = 48
	if end-start >= minBypassedText && p.isPlain(p.text[start:end]) {
		p.bypass(start, end, bypassed{start: uint32(start), end: uint32(end)})
	}
}

// bypass replaces a part of the page by a placeholder, unless there are too many. It
// reports whether it did.
func (p *prefilter) bypass(start, end int, b bypassed) bool {
	const maxBypassed = 1 << 15 // bounds the bypassed parts of a page, and so the memory that a hostile page can ask for. Few real pages have a fifth of it
	if len(p.bypassed) == maxBypassed || uint64(len(p.text)) >= 1<<32 {
		return false
	}
	p.bypassed = append(p.bypassed, b)
	p.omissions[p.count] = omission{start, end, len(p.bypassed)}
	p.count++
	return true
}

// isPlain reports whether the tokenizer leaves a text as it is: it has no line ends
// other than LF and no NUL.
func (p *prefilter) isPlain(text []byte) bool {
	return !p.hasControls || bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, 0) < 0
}

// bypassedAt returns the part for the placeholder at the beginning of s. It returns nil if
// there isn't one: a page that isn't in UTF-8 may have similar bytes.
func (p *prefilter) bypassedAt(s string) *bypassed {
	if len(s) < placeholderSize || s[0] != placeholderMark {
		return nil
	}
	if n := int(s[1]&^0x80) | int(s[2]&^0x80)<<placeholderBits | int(s[3]&^0x80)<<(2*placeholderBits); n < len(p.bypassed) {
		return &p.bypassed[n]
	}
	return nil
}

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
		if bytes.IndexByte(value, '&') >= 0 {
			value = bytes.ReplaceAll(value, ampersand, ampersand[:1])
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
