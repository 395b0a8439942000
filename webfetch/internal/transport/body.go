package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// firstBuffer bounds the bytes that are allocated before the first byte arrives, for every
	// Content-Length.
	firstBuffer = 4 << 20
	// pieceBytes is the size of a pooled buffer.
	pieceBytes = 64 << 10
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

// countingReader counts and bounds the bytes of a body as they come. Its errors are
// io.EOF, errTooLarge and *cutError.
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
		return n, errTooLarge
	case err == nil || err == io.EOF:
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errCutOff
	}
	return n, &cutError{err, true}
}

// cutError is the end of a body before it is complete.
type cutError struct {
	err error
	// ofWire reports that the connection ended. Otherwise the server sent it all, and
	// sends the same when it is asked again.
	ofWire bool
}

func (e *cutError) Error() string { return e.err.Error() }
func (e *cutError) Unwrap() error { return e.err }

// bodyLimits say how much of a body is wanted.
type bodyLimits struct {
	max int64
	// cut drops what is beyond max instead of failing: for robots.txt and for
	// the excerpt of an error page.
	cut      bool
	progress func(done, total int64)
}

// readBody reads and decodes a body. stop ends the request when the body comes
// too slowly. With a *cutError comes the part of the body that was read.
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
	announced := resp.ContentLength
	if encoding != "" {
		announced = -1
	}
	return c.decoders.readAll(decoded, w, announced, limits)
}

// readAll reads r to its end: into one slice where its length is announced, else into
// pooled pieces that are copied once. announced is -1 for an unknown length. The progress
// function gets it as the total, 0 if it is unknown.
func (d *decoders) readAll(r io.Reader, w *countingReader, announced int64, limits bodyLimits) ([]byte, error) {
	g := gatherer{pool: &d.pieces}
	defer g.release()
	if announced >= 0 {
		g.first = make([]byte, 0, min(announced+1, limits.max+1, firstBuffer)) // one more, to see the end
	}
	for empty := 0; empty < 100; empty++ {
		room := g.room()
		room = room[:min(int64(len(room)), limits.max+1-int64(g.length))]
		n, err := r.Read(room)
		g.add(n)
		if over := int64(g.length) > limits.max; over || errors.Is(err, errTooLarge) {
			if limits.cut {
				return g.bytes(int(min(int64(g.length), limits.max))), nil
			}
			return nil, errTooLarge
		}
		if n > 0 {
			empty = -1
			if limits.progress != nil {
				limits.progress(int64(g.length), max(announced, 0))
			}
		}
		switch {
		case err == io.EOF:
			return g.bytes(g.length), nil
		case err != nil:
			return g.bytes(g.length), err
		case g.length > ratioFrom && int64(g.length) > maxRatio*w.count.Load():
			return nil, errRatio
		}
	}
	return g.bytes(g.length), &cutError{io.ErrNoProgress, true}
}

// gatherer collects a body.
type gatherer struct {
	pool   *sync.Pool
	first  []byte              // filled before the pieces; not pooled
	pieces []*[pieceBytes]byte // all full but the last
	length int                 // bytes collected
}

// room returns where to read to. It is never empty.
func (g *gatherer) room() []byte {
	if g.length < cap(g.first) {
		return g.first[g.length:cap(g.first)]
	}
	used := g.length - cap(g.first)
	if used == len(g.pieces)*pieceBytes {
		piece, reused := g.pool.Get().(*[pieceBytes]byte)
		if !reused {
			piece = new([pieceBytes]byte)
		}
		g.pieces = append(g.pieces, piece)
	}
	return g.pieces[used/pieceBytes][used%pieceBytes:]
}

// add counts n bytes that were read to the room.
func (g *gatherer) add(n int) { g.length += n }

// bytes returns the first n bytes, which are the caller's.
func (g *gatherer) bytes(n int) []byte {
	if n <= cap(g.first) && (n > cap(g.first)/2 || cap(g.first) < pieceBytes) {
		return g.first[:n]
	}
	whole := append(make([]byte, 0, n), g.first[:min(n, cap(g.first))]...)
	for _, piece := range g.pieces {
		whole = append(whole, piece[:min(n-len(whole), pieceBytes)]...)
	}
	return whole
}

func (g *gatherer) release() {
	for _, piece := range g.pieces {
		g.pool.Put(piece)
	}
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
