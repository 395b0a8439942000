package page

import (
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/writer"
)

// render writes a tree into the document.
func render(doc *extract.Document, in writer.Input, options *extract.Options) {
	in.DropTables, in.DropCode = options.DropTables, options.DropCode
	out := writer.Write(in)
	doc.Markdown, doc.Blocks, doc.Outline = out.Markdown, out.Blocks, out.Outline
}
