package page

import (
	"net/url"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/writer"
)

// render writes what the plan leaves of the page.
func render(doc *extract.Document, p *layout.Page, root *html.Node, base *url.URL, options *extract.Options) {
	out := writer.Write(writer.Input{
		Root: root, Base: base, Plan: &writer.Plan{Skip: p.Skip, Next: p.Next},
		DropTables: options.DropTables, DropCode: options.DropCode,
	})
	doc.Markdown, doc.Blocks, doc.Outline = out.Markdown, out.Blocks, out.Outline
}
