package httplimits

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"
)

// maxConcurrentBodies is how many bodies of the largest size are held at one time.
const maxConcurrentBodies = 8

// limitBodyMemory bounds the memory of request bodies, which are read whole and kept by a
// call. A request waits until the size of its body, at most Options.BodyBytes, can be
// reserved. A body of unknown length reserves the largest size until it has been read. A
// principal gets at most a quarter of the memory.
func (o Options) limitBodyMemory(room *bodyMemory, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := room.reserve(r, o.Principal(r))
		if err != nil {
			return // the client has gone
		}
		defer func() { b.shrink(0) }()
		h.ServeHTTP(w, r)
	})
}

// bodyMemory is the memory for bodies, and what each principal may have of it.
type bodyMemory struct {
	limit int64 // of one body
	total *semaphore.Weighted
	size  int64

	mu     sync.Mutex
	shares map[string]*principalBodies
}

type principalBodies struct {
	room  *semaphore.Weighted
	users int // requests that have or want a part of it
}

func newBodyMemory(limit int64) *bodyMemory {
	size := maxConcurrentBodies * limit
	return &bodyMemory{limit: limit, total: semaphore.NewWeighted(size), size: size, shares: map[string]*principalBodies{}}
}

// reservedBody is the room that one body takes.
type reservedBody struct {
	io.ReadCloser
	room      *bodyMemory
	principal string
	share     *principalBodies

	mu   sync.Mutex
	held int64
	read int64
	left bool
}

// reserve waits for room for the body of r, first in the share of its principal.
func (b *bodyMemory) reserve(r *http.Request, principal string) (*reservedBody, error) {
	body := &reservedBody{ReadCloser: r.Body, room: b, principal: principal, held: min(r.ContentLength, b.limit)}
	if r.ContentLength < 0 {
		body.held = b.limit
		r.Body = body
	}
	body.share = b.join(principal)
	if err := body.acquire(r.Context()); err != nil {
		b.leave(principal)
		return nil, err
	}
	return body, nil
}

func (b *reservedBody) acquire(ctx context.Context) error {
	if err := b.share.room.Acquire(ctx, b.held); err != nil {
		return err
	}
	if err := b.room.total.Acquire(ctx, b.held); err != nil {
		b.share.room.Release(b.held)
		return err
	}
	return nil
}

// join returns the share of a principal: a quarter of the room of one with a name,
// all of it where there are no names.
func (b *bodyMemory) join(principal string) *principalBodies {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.shares[principal]
	if s == nil {
		size := b.size
		if principal != "" {
			size /= 4
		}
		s = &principalBodies{room: semaphore.NewWeighted(size)}
		b.shares[principal] = s
	}
	s.users++
	return s
}

func (b *bodyMemory) leave(principal string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.shares[principal]; s.users > 1 {
		s.users--
	} else {
		delete(b.shares, principal)
	}
}

// Read gives room back when the length of the body is known.
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

// shrink gives back the room beyond size; with 0 the body has left.
func (b *reservedBody) shrink(size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left {
		return
	}
	if free := b.held - size; free > 0 {
		b.held = size
		b.room.total.Release(free)
		b.share.room.Release(free)
	}
	if size == 0 {
		b.left = true
		b.room.leave(b.principal)
	}
}
