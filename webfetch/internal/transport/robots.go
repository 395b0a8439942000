package transport

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/flight"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

const (
	// robotsFresh is how long a robots.txt is used without asking again, and robotsStale how
	// long it decides while it is unreachable (RFC 9309, section 2.4).
	robotsFresh = 24 * time.Hour
	robotsStale = 30 * 24 * time.Hour
	robotsPause = time.Minute // before an unreachable file is asked for again
	// robotsTimeout bounds one request for a robots.txt, from its turn in the queue on.
	robotsTimeout = 10 * time.Second
	robotsHops    = 5 // redirects (section 2.3.1.2)
	// maxRobots and maxRobotsRules bound the memory of a cache: entries, and rules of all of
	// them together.
	maxRobots      = 5000
	maxRobotsRules = 500_000
)

// RobotsResponse is the response to one request for a robots.txt.
type RobotsResponse struct {
	Status int       // of a redirect where there were too many, or one led nowhere
	Body   []byte    // may be cut after robots.MaxBytes
	ReadAt time.Time // of one that was stored since; zero: now
}

// RobotsFetcher asks for a file, follows at most 5 redirects, and reads at most
// robots.MaxBytes+1 of the body. An error means that the file is unreachable,
// unless it is, or wraps, [errNotAsked].
type RobotsFetcher func(ctx context.Context, u *url.URL) (*RobotsResponse, error)

// errNotAsked is the error of a RobotsFetcher that sent no request: its caller has used up a limit.
var errNotAsked = errors.New("robots.txt was not asked for")

var errRobotsTimeout = errors.New("no answer within 10 seconds")

// robotsCache keeps the rules of sites, that is of scheme, host and port, for a product token, for a
// day, and the last good copy longer. It drops the least recently used. Concurrent checks of one site share one
// request.
type robotsCache struct {
	token string
	fetch RobotsFetcher
	reads flight.Group[struct{}]

	mu    sync.Mutex
	sites *simplelru.LRU[origin, *robotsRecord]
	count int // rules held
}

type origin struct{ scheme, host, token string }

type robotsRecord struct {
	origin  origin
	rules   *robots.Rules // nil: never read
	readAt  time.Time     // of rules
	triedAt time.Time     // of the last request that came to an end
	status  int
	err     error // why the last request failed, nil if it did not
	failed  bool  // the last request found it unreachable
}

func newRobotsCache(token string, fetch RobotsFetcher) *robotsCache {
	c := &robotsCache{token: token, fetch: fetch}
	c.sites, _ = simplelru.NewLRU(maxRobots, func(_ origin, r *robotsRecord) { c.count -= r.rules.Size() })
	return c
}

// check judges u for a product token by the robots.txt of its origin, which it reads when it has no copy of the last 24
// hours. The error is that of ctx, or errNotAsked; everything else is in the decision. Neither
// disturbs those that wait for the same file: the next of them asks for it.
func (c *robotsCache) check(ctx context.Context, u *url.URL, token string) (robotsDecision, error) {
	if address.Path(u) == "/robots.txt" && u.RawQuery == "" {
		return robotsDecision{Decision: robots.Decision{Allowed: true}}, nil
	}
	for asked := time.Now(); ; {
		known := c.known(origin{u.Scheme, u.Host, token})
		if known.isCurrent(asked) {
			return known.decide(u), nil
		}
		shared, err := c.readOnce(ctx, known, u)
		if err != nil && (!shared || ctx.Err() != nil) {
			return robotsDecision{}, err
		}
	}
}

// readOnce reads the file, or waits for a call that does; then shared is true. Inside check its
// closure would put known on the heap also where that is current.
func (c *robotsCache) readOnce(ctx context.Context, known robotsRecord, u *url.URL) (shared bool, err error) {
	_, shared, err = c.reads.Do(ctx, u.Scheme+"://"+u.Host+" "+known.origin.token, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.read(ctx, known, u)
	})
	return shared, err
}

// isCurrent reports whether r can judge, without another request, a check that began at asked.
func (r *robotsRecord) isCurrent(asked time.Time) bool {
	switch {
	case r.triedAt.IsZero():
		return false
	case !r.failed:
		return asked.Sub(r.readAt) < robotsFresh
	case !asked.After(r.triedAt): // it waited for this very answer
		return true
	}
	// Connections that fail at once are cheap to try again.
	expensive := r.status != 0 || errors.Is(r.err, errRobotsTimeout)
	return expensive && asked.Sub(r.triedAt) < robotsPause
}

func (r *robotsRecord) decide(u *url.URL) robotsDecision {
	d := robotsDecision{Status: r.status}
	if !r.failed {
		d.Decision = r.rules.Check(u)
		return d
	}
	if r.rules != nil && time.Since(r.readAt) < robotsStale {
		d.Decision = r.rules.Check(u)
		d.Stale = true
	}
	d.Unreachable, d.Err = true, r.err
	return d
}

func (c *robotsCache) known(site origin) robotsRecord {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, found := c.sites.Get(site); found {
		return *r
	}
	return robotsRecord{origin: site}
}

func (c *robotsCache) keep(r *robotsRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sites.Remove(r.origin)
	c.sites.Add(r.origin, r)
	for c.count += r.rules.Size(); c.count > maxRobotsRules && c.sites.Len() > 1; {
		c.sites.RemoveOldest()
	}
}

