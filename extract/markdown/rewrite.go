package markdown

import (
	"bytes"
	"cmp"
	"context"
	"net/url"
	"slices"
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

	part         // that is read
	edits []edit // of it
	risky bool   // a tag was dropped, so the result must be read again

	at  int    // how much of the source is in out
	out []byte // nil as long as nothing was changed
}

// rewriteUntilStable reports false for a source beyond the bounds, or once the context is done.
func (r *rewriter) rewriteUntilStable(src []byte) (_ []byte, ok bool) {
	for range maxPasses {
		links := r.Links
		r.Links, r.risky = nil, false
		out, ok := r.rewriteOnce(src)
		if !ok {
			return nil, false
		}
		if len(links) > len(r.Links) {
			r.Links = links // those of HTML blocks are seen in the first pass
		}
		if src = out; !r.risky {
			return src, true
		}
	}
	src = bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("<"), []byte("&lt;")), []byte("["), []byte(`\[`))
	return src, true
}

func (r *rewriter) rewriteOnce(src []byte) (_ []byte, ok bool) {
	s := newSource(src, r.meter, nil)
	if s == nil {
		return nil, false
	}
	r.at, r.out = 0, nil
	for p := range s.parts(full()) {
		r.part, r.edits = p, r.edits[:0]
		r.blocks(p.root)
		r.apply(src)
	}
	if r.out == nil {
		return src, true
	}
	return collapseBlankLines(r.out, r.meter), true
}

type edit struct {
	start, end int // in the source
	with       string
}

// edit replaces a piece of the part.
func (r *rewriter) edit(start, end int, with string) {
	r.edits = append(r.edits, edit{r.start + start, r.start + end, with})
}

// apply copies src up to the end of the part with its edits. Of edits that overlap the first one counts, and the
// longest of those that begin at one place.
func (r *rewriter) apply(src []byte) {
	slices.SortStableFunc(r.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	if r.out == nil && len(r.edits) > 0 {
		r.out = make([]byte, 0, len(src)+len(src)/8)
	}
	for _, one := range r.edits {
		if one.start >= r.at {
			r.out = append(append(r.out, src[r.at:one.start]...), one.with...)
			r.at = one.end
		}
	}
	if r.out != nil && r.at < r.end {
		r.out = append(r.out, src[r.at:r.end]...)
		r.at = r.end
	}
}

func (r *rewriter) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil && r.ctx.Err() == nil && r.meter.Spend(perNode) == nil; c = c.NextSibling() {
		switch {
		case c.Kind() == ast.KindHTMLBlock:
			r.htmlBlock(c.(*ast.HTMLBlock))
		case c.Kind() == ast.KindLinkReferenceDefinition:
			if d := c.(*ast.LinkReferenceDefinition); !isFootnote(d) {
				lines := d.Lines()
				r.edit(lines.At(0).Start, lines.At(lines.Len()-1).Stop, "")
			}
		case c.Type() == ast.TypeBlock && c.FirstChild() != nil && c.FirstChild().Type() == ast.TypeBlock:
			r.blocks(c)
		case c.Kind() != ast.KindCodeBlock && c.Kind() != ast.KindFencedCodeBlock:
			r.inline(c)
		}
	}
}

func (r *rewriter) htmlBlock(n *ast.HTMLBlock) {
	var lines text.Segments
	lines.AppendAll(n.Lines().Sliced(0, n.Lines().Len()))
	if n.HasClosure() {
		lines.Append(n.ClosureLine)
	}
	if lines.Len() == 0 {
		return
	}
	source := string(lines.Value(r.src))
	start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	end = start + len(bytes.TrimRight(r.src[start:end], "\r\n"))
	if _, ok := n.Parent().(*ast.Document); !ok {
		r.edit(start, end, mdwriter.Inline(htmlfrag.Text(source)))
		r.risky = true
		return
	}
	hook := r.html
	if r.hooks++; r.hooks > maxHooks {
		hook = nil
	}
	if doc, err := htmlfrag.Convert(r.ctx, hook, source, r.base); err == nil { // else the context is done
		r.AddOf(doc)
		r.edit(start, end, "\n"+strings.TrimSpace(doc.Markdown)+"\n")
	}
}

// perNode is the cost of an inline node in bytes, for the meter: a tag is much work.
const perNode = 512

func (r *rewriter) inline(block ast.Node) {
	tags := tagEditor{r: r}
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if r.meter.Spend(perNode) != nil {
			return ast.WalkStop, nil
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
	if lines := block.Lines(); tags.hiding != "" {
		end := tags.hidden
		if lines != nil && lines.Len() > 0 {
			end = max(end, lines.At(lines.Len()-1).Stop)
		}
		tags.hide(end)
	}
}

// maxDestination bounds a destination and its title, escapes included.
const maxDestination = 32 << 10

// collapseBlankLines makes runs of blank lines outside of code one blank line, in place.
func collapseBlankLines(src []byte, meter *ctxio.Meter) []byte {
	out := src[:0]
	blank := true
	var open fence
	for at := 0; at < len(src); {
		end := lineEnd(src, at)
		line := src[at:end]
		if meter.Spend(ctxio.PerItem+len(line)) != nil {
			break
		}
		at = end
		if isCode := open.pass(line); !isCode && len(bytes.TrimSpace(line)) == 0 {
			if !blank {
				out = append(out, '\n')
			}
			blank = true
			continue
		}
		blank = false
		out = append(out, line...)
	}
	return out
}
