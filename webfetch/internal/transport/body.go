package transport

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// firstBuffer bounds the allocation before the first byte, since Content-Length may be a lie.
	firstBuffer = 4 << 20
	pieceBytes  = 64 << 10
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

func (d *decoders) watch(body io.ReadCloser, limit int64) *wire {
	w, reused := d.wires.Get().(*wire)
	if !reused {
		w = new(wire)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.body, w.limit, w.last, w.done = body, limit, 0, false
	w.count.Store(0)
	if reused {
		w.timer.Reset(stallInterval)
	} else {
		w.timer = time.AfterFunc(stallInterval, w.check)
	}
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

func (d *decoders) unwatch(w *wire) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = true
	if w.timer.Stop() { // else check is about to run
		w.body = nil
		d.wires.Put(w)
	}
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
		return nil, errTooLarge
	}
	w := c.decoders.watch(resp.Body, limit)
	defer c.decoders.unwatch(w)
	decoded, release, err := c.decoders.open(encoding, w)
	if err != nil {
		return nil, err
	}
	defer release()
	return c.decoders.readAll(decoded, w, announced, limits)
}

// readAll reads r to its end: into one slice where its length is announced, else (-1) into
// pooled pieces that are copied once.
func (d *decoders) readAll(r io.Reader, w *wire, announced int64, limits bodyLimits) ([]byte, error) {
	g := gatherer{pool: &d.pieces}
	var few [16]*[pieceBytes]byte
	g.pieces = few[:0]
	defer g.release()
	if announced >= 0 {
		g.first = make([]byte, 0, min(announced+1, limits.max+1, firstBuffer)) // one more, to see the end
	}
	for empty := 0; empty < 100; empty++ {
		room := g.room()
		room = room[:min(int64(len(room)), limits.max+1-int64(g.length))]
		n, err := r.Read(room)
		g.length += n
		if over := int64(g.length) > limits.max; over || errors.Is(err, errTooLarge) {
			if limits.cut {
				return g.bytes(int(min(int64(g.length), limits.max))), nil
			}
			return nil, errTooLarge
		}
		if n > 0 {
			empty = -1
			if limits.progress != nil {
				limits.progress("download", int64(g.length), max(announced, 0))
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
