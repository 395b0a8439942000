package httplimits

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
)

const (
	maxConcurrentBodies = 8         // of the largest size that are held at one time
	largeBody           = 256 << 10 // bytes from which a body is worked on in turns
)

func (o Options) bodyMemory() *admission.Pool {
	return admission.NewPool(maxConcurrentBodies*o.BodyBytes, nil)
}

// limitBodyMemory bounds the memory of request bodies, which are read whole and kept by a
// call. A request waits until the size of its body, at most Options.BodyBytes, can be
// reserved. A body of unknown length reserves the largest size until it has been read. A
// principal gets at most a quarter of the memory.
func (o Options) limitBodyMemory(memory *admission.Pool, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal, held := o.Principal(r), min(r.ContentLength, o.BodyBytes)
		var mu sync.Mutex
		shrink := func(size int64) {
			mu.Lock()
			defer mu.Unlock()
			if free := held - size; free > 0 {
				held = size
				memory.Release(principal, free)
			}
		}
		if r.ContentLength < 0 {
			held = o.BodyBytes
			r.Body = &endReader{ReadCloser: r.Body, atEnd: func(length int64) error {
				shrink(max(length, 1))
				return nil
			}}
		}
		if memory.Acquire(r.Context(), principal, held) != nil {
			return // the client has gone
		}
		defer shrink(0)
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
	turns := admission.NewPool(int64(o.largeBodies()), nil)
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
	t.waited, t.held = time.Since(began), err == nil
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
	if t.held {
		t.turns.Release(t.principal, 1)
		t.held = false
	}
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
