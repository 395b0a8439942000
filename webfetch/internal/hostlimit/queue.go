package hostlimit

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"
)

// All of this is called with HostLimiter.mu held, but join and leave. Whenever it is unlocked, no
// request waits that could be sent. No step goes through the requests that wait, except where a host
// or an address is to be left alone.

// maxHeld bounds the addresses of one host that are held back.
const maxHeld = 100

// host is the state of one host.
type host struct {
	name    string
	load                          // requests under way, and those that wait
	robots  int                   // those of them that wait for robots.txt
	shares  map[*principal]*share // of principals with requests here, and always of the principal without a name
	turns   []*share              // of principals with requests that wait, the one that was served longest ago first
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
	queue  []*waiter // for robots.txt first, else in the order in which they came
}

type waiter struct {
	Slot
	Request
	came     uint64        // HostLimiter.turn
	deadline time.Time     // zero: none
	done     chan struct{} // closed when it is admitted or refused; nil: admitted at once
	admitted bool
	err      error
}

// join admits a request, queues it, in which case done is not nil, or refuses it.
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
	w := &waiter{Slot: Slot{limiter: l, host: h, share: s}, Request: r}
	w.deadline, _ = ctx.Deadline()
	err := h.refusal(r, w.deadline, h.ahead(s, s.waiting), now)
	if l.waiting >= maxWaiting || t.waiting >= maxWaitingPerPrincipal {
		err = throttled(h.name, time.Second, reasonFull)
	}
	if err != nil {
		l.forget(h, t)
		return nil, err
	}
	if s.waiting == 0 {
		s.served = l.turn
	}
	l.turn++
	w.came = l.turn
	l.enqueue(w)
	if l.serve(h, now); !w.admitted {
		w.done = make(chan struct{})
	}
	return w, nil
}

func (l *HostLimiter) enqueue(w *waiter) {
	h, s := w.host, w.share
	add(0, 1, &l.load, &h.load, &s.load, &s.principal.load)
	l.crowded[h] = struct{}{}
	if len(s.queue) == 0 {
		h.turns = append(h.turns, s)
	}
	if !w.Robots {
		s.queue = append(s.queue, w)
		return
	}
	h.robots++
	at := 0
	for at < len(s.queue) && s.queue[at].Robots {
		at++
	}
	s.queue = slices.Insert(s.queue, at, w)
}

// remove takes w out of the requests that wait.
func (l *HostLimiter) remove(w *waiter) {
	h, s := w.host, w.share
	s.queue = without(s.queue, w)
	if w.Robots {
		h.robots--
	}
	if len(s.queue) == 0 {
		h.turns = without(h.turns, s)
	}
	if add(0, -1, &l.load, &h.load, &s.load, &s.principal.load); h.waiting == 0 {
		delete(l.crowded, h)
	}
}

func without[T comparable](list []T, item T) []T {
	at := slices.Index(list, item)
	return slices.Delete(list, at, at+1)
}

// leave gives up a request whose context has ended, and says why it was too late.
func (l *HostLimiter) leave(ctx context.Context, w *waiter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, h := time.Now(), w.host
	switch {
	case w.err != nil: // at the very moment
		return w.err
	case w.admitted:
		h.breaker.abandoned(w.trial)
		l.release(h, w.share.principal)
		return ctx.Err()
	}
	l.remove(w)
	l.forget(h, w.share.principal)
	l.schedule(h, now)
	noSlot := l.active >= l.config.Total || h.active >= l.config.PerHost && !h.breaker.probing || !l.mayServe(w.share)
	if noSlot || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ctx.Err()
	}
	// Others were preferred to it, or the probe of its host did not come back.
	at, reason := h.earliest(now, w.Robots, h.ahead(w.share, w.share.waiting))
	if h.breaker.probing {
		reason = reasonBroken
	}
	return throttled(h.name, max(at.Sub(now), time.Second), cmp.Or(reason, reasonRate))
}

// earliest returns when a request may be sent if ahead others are sent before it, now if
// nothing speaks against it, and what it has to wait for. It does not foresee how long the requests
// under way take.
func (h *host) earliest(now time.Time, robots bool, ahead int) (at time.Time, reason string) {
	at = now
	if h.paused.After(at) {
		at, reason = h.paused, reasonPaused
	}
	if broken := h.breaker.until; broken.After(at) {
		at, reason = broken, reasonBroken
	}
	if paced := h.pace.at(at, ahead, robots); paced.After(at) {
		at, reason = paced, reasonRate
	}
	return at, reason
}

