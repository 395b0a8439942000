package hostlimit

import (
	"slices"
	"time"
)

// All of this is called with HostLimiter.mu held. Whenever it is unlocked, no
// request waits that could be sent.

// serve admits requests to h that may be sent, after something about h changed.
func (l *HostLimiter) serve(h *host, now time.Time) {
	for l.active < l.config.Total {
		w := h.candidate(now, l.config.PerHost, l.config.PerPrincipal)
		if w == nil {
			break
		}
		l.admit(w, now)
	}
	l.schedule(h, now)
}

// serveAll admits requests to any host after room came free that they share.
// The turn is that of the principal that was served least recently, and of its
// hosts of the one where that is longest ago.
func (l *HostLimiter) serveAll(now time.Time) {
	for l.active < l.config.Total {
		var next *waiter
		for h := range l.crowded {
			if w := h.candidate(now, l.config.PerHost, l.config.PerPrincipal); w != nil && (next == nil || w.precedes(next)) {
				next = w
			}
		}
		if next == nil {
			return
		}
		l.admit(next, now)
		l.schedule(next.host, now)
	}
}

func (w *waiter) precedes(other *waiter) bool {
	switch {
	case w.principal.served != other.principal.served:
		return w.principal.served < other.principal.served
	case w.queue.served != other.queue.served:
		return w.queue.served < other.queue.served
	}
	return w.came < other.came
}

// admit gives w its slot. The queue of its principal moves to the end of the turns.
func (l *HostLimiter) admit(w *waiter, now time.Time) {
	h, t, q := w.host, w.principal, w.queue
	l.remove(w)
	if len(q.waiters) > 0 {
		h.queues = append(slices.DeleteFunc(h.queues, func(other *queue) bool { return other == q }), q)
	}
	l.turn++
	t.served, q.served = l.turn, l.turn
	l.active++
	t.active++
	h.begin(t)
	h.pace.take(now, w.robots)
	w.trial = h.breaker.begin()
	w.admitted = true
	if w.done != nil {
		close(w.done)
	}
}

// release ends work of t, at h if that is not nil, and admits what it kept waiting.
func (l *HostLimiter) release(h *host, t *principal) {
	shared := l.active >= l.config.Total || l.config.PerPrincipal > 0 && t.active >= l.config.PerPrincipal
	l.active--
	t.active--
	l.forget(t)
	now := time.Now()
	if shared {
		l.serveAll(now)
	}
	if h != nil {
		l.serve(h, now)
	}
}

// reconsider refuses the requests to h that can't wait any longer, after its
// pace, pause or breaker changed for the worse.
func (l *HostLimiter) reconsider(h *host, now time.Time) {
	for _, q := range slices.Clone(h.queues) {
		kept := 0
		for _, w := range slices.Clone(q.waiters) {
			if w.err = w.refusal(h.ahead(q, kept), now); w.err == nil {
				kept++
				continue
			}
			l.remove(w)
			l.forget(w.principal)
			close(w.done)
		}
	}
	l.schedule(h, now)
}

// schedule has h looked at again when time alone lets a request pass. What
// waits for a slot is looked at when one comes free.
func (l *HostLimiter) schedule(h *host, now time.Time) {
	if h.waiting == 0 {
		if h.timer != nil {
			h.timer.Stop()
		}
		return
	}
	wait := h.wake(now).Sub(now)
	switch {
	case wait <= 0:
	case h.timer == nil:
		h.timer = time.AfterFunc(wait, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.serve(h, time.Now())
		})
	default:
		h.timer.Reset(wait)
	}
}
