package hostlimit

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"
)

// All of this is called with HostLimiter.mu held, but join and leave. Whenever it is
// unlocked, no request waits that could be sent. No step goes through all requests that
// wait for a host, except where the host or an address of it is to be left alone.

// maxHeld bounds the addresses of one host that are held back.
const maxHeld = 100

// host is the state of one host.
type host struct {
	name    string
	load                          // requests under way, and those that wait
	shares  map[*principal]*share // of principals with requests here, and kept of the one without a name
	turns   []*share              // those with a queue, by share.served
	robots  int                   // requests for robots.txt in their queues
	aside   []*waiter             // requests to held addresses
	held    map[string]time.Time  // Retry-After of addresses: no request before
	paused  time.Time             // Retry-After: no request before
	pace    pace
	breaker breaker
	timer   *time.Timer
}

// share is the part that one principal has of a host.
type share struct {
	*principal
	load
	served uint64    // HostLimiter.turn when one was last sent, or began to wait where none did
	queue  []*waiter // in the order in which they came
}

type waiter struct {
	Slot
	address  string
	robots   bool
	came     uint64        // HostLimiter.turn
	deadline time.Time     // zero: none
	aside    bool          // it is in host.aside
	done     chan struct{} // closed when it is admitted or refused; nil: admitted at once
	admitted bool
	err      error
}

// join admits a request, has it wait, in which case done is not nil, or refuses it.
func (l *HostLimiter) join(ctx context.Context, r Request) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	h, t := l.host(r.Host), l.principal(ctx)
	s := h.shares[t]
	if s == nil {
		s = &share{principal: t}
		h.shares[t] = s
	}
	w := &waiter{Slot: Slot{limiter: l, host: h, share: s}, address: r.Address, robots: r.Robots}
	w.deadline, _ = ctx.Deadline()
	at, err := w.expected(h.ahead(s, len(s.queue)), now)
	if l.waiting >= maxWaiting || t.waiting >= maxWaitingPerPrincipal {
		err = throttled(h.name, time.Second, reasonFull)
	}
	if err != nil {
		l.forget(h, t)
		return nil, err
	}
	if len(h.turns) == 0 && !at.After(now) && l.active < l.config.Total && h.active < l.config.PerHost && l.mayServe(s) && !h.breaker.probing {
		l.begin(w, now)
		return w, nil
	}
	w.done = make(chan struct{})
	l.enqueue(w, now)
	l.serve(h, now)
	return w, nil
}

// enqueue has a request wait: behind the others of its share, or aside while its address is held.
func (l *HostLimiter) enqueue(w *waiter, now time.Time) {
	h, s := w.host, w.share
	add(0, 1, &l.load, &h.load, &s.load, &s.principal.load)
	l.crowded[h] = struct{}{}
	if w.aside = h.held[w.address].After(now); w.aside {
		h.aside = append(h.aside, w)
		return
	}
	if len(s.queue) == 0 {
		s.served = l.turn
		h.turns = append(h.turns, s)
	}
	l.turn++
	w.came = l.turn
	if s.queue = append(s.queue, w); w.robots {
		h.robots++
	}
}

// remove takes w out of the requests that wait.
func (l *HostLimiter) remove(w *waiter) {
	h, s := w.host, w.share
	if add(0, -1, &l.load, &h.load, &s.load, &s.principal.load); h.waiting == 0 {
		delete(l.crowded, h)
	}
	if w.aside {
		h.aside = without(h.aside, w)
		return
	}
	if s.queue = without(s.queue, w); s.queue == nil {
		h.turns = without(h.turns, s)
	}
	if w.robots {
		h.robots--
	}
}

// without returns a list without x, which is in it; nil, which keeps no memory, where it was alone.
func without[T comparable](list []T, x T) []T {
	if len(list) == 1 {
		return nil
	}
	i := slices.Index(list, x)
	return slices.Delete(list, i, i+1)
}

