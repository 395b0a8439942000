package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// link puts the absolute target of a link or image in place, or drops the link
// and keeps its label.
func (r *rewriter) link(n ast.Node, destination, title []byte, reference, image bool) {
	span, ok := r.spans[n]
	if !ok {
		return
	}
	target := r.target(destination, title)
	if target == "" {
		open := n.Pos() + 1
		if image {
			open++
		}
		r.edit(r.offset+n.Pos(), r.offset+open, "")
		r.edit(r.offset+span.closing, r.offset+span.end, "")
		r.risky = true
		return
	}
	if !image && len(r.Links) < extract.MaxLinks {
		var b strings.Builder
		writeInline(&b, n, r.src)
		r.AddLink(extract.Link{URL: target, Text: mdwriter.Fold(b.String()), Role: extract.LinkContent})
	}
	if !reference && target == string(util.UnescapePunctuations(destination)) {
		return
	}
	with := "](" + target
	if t := mdwriter.Fold(string(unescape(title))); t != "" {
		with += ` "` + strings.ReplaceAll(mdwriter.Escape(t), `"`, `\"`) + `"`
	}
	r.room -= len(with)
	r.edit(r.offset+span.closing, r.offset+span.end, with+")")
}

// target returns the absolute target of a link, "" for one that is not to be
// written: also for one that is too long, and once as much was written of
// definitions, to which many links may refer, as there is room for.
func (r *rewriter) target(destination, title []byte) string {
	if len(destination)+len(title) > min(maxDestination, r.room) {
		return ""
	}
	return mdwriter.Target(string(unescape(destination)), r.base)
}

// autoLink notes the link of an address in angle brackets or bare, and makes
// text of one with a dangerous scheme.
func (r *rewriter) autoLink(n *ast.AutoLink) {
	target := string(n.URL(r.src))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(target, "mailto:") {
		target = "mailto:" + target
	}
	safe := mdwriter.Target(target, nil)
	if safe == "" {
		if at := n.Pos(); at >= 0 && at < len(r.src) && r.src[at] == '<' {
			r.edit(r.offset+at, r.offset+at+1, "&lt;")
		}
		return
	}
	r.AddLink(extract.Link{URL: safe, Text: mdwriter.Fold(string(n.Label(r.src))), Role: extract.LinkContent})
}
