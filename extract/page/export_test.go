package page

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Unfiltered is an Extractor that parses pages as they are.
func Unfiltered() Extractor { return Extractor{unfiltered: true} }

// PlainText is how pages are read that nest too deep for the parser, whatever is done
// about it.
func PlainText(ctx context.Context, text []byte) (*extract.Document, error) {
	return plainText(ctx, text)
}
