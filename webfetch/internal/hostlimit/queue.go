package hostlimit

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"maps"
	"slices"
	"time"
)

// All of this is called with HostLimiter.mu held, but join, hold and leave. Whenever it is
// unlocked, no request waits that could be sent. No step goes through the requests that
// wait, except where a host or an address is to be left alone.

// maxHeld bounds the addresses of one host that are held back.
const maxHeld = 100

// host is the state of one host.
type host struct {
	name    string
	load                          // requests under way, and those that wait
	robots  int                   // those of them in share.robots
	shares  map[*principal]*share // of principals with requests here, and always of the principal without a name
	turns   list.List             // of *share with pages or robots, by share.served
	held    map[string]time.Time  // Retry-After of addresses: no request before
	news    chan struct{}         // closed when requests to held addresses are to join again; nil: none wait
	paused  time.Time             // Retry-After: no request before
	pace    pace
	breaker breaker
	timer   *time.Timer
}

// share is the part that one principal has of a host.
type share struct {
	*principal
	load
	served        uint64        // HostLimiter.turn when one was last sent, or began to wait where none did
	pages, robots list.List     // of *waiter in the order in which they came
	turn          *list.Element // in host.turns; nil: pages and robots are empty
}

type waiter struct {
	Slot
	address  string
	robots   bool
	came     uint64    // HostLimiter.turn
	deadline time.Time // zero: none
	queue    *list.List
	place    *list.Element // in queue
	done     chan struct{} // closed when it is admitted, refused or to join again; nil: admitted at once
	admitted bool
	err      error
}

// errHeldBack ends the wait of a request in the queue whose address is to be left alone by now.
var errHeldBack = errors.New("the address is to be left alone")

// join admits a request, queues it, in which case done is not nil, or refuses it. held is how long
// its address is to be left alone: the request then stands in no queue, but counts as waiting, until
// hold returns. Then it joins again.
func (l *HostLimiter) join(ctx context.Context, r Request) (w *waiter, held time.Duration, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	h, t := l.host(r.Host), l.principal(ctx)
	s := h.shares[t]
	if s == nil {
		s = &share{principal: t}
		h.shares[t] = s
	}
	w = &waiter{Slot: Slot{limiter: l, host: h, share: s}, address: r.Address, robots: r.Robots}
	w.deadline, _ = ctx.Deadline()
	err = w.refusal(h.ahead(s, s.waiting), now)
	if l.waiting >= maxWaiting || t.waiting >= maxWaitingPerPrincipal {
		err = throttled(h.name, time.Second, reasonFull)
	}
	if held = h.held[w.address].Sub(now); err != nil || held > 0 {
		if err == nil {
			add(0, 1, &l.load, &t.load)
			if h.news == nil {
				h.news = make(chan struct{})
			}
			w.done = h.news
		}
		l.forget(h, t)
		return w, held, err
	}
	if h.waiting == 0 && l.active < l.config.Total && h.active < l.config.PerHost && l.mayServe(s) && !h.breaker.probing {
		if at, _ := h.earliest(now, now, w.robots, 0); !at.After(now) {
			l.begin(w, now)
			return w, 0, nil
		}
	}
	if s.waiting == 0 {
		s.served = l.turn
	}
	l.turn++
	w.came = l.turn
	l.enqueue(w)
	l.serve(h, now)
	if !w.admitted {
		w.done = make(chan struct{})
	}
	return w, 0, nil
}

// hold waits until the address of a request is free, or something about its host has changed.
func (l *HostLimiter) hold(ctx context.Context, w *waiter, d time.Duration) (err error) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	add(0, -1, &l.load, &w.share.principal.load)
	l.forget(nil, w.share.principal)
	return err
}

func (l *HostLimiter) enqueue(w *waiter) {
	h, s := w.host, w.share
	add(0, 1, &l.load, &h.load, &s.load, &s.principal.load)
	l.crowded[h] = struct{}{}
	if w.queue = &s.pages; w.robots {
		w.queue = &s.robots
		h.robots++
	}
	w.place = w.queue.PushBack(w)
	if s.turn != nil {
		return
	}
	before := h.turns.Back() // as a rule s was served later than all of them
	for before != nil && before.Value.(*share).served > s.served {
		before = before.Prev()
	}
	if before == nil {
		s.turn = h.turns.PushFront(s)
	} else {
		s.turn = h.turns.InsertAfter(s, before)
	}
}

