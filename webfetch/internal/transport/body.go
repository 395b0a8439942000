package transport

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// firstBuffer bounds the allocation before the first byte, since Content-Length may be a lie.
	firstBuffer = 4 << 20
	leastBuffer = 16 << 10
	// wireSlack is how much larger than its content a compressed body may be.
	wireSlack = 64 << 10
	// A body of more than ratioFrom bytes may be at most maxRatio times what came over the wire, so
	// that a decompression bomb ends early.
	ratioFrom = 16 << 20
	maxRatio  = 200
	// A body must bring minStallBytes bytes in every stallInterval.
	stallInterval = 10 * time.Second
	minStallBytes = 1000
)

// wire counts, bounds and watches the bytes of a body as they come, and closes one that
// stalls. Its errors are io.EOF, errTooLarge, errTooSlow and *cutError.
type wire struct {
	body  io.ReadCloser
	count atomic.Int64
	slow  atomic.Bool
	limit int64

	mu    sync.Mutex
	timer *time.Timer
	last  int64
	done  bool
}

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.body.Read(p)
	total := w.count.Add(int64(n))
	switch {
	case total > w.limit:
		return n, errTooLarge
	case w.slow.Load(): // before io.EOF: a server may end a body because its connection is closed
		return n, errTooSlow
	case err == nil, err == io.EOF:
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errCutOff
	}
	return n, &cutError{err, true}
}

func watch(body io.ReadCloser, limit int64) *wire {
	w := &wire{body: body, limit: limit}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(stallInterval, w.check)
	return w
}

func (w *wire) check() {
	w.mu.Lock()
	defer w.mu.Unlock()
	count := w.count.Load()
	switch {
	case w.done:
	case count-w.last < minStallBytes:
		w.slow.Store(true)
		_ = w.body.Close() // ends a Read that waits
	default:
		w.last = count
		w.timer.Reset(stallInterval)
	}
}

func (w *wire) unwatch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = true
	w.timer.Stop()
}

type cutError struct {
	err error
	// ofWire: the connection ended. Else the server sent it all, and sends the same again.
	ofWire bool
}

func (e *cutError) Error() string { return e.err.Error() }
func (e *cutError) Unwrap() error { return e.err }

type bodyLimits struct {
	max int64
	// cut drops what is beyond max instead of failing: for robots.txt and the excerpt of an error
	// page.
	cut      bool
	progress func(stage string, done, total int64)
}

// readBody reads and decodes a body. With a *cutError comes the part of it that was read.
func (c *Client) readBody(resp *http.Response, limits bodyLimits) ([]byte, error) {
	encoding, err := encodingOf(resp.Header)
	if err != nil {
		return nil, err
	}
	limit, announced := limits.max+1, resp.ContentLength
	if encoding != "" {
		limit, announced = limits.max+wireSlack, -1
	}
	if !limits.cut && resp.ContentLength >= limit {
		return nil, fmt.Errorf("%w: %d bytes, where %d are the most", errTooLarge, resp.ContentLength, limits.max)
	}
	w := watch(resp.Body, limit)
	defer w.unwatch()
	decoded, release, err := c.decoders.open(encoding, w)
	if err != nil {
		return nil, err
	}
	defer release()
	return c.decoders.readAll(decoded, w, announced, limits)
}

// readAll reads r to its end: into a slice of its own where its length is announced, else (-1) into
// a pooled one that is copied.
func (d *decoders) readAll(r io.Reader, w *wire, announced int64, limits bodyLimits) ([]byte, error) {
	var body []byte
	if announced >= 0 {
		body = make([]byte, 0, min(announced+1, limits.max+1, firstBuffer)) // one more, to see the end
	} else {
		buffer := pooled(&d.buffers, func() *[]byte { return new([]byte) })
		body = (*buffer)[:0]
		defer func() {
			if cap(body) <= firstBuffer {
				*buffer = body
				d.buffers.Put(buffer)
			}
		}()
	}
	// whole returns the first n bytes, which are the caller's, without much memory behind them.
	whole := func(n int) []byte {
		if announced >= 0 && n > cap(body)/4*3 {
			return body[:n]
		}
		return bytes.Clone(body[:n])
	}
	for empty := 0; empty < 100; empty++ {
		if len(body) == cap(body) {
			body = slices.Grow(body, max(len(body), leastBuffer))
		}
		n, err := r.Read(body[len(body):min(int64(cap(body)), limits.max+1)])
		body = body[:len(body)+n]
		if over := int64(len(body)) > limits.max; over || errors.Is(err, errTooLarge) {
			if limits.cut {
				return whole(int(min(int64(len(body)), limits.max))), nil
			}
			return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, limits.max)
		}
		if n > 0 {
			empty = -1
			if limits.progress != nil {
				limits.progress("download", int64(len(body)), max(announced, 0))
			}
		}
		switch {
		case err == io.EOF:
			return whole(len(body)), nil
		case err != nil:
			return whole(len(body)), err
		case len(body) > ratioFrom && int64(len(body)) > maxRatio*w.count.Load():
			return nil, errRatio
		}
	}
	return whole(len(body)), &cutError{io.ErrNoProgress, true}
}
