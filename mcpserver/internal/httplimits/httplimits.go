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
	"iter"
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
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
