package htmlview

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// reader ends with its context.
type reader struct {
	ctx context.Context
	r   io.Reader
}

// Read reads at most 16 KiB, and nothing when the context is done.
func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p[:min(len(p), 16<<10)])
}

// sanitized applies an allow-list, for as long as ctx lives.
func sanitized(ctx context.Context, list *bluemonday.Policy, text string) (string, error) {
	var out bytes.Buffer
	out.Grow(len(text))
	err := list.SanitizeReaderToWriter(&reader{ctx, strings.NewReader(text)}, &out)
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
