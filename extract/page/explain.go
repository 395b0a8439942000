package page

import (
	"cmp"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/trace"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// This file fills Document.Trace, if Options.Explain asks for it.

// recorder returns a function that records that a rule of a stage left out a node of the
// page. It returns nil unless Explain is set.
func recorder(doc *extract.Document, opts *extract.Options, stage string) func(n *html.Node, rule string) {
	if !opts.Explain {
		return nil
	}
	return func(n *html.Node, rule string) {
		trace.Record(doc, extract.Decision{Stage: stage, Rule: rule, Text: beginning(n)})
	}
}

func recordDrops(doc *extract.Document, drop func(*html.Node) bool) func(*html.Node) bool {
	return func(n *html.Node) bool {
		dropped := drop(n)
		if dropped {
			trace.Record(doc, extract.Decision{Stage: "selectors", Rule: "remove selectors", Text: beginning(n)})
		}
		return dropped
	}
}

func recordHidden(doc *extract.Document, p *measure.Page) {
	for _, r := range p.Removed {
		if r.Where == "hidden" {
			trace.Record(doc, extract.Decision{Stage: "visibility", Rule: r.Reason, Text: r.Text})
		}
	}
}

func recordChoice(doc *extract.Document, p *measure.Page, kept []bool, decisions []classify.Decision) {
	for i, d := range decisions {
		text := meta.BlockText(p, i, trace.MaxText)
		trace.Record(doc, extract.Decision{Stage: "choice", Rule: d.Rule, Score: d.Score, Threshold: d.Threshold, Kept: kept[i], Text: text})
	}
}

// recordFallback records that nothing that was kept is written, for something else is written in
// its place.
func recordFallback(doc *extract.Document, what string) {
	for _, d := range doc.Trace {
		if d.Kept {
			trace.Record(doc, extract.Decision{Stage: "fallback", Rule: "written from its " + what, Text: d.Text})
		}
	}
}

// beginning returns the beginning of what a node says: its text, else the text or the address of
// the first image.
func beginning(n *html.Node) string {
	text := n.Data
	if n.Type != html.TextNode {
		text = meta.Text(n, trace.MaxText)
	}
	for d := n; d != nil && text == ""; d = htmltree.Next(d, n) {
		if d.DataAtom == atom.Img {
			return cmp.Or(htmltree.Attr(d, "alt"), htmltree.Attr(d, "src"))
		}
	}
	return text
}
