package httplimits

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
)

const maxConcurrentBodies = 8

// limitBodyMemory bounds the memory of request bodies, which are read whole and kept by a
// call. A request waits until the size of its body, at most Options.BodyBytes, can be
// reserved. A body of unknown length reserves the largest size until it has been read. A
// principal gets at most a quarter of the memory.
func (o Options) limitBodyMemory(memory *admission.Pool, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := &reservedBody{ReadCloser: r.Body, memory: memory, principal: o.Principal(r), held: min(r.ContentLength, o.BodyBytes)}
		if r.ContentLength < 0 {
			body.held = o.BodyBytes
			r.Body = body
		}
		if memory.Acquire(r.Context(), body.principal, body.held) != nil {
			return // the client has gone
		}
		defer body.shrink(0)
		h.ServeHTTP(w, r)
	})
}

func (o Options) bodyMemory() *admission.Pool {
	return admission.NewPool(maxConcurrentBodies*o.BodyBytes, nil)
}

type reservedBody struct {
	io.ReadCloser
	memory    *admission.Pool
	principal string

	mu   sync.Mutex
	held int64
	read int64
}

func (b *reservedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.mu.Lock()
	b.read += int64(n)
	read := b.read
	b.mu.Unlock()
	if errors.Is(err, io.EOF) {
		b.shrink(max(read, 1))
	}
	return n, err
}

func (b *reservedBody) shrink(size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if free := b.held - size; free > 0 {
		b.held = size
		b.memory.Release(b.principal, free)
	}
}
