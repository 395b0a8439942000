// Package httplimits limits the resources that a client of an HTTP server can use, so that
// others are still served.
//
// [New] has the limits of principals, for which it needs their names:
//
//   - requests under way, since each has a goroutine and a connection;
//   - memory of bodies, since they are read whole and kept for the call;
//   - large bodies worked on, since decoding one takes a processor long;
//   - sessions, which live on when they are idle.
//
// [Timeouts] applies to all reads and writes, also of clients that are not authorized: it
// ends a connection without progress.
package httplimits

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
)

// Options configure [New].
type Options struct {
	// Principal returns the sender of a request, or "" if the server has no names. All requests
	// with "" are of one principal, which may use everything.
	Principal func(*http.Request) string
	// Requests is how many requests of a principal with a name may be under way. More are
	// answered 429.
	Requests int
	// BodyBytes bounds the body of a request. All bodies held at one time have eight times
	// that, those of a principal with a name a quarter of it; a request waits for room.
	BodyBytes int64
	// BodyTimeout bounds the time that a body may take to arrive, from when there is room.
	BodyTimeout time.Duration
	// LargeBodies is how many requests with bodies of 256 KiB and more are worked on at one
	// time. Zero means one for each processor but one, which is left to all others.
	LargeBodies int
	// LargeBodyWait bounds the time that a large body waits for its turn. Then the request
	// is answered 503.
	LargeBodyWait time.Duration
	// Sessions yields the identifiers of the sessions that have not ended now, each time it
	// is called. A principal with a name may have 64 of them; one that asks for more is
	// answered 429. Nil means that there are no sessions.
	Sessions iter.Seq[string]
}

// New returns what puts the limits of opts before a handler.
func New(opts Options) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		if opts.Sessions != nil {
			h = opts.limitSessions(h)
		}
		h = opts.limitLargeBodies(h)
		h = withReadTimeout(h, opts.BodyTimeout)
		h = opts.limitBodyMemory(opts.bodyMemory(), h)
		return opts.limitRequests(h)
	}
}

// limitRequests answers 429 to a principal that has Options.Requests of them under way. The
// principal "" has no limit.
func (o Options) limitRequests(h http.Handler) http.Handler {
	busy := admission.New(admission.Options{Calls: o.Requests})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if principal := o.Principal(r); principal != "" {
			end, err := busy.Begin(principal)
			if err != nil {
				refuseForNow(w, "too many requests of this principal are under way")
				return
			}
			defer end()
		}
		h.ServeHTTP(w, r)
	})
}

func refuseForNow(w http.ResponseWriter, reason string) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, reason, http.StatusTooManyRequests)
}

const (
	maxConcurrentBodies = 8         // of the largest size that are held at one time
	largeBody           = 256 << 10 // bytes from which a body is worked on in turns
)

func (o Options) bodyMemory() *fair.Pool {
	return fair.New(maxConcurrentBodies*o.BodyBytes, fair.Options{InOrder: true})
}

// limitBodyMemory bounds the memory of request bodies, which are read whole and kept by a
// call. A request waits until the size of its body, at most Options.BodyBytes, can be
// reserved. A body of unknown length reserves the largest size until it has been read. A
// principal gets at most a quarter of the memory.
func (o Options) limitBodyMemory(memory *fair.Pool, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var part *fair.Part
		size := min(r.ContentLength, o.BodyBytes)
		if size < 0 {
			size = o.BodyBytes
			r.Body = &endReader{ReadCloser: r.Body, atEnd: func(length int64) error {
				part.Shrink(max(length, 1))
				return nil
			}}
		}
		var err error
		if part, err = memory.Acquire(r.Context(), o.Principal(r), size); err != nil {
			return // the client has gone
		}
		defer part.Release()
		h.ServeHTTP(w, r)
	})
}

