package httplimits

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
)

// largeBody is the length of a request body, in bytes, from which it is worked on in turns.
const largeBody = 256 << 10

// limitLargeBodies lets Options.LargeBodies requests with large bodies be worked on at one
// time, in turns of their principals: it takes a processor to decode such a body, and to
// read the document in it, as long as many small requests take. These never wait. A large
// body waits once it has arrived and before it is decoded. The turn lasts until the request
// is answered or [Turn.End], since a call that gives its slot back waits for others then.
func (o Options) limitLargeBodies(h http.Handler) http.Handler {
	turns := admission.NewPool(int64(o.largeBodies()), nil)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &Turn{turns: turns, principal: o.Principal(r)}
		defer t.End()
		r = r.WithContext(context.WithValue(r.Context(), turnKey{}, t))
		r.Body = &turnReader{ReadCloser: r.Body, ctx: r.Context(), patience: o.LargeBodyWait, turn: t}
		h.ServeHTTP(&turnWriter{w, t}, r)
	})
}

type turnKey struct{}

// Turn is the turn of one request to be worked on, which only one with a large body waits
// for. A nil Turn is that of a call that no request under [New] has brought. It is safe
// for concurrent use.
type Turn struct {
	turns     *admission.Pool
	principal string

	mu     sync.Mutex
	held   bool
	late   bool // it has waited too long
	waited time.Duration
}

// TurnOf returns the turn of the request whose context, or one made from it, ctx is.
func TurnOf(ctx context.Context) *Turn {
	t, _ := ctx.Value(turnKey{}).(*Turn)
	return t
}

var errNoTurn = errors.New("too many large requests are under way")

func (t *Turn) wait(ctx context.Context, patience time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errNoTurn)
	defer cancel()
	began := time.Now()
	err := t.turns.Acquire(ctx, t.principal, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waited = time.Since(began)
	if err != nil {
		t.late = errors.Is(context.Cause(ctx), errNoTurn)
		return context.Cause(ctx)
	}
	t.held = true
	return nil
}

// End gives the turn back, if the request has it.
func (t *Turn) End() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held {
		t.turns.Release(t.principal, 1)
		t.held = false
	}
}

func (t *Turn) isLate() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.late
}

// Delay returns how long the request has waited for its turn: that counts against the
// deadline of its call.
func (t *Turn) Delay() time.Duration {
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waited
}

// turnReader waits for the turn of a large body between its last byte and its end.
type turnReader struct {
	io.ReadCloser
	ctx      context.Context
	patience time.Duration
	turn     *Turn
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
	turn *Turn
}

func (w *turnWriter) WriteHeader(code int) {
	if code == http.StatusBadRequest && w.turn.isLate() {
		code = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "5")
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *turnWriter) Flush() {
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

func (w *turnWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
