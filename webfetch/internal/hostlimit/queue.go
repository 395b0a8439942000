package hostlimit

import (
	"context"
	"errors"
	"slices"
	"time"
)

// waiter is a request on its way to a slot.
type waiter struct {
	Slot
	queue       *queue
	address     string
	robots      bool
	came        uint64        // HostLimiter.turn
	deadline    time.Time     // zero: none
	pausedUntil time.Time     // not before, because of its address
	done        chan struct{} // closed when it is admitted or refused; nil: admitted at once
	admitted    bool
	err         error
}

// newWaiter returns a request to h that waits nowhere yet. HostLimiter.mu is held.
func newWaiter(ctx context.Context, h *host, r Request) *waiter {
	w := &waiter{address: r.Address, robots: r.Robots, pausedUntil: h.held[r.Address]}
	w.deadline, _ = ctx.Deadline()
	w.host = h
	return w
}

// limit returns until when w can wait.
func (w *waiter) limit(now time.Time) time.Time {
	if w.deadline.IsZero() {
		return now.Add(maxUnboundedWait)
	}
	return w.deadline
}

// isSpecial reports that w may have to wait for something else than the
// requests before and behind it.
func (w *waiter) isSpecial() bool { return w.robots || !w.pausedUntil.IsZero() }

// join admits a request, queues it, in which case done is not nil, or refuses it.
func (l *HostLimiter) join(ctx context.Context, r Request) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	h, t := l.host(r.Host), l.enter(principalOf(ctx))
	w := newWaiter(ctx, h, r)
	w.limiter, w.principal = l, t
	if err := l.check(w, now); err != nil {
		l.forget(t)
		return nil, err
	}
	l.push(w)
	l.serve(h, now)
	if !w.admitted {
		w.done = make(chan struct{})
	}
	return w, nil
}

// check refuses a request that would wait in vain.
func (l *HostLimiter) check(w *waiter, now time.Time) error {
	h, t := w.host, w.principal
	if l.waiting >= maxWaiting || t.waiting >= maxWaitingPerPrincipal {
		return throttled(h.name, time.Second, reasonFull)
	}
	q, i := &queue{principal: t}, 0
	if at := h.queueOf(t); at >= 0 {
		q, i = h.queues[at], len(h.queues[at].waiters)
	}
	return w.refusal(h.ahead(q, i), now)
}

// refusal returns an error if w can't be sent in time behind ahead others. It
// contains the time for which the host or address asked, where that decides, and
// else the time when the rate is expected to let w pass.
func (w *waiter) refusal(ahead int, now time.Time) error {
	limit := w.limit(now)
	at, reason := w.host.earliest(now, w, 0)
	if !at.After(limit) || reason == reasonRate {
		at, reason = w.host.earliest(now, w, ahead)
	}
	if !at.After(limit) {
		return nil
	}
	return throttled(w.host.name, at.Sub(now), reason)
}

// push adds a request to the queue of its principal and host.
func (l *HostLimiter) push(w *waiter) {
	h, t := w.host, w.principal
	at := h.queueOf(t)
	if at < 0 {
		at = len(h.queues)
		h.queues = append(h.queues, &queue{host: h, principal: t, served: l.turn})
	}
	l.turn++
	w.queue, w.came = h.queues[at], l.turn
	w.queue.waiters = append(w.queue.waiters, w)
	if w.isSpecial() {
		h.special++
	}
	h.waiting++
	t.waiting++
	l.waiting++
	l.crowded[h] = struct{}{}
}

// remove takes a request out of its queue.
func (l *HostLimiter) remove(w *waiter) {
	h, t, q := w.host, w.principal, w.queue
	q.waiters = slices.DeleteFunc(q.waiters, func(other *waiter) bool { return other == w })
	if len(q.waiters) == 0 {
		h.queues = slices.DeleteFunc(h.queues, func(other *queue) bool { return other == q })
	}
	if w.isSpecial() {
		h.special--
	}
	h.waiting--
	t.waiting--
	l.waiting--
	if h.waiting == 0 {
		delete(l.crowded, h)
	}
}

// leave gives up a request whose context has ended, and says why it was too late.
func (l *HostLimiter) leave(ctx context.Context, w *waiter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	switch {
	case w.err != nil:
		return w.err
	case w.admitted: // at the very moment
		w.host.breaker.abandoned(w.trial)
		w.host.end(w.principal)
		l.release(w.host, w.principal)
		return ctx.Err()
	}
	l.remove(w)
	l.forget(w.principal)
	l.schedule(w.host, now)
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) || l.busy(w) {
		return ctx.Err()
	}
	return l.deadlineError(w, now)
}

// busy reports whether w would have to wait for a slot.
func (l *HostLimiter) busy(w *waiter) bool {
	return l.active >= l.config.Total || w.host.active >= l.config.PerHost && !w.host.breaker.probing ||
		w.host.byPrincipal[w.principal] >= share(w.principal, l.config.PerHost) ||
		l.config.PerPrincipal > 0 && w.principal.active >= l.config.PerPrincipal
}

// deadlineError is the error of a request that others were preferred to until its
// deadline, or whose probe did not come back.
func (l *HostLimiter) deadlineError(w *waiter, now time.Time) error {
	at, reason := w.host.earliest(now, w, len(w.queue.waiters))
	if w.host.breaker.probing {
		reason = reasonBroken
	} else if reason == "" {
		reason = reasonRate
	}
	return throttled(w.host.name, max(at.Sub(now), time.Second), reason)
}

// pauseWaiting applies a pause of an address to the requests that wait for it.
func (h *host) pauseWaiting(address string) {
	for _, q := range h.queues {
		for _, w := range q.waiters {
			if w.address != address || w.robots {
				continue
			}
			if !w.isSpecial() {
				h.special++
			}
			w.pausedUntil = h.held[address]
		}
	}
}
