package page

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

func render(ctx context.Context, doc *extract.Document, in htmlmd.Input, options *extract.Options) {
	in.Ended = func() bool { return ctx.Err() != nil }
	in.DropTables, in.DropCode = options.DropTables, options.DropCode
	in.Dropped = recorder(doc, options, "writer")
	out := htmlmd.Write(in)
	doc.Markdown, doc.Blocks, doc.Outline, doc.LinkSpans = out.Markdown, out.Blocks, out.Outline, out.Links
}