// refusal returns an error if a request can't be sent before its deadline, or within a minute where
// that is zero, behind ahead others, and if its address is to be left alone. It contains the time
// for which the host or address asked, where that decides, and else the time when the rate is
// expected to let the request pass.
func (h *host) refusal(r Request, deadline time.Time, ahead int, now time.Time) error {
	if held := h.held[r.Address]; held.After(now) {
		return throttled(h.name, held.Sub(now), reasonHeld)
	}
	if deadline.IsZero() {
		deadline = now.Add(maxUnboundedWait)
	}
	at, reason := h.earliest(now, r.Robots, 0)
	if !at.After(deadline) || reason == reasonRate {
		at, reason = h.earliest(now, r.Robots, ahead)
	}
	if !at.After(deadline) {
		return nil
	}
	return throttled(h.name, at.Sub(now), reason)
}

// ahead estimates how many requests are sent before the one at index i of a share.
func (h *host) ahead(s *share, i int) int {
	if i == 0 {
		return 0
	}
	n := i
	for _, other := range h.turns {
		if other != s {
			n += min(other.waiting, i)
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
	at, _ := h.earliest(now, true, 0)
	if h.active >= l.config.PerHost || h.breaker.probing || at.After(now) {
		return nil
	}
	pages := !h.pace.at(now, 0, false).After(now)
	if !pages && h.robots == 0 {
		return nil
	}
	for _, s := range h.turns {
		l.looked++
		if next := s.queue[0]; (pages || next.Robots) && l.mayServe(s) {
			return next
		}
	}
	return nil
}

// serve admits requests to h that may be sent, after something about h changed.
func (l *HostLimiter) serve(h *host, now time.Time) {
	l.admit(now, h)
	l.schedule(h, now)
}

// isBefore reports whose turn it is: that of the principal that was served least recently, and of its
// hosts of the one where that is longest ago.
func (w *waiter) isBefore(other *waiter) bool {
	return cmp.Or(
		cmp.Compare(w.share.principal.served, other.share.principal.served),
		cmp.Compare(w.share.served, other.share.served),
		cmp.Compare(w.came, other.came),
	) < 0
}

// admit admits requests to hosts while there is room.
func (l *HostLimiter) admit(now time.Time, hosts ...*host) {
	for l.active < l.config.Total {
		var next *waiter
		for _, h := range hosts {
			if w := l.candidate(h, now); w != nil && (next == nil || w.isBefore(next)) {
				next = w
			}
		}
		if next == nil {
			return
		}
		l.begin(next, now)
		l.schedule(next.host, now)
	}
}

// begin sends a request that waits.
func (l *HostLimiter) begin(w *waiter, now time.Time) {
	h, s := w.host, w.share
	if l.remove(w); len(s.queue) > 0 {
		h.turns = append(without(h.turns, s), s)
	}
	l.turn++
	s.principal.served, s.served = l.turn, l.turn
	add(1, 0, &l.load, &h.load, &s.load, &s.principal.load)
	h.pace.take(now, w.Robots)
	h.breaker.probing = h.breaker.open > 0 // no probe is under way, and the time is over
	w.trial = trial{epoch: h.breaker.epoch, probe: h.breaker.probing}
	if w.admitted = true; w.done != nil {
		close(w.done)
	}
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
		l.admit(now, slices.Collect(maps.Keys(l.crowded))...)
	}
	if h != nil {
		l.serve(h, now)
	}
}

// reconsider refuses the requests to h that can't wait any longer, after its
// pace, pause or breaker changed for the worse.
func (l *HostLimiter) reconsider(h *host, now time.Time) {
	for _, s := range slices.Clone(h.turns) {
		kept := 0
		for _, w := range slices.Clone(s.queue) {
			if w.err = h.refusal(w.Request, w.deadline, h.ahead(s, kept), now); w.err == nil {
				kept++
				continue
			}
			l.remove(w)
			l.forget(h, s.principal)
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
	at, _ := h.earliest(now, h.robots > 0, 0)
	switch wait := at.Sub(now); {
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

// hold keeps an address from being asked before until. If too many addresses are held, the one that
// is free again first is forgotten.
func (h *host) hold(address string, until, now time.Time) {
	maps.DeleteFunc(h.held, func(_ string, free time.Time) bool { return !free.After(now) })
	if h.held == nil {
		h.held = map[string]time.Time{}
	}
	h.held[address] = latest(h.held[address], until)
	if len(h.held) <= maxHeld {
		return
	}
	first := address
	for other, free := range h.held {
		if free.Before(h.held[first]) {
			first = other
		}
	}
	delete(h.held, first)
}

// Window is the time in which a rate counts requests. It is half a second longer than a
// minute: some requests take longer to arrive than others, and the rate has to hold where
// they arrive.
const Window = time.Minute + 500*time.Millisecond

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
		return latest(at, p.sent[i].Add(Window))
	}
	return latest(at, p.at(from, ahead-p.most, uncharged).Add(Window))
}

func (p *pace) take(now time.Time, uncharged bool) {
	if p.interval > 0 && !uncharged {
		p.due = latest(p.due, now).Add(p.interval)
	}
	if p.most == 0 {
		return
	}
	old := 0
	for old < len(p.sent) && now.Sub(p.sent[old]) >= Window {
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
