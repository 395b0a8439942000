package hostlimit

import (
	"maps"
	"time"
)

// maxHeld bounds the addresses of one host that are held back.
const maxHeld = 100

// host is what is known of one host. All is under HostLimiter.mu.
type host struct {
	name    string
	active  int                   // requests under way
	shares  map[*principal]*share // of principals with requests here; always of nobody
	pace    pace
	breaker breaker
	paused  time.Time            // Retry-After: no request before
	held    map[string]time.Time // Retry-After: by address, not before
	waiters []*waiter            // in the order in which they came
	timer   *time.Timer
}

// share is the part that one principal has of a host.
type share struct {
	active, waiting int    // requests
	served          uint64 // HostLimiter.turn when one was last sent, or began to wait where none did
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

// ahead estimates how many requests are sent before the one at index i of a share.
func (h *host) ahead(s *share, i int) int {
	n := i
	for _, other := range h.shares {
		if other != s {
			n += min(other.waiting, i)
		}
	}
	return n
}

// mayServe reports whether the principal of w may have one more request under way here. One
// with a name may have half of the slots of a host, so that answers that take their time leave
// some for others.
func (l *HostLimiter) mayServe(w *waiter) bool {
	most := l.config.PerHost
	if w.principal.name != "" {
		most = (most + 1) / 2
	}
	return (l.config.PerPrincipal <= 0 || w.principal.active < l.config.PerPrincipal) && w.share.active < most
}

// candidate returns the request that is next at a host, nil if none may be sent now. Its
// principals take turns.
func (l *HostLimiter) candidate(h *host, now time.Time) (next *waiter) {
	if until, _ := h.blocked(); h.active >= l.config.PerHost || until.After(now) || h.breaker.probing || h.pace.at(now, 0, true).After(now) {
		return nil
	}
	pages := !h.pace.at(now, 0, false).After(now)
	for _, w := range h.waiters {
		if (pages || w.robots) && (next == nil || w.share.served < next.share.served) && !w.pausedUntil.After(now) && l.mayServe(w) {
			next = w
		}
	}
	return next
}

// wake returns when a request that waits may be sent, as far as time decides.
func (h *host) wake(now time.Time) (at time.Time) {
	plain := false
	for _, w := range h.waiters {
		usual := !w.robots && w.pausedUntil.IsZero()
		if usual && plain {
			continue
		}
		plain = plain || usual
		if own, _ := h.earliest(now, w, 0); at.IsZero() || own.Before(at) {
			at = own
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
	for _, w := range h.waiters {
		if w.address == address && !w.robots {
			w.pausedUntil = until
		}
	}
}
