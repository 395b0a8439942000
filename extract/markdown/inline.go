package markdown

import (
	"bytes"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// full is the parser of blocks and all that is inside of them.
var full = sync.OnceValue(func() parser.Parser {
	inline := parser.DefaultInlineParsers()
	for i := range inline {
		// in the place of goldmark's, not before it: where this one finds no link, it has
		// taken the bracket off the stack, and another would take the next one off
		if p, _ := inline[i].Value.(parser.InlineParser); bytes.IndexByte(p.Trigger(), ']') >= 0 {
			inline[i].Value = linkEnds{p}
		}
	}
	return goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(parser.DefaultBlockParsers()...),
			parser.WithInlineParsers(inline...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		)),
		goldmark.WithExtensions(extension.GFM),
	).Parser()
})

type linkEnd struct{ closing, end int }

// endsKey is the place of the spans of links in a parser.Context.
var endsKey = parser.NewContextKey()

type linkEnds struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (p linkEnds) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	n := p.InlineParser.Parse(parent, block, pc)
	if n == nil || line[0] != ']' {
		return n
	}
	_, after := block.Position()
	spans, ok := pc.Get(endsKey).(map[ast.Node]linkEnd)
	if !ok {
		spans = map[ast.Node]linkEnd{}
		pc.Set(endsKey, spans)
	}
	spans[n] = linkEnd{segment.Start, after.Start}
	return n
}

// CloseBlock implements parser.CloseBlocker.
func (p linkEnds) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

func inlineText(md string) string {
	if !strings.ContainsAny(md, "\\`*_[]<>&~:@\n") {
		return mdwriter.Fold(md)
	}
	if len(md) > 4096 {
		md = strings.ToValidUTF8(md[:4096], "")
	}
	src := []byte("# " + strings.ReplaceAll(md, "\n", " "))
	var b strings.Builder
	writeInline(&b, full().Parse(text.NewReader(src), parser.WithContext(parser.NewContext())), src)
	return mdwriter.Fold(b.String())
}

func writeInline(b *strings.Builder, n ast.Node, src []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(mdinline.Unescape(c.Value(src)))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.CodeSpan:
			for t := c.FirstChild(); t != nil; t = t.NextSibling() {
				if t, ok := t.(*ast.Text); ok {
					b.Write(bytes.ReplaceAll(t.Value(src), []byte("\n"), []byte(" ")))
				}
			}
		case *ast.AutoLink:
			b.Write(c.Label(src))
		case *ast.RawHTML:
			if tag := bytes.ToLower(c.Segments.Value(src)); len(tag) > 3 && string(tag[:3]) == "<br" && bytes.IndexByte([]byte(" />\t\n"), tag[3]) >= 0 {
				b.WriteByte(' ')
			}
		case *east.TaskCheckBox:
			if c.IsChecked {
				b.WriteString("[x] ")
			} else {
				b.WriteString("[ ] ")
			}
		default:
			writeInline(b, c, src)
		}
	}
}
