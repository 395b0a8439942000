// Package ctxio lets a decoder that knows no context end with one: it asks before each read.
package ctxio

import (
	"context"
	"io"
)

// pieceSize bounds what a read returns, in bytes, so that a decoder that asks for much comes
// back soon.
const pieceSize = 16 << 10

// NewReader returns a reader of r whose reads fail with the error of ctx once that is done.
// Reads return 16 KiB at most. It is safe for concurrent use if r is.
func NewReader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p[:min(len(p), pieceSize)])
}
