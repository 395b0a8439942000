package markdown

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	// maxHooks bounds the HTML blocks that go through the HTML extractor.
	maxHooks = 1000
	// maxPasses bounds how often a source is rewritten until nothing is left to
	// replace: what stood on both sides of a dropped tag may be a tag again.
	maxPasses = 4
)

type rewriter struct {
	mdwriter.Collected
	ctx   context.Context
	meter *ctxio.Meter // of ctx
	html  extract.Extractor
	base  *url.URL
	room  int // bytes that edits may still add
	hooks int

	src    []byte // the part that is read
	offset int    // of it
	edits  []edit // of the part
	risky  bool   // a tag was dropped, so the result must be read again
	spans  map[ast.Node]linkEnd
}

func (r *rewriter) rewriteUntilStable(src []byte) ([]byte, error) {
	for range maxPasses {
		links := r.Links
		r.Links, r.risky = nil, false
		out, err := r.rewriteOnce(src)
		if err != nil {
			return nil, err
		}
		if len(links) > len(r.Links) {
			r.Links = links // those of HTML blocks are seen in the first pass
		}
		if src = out; !r.risky {
			return src, nil
		}
	}
	src = bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("<"), []byte("&lt;")), []byte("["), []byte(`\[`))
	return src, r.meter.Spend(len(src))
}

func (r *rewriter) rewriteOnce(src []byte) ([]byte, error) {
	s, err := newSource(src, r.meter, nil)
	if err != nil {
		return nil, err
	}
	e := editor{src: src, meter: r.meter}
	err = s.each(func(part segment, root ast.Node, spans map[ast.Node]linkEnd) error {
		r.src, r.offset, r.spans, r.edits = src[part.start:part.end], part.start, spans, r.edits[:0]
		if err := r.blocks(root); err != nil {
			return err
		}
		return e.apply(r.edits, part.end)
	})
	if err != nil {
		return nil, err
	}
	return e.finish()
}

// edit replaces a piece of the part that is read.
func (r *rewriter) edit(start, end int, with string) {
	r.edits = append(r.edits, edit{r.offset + start, r.offset + end, with})
}

func (r *rewriter) blocks(n ast.Node) error {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if err := r.meter.Spend(perNode); err != nil {
			return err
		}
		switch {
		case c.Kind() == ast.KindHTMLBlock:
			if err := r.htmlBlock(c.(*ast.HTMLBlock)); err != nil {
				return err
			}
		case c.Kind() == ast.KindLinkReferenceDefinition:
			if d := c.(*ast.LinkReferenceDefinition); !isFootnote(d) {
				lines := d.Lines()
				r.edit(lines.At(0).Start, lines.At(lines.Len()-1).Stop, "")
			}
		case c.Type() == ast.TypeBlock && c.FirstChild() != nil && c.FirstChild().Type() == ast.TypeBlock:
			if err := r.blocks(c); err != nil {
				return err
			}
		case c.Kind() != ast.KindCodeBlock && c.Kind() != ast.KindFencedCodeBlock:
			r.inline(c)
		}
	}
	return nil
}

func (r *rewriter) htmlBlock(n *ast.HTMLBlock) error {
	var lines text.Segments
	lines.AppendAll(n.Lines().Sliced(0, n.Lines().Len()))
	if n.HasClosure() {
		lines.Append(n.ClosureLine)
	}
	if lines.Len() == 0 {
		return nil
	}
	source := string(lines.Value(r.src))
	start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	end = start + len(bytes.TrimRight(r.src[start:end], "\r\n"))
	if _, ok := n.Parent().(*ast.Document); !ok {
		r.edit(start, end, mdwriter.Inline(htmlfrag.Text(source)))
		r.risky = true
		return nil
	}
	hook := r.html
	if r.hooks++; r.hooks > maxHooks {
		hook = nil
	}
	doc, err := htmlfrag.Convert(r.ctx, hook, source, r.base)
	if err != nil {
		return err
	}
	r.AddOf(doc)
	r.edit(start, end, "\n"+strings.TrimSpace(doc.Markdown)+"\n")
	return nil
}

// perNode is the cost of an inline node in bytes, for the meter: a tag is much work.
const perNode = 512

func (r *rewriter) inline(block ast.Node) {
	tags := tagEditor{r: r, block: block}
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if r.meter.Spend(perNode) != nil {
			return ast.WalkStop, nil // the part ends with an error
		}
		switch n := n.(type) {
		case *ast.Link:
			r.link(n, n.Destination, n.Title, n.Reference != nil, false)
		case *ast.Image:
			r.link(n, n.Destination, n.Title, n.Reference != nil, true)
		case *ast.AutoLink:
			r.autoLink(n)
		case *ast.RawHTML:
			tags.add(n)
		}
		return ast.WalkContinue, nil
	})
	tags.finish()
}

// maxDestination bounds a destination and its title, escapes included.
const maxDestination = 32 << 10
