package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// firstBuffer bounds the bytes that are allocated before any has come, whatever
	// Content-Length announces.
	firstBuffer = 4 << 20
	// wireSlack is how many bytes larger than its content a compressed body may be:
	// formats add headers and tables.
	wireSlack = 64 << 10
	// A body of more than ratioFrom bytes may be at most maxRatio times as large as
	// what came over the wire, so that a decompression bomb ends early.
	ratioFrom = 16 << 20
	maxRatio  = 200
	// A body must bring minStallBytes bytes in every stallInterval.
	stallInterval = 10 * time.Second
	minStallBytes = 1000
)

// readError is a failure of the connection while a body was read.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// countingReader counts and bounds the bytes of a body as they come.
type countingReader struct {
	r     io.Reader
	count atomic.Int64
	limit int64
}

func (w *countingReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	total := w.count.Add(int64(n))
	switch {
	case total > w.limit:
		return n, &readError{errTooLarge}
	case err == nil || err == io.EOF:
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return n, &readError{errCutOff}
	}
	return n, &readError{err}
}

// bodyLimits say how much of a body is wanted.
type bodyLimits struct {
	max int64
	// cut drops what is beyond max instead of failing: for robots.txt and for
	// the excerpt of an error page.
	cut      bool
	progress func(done, total int64)
}

// readBody reads and decodes a body. stop ends the request when the body comes
// too slowly.
func (c *Client) readBody(resp *http.Response, limits bodyLimits, stop context.CancelCauseFunc) ([]byte, error) {
	encoding, err := encodingOf(resp.Header)
	if err != nil {
		return nil, err
	}
	w := &countingReader{r: resp.Body, limit: limits.max + 1}
	if encoding != "" {
		w.limit = limits.max + wireSlack
	}
	if !limits.cut && resp.ContentLength >= w.limit {
		return nil, errTooLarge
	}
	pulse := watchStalls(w, stop)
	defer pulse.stop()
	decoded, release, err := c.decoders.open(encoding, w)
	if err != nil {
		return nil, err
	}
	defer release()
	total := int64(0)
	if encoding == "" {
		total = max(resp.ContentLength, 0)
	}
	return readAll(decoded, w, resp.ContentLength, total, encoding != "", limits)
}

// readAll reads r to its end into one slice that starts at about the right
// size. The progress function gets total.
func readAll(r io.Reader, w *countingReader, announced, total int64, compressed bool, limits bodyLimits) ([]byte, error) {
	size := announced + 1 // one more, to see the end without growing
	switch {
	case announced < 0:
		size = 16 << 10
	case compressed:
		size = 4 * min(announced, firstBuffer)
	}
	buf := make([]byte, 0, min(size, limits.max+1, firstBuffer))
	for empty := 0; empty < 100; {
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, int(min(max(int64(len(buf)), 512), limits.max+1-int64(len(buf)))))
		}
		room := buf[len(buf):min(cap(buf), int(limits.max)+1)]
		n, err := r.Read(room)
		buf = buf[:len(buf)+n]
		if over := int64(len(buf)) > limits.max; over || errors.Is(err, errTooLarge) {
			if limits.cut {
				return buf[:min(len(buf), int(limits.max))], nil
			}
			return nil, errTooLarge
		}
		if n > 0 && limits.progress != nil {
			limits.progress(int64(len(buf)), total)
		}
		switch {
		case err == io.EOF:
			return shrinkCap(buf), nil
		case err != nil:
			return buf, err
		case len(buf) > ratioFrom && int64(len(buf)) > maxRatio*w.count.Load():
			return nil, errRatio
		}
		if empty++; n > 0 {
			empty = 0
		}
	}
	return nil, io.ErrNoProgress
}

// shrinkCap gives back the memory that was grown in vain.
func shrinkCap(buf []byte) []byte {
	if spare := cap(buf) - len(buf); spare > 4<<10 && spare > len(buf)/4 {
		return slices.Clone(buf)
	}
	return buf
}

// stallWatch watches that a body keeps coming.
type stallWatch struct {
	body   *countingReader
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	last  int64
	done  bool
}

func watchStalls(w *countingReader, end context.CancelCauseFunc) *stallWatch {
	p := &stallWatch{body: w, cancel: end}
	p.mu.Lock()
	p.timer = time.AfterFunc(stallInterval, p.check)
	p.mu.Unlock()
	return p
}

func (p *stallWatch) check() {
	p.mu.Lock()
	defer p.mu.Unlock()
	count := p.body.count.Load()
	switch {
	case p.done:
	case count-p.last < minStallBytes:
		p.cancel(errTooSlow)
	default:
		p.last = count
		p.timer.Reset(stallInterval)
	}
}

func (p *stallWatch) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
	p.timer.Stop()
}
