package page

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/trace"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
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

func recordChoice(doc *extract.Document, root *html.Node, p *measure.Page, kept []bool, decisions []classify.Decision) {
	texts := blockTexts(root, p)
	for i, d := range decisions {
		trace.Record(doc, extract.Decision{Stage: "choice", Rule: d.Rule, Score: d.Score, Threshold: d.Threshold, Kept: kept[i], Text: texts[i]})
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

func blockTexts(root *html.Node, p *measure.Page) []string {
	texts := make([]string, len(p.Blocks))
	index, block := int32(0), 0
	for n := range root.Descendants() {
		index++
		for block < len(texts) && index >= p.Blocks[block].End {
			block++
		}
		if block < len(texts) && n.Type == html.TextNode && index >= p.Blocks[block].Start && len(texts[block]) < trace.MaxText {
			texts[block] += n.Data[:min(len(n.Data), textShare)] + " "
		}
	}
	return texts
}

// textShare bounds the bytes read of a text, white space included.
const textShare = 4 * trace.MaxText

// beginning returns the beginning of what a node says: its text, else the text or the address of
// the first image.
func beginning(n *html.Node) string {
	var text strings.Builder
	picture := ""
	read := func(n *html.Node) {
		switch {
		case n.Type == html.TextNode && n.Parent != nil && n.Parent.DataAtom != atom.Script && n.Parent.DataAtom != atom.Style:
			if s := strings.TrimSpace(n.Data); s != "" {
				text.WriteString(s[:min(len(s), textShare)] + " ")
			}
		case n.DataAtom == atom.Img && picture == "":
			picture = cmp.Or(htmltree.Attr(n, "alt"), htmltree.Attr(n, "src"))
		}
	}
	read(n)
	for d := range n.Descendants() {
		if text.Len() >= trace.MaxText {
			break
		}
		read(d)
	}
	return cmp.Or(text.String(), picture)
}
