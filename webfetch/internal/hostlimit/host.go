package hostlimit

import (
	"maps"
	"slices"
	"time"
)

// maxHeld bounds the addresses of one host that are held back.
const maxHeld = 100

// host is what is known of one host. All is under HostLimiter.mu.
type host struct {
	name        string
	active      int                // requests under way
	byPrincipal map[*principal]int // of these, those of each principal
	pace        pace
	breaker     breaker
	paused      time.Time            // Retry-After: no request before
	held        map[string]time.Time // Retry-After: by address, not before

	queues  []*queue // of principals, in the order of their turns; none is empty
	waiting int      // requests in queues
	timer   *time.Timer
}

// queue holds the requests of one principal to one host, oldest first.
type queue struct {
	principal *principal
	served    uint64 // HostLimiter.turn when it was last served, or made
	waiters   []*waiter
}

// blocked returns until when the host is left alone, a time in the past if it
// isn't, and why.
func (h *host) blocked() (until time.Time, reason string) {
	until, reason = h.paused, reasonPaused
	if broken := h.breaker.blocked(); broken.After(until) {
		until, reason = broken, reasonBroken
	}
	return until, reason
}

// earliest returns when a request may be sent if ahead others are sent before
// it, now if nothing speaks against it, and what it has to wait for. It does
// not foresee how long the requests under way take.
func (h *host) earliest(now time.Time, w *waiter, ahead int) (at time.Time, reason string) {
	at = now
	if until, why := h.blocked(); until.After(at) {
		at, reason = until, why
	}
	if w.pausedUntil.After(at) {
		at, reason = w.pausedUntil, reasonHeld
	}
	if paced := h.pace.at(at, ahead, w.robots); paced.After(at) {
		at, reason = paced, reasonRate
	}
	return at, reason
}

// ahead estimates how many requests are sent before the one at index i of q.
func (h *host) ahead(q *queue, i int) int {
	n := i
	for _, other := range h.queues {
		if other != q {
			n += min(len(other.waiters), i)
		}
	}
	return n
}

// share is how many of the slots of a host a principal with a name may have: half of them, so
// that answers that take their time leave some for others. One without a name has no others.
func share(t *principal, perHost int) int {
	if t.name == "" {
		return perHost
	}
	return (perHost + 1) / 2
}

func (h *host) end(t *principal) {
	h.active--
	if h.byPrincipal[t]--; h.byPrincipal[t] == 0 {
		delete(h.byPrincipal, t)
	}
}

// mayServe reports whether a principal may have one more request under way here.
func (l *HostLimiter) mayServe(h *host, t *principal) bool {
	return (l.config.PerPrincipal <= 0 || t.active < l.config.PerPrincipal) && h.byPrincipal[t] < share(t, l.config.PerHost)
}

// candidate returns the request that is next at a host, nil if none may be sent now.
func (l *HostLimiter) candidate(h *host, now time.Time) *waiter {
	if until, _ := h.blocked(); h.active >= l.config.PerHost || until.After(now) || h.breaker.probing || h.pace.at(now, 0, true).After(now) {
		return nil
	}
	pages := !h.pace.at(now, 0, false).After(now)
	for _, q := range h.queues {
		if !l.mayServe(h, q.principal) {
			continue
		}
		for _, w := range q.waiters {
			if (pages || w.robots) && !w.pausedUntil.After(now) {
				return w
			}
		}
	}
	return nil
}

// wake returns when a request that waits may be sent, as far as time decides.
func (h *host) wake(now time.Time) (at time.Time) {
	plain := false
	for _, q := range h.queues {
		for _, w := range q.waiters {
			usual := !w.robots && w.pausedUntil.IsZero()
			if usual && plain {
				continue
			}
			plain = plain || usual
			if own, _ := h.earliest(now, w, 0); at.IsZero() || own.Before(at) {
				at = own
			}
		}
	}
	return at
}

// pauseAddress keeps an address from being asked before until, also by requests that wait
// for it. If there are too many held addresses, the one that is free again first is forgotten.
func (h *host) pauseAddress(address string, until, now time.Time) {
	if h.held == nil {
		h.held = map[string]time.Time{}
	}
	until = latest(h.held[address], until)
	h.held[address] = until
	maps.DeleteFunc(h.held, func(_ string, end time.Time) bool { return !end.After(now) })
	if len(h.held) > maxHeld {
		first := address
		for other, end := range h.held {
			if end.Before(h.held[first]) {
				first = other
			}
		}
		delete(h.held, first)
	}
	for _, q := range h.queues {
		for _, w := range q.waiters {
			if w.address == address && !w.robots {
				w.pausedUntil = until
			}
		}
	}
}

// queueOf returns the index of the queue of a principal, -1 if it has none.
func (h *host) queueOf(t *principal) int {
	return slices.IndexFunc(h.queues, func(q *queue) bool { return q.principal == t })
}
