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
	r.at, r.out = 0, nil
	err = s.each(full(), func(p part) error {
		r.part, r.edits = p, r.edits[:0]
		if err := r.blocks(p.root); err != nil {
			return err
		}
		return r.apply(src)
	})
	if err != nil || r.out == nil {
		return src, err
	}
	return collapseBlankLines(r.out, r.meter)
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
func (r *rewriter) apply(src []byte) error {
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
	return r.meter.Spend(len(r.edits) * ctxio.PerItem)
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

// collapseBlankLines makes runs of blank lines outside of code one blank line, in place.
func collapseBlankLines(src []byte, meter *ctxio.Meter) ([]byte, error) {
	out := src[:0]
	blank := true
	var open fence
	for at := 0; at < len(src); {
		end := lineEnd(src, at)
		line := src[at:end]
		if err := meter.Spend(ctxio.PerItem + len(line)); err != nil {
			return nil, err
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
	return out, nil
}
