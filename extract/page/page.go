// Package page reads HTML.
package page

import (
	"bytes"
	"context"
	"fmt"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/content"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// Extractor reads HTML pages. The zero value is ready; it is safe for
// concurrent use.
type Extractor struct{}

// Extract reads the page in src.
func (Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("extract page: %w", err)
	}
	root, err := html.ParseWithOptions(bytes.NewReader(src.Body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	var p layout.Page
	if err := p.Measure(ctx, root); err != nil {
		return nil, err
	}
	var c content.Chooser
	kept := c.Choose(nil, &p, content.Hints{}, src.Options.Favor)
	var md bytes.Buffer
	for i, k := range kept {
		if !k {
			continue
		}
		b := &p.Blocks[i]
		n := p.Elems[b.Elem].Node
		_ = n
		texts(&md, root, new(int32), b.Start, b.End)
		md.WriteString("\n\n")
	}
	return &extract.Document{Format: "html", Markdown: md.String()}, nil
}

func texts(md *bytes.Buffer, n *html.Node, i *int32, start, end int32) {
	if *i >= end {
		return
	}
	if n.Type == html.TextNode && *i >= start {
		md.WriteString(n.Data)
	}
	*i++
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		texts(md, c, i, start, end)
	}
}
