package httplimits

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
)

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