// remove takes w out of the requests that wait.
func (l *HostLimiter) remove(w *waiter) {
	h, s := w.host, w.share
	if w.queue.Remove(w.place); w.robots {
		h.robots--
	}
	if s.pages.Len()+s.robots.Len() == 0 {
		h.turns.Remove(s.turn)
		s.turn = nil
	}
	if add(0, -1, &l.load, &h.load, &s.load, &s.principal.load); h.waiting == 0 {
		delete(l.crowded, h)
	}
}

// leave gives up a request whose context has ended, and says why it was too late.
func (l *HostLimiter) leave(ctx context.Context, w *waiter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, h := time.Now(), w.host
	switch {
	case w.err == errHeldBack: // at the very moment
		return ctx.Err()
	case w.err != nil:
		return w.err
	case w.admitted: // at the very moment
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
	at, reason := h.earliest(now, h.held[w.address], w.robots, h.ahead(w.share, w.share.waiting))
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

// refusal returns an error if w can't be sent in time behind ahead others. It
// contains the time for which the host or address asked, where that decides, and
// else the time when the rate is expected to let w pass.
func (w *waiter) refusal(ahead int, now time.Time) error {
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
	for _, other := range h.shares {
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
	at, _ := h.earliest(now, now, true, 0)
	if h.turns.Len() == 0 || h.active >= l.config.PerHost || h.breaker.probing || at.After(now) {
		return nil
	}
	pages := !h.pace.at(now, 0, false).After(now)
	for e := h.turns.Front(); e != nil && (pages || h.robots > 0); e = e.Next() {
		l.looked++
		s := e.Value.(*share)
		if !l.mayServe(s) {
			continue
		}
		var next *waiter
		if first := s.robots.Front(); first != nil {
			next = first.Value.(*waiter)
		}
		if first := s.pages.Front(); pages && first != nil && (next == nil || first.Value.(*waiter).came < next.came) {
			next = first.Value.(*waiter)
		}
		if next != nil {
			return next
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
	if w.done != nil {
		close(w.done)
	}
}

func (l *HostLimiter) begin(w *waiter, now time.Time) {
	h, s := w.host, w.share
	l.turn++
	s.principal.served, s.served = l.turn, l.turn
	if s.turn != nil {
		h.turns.MoveToBack(s.turn)
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

// reconsider refuses the requests to h that can't wait any longer, after its
// pace, pause or breaker changed for the worse.
func (l *HostLimiter) reconsider(h *host, now time.Time) {
	if h.news != nil {
		close(h.news)
		h.news = nil
	}
	kept := map[*share]int{}
	for _, w := range h.all() {
		if w.err = w.refusal(h.ahead(w.share, kept[w.share]), now); w.err == nil && h.held[w.address].After(now) {
			w.err = errHeldBack
		}
		if w.err == nil {
			kept[w.share]++
			continue
		}
		l.remove(w)
		l.forget(h, w.share.principal)
		close(w.done)
	}
	l.schedule(h, now)
}

// all returns the requests that wait, in the order in which they came.
func (h *host) all() (all []*waiter) {
	for _, s := range h.shares {
		for _, queue := range []*list.List{&s.pages, &s.robots} {
			for e := queue.Front(); e != nil; e = e.Next() {
				all = append(all, e.Value.(*waiter))
			}
		}
	}
	slices.SortFunc(all, func(a, b *waiter) int { return cmp.Compare(a.came, b.came) })
	return all
}

// schedule has h looked at again when time alone lets a request pass. What
// waits for a slot is looked at when one comes free.
func (l *HostLimiter) schedule(h *host, now time.Time) {
	var at time.Time
	if h.turns.Len() > 0 {
		at, _ = h.earliest(now, now, h.robots > 0, 0)
	}
	wait := at.Sub(now)
	switch {
	case at.IsZero() && h.timer != nil:
		h.timer.Stop()
	case at.IsZero() || wait <= 0:
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