// leave gives up a request whose context has ended, and says why it was too late.
func (l *HostLimiter) leave(ctx context.Context, w *waiter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, h := time.Now(), w.host
	switch {
	case w.err != nil:
		return w.err
	case w.admitted: // at the very moment
		h.breaker.abandoned(w.trial)
		l.release(h, w.share.principal)
		return ctx.Err()
	}
	l.remove(w)
	l.forget(h, w.share.principal)
	l.serve(h, now)
	noSlot := l.active >= l.config.Total || h.active >= l.config.PerHost && !h.breaker.probing || !l.mayServe(w.share)
	if noSlot || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ctx.Err()
	}
	// Others were preferred to it, or the probe of its host did not come back.
	at, reason := h.earliest(now, h.held[w.address], w.robots, h.ahead(w.share, len(w.share.queue)))
	if h.breaker.probing {
		reason = reasonBroken
	} else if reason == "" {
		reason = reasonRate
	}
	return throttled(h.name, max(at.Sub(now), time.Second), reason)
}

// earliest returns when a request may be sent if ahead others are sent before it, now if
// nothing speaks against it, and what it has to wait for. Its address is held until a time.
// It does not foresee how long the requests under way take.
func (h *host) earliest(now, held time.Time, robots bool, ahead int) (at time.Time, reason string) {
	at = now
	if h.paused.After(at) {
		at, reason = h.paused, reasonPaused
	}
	if broken := h.breaker.until; broken.After(at) {
		at, reason = broken, reasonBroken
	}
	if held.After(at) {
		at, reason = held, reasonHeld
	}
	if paced := h.pace.at(at, ahead, robots); paced.After(at) {
		at, reason = paced, reasonRate
	}
	return at, reason
}

// expected returns when w is sent if ahead others are before it and each finds a free slot, and an
// error if that is too late. The error contains the time for which the host or address asked, where
// that decides, and else the time when the rate is expected to let w pass.
func (w *waiter) expected(ahead int, now time.Time) (time.Time, error) {
	h, limit := w.host, w.deadline
	if limit.IsZero() {
		limit = now.Add(maxUnboundedWait)
	}
	held := h.held[w.address]
	at, reason := h.earliest(now, held, w.robots, 0)
	if !at.After(limit) || reason == reasonRate {
		at, reason = h.earliest(now, held, w.robots, ahead)
	}
	if !at.After(limit) {
		return at, nil
	}
	return at, throttled(h.name, at.Sub(now), reason)
}

// ahead estimates how many requests are sent before the one at index i of a share.
func (h *host) ahead(s *share, i int) int {
	if i == 0 {
		return 0
	}
	n := i
	for _, other := range h.turns {
		if other != s {
			n += min(len(other.queue), i)
		}
	}
	return n
}

// mayServe reports whether a principal may have one more request under way at a host. One
// with a name may have half of the slots of a host, so that answers that take their time leave
// some for others.
func (l *HostLimiter) mayServe(s *share) bool {
	most := l.config.PerHost
	if s.name != "" {
		most = (most + 1) / 2
	}
	return (l.config.PerPrincipal <= 0 || s.principal.active < l.config.PerPrincipal) && s.active < most
}

// candidate returns the request that is next at a host, nil if none may be sent now. Its
// principals take turns; those that may have no more are as few as the requests under way.
func (l *HostLimiter) candidate(h *host, now time.Time) *waiter {
	at, _ := h.earliest(now, now, true, 0)
	if len(h.turns) == 0 || h.active >= l.config.PerHost || h.breaker.probing || at.After(now) {
		return nil
	}
	pages := !h.pace.at(now, 0, false).After(now)
	if !pages && h.robots == 0 {
		return nil
	}
	for _, s := range h.turns {
		if l.looked++; !l.mayServe(s) {
			continue
		}
		first := 0
		if !pages {
			first = slices.IndexFunc(s.queue, func(w *waiter) bool { return w.robots })
		}
		if first >= 0 {
			return s.queue[first]
		}
	}
	return nil
}

