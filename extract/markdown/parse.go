package markdown

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// Parse returns a document whose Markdown is md itself, with its top-level blocks
// and its outline. Only invalid UTF-8 is changed: each run of bad bytes becomes
// U+FFFD. Metadata, links and anchors are left empty; the verdict is content, or
// empty for blank md. Link reference definitions are no blocks. Parse is safe
// for concurrent use and takes time linear in the length of md.
func Parse(md string) *extract.Document {
	doc, _ := parseBlocks(context.Background(), md) // which never ends
	return doc
}

// Complete sets the blocks and the outline of a document that has neither to those of its
// Markdown, and leaves any other document as it is. The error is that of ctx, beside which
// doc is unchanged.
func Complete(ctx context.Context, doc *extract.Document) error {
	if len(doc.Blocks) > 0 || len(doc.Outline) > 0 || doc.Markdown == "" {
		return nil
	}
	parsed, _ := parseBlocks(ctx, doc.Markdown)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("markdown: %w", err)
	}
	doc.Markdown, doc.Blocks, doc.Outline = parsed.Markdown, parsed.Blocks, parsed.Outline
	return nil
}

// parseBlocks is Parse that also returns the source, nil for one beyond the bounds. It ends early once ctx is done.
func parseBlocks(ctx context.Context, md string) (*extract.Document, *source) {
	md = strings.ToValidUTF8(md, "\uFFFD")
	p := blockParser{doc: &extract.Document{Format: "markdown", Markdown: md}, meter: ctxio.NewMeter(ctx)}
	p.doc.Verdict.Kind = extract.VerdictContent
	s := newSource([]byte(md), p.meter, p.part)
	if s == nil {
		p.paragraphs(md)
		return p.doc, nil
	}
	p.close(len(md))
	if len(p.doc.Blocks) == 0 {
		p.doc.Verdict = mdwriter.Empty("no text in the document")
	}
	return p.doc, s
}

func (p *blockParser) paragraphs(md string) {
	p.doc.Blocks, p.doc.Outline, p.open, p.full = nil, nil, false, false
	for at := 0; at < len(md) && !p.full; {
		text := strings.TrimLeft(md[at:], "\r\n")
		p.add(extract.Paragraph, 0, len(md)-len(text))
		_, rest, _ := strings.Cut(text, "\n\n")
		if at = len(md) - len(rest); p.full {
			at = len(md)
		}
		p.close(at)
	}
}

type blockParser struct {
	doc     *extract.Document
	outline mdwriter.Outline
	open    bool // the last block has no end yet
	full    bool // it reaches to the end of the source
	meter   *ctxio.Meter
}

func (p *blockParser) part(s part) {
	for n := s.root.FirstChild(); n != nil && !p.full; n = n.NextSibling() {
		at := lineStart(s.src, start(n)) + s.start
		kind, level := p.kind(n, s.src)
		switch {
		case kind == "":
			p.close(at)
			continue
		case n.Kind() == ast.KindCodeBlock && len(p.doc.Blocks) > 0 && p.doc.Blocks[len(p.doc.Blocks)-1].Kind == extract.Footnotes:
			continue // the second paragraph of a footnote is indented
		}
		p.add(kind, level, at)
		if p.meter.Spend(perNode) != nil {
			return
		}
		if heading, ok := n.(*ast.Heading); ok && !p.full {
			p.heading(heading, s, at)
		}
	}
}

func start(n ast.Node) int {
	for n != nil {
		if at := n.Pos(); at >= 0 {
			return at
		}
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
		n = n.FirstChild()
	}
	return 0
}

func lineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:min(at, len(src))], '\n') + 1 }

// kind returns the kind of a block, "" for a link reference definition, which shows nothing.
func (p *blockParser) kind(n ast.Node, src []byte) (kind extract.Kind, level int) {
	switch n := n.(type) {
	case *ast.Heading:
		return extract.HeadingBlock, n.Level
	case *ast.List:
		return extract.List, 0
	case *ast.Blockquote:
		return extract.Quote, 0
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return extract.Code, 0
	case *ast.ThematicBreak:
		return extract.Rule, 0
	case *ast.HTMLBlock:
		return extract.HTML, 0
	case *ast.LinkReferenceDefinition:
		if !isFootnote(n) {
			return "", 0
		}
	case *east.Table:
		return extract.Table, 0
	}
	if n.Lines().Len() == 0 {
		return extract.Paragraph, 0
	}
	lines := n.Lines()
	return paragraphKind(bytes.TrimSpace(src[lines.At(0).Start:lines.At(lines.Len()-1).Stop])), 0
}

func paragraphKind(text []byte) extract.Kind {
	switch {
	case bytes.HasPrefix(text, []byte("![")) && bytes.HasSuffix(text, []byte(")")) && bytes.Count(text, []byte("](")) == 1:
		return extract.Image
	case len(text) > 4 && bytes.HasPrefix(text, []byte("$$")) && bytes.HasSuffix(text, []byte("$$")):
		return extract.Math
	case bytes.HasPrefix(text, []byte("[^")) && bytes.Contains(text[:min(len(text), 100)], []byte("]:")):
		return extract.Footnotes
	}
	return extract.Paragraph
}

// maxBlocks bounds the blocks of a document. What is beyond them is one more.
const maxBlocks = 100_000

func (p *blockParser) add(kind extract.Kind, level, start int) {
	p.close(start)
	if p.full = len(p.doc.Blocks) == maxBlocks; p.full {
		kind, level = extract.Paragraph, 0
	}
	p.doc.Blocks = append(p.doc.Blocks, extract.Block{Kind: kind, Level: level, Span: extract.Span{Start: start}})
	p.open = true
}

// close ends the last block before end, without the blank lines between. A block without text
// is dropped.
func (p *blockParser) close(end int) {
	n := len(p.doc.Blocks)
	if !p.open || n == 0 {
		return
	}
	p.open = false
	b := &p.doc.Blocks[n-1]
	b.End = b.Start + len(strings.TrimRight(p.doc.Markdown[b.Start:end], " \t\r\n"))
	if b.End == b.Start {
		p.doc.Blocks = p.doc.Blocks[:n-1]
	}
}

// heading adds a heading, which begins at a place of the source, to the outline.
func (p *blockParser) heading(n *ast.Heading, s part, at int) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return
	}
	end := lines.At(lines.Len() - 1).Stop
	shown, _ := cutAttributes(inlineText(string(bytes.TrimSpace(s.src[lines.At(0).Start:end]))))
	if shown == "" {
		return
	}
	end = at + len(strings.TrimRight(p.doc.Markdown[at:s.start+end], "\r\n"))
	p.outline.Add(n.Level, shown, extract.Span{Start: at, End: end})
	p.doc.Outline = p.outline.Headings
}
