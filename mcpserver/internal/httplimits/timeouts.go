package httplimits

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// Timeouts returns what bounds the time that a request may take to arrive, and that a
// client may take to read a piece of an answer.
func Timeouts(read, write time.Duration) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler { return withWriteTimeout(withReadTimeout(h, read), write) }
}

// withWriteTimeout bounds the time that a client may take to read a piece of an
// answer: the timeouts of http.Server would also end long calls.
func withWriteTimeout(h http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		timed := &deadlineWriter{w, http.NewResponseController(w), timeout}
		// net/http writes the end of the answer, perhaps long after the last piece.
		defer timed.extend()
		h.ServeHTTP(timed, r)
	})
}

// withReadTimeout bounds the time that the body of a request may take to arrive.
// A request without one has arrived: what it asks for may last.
func withReadTimeout(h http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			ctl := http.NewResponseController(w)
			_ = ctl.SetReadDeadline(time.Now().Add(timeout))
			r.Body = &deadlineReader{r.Body, ctl}
		}
		h.ServeHTTP(w, r)
	})
}

type deadlineReader struct {
	io.ReadCloser
	ctl *http.ResponseController
}

func (b *deadlineReader) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.ctl.SetReadDeadline(time.Time{})
	}
	return n, err
}

type deadlineWriter struct {
	http.ResponseWriter
	ctl     *http.ResponseController
	timeout time.Duration
}

func (w *deadlineWriter) extend() { _ = w.ctl.SetWriteDeadline(time.Now().Add(w.timeout)) }

func (w *deadlineWriter) Write(p []byte) (int, error) {
	w.extend()
	return w.ResponseWriter.Write(p)
}

func (w *deadlineWriter) Flush() {
	w.extend()
	_ = w.ctl.Flush()
}

func (w *deadlineWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