// limitLargeBodies lets Options.LargeBodies requests with large bodies be worked on at one
// time, in turns of their principals: it takes a processor to decode such a body, and to
// read the document in it, as long as many small requests take. These never wait. A large
// body waits once it has arrived and before it is decoded. The turn lasts until the request
// is answered or [Turn.End], since a call that gives its slot back waits for others then.
// The answer is 503 for a body that can't be read because it has waited too long.
func (o Options) limitLargeBodies(h http.Handler) http.Handler {
	most := cmp.Or(o.LargeBodies, max(runtime.GOMAXPROCS(0)-1, 1))
	turns := fair.New(int64(most), fair.Options{InOrder: true})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &Turn{turns: turns, principal: o.Principal(r)}
		defer t.End()
		ctx := context.WithValue(r.Context(), turnKey{}, t)
		r = r.WithContext(ctx)
		r.Body = &endReader{ReadCloser: r.Body, atEnd: func(length int64) error {
			if length < largeBody {
				return nil
			}
			return t.wait(ctx, o.LargeBodyWait)
		}}
		h.ServeHTTP(&Writer{ResponseWriter: w, Status: func(code int) int {
			t.mu.Lock()
			defer t.mu.Unlock()
			if code == http.StatusBadRequest && t.late {
				w.Header().Set("Retry-After", "5")
				return http.StatusServiceUnavailable
			}
			return code
		}}, r)
	})
}

type turnKey struct{}

// Turn is the turn of one request to be worked on, which only one with a large body waits
// for. A nil Turn is that of a call that no request under [New] has brought. It is safe
// for concurrent use.
type Turn struct {
	turns     *fair.Pool
	principal string

	mu     sync.Mutex
	part   *fair.Part
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
	part, err := t.turns.Acquire(ctx, t.principal, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waited, t.part = time.Since(began), part
	if err != nil {
		t.late = errors.Is(context.Cause(ctx), errNoTurn)
		return context.Cause(ctx)
	}
	return nil
}

// End gives the turn back, if the request has it.
func (t *Turn) End() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.part.Release()
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

const (
	maxPrincipalSessions = 64   // of those that have not ended
	minSessionSweep      = 1000 // identifiers are kept before ended ones are looked for
	sessionHeader        = "Mcp-Session-Id"
)

// limitSessions answers 429 to a request for one more session of a principal that has
// maxPrincipalSessions.
func (o Options) limitSessions(h http.Handler) http.Handler {
	s := sessions{live: o.Sessions, of: map[string]string{}, count: map[string]int{}, sweep: minSessionSweep}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal := o.Principal(r)
		if principal == "" || r.Method != http.MethodPost || r.Header.Get(sessionHeader) != "" {
			h.ServeHTTP(w, r)
			return
		}
		if !s.begin(principal) {
			refuseForNow(w, "too many sessions of this principal; end one with DELETE, or let it be idle for 30 minutes")
			return
		}
		defer func() { s.began(principal, w.Header().Get(sessionHeader)) }()
		h.ServeHTTP(w, r)
	})
}

// sessions know whose each session is. Those that have ended are forgotten where they matter: when a
// principal seems to have too many, and when there are twice as many as the last time.
type sessions struct {
	live iter.Seq[string]

	mu    sync.Mutex
	of    map[string]string // principals by identifier
	count map[string]int    // by principal, with those that begin
	sweep int               // size of of from which ended ones are forgotten
}

func (s *sessions) begin(principal string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count[principal] >= maxPrincipalSessions || len(s.of) >= s.sweep {
		s.forgetEnded()
	}
	if s.count[principal] >= maxPrincipalSessions {
		return false
	}
	s.count[principal]++
	return true
}

func (s *sessions) began(principal, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.of[id]; known || id == "" {
		s.drop(principal)
	} else {
		s.of[id] = principal
	}
}

func (s *sessions) drop(principal string) {
	if s.count[principal]--; s.count[principal] == 0 {
		delete(s.count, principal)
	}
}

func (s *sessions) forgetEnded() {
	ended := s.of
	s.of = map[string]string{}
	for id := range s.live {
		if principal, known := ended[id]; known {
			s.of[id] = principal
			delete(ended, id)
		}
	}
	for _, principal := range ended {
		s.drop(principal)
	}
	s.sweep = max(2*len(s.of), minSessionSweep)
}

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
