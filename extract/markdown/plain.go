package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

// Plain returns md as plain text: headings and paragraphs on lines of their own,
// list items with a dash or number, code as it is, table cells set apart by
// tabs, links by their text, images by their description, raw HTML without its
// tags; Markdown beyond the bounds stays as it is. Invalid UTF-8 becomes U+FFFD; "" gives "". Plain is safe for concurrent
// use and takes time linear in the length of md.
func Plain(md string) string {
	md = strings.ToValidUTF8(md, "\uFFFD")
	var p plainWriter
	s := newSource([]byte(md), nil, nil)
	if s == nil {
		return strings.Trim(md, "\n")
	}
	for part := range s.parts(full()) {
		p.src = part.src
		p.blocks(part.root, true)
	}
	return strings.Trim(p.b.String(), "\n")
}

type plainWriter struct {
	b      strings.Builder
	src    []byte
	indent string // of continued lines
	marker string // beginning of the next line, instead of indent
}

func (p *plainWriter) lines(text string) {
	text = strings.Trim(text, "\n")
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		if p.marker != "" {
			p.b.WriteString(p.marker)
			p.marker = ""
		} else if line != "" {
			p.b.WriteString(p.indent)
		}
		p.b.WriteString(strings.TrimRight(line, " \t\r"))
		p.b.WriteByte('\n')
	}
}

func (p *plainWriter) blocks(n ast.Node, loose bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if d, ok := c.(*ast.LinkReferenceDefinition); ok && !isFootnote(d) {
			continue
		}
		p.block(c)
		if loose {
			p.b.WriteByte('\n')
		}
	}
}

func (p *plainWriter) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.List:
		p.list(n)
	case *ast.Blockquote:
		indent := p.indent
		p.indent += "> "
		p.blocks(n, false)
		p.indent = indent
	case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.LinkReferenceDefinition: // a footnote
		p.lines(string(n.Lines().Value(p.src)))
	case *ast.HTMLBlock:
		p.lines(htmlfrag.Text(string(n.Lines().Value(p.src))))
	case *ast.ThematicBreak:
	case *east.Table:
		p.table(n)
	default:
		var b strings.Builder
		writeInline(&b, n, p.src)
		p.lines(b.String())
	}
}

func (p *plainWriter) list(n *ast.List) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "- "
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + ". "
			number++
		}
		indent := p.indent
		p.marker = p.indent + mark
		p.indent += strings.Repeat(" ", len(mark))
		p.blocks(item, false)
		p.indent, p.marker = indent, ""
	}
}

func (p *plainWriter) table(n *east.Table) {
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			var b strings.Builder
			writeInline(&b, cell, p.src)
			cells = append(cells, strings.TrimSpace(b.String()))
		}
		p.lines(strings.Join(cells, "\t"))
	}
}
