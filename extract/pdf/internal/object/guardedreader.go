package object

import (
	"bytes"
	"context"
	"errors"
)

// guardedReader ends a reading that was cancelled or goes on and on.
type guardedReader struct {
	*bytes.Reader
	ctx  context.Context
	left int64
}

var errReadTooMuch = errors.New("the file makes its reader go round in circles")

func newGuardedReader(ctx context.Context, body []byte) *guardedReader {
	return &guardedReader{bytes.NewReader(body), ctx, 64*int64(len(body)) + 64<<20}
}

// Read implements io.Reader.
func (g *guardedReader) Read(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := g.Reader.Read(p)
	if g.left -= int64(n); g.left < 0 {
		return 0, errReadTooMuch
	}
	return n, err
}