// serve admits requests to h that may be sent, after something about h changed.
func (l *HostLimiter) serve(h *host, now time.Time) {
	for l.active < l.config.Total {
		w := l.candidate(h, now)
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
			w := l.candidate(h, now)
			if w == nil {
				continue
			}
			if s := w.share; next == nil || cmp.Or(cmp.Compare(s.principal.served, next.share.principal.served), cmp.Compare(s.served, next.share.served), cmp.Compare(w.came, next.came)) < 0 {
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

func (l *HostLimiter) admit(w *waiter, now time.Time) {
	l.remove(w)
	l.begin(w, now)
	close(w.done)
}

func (l *HostLimiter) begin(w *waiter, now time.Time) {
	h, s := w.host, w.share
	l.turn++
	s.principal.served, s.served = l.turn, l.turn
	if len(s.queue) > 0 && h.turns[len(h.turns)-1] != s {
		h.turns = append(without(h.turns, s), s)
	}
	add(1, 0, &l.load, &h.load, &s.load, &s.principal.load)
	h.pace.take(now, w.robots)
	h.breaker.probing = h.breaker.open > 0 // no probe is under way, and the time is over
	w.trial = trial{epoch: h.breaker.epoch, probe: h.breaker.probing}
	w.admitted = true
}

// release ends work of t, at h if that is not nil, and admits what it kept waiting.
func (l *HostLimiter) release(h *host, t *principal) {
	shared := l.active >= l.config.Total || l.config.PerPrincipal > 0 && t.active >= l.config.PerPrincipal
	if add(-1, 0, &l.load, &t.load); h != nil {
		add(-1, 0, &h.load, &h.shares[t].load)
	}
	l.forget(h, t)
	now := time.Now()
	if shared {
		l.serveAll(now)
	}
	if h != nil {
		l.serve(h, now)
	}
}

// reconsider judges all requests to h that wait, after its pace, pause or breaker changed for the
// worse, or an address of those aside may be free: it refuses those that can't wait any longer.
func (l *HostLimiter) reconsider(h *host, now time.Time) {
	maps.DeleteFunc(h.held, func(_ string, until time.Time) bool { return !until.After(now) })
	var all []*waiter
	for _, s := range h.turns {
		all = append(all, s.queue...)
	}
	slices.SortFunc(all, func(a, b *waiter) int { return cmp.Compare(a.came, b.came) })
	before := map[*share]int{}
	for _, w := range append(all, h.aside...) {
		_, w.err = w.expected(h.ahead(w.share, before[w.share]), now)
		_, held := h.held[w.address]
		if w.err == nil && !held {
			before[w.share]++
		}
		if w.err == nil && held == w.aside {
			continue
		}
		if l.remove(w); w.err == nil {
			l.enqueue(w, now)
			continue
		}
		l.forget(h, w.share.principal)
		close(w.done)
	}
	l.serve(h, now)
}

// schedule has h looked at again when time alone lets a request pass. What
// waits for a slot is looked at when one comes free.
func (l *HostLimiter) schedule(h *host, now time.Time) {
	wait := time.Duration(0)
	if len(h.turns) > 0 {
		at, _ := h.earliest(now, now, h.robots > 0, 0)
		if !at.After(now) { // a robots.txt waits for a slot, and pages may for the rate
			at, _ = h.earliest(now, now, false, 0)
		}
		wait = at.Sub(now)
	}
	if len(h.aside) > 0 {
		for _, until := range h.held {
			if left := max(until.Sub(now), 1); wait == 0 || left < wait {
				wait = left
			}
		}
	}
	switch {
	case wait > 0 && h.timer == nil:
		h.timer = time.AfterFunc(wait, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			now := time.Now()
			if len(h.aside) > 0 {
				l.reconsider(h, now)
			}
			l.serve(h, now)
		})
	case wait > 0:
		h.timer.Reset(wait)
	case h.timer != nil:
		h.timer.Stop()
	}
}

// hold keeps an address from being asked before until. If too many addresses are held, the one that
// is free again first is forgotten.
func (h *host) hold(address string, until time.Time) {
	if h.held == nil {
		h.held = map[string]time.Time{}
	}
	h.held[address] = latest(h.held[address], until)
	if len(h.held) > maxHeld {
		delete(h.held, slices.MinFunc(slices.Collect(maps.Keys(h.held)), func(a, b string) int { return h.held[a].Compare(h.held[b]) }))
	}
}

// window is the time in which a rate counts requests. It is half a second longer than a
// minute: some requests take longer to arrive than others, and the rate has to hold where
// they arrive.
const window = time.Minute + 500*time.Millisecond

// pace says when the next request to a host may be sent. Two rules hold at the
// same time. A token bucket spaces requests: burst at once, then one every
// interval (in the form of the generic cell rate algorithm, ITU-T I.371, which
// keeps one time instead of a count of tokens). A sliding window keeps the
// number: at most most requests in any minute, which a bucket alone exceeds by
// its burst. The zero value does not limit.
type pace struct {
	interval time.Duration // 0: no spacing
	burst    int
	most     int // in any minute, 0: no bound
	// due is when the next request would be sent if all had been spaced evenly.
	due  time.Time
	sent []time.Time // of the last most requests, within the window, oldest first
}

// at returns when a request may be sent, not before from, if ahead others are sent before it as
// early as they may be. Uncharged ones count for the window only.
func (p *pace) at(from time.Time, ahead int, uncharged bool) time.Time {
	at := from
	if p.interval > 0 && !uncharged {
		at = latest(at, latest(from, p.due).Add(time.Duration(ahead-p.burst+1)*p.interval))
	}
	switch i := len(p.sent) + ahead - p.most; {
	case p.most == 0 || i < 0:
		return at
	case i < len(p.sent):
		return latest(at, p.sent[i].Add(window))
	}
	return latest(at, p.at(from, ahead-p.most, uncharged).Add(window))
}

func (p *pace) take(now time.Time, uncharged bool) {
	if p.interval > 0 && !uncharged {
		p.due = latest(p.due, now).Add(p.interval)
	}
	if p.most == 0 {
		return
	}
	old := 0
	for old < len(p.sent) && now.Sub(p.sent[old]) >= window {
		old++
	}
	p.sent = append(p.sent[max(old, len(p.sent)-p.most+1):], now)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

const (
	breakerFailures = 5
	breakerFirst    = 30 * time.Second
	breakerLongest  = 5 * time.Minute
)

// breaker keeps requests from a host that does not answer. After 5 failures in a row it
// opens for 30 seconds; then one request probes. If that fails too, it stays open twice as
// long, at most 5 minutes. Any answer closes it. The failure of a request that was sent
// before the breaker last opened or closed does not count. The zero value is closed.
type breaker struct {
	failures int
	open     time.Duration // how long it opened last, 0: closed
	until    time.Time     // the host is left alone before; zero while closed
	probing  bool          // the probe is under way
	epoch    int           // counts how often it has opened and closed
}

// trial holds the state from the start of a request that is needed to judge its outcome.
type trial struct {
	epoch int
	probe bool
}

func (b *breaker) answered() {
	epoch := b.epoch
	if b.open > 0 {
		epoch++
	}
	*b = breaker{epoch: epoch}
}

func (b *breaker) unanswered(t trial, now time.Time) (opened bool) {
	if t.epoch != b.epoch {
		return false
	}
	b.failures++
	if b.open == 0 && b.failures < breakerFailures {
		return false
	}
	b.open = min(max(2*b.open, breakerFirst), breakerLongest)
	b.until, b.probing = now.Add(b.open), false
	b.epoch++
	return true
}

// abandoned makes way for another probe if t was it.
func (b *breaker) abandoned(t trial) {
	if t.probe && t.epoch == b.epoch {
		b.probing = false
	}
}
