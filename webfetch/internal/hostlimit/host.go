package hostlimit

import (
	"time"

	"golang.org/x/time/rate"
)

// host is what is remembered of one host. Its fields are under HostLimiter.mu.
type host struct {
	name    string
	users   int // calls that hold or want a slot
	slots   chan struct{}
	rate    *rate.Limiter
	quiet   time.Time // Retry-After: not before
	breaker breaker
}

// hold returns the entry of a host and keeps it from being forgotten.
func (p *HostLimiter) hold(name string) *host {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.hosts[name]
	if e == nil {
		h := &host{name: name, slots: make(chan struct{}, p.config.PerHost), rate: rate.NewLimiter(p.limit(), burst)}
		e = p.order.PushFront(h)
		p.hosts[name] = e
		p.forget()
	} else {
		p.order.MoveToFront(e)
	}
	h := e.Value.(*host)
	h.users++
	return h
}

func (p *HostLimiter) release(h *host) {
	p.mu.Lock()
	h.users--
	p.mu.Unlock()
}

// forget drops the idle hosts used least recently above the bound. p.mu is held.
func (p *HostLimiter) forget() {
	for e := p.order.Back(); e != nil && len(p.hosts) > maxHosts; {
		h, before := e.Value.(*host), e.Prev()
		if h.users == 0 && e != p.order.Front() {
			p.order.Remove(e)
			delete(p.hosts, h.name)
		}
		e = before
	}
}
