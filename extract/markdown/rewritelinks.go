package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func (r *rewriter) link(n ast.Node, destination, title []byte, reference, image bool) {
	span, ok := r.part.links[n]
	if !ok {
		return
	}
	target := r.target(destination, title)
	if target == "" {
		open := n.Pos() + 1
		if image {
			open++
		}
		r.edit(n.Pos(), open, "")
		r.edit(span.closing, span.end, "")
		r.risky = true
		return
	}
	if !image && len(r.Links) < limit.Links {
		var b strings.Builder
		writeInline(&b, n, r.src)
		r.AddLink(extract.Link{URL: target, Text: mdwriter.Fold(b.String()), Role: "content"})
	}
	if !reference && target == string(util.UnescapePunctuations(destination)) {
		return
	}
	with := "](" + target
	if t := mdwriter.Fold(string(mdinline.Unescape(title))); t != "" {
		with += ` "` + strings.ReplaceAll(mdwriter.Escape(t), `"`, `\"`) + `"`
	}
	r.room -= len(with)
	r.edit(span.closing, span.end, with+")")
}

// target returns the absolute target of a link, "" for one that is not to be
// written: also for one that is too long, and once as much was written of
// definitions, to which many links may refer, as there is room for.
func (r *rewriter) target(destination, title []byte) string {
	if len(destination)+len(title) > min(maxDestination, r.room) {
		return ""
	}
	return mdwriter.Target(string(mdinline.Unescape(destination)), r.base)
}

func (r *rewriter) autoLink(n *ast.AutoLink) {
	target := string(n.URL(r.src))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(target, "mailto:") {
		target = "mailto:" + target
	}
	safe := mdwriter.Target(target, nil)
	if safe == "" {
		if at := n.Pos(); at >= 0 && at < len(r.src) && r.src[at] == '<' {
			r.edit(at, at+1, "&lt;")
		}
		return
	}
	r.AddLink(extract.Link{URL: safe, Text: mdwriter.Fold(string(n.Label(r.src))), Role: "content"})
}

// tagEditor drops the raw tags in the inline content of one block. Links and
// images become Markdown, what no reader sees goes with its content.
type tagEditor struct {
	r       *rewriter
	anchors []anchor // open <a href>
	hiding  string   // the open element that hides its content
	hidden  int      // where it began
}

type anchor struct {
	edit   int // index of the edit of its start tag
	target string
}

func (t *tagEditor) add(n *ast.RawHTML) {
	if n.Segments.Len() == 0 {
		return
	}
	start := n.Segments.At(0).Start
	end := n.Segments.At(n.Segments.Len() - 1).Stop
	t.r.risky = true
	z := html.NewTokenizer(bytes.NewReader(n.Segments.Value(t.r.src)))
	kind := z.Next()
	token := z.Token()
	if t.hiding != "" {
		if kind == html.EndTagToken && token.Data == t.hiding {
			t.hide(end)
		}
		return
	}
	with := ""
	switch {
	case kind == html.StartTagToken || kind == html.SelfClosingTagToken:
		with = t.open(token, start)
	case kind == html.EndTagToken && token.Data == "a" && len(t.anchors) > 0:
		a := t.anchors[len(t.anchors)-1]
		t.anchors = t.anchors[:len(t.anchors)-1]
		if a.target != "" && len(t.anchors) == 0 {
			t.r.edits[a.edit].with = "["
			with = "](" + a.target + ")"
		}
	case kind == html.CommentToken:
		t.remove(token.Data, "comment")
	}
	if t.hiding == "" {
		t.r.edit(start, end, with)
	}
}

func (t *tagEditor) remove(text, where string) { t.r.Remove(text, where, "HTML "+where) }

// open returns the text that replaces a start tag, and notes an element that hides its content.
func (t *tagEditor) open(token html.Token, start int) string {
	attribute := func(name string) string { return htmltree.Attr(&html.Node{Attr: token.Attr}, name) }
	switch token.Data {
	case "script", "style", "template", "iframe", "noscript", "object", "textarea", "select", "title":
		t.hiding, t.hidden = token.Data, start
	case "br":
		return " "
	case "img":
		alt := mdwriter.Inline(attribute("alt"))
		if src := mdwriter.Target(attribute("src"), t.r.base); src != "" {
			return "![" + alt + "](" + src + ")"
		}
		return alt
	case "a":
		t.anchors = append(t.anchors, anchor{len(t.r.edits), mdwriter.Target(attribute("href"), t.r.base)})
	}
	return ""
}

func (t *tagEditor) hide(end int) {
	t.remove(string(t.r.src[t.hidden:end]), t.hiding)
	t.r.edit(t.hidden, end, "")
	t.hiding = ""
}
