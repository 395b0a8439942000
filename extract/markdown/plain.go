package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

// Plain returns md as plain text: headings and paragraphs on lines of their own,
// list items with a dash or number, code as it is, table cells set apart by
// tabs, links by their text, images by their description, raw HTML without its
// tags; Markdown beyond the bounds stays as it is. Invalid UTF-8 becomes U+FFFD; "" gives "". Plain is safe for concurrent
// use and takes time linear in the length of md.
func Plain(md string) string {
	md = strings.ToValidUTF8(md, "\uFFFD")
	m, err := scan([]byte(md), nil)
	if err != nil { // errBounds, since nothing ends it
		return strings.Trim(md, "\n")
	}
	definitions, _ := indexDefinitions(m, nil)
	parts, _ := splitSegments(m.out, nil)
	var p plainWriter
	for _, c := range parts {
		p.src = m.src[c.start:c.end]
		if c.kind == oneFence {
			p.lines(fenceBody(string(p.src)))
			continue
		}
		if c.kind == tableOnly {
			p.longTable(m, c, definitions)
			continue
		}
		pc := newContext(definitions)
		root := full().Parse(text.NewReader(m.out[c.start:c.end]), parser.WithContext(pc))
		if pc.beyond {
			return strings.Trim(md, "\n")
		}
		p.blocks(root, true)
	}
	return strings.Trim(p.b.String(), "\n")
}

// fenceBody returns a fenced code block without its fences.
func fenceBody(s string) string {
	_, s, _ = strings.Cut(s, "\n")
	s = strings.TrimRight(s, "\n")
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		if sign, _ := fenceRun([]byte(s[i+1:])); sign != 0 {
			return s[:i]
		}
	}
	return s
}

// longTable writes a table that is longer than a segment.
func (p *plainWriter) longTable(m *scanned, c segment, definitions *definitions) {
	for _, part := range rowParts(m.out, c) {
		p.src = append(bytes.Clone(part.text[:part.head]), m.src[part.offset+part.head:part.offset+len(part.text)]...)
		root := full().Parse(text.NewReader(part.text), parser.WithContext(newContext(definitions)))
		for n := root.FirstChild(); n != nil; n = n.NextSibling() {
			if table, isTable := n.(*east.Table); isTable && part.head > 0 {
				table.RemoveChild(table, table.FirstChild()) // the head was made
			}
			p.block(n)
		}
	}
	p.b.WriteByte('\n')
}

// plainWriter writes blocks as text.
type plainWriter struct {
	b      strings.Builder
	src    []byte
	indent string // of continued lines
	marker string // beginning of the next line, instead of indent
}

// lines appends text line by line, and a blank line after it.
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

// blocks writes the children of a container, loose ones set apart by blank lines.
func (p *plainWriter) blocks(n ast.Node, loose bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
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
	case *ast.CodeBlock, *ast.FencedCodeBlock:
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
