package htmlview

import (
	"bytes"
	"context"
	"strings"

	"github.com/microcosm-cc/bluemonday"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

func sanitized(ctx context.Context, list *bluemonday.Policy, text string) (string, error) {
	var out bytes.Buffer
	out.Grow(len(text))
	err := list.SanitizeReaderToWriter(ctxio.NewReader(ctx, strings.NewReader(text)), &out)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", nil // what can't be read shows nothing
	}
	return out.String(), nil
}

// ended reports whether the context is done, which it asks for every 256 nodes.
func (p *pruner) ended() bool {
	p.nodes++
	return p.nodes%256 == 0 && p.ctx.Err() != nil
}
