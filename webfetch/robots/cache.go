package robots

import (
	"container/list"
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

const (
	// freshFor is how long a copy is used without asking again (section 2.4).
	freshFor = 24 * time.Hour
	// staleFor is how long a copy decides while robots.txt is unreachable.
	staleFor = 30 * 24 * time.Hour
	// retryAfter is the pause before an unreachable file is asked for again.
	retryAfter = time.Minute
	// Timeout bounds one request for a robots.txt, from its turn in the queue
	// on. A Fetcher keeps to it and answers ErrTimeout.
	Timeout = 10 * time.Second
	// maxHops bounds its redirects (section 2.3.1.2).
	maxHops = 5
	// maxSites and maxRules bound the memory of a cache: entries, and rules of all of
	// them together.
	maxSites = 5000
	maxRules = 500_000
)

// Response is the answer to one request for a robots.txt.
type Response struct {
	Status int // of robots.txt
	// Location is the absolute target of a redirect, or nil.
	Location *url.URL
	// Body may be cut after MaxBytes.
	Body []byte
	// ReadAt is when it was read, for one that was stored since. Zero means now.
	ReadAt time.Time
}

// Fetcher sends one GET request, without following redirects, and reads at
// most MaxBytes+1 of the body. An error means that the file is unreachable,
// unless it is, or wraps, [ErrNotAsked].
type Fetcher func(ctx context.Context, u *url.URL) (*Response, error)

// Cache keeps the rules of the sites that were asked for, per scheme, host and
// port, for a day, and the last good copy longer. It holds at most 5,000 sites
// and drops the least recently used. Concurrent checks of one site share one
// request. Make one with [NewCache].
type Cache struct {
	token string
	fetch Fetcher

	mu    sync.Mutex
	sites map[string]*list.Element
	order *list.List // of *site, most recently used first
	count int        // rules held
}

// site is the entry of one origin.
type site struct {
	origin string
	flight chan struct{} // closed when the request under way ends; nil: none
	known  record
}

// record is the state of a robots.txt.
type record struct {
	rules   *Rules    // nil: never read
	readAt  time.Time // of rules
	triedAt time.Time // of the last request that came to an end
	status  int
	err     error // why the last request failed, nil if it did not
	failed  bool  // the last request found it unreachable
}

// NewCache returns an empty cache for a product token.
func NewCache(token string, fetch Fetcher) *Cache {
	return &Cache{token: token, fetch: fetch, sites: map[string]*list.Element{}, order: list.New()}
}

// Check judges u by the robots.txt of its origin, which it reads when it has
// no copy of the last 24 hours. The error is that of ctx, or that of the Fetcher
// if it is [ErrNotAsked]; everything else is in the decision. Neither
// disturbs those that wait for the same file: the next of them asks for it.
func (c *Cache) Check(ctx context.Context, u *url.URL) (Decision, error) {
	if address.Path(u) == "/robots.txt" && u.RawQuery == "" {
		return Decision{Allowed: true}, nil
	}
	for asked := time.Now(); ; {
		known, flight, lead := c.look(u, asked)
		switch {
		case flight == nil:
			return known.decide(u), nil
		case lead:
			if err := c.read(ctx, known, u); err != nil {
				return Decision{}, err
			}
			continue
		}
		select {
		case <-flight:
		case <-ctx.Done():
			return Decision{}, ctx.Err()
		}
	}
}

// look returns the state of the origin of u. flight is nil if that is enough to judge;
// otherwise it is closed when the request under way ends. If lead is true, the caller has to
// send that request: it must call read.
func (c *Cache) look(u *url.URL, asked time.Time) (known record, flight chan struct{}, lead bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.site(originOf(u))
	switch {
	case s.known.current(asked):
		return s.known, nil, false
	case s.flight != nil:
		return s.known, s.flight, false
	}
	s.flight = make(chan struct{})
	return s.known, s.flight, true
}

func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

// current reports whether r can judge, without another request, a check that
// began at asked.
func (r *record) current(asked time.Time) bool {
	switch {
	case r.triedAt.IsZero():
		return false
	case !r.failed:
		return asked.Sub(r.readAt) < freshFor
	case !asked.After(r.triedAt): // it waited for this very answer
		return true
	}
	// Connections that fail at once are cheap to try again.
	expensive := r.status != 0 || errors.Is(r.err, ErrTimeout)
	return expensive && asked.Sub(r.triedAt) < retryAfter
}

func (r *record) decide(u *url.URL) Decision {
	if !r.failed {
		d := r.rules.Check(u)
		d.Status = r.status
		return d
	}
	d := Decision{}
	if r.rules != nil && time.Since(r.readAt) < staleFor {
		d = r.rules.Check(u)
		d.Stale = true
	}
	d.Unreachable, d.Status, d.Err = true, r.status, r.err
	return d
}

// site returns the entry of an origin and creates it if needed. The caller holds c.mu.
func (c *Cache) site(origin string) *site {
	if e := c.sites[origin]; e != nil {
		c.order.MoveToFront(e)
		return e.Value.(*site)
	}
	s := &site{origin: origin}
	c.sites[origin] = c.order.PushFront(s)
	c.shrink(s)
	return s
}

// shrink drops what was used least recently, but not used. c.mu is held.
func (c *Cache) shrink(used *site) {
	for e := c.order.Back(); e != nil && (len(c.sites) > maxSites || c.count > maxRules); {
		s, before := e.Value.(*site), e.Prev()
		if s != used && s.flight == nil {
			c.order.Remove(e)
			delete(c.sites, s.origin)
			c.count -= s.known.rules.size()
		}
		e = before
	}
}

func (r *Rules) size() int {
	if r == nil {
		return 0
	}
	n := 1 + len(r.rules) + len(r.signals)
	for _, a := range r.agents {
		n += 1 + len(a.rules.rules)
	}
	return n
}

// Known returns the rules of the origin of u as they were read last, without
// asking for them; nil if they never were.
func (c *Cache) Known(u *url.URL) *Rules {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.sites[originOf(u)]; e != nil {
		return e.Value.(*site).known.rules
	}
	return nil
}

// read fetches the robots.txt for u and stores the result beside the known state. It ends
// the flight in every case, including a panic of the Fetcher. It stores nothing if the
// failure concerns only the call of the leader: its cancellation, or ErrNotAsked.
func (c *Cache) read(ctx context.Context, known record, u *url.URL) error {
	var next *record
	defer func() { c.land(originOf(u), next) }()
	got, err := c.follow(ctx, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"})
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrNotAsked):
		return err
	}
	known.triedAt, known.err, known.status = time.Now(), err, 0
	if got != nil {
		known.status = got.Status
	}
	known.failed = err != nil || known.status >= 500 || known.status == 429
	if !known.failed {
		known.rules, known.readAt = &Rules{}, known.triedAt
		if !got.ReadAt.IsZero() {
			known.readAt = got.ReadAt
		}
		if known.status < 300 {
			known.rules = Parse(got.Body, c.token)
		}
	}
	next = &known
	return nil
}

// land ends the request under way for an origin: it stores next, unless that is nil, and
// wakes all who wait for it.
func (c *Cache) land(origin string, next *record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.site(origin)
	close(s.flight)
	s.flight = nil
	if next == nil {
		return
	}
	c.count += next.rules.size() - s.known.rules.size()
	s.known = *next
	c.shrink(s)
}

// follow fetches u through at most maxHops redirects. A longer chain means that robots.txt
// does not exist.
func (c *Cache) follow(ctx context.Context, u *url.URL) (*Response, error) {
	var got *Response
	for range 1 + maxHops {
		var err error
		got, err = c.fetch(ctx, u)
		if err != nil {
			return nil, err
		}
		redirect := got.Status >= 300 && got.Status < 400 && got.Location != nil
		if !redirect {
			return got, nil
		}
		u = got.Location
	}
	return got, nil
}

// ErrNotAsked is returned by a [Fetcher] that sent no request, because its caller has used
// up a limit. The file may exist or not.
var ErrNotAsked = errors.New("robots.txt was not asked for")

// ErrTimeout is the cause of a robots.txt that did not come within 10 seconds.
var ErrTimeout = errors.New("no answer within 10 seconds")
