package robots

import (
	"container/list"
	"context"
	"errors"
	"net/url"
	"sync"
	"time"
)

const (
	// fresh is how long a copy is used without asking again (section 2.4).
	fresh = 24 * time.Hour
	// keep is how long a copy serves a site whose robots.txt is unreachable.
	keep = 30 * 24 * time.Hour
	// again is the pause before an unreachable file is asked for again.
	again = time.Minute
	// Timeout bounds one request for a robots.txt, from its turn in the queue
	// on. A Fetcher keeps to it and answers ErrTimeout.
	Timeout = 10 * time.Second
	// maxHops bounds its redirects (section 2.3.1.2).
	maxHops = 5
	// maxSites and maxRules bound the memory of a cache.
	maxSites = 5000
	maxRules = 500_000
)

// Response is the answer to one request for a robots.txt.
type Response struct {
	Status int
	// Location is the target of a redirect, absolute, nil where there is none.
	Location *url.URL
	// Body may be cut after MaxBytes.
	Body []byte
}

// Fetcher sends one GET request, without following redirects, and reads at
// most MaxBytes+1 of the body. Any error means that the file is unreachable.
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

// site is what is known of one origin.
type site struct {
	origin  string
	flight  chan struct{} // closed when the request under way ends; nil: none
	rules   *Rules        // nil: never read
	readAt  time.Time     // of rules
	triedAt time.Time     // of the last request that came to an end
	status  int
	err     error // why the last request failed, nil if it did not
	failed  bool  // the last request found it unreachable
}

// NewCache returns an empty cache for a product token.
func NewCache(token string, fetch Fetcher) *Cache {
	return &Cache{token: token, fetch: fetch, sites: map[string]*list.Element{}, order: list.New()}
}

// Check judges u by the robots.txt of its origin, which it reads when it has
// no copy of the last 24 hours. The error is that of ctx; everything else is
// told by the verdict. A canceled check does not disturb those that wait for
// the same file.
func (c *Cache) Check(ctx context.Context, u *url.URL) (Verdict, error) {
	if u.Path == "/robots.txt" && u.RawQuery == "" {
		return Verdict{Allowed: true}, nil
	}
	for asked := time.Now(); ; {
		c.mu.Lock()
		s := c.site(u.Scheme + "://" + u.Host)
		if s.current(asked) {
			v := s.verdict(u)
			c.mu.Unlock()
			return v, nil
		}
		if s.flight == nil {
			s.flight = make(chan struct{})
			c.mu.Unlock()
			if err := c.read(ctx, s, u); err != nil {
				return Verdict{}, err
			}
			continue
		}
		flight := s.flight
		c.mu.Unlock()
		select {
		case <-flight:
		case <-ctx.Done():
			return Verdict{}, ctx.Err()
		}
	}
}

// current reports whether s can judge, without another request, a check that
// began at asked.
func (s *site) current(asked time.Time) bool {
	switch {
	case s.triedAt.IsZero():
		return false
	case !s.failed:
		return asked.Sub(s.readAt) < fresh
	case !asked.After(s.triedAt): // it waited for this very answer
		return true
	}
	// Connections that fail at once are cheap to try again.
	expensive := s.status != 0 || errors.Is(s.err, ErrTimeout)
	return expensive && asked.Sub(s.triedAt) < again
}

func (s *site) verdict(u *url.URL) Verdict {
	if !s.failed {
		v := s.rules.Check(u)
		v.Status = s.status
		return v
	}
	v := Verdict{}
	if s.rules != nil && time.Since(s.readAt) < keep {
		v = s.rules.Check(u)
		v.Stale = true
	}
	v.Unreachable, v.Status, v.Err = true, s.status, s.err
	return v
}

// site returns the entry of an origin, made if need be. c.mu is held.
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
			c.count -= s.rules.size()
		}
		e = before
	}
}

func (r *Rules) size() int {
	if r == nil {
		return 0
	}
	return 1 + len(r.rules)
}

// read fetches the robots.txt for u and stores what came of it. Only the end
// of ctx is an error; then the next check tries again.
func (c *Cache) read(ctx context.Context, s *site, u *url.URL) error {
	got, err := c.follow(ctx, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"})
	c.mu.Lock()
	defer c.mu.Unlock()
	close(s.flight)
	s.flight = nil
	if ctx.Err() != nil && err != nil {
		return ctx.Err()
	}
	s.triedAt, s.err, s.status = time.Now(), err, 0
	if got != nil {
		s.status = got.Status
	}
	s.failed = err != nil || s.status >= 500 || s.status == 429
	if s.failed {
		return nil
	}
	c.count -= s.rules.size()
	s.rules, s.readAt = &Rules{}, s.triedAt
	if s.status < 300 {
		s.rules = Parse(got.Body, c.token)
	}
	c.count += s.rules.size()
	c.shrink(s)
	return nil
}

// follow fetches u through at most maxHops redirects. Redirects that lead
// nowhere mean that there is no file.
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

// ErrTimeout is the cause of a robots.txt that did not come within 10 seconds.
var ErrTimeout = errors.New("no answer within 10 seconds")