// read stores nothing if the failure concerns only the caller: its cancellation, or errNotAsked.
func (c *robotsCache) read(ctx context.Context, known robotsRecord, u *url.URL) error {
	got, err := c.fetch(ctx, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"})
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errNotAsked):
		return err
	}
	known.triedAt, known.err, known.status = time.Now(), err, 0
	if err == nil {
		known.status = got.Status
	}
	known.failed = err != nil || known.status >= 500 || known.status == 429
	if !known.failed {
		known.rules, known.readAt = &robots.Rules{}, known.triedAt
		if !got.ReadAt.IsZero() {
			known.readAt = got.ReadAt
		}
		if known.status < 300 {
			known.rules = robots.Parse(got.Body, known.origin.token)
		}
	}
	c.keep(&known)
	return nil
}

type robotsDecision struct {
	robots.Decision
	Status int // of robots.txt, 0 where there was no response
	// Unreachable without a copy from before is a refusal (RFC 9309, section 2.3.1.4).
	Unreachable bool
	Stale       bool  // a copy older than a day was used for that reason
	Err         error // why robots.txt could not be read
}

func (d robotsDecision) String() string {
	text := d.Decision.String()
	switch {
	case d.Stale:
		return "unreachable, last copy says: " + text
	case d.Unreachable:
		return "unreachable: " + d.cause()
	case d.Status >= 300 && d.Rule == "" && !d.TooComplex:
		return fmt.Sprintf("allowed: no robots.txt (status %d)", d.Status)
	}
	return text
}

func (d robotsDecision) cause() string {
	switch {
	case d.Err != nil:
		return d.Err.Error()
	case d.Status != 0:
		return fmt.Sprintf("status %d", d.Status)
	}
	return "no answer"
}

var errDisallowed = errors.New("robots.txt disallows it")

type robotsRefusal struct{ Decision robotsDecision }

func (e *robotsRefusal) Error() string {
	if e.Decision.Unreachable && !e.Decision.Stale {
		return "robots.txt unreachable, which means disallowed for now: " + e.Decision.cause()
	}
	return "robots.txt " + e.Decision.String()
}

func (e *robotsRefusal) Unwrap() error {
	if e.Decision.Unreachable && e.Decision.Err != nil {
		return e.Decision.Err
	}
	return errDisallowed
}

func (k *call) checkRobots(ctx context.Context) error {
	if k.request.Progress != nil {
		k.request.Progress("robots", 0, 0)
	}
	under, end := steps.Begin(ctx, observe.Step{Kind: "robots", URL: k.url})
	decision, err := k.c.robots.check(under, k.url, k.c.robots.token)
	if sent := k.c.requestHeader(k.request.UserAgent, k.callers).Get("User-Agent"); err == nil && decision.Allowed && sent != k.c.userAgent {
		decision, err = k.c.robots.check(under, k.url, robots.Token(sent)) // a site may name what the caller calls itself
	}
	if err != nil {
		end(observe.Result{Err: err, Code: codeOfStep(under, err)})
		return err
	}
	if steps.Observed(ctx) {
		end(observe.Result{Detail: decision.String()})
	}
	k.decision = decision
	k.c.hosts.SetCrawlDelay(hostPort(k.url), decision.CrawlDelay)
	if decision.Allowed {
		return nil
	}
	return robotsError(k.url, decision)
}

// KnownRobots returns what the robots.txt of an origin said when it was last read,
// nil if it was not.
func (c *Client) KnownRobots(u *url.URL) *robots.Rules {
	return c.robots.known(origin{u.Scheme, u.Host, c.robots.token}).rules
}

// robotsError returns the error of a page that robots.txt forbids, or that of a host which can't
// be reached.
func robotsError(page *url.URL, decision robotsDecision) *Error {
	cause := new(Error)
	answered := !errors.As(decision.Err, &cause)
	if !answered {
		decision.Err = cause.Err // its code is reported once
	}
	blocked := &robotsRefusal{decision}
	e := &Error{Code: codeRobots, Retryable: decision.Unreachable, OutOfTime: cause.OutOfTime, Err: blocked}
	switch {
	case decision.TooComplex:
		e.Err = &Fault{"its robots.txt has too many rules to judge", otherSource, blocked}
	case decision.Unreachable && !decision.Stale:
		e.Err = &Fault{"its robots.txt can't be read now, and without it no page may be", "Try later, or let the user start the fetch.", blocked}
	}
	failed, err := url.Parse(cause.URL)
	if answered || decision.Stale || cause.Code == codeTimeout || err != nil || failed.Host != page.Host {
		return e
	}
	e.Code, e.Retryable, e.RetryAfter, e.Err = cause.Code, cause.Retryable, cause.RetryAfter, blocked
	fault := new(Fault)
	switch {
	case slices.Contains([]string{codeDNS, codeSSRFBlocked, codeTLS}, cause.Code), isDial(context.Background(), cause.Err), errors.As(cause.Err, new(*proxyError)):
		e.Err = cause.Err // the page would have failed the same way
	case errors.As(cause.Err, &fault):
		e.Err = &Fault{"its robots.txt can't be read: " + fault.reason, fault.hint, blocked}
	}
	return e
}

// fetchRobots is the RobotsFetcher.
func (c *Client) fetchRobots(ctx context.Context, u *url.URL) (*RobotsResponse, error) {
	k, err := c.newCall(ctx, &Request{URL: u, MaxBytes: robots.MaxBytes + 1, MaxRedirects: robotsHops, Whole: true})
	if err != nil {
		return nil, err
	}
	k.robots = true
	got, err := k.follow(ctx)
	throttled := new(hostlimit.ThrottledError)
	switch {
	case errors.As(err, &throttled):
		return nil, fmt.Errorf("%w: %w", errNotAsked, throttled) // this caller's limit
	case got == nil, errors.As(err, new(*security.BlockedError)):
		return nil, err
	}
	return &RobotsResponse{Status: got.Status, Body: got.Body}, nil // of redirects that lead nowhere the last
}
