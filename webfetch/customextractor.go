package webfetch

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// customExtractor is an extractor of Options.Hooks.Extractors. It checks documents, because later
// stages slice Markdown by their spans, and adds blocks to those without any.
type customExtractor struct{ extract.Extractor }

// Extract implements extract.Extractor. A document that breaks a promise is an error that wraps
// [extract.ErrBrokenDocument]. The document that the extractor returns is not changed.
func (e customExtractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	returned, err := e.Extractor.Extract(ctx, src)
	switch {
	case err != nil:
		return nil, err
	case returned == nil:
		return nil, fmt.Errorf("%w: neither a document nor an error", extract.ErrBrokenDocument)
	}
	if err := returned.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", extract.ErrBrokenDocument, err)
	}
	doc := *returned
	if err := markdown.Complete(ctx, &doc); err != nil {
		return nil, err
	}
	return &doc, nil
}
