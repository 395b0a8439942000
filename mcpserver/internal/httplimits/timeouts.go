package httplimits

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// Timeouts returns what bounds the time that a request may take to arrive, and that a
// client may take to read a piece of an answer: the timeouts of http.Server would also end
// long calls.
func Timeouts(read, write time.Duration) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		h = withReadTimeout(h, read)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctl := http.NewResponseController(w)
			extend := func(p []byte) []byte {
				_ = ctl.SetWriteDeadline(time.Now().Add(write))
				return p
			}
			// net/http writes the end of the answer, perhaps long after the last piece.
			defer extend(nil)
			h.ServeHTTP(&Writer{ResponseWriter: w, Piece: extend}, r)
		})
	}
}

// withReadTimeout bounds the time that the body of a request may take to arrive.
// A request without one has arrived: what it asks for may last.
func withReadTimeout(h http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			ctl := http.NewResponseController(w) // one that can't set deadlines, as in a test, has none
			_ = ctl.SetReadDeadline(time.Now().Add(timeout))
			r.Body = &endReader{ReadCloser: r.Body, atEnd: func(int64) error {
				_ = ctl.SetReadDeadline(time.Time{})
				return nil
			}}
		}
		h.ServeHTTP(w, r)
	})
}

// endReader calls atEnd with the length of a body when it has been read, once. An error of
// atEnd takes the place of io.EOF.
type endReader struct {
	io.ReadCloser
	atEnd func(length int64) error
	read  int64
	ended bool
}

func (b *endReader) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if !errors.Is(err, io.EOF) || b.ended {
		return n, err
	}
	b.ended = true
	if failed := b.atEnd(b.read); failed != nil {
		return n, failed
	}
	return n, io.EOF
}

// Writer passes what a handler answers through functions. A nil one changes nothing.
type Writer struct {
	http.ResponseWriter
	// Status returns the status to send for that of the handler.
	Status func(code int) int
	// Piece returns what to write for what the handler writes. Before a flush it gets nil.
	Piece func(p []byte) []byte
}

// WriteHeader implements http.ResponseWriter.
func (w *Writer) WriteHeader(code int) {
	if w.Status != nil {
		code = w.Status(code)
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *Writer) Write(p []byte) (int, error) {
	out := p
	if w.Piece != nil {
		out = w.Piece(p)
	}
	if _, err := w.ResponseWriter.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush implements http.Flusher. A writer that can't flush, as in a test, has nothing to
// send early.
func (w *Writer) Flush() {
	if w.Piece != nil {
		w.Piece(nil)
	}
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is for http.ResponseController.
func (w *Writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
