package mcpserver

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// largeBody is the length of a request body, in bytes, from which it is worked on in turns.
const largeBody = 256 << 10

// bodyTurns is how many requests with large bodies are worked on at one time: one processor
// is left to all others.
func bodyTurns() int { return max(runtime.GOMAXPROCS(0)-1, 1) }

// limitLargeBodies lets n requests with large bodies be worked on at one time, in turns of
// their principals: it takes a processor to decode such a body, and to read the document in
// it, as long as many small requests take. These never wait. A large body waits once it has
// arrived and before it is decoded, for at most patience; then the answer is 503. The turn
// lasts until the request is answered or its call gives its slot back for the first time,
// since it waits for others then.
func limitLargeBodies(h http.Handler, n int, patience time.Duration) http.Handler {
	turns := newAdmission(n, math.MaxInt)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &bodyTurn{admission: turns, principal: principalOf(auth.TokenInfoFromContext(r.Context()))}
		defer t.end()
		r = r.WithContext(context.WithValue(r.Context(), bodyTurnKey{}, t))
		r.Body = &turnReader{ReadCloser: r.Body, ctx: r.Context(), patience: patience, turn: t}
		h.ServeHTTP(&turnWriter{w, t}, r)
	})
}

// bodyTurnKey is the context key of the turn of a request.
type bodyTurnKey struct{}

// bodyTurn is the turn of one request. It is safe for concurrent use.
type bodyTurn struct {
	admission *admission
	principal string

	mu     sync.Mutex
	giveUp func() // gives the turn back; nil if it has none
	late   bool   // it has waited too long
	waited time.Duration
}

// errNoTurn says that a large body has waited too long.
var errNoTurn = errors.New("too many large requests are under way")

// wait waits for the turn.
func (t *bodyTurn) wait(ctx context.Context, patience time.Duration) error {
	leave, err := t.admission.beginCall(t.principal)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errNoTurn)
	defer cancel()
	began := time.Now()
	holder, err := t.admission.wait(ctx, t.principal)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waited = time.Since(began)
	if err != nil {
		leave()
		t.late = errors.Is(context.Cause(ctx), errNoTurn)
		return context.Cause(ctx)
	}
	t.giveUp = func() {
		t.admission.release(holder)
		leave()
	}
	return nil
}

// end gives the turn back, if there is one.
func (t *bodyTurn) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.giveUp != nil {
		t.giveUp()
		t.giveUp = nil
	}
}

func (t *bodyTurn) isLate() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.late
}

// delay returns how long the request has waited for its turn: that counts against the
// deadline of its call. A nil turn has not waited.
func (t *bodyTurn) delay() time.Duration {
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waited
}

// bodyTurnOf returns the turn of the request of a call, nil for one that came otherwise.
func bodyTurnOf(ctx context.Context) *bodyTurn {
	t, _ := ctx.Value(bodyTurnKey{}).(*bodyTurn)
	return t
}

// turnReader waits for the turn of a large body between its last byte and its end.
type turnReader struct {
	io.ReadCloser
	ctx      context.Context
	patience time.Duration
	turn     *bodyTurn
	read     int
	waited   bool
}

func (b *turnReader) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read += n
	if !errors.Is(err, io.EOF) || b.read < largeBody || b.waited {
		return n, err
	}
	b.waited = true
	if err := b.turn.wait(b.ctx, b.patience); err != nil {
		return n, err
	}
	return n, io.EOF
}

// turnWriter answers 503 for a body that can't be read because it has waited too long.
type turnWriter struct {
	http.ResponseWriter
	turn *bodyTurn
}

// WriteHeader implements http.ResponseWriter.
func (w *turnWriter) WriteHeader(code int) {
	if code == http.StatusBadRequest && w.turn.isLate() {
		code = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "5")
	}
	w.ResponseWriter.WriteHeader(code)
}

// Flush implements http.Flusher.
func (w *turnWriter) Flush() {
	// A writer that can't flush, as in a test, has nothing to send early.
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is for http.ResponseController.
func (w *turnWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
