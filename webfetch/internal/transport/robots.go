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
	// RobotsFresh is how long a robots.txt is used without asking again, and robotsStale how
	// long it decides while it is unreachable (RFC 9309, section 2.4).
	RobotsFresh = 24 * time.Hour
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
	reads flight.Group[*robotsRecord]

	mu    sync.Mutex
	sites *simplelru.LRU[origin, *robotsRecord]
	count int // rules held
}

type origin struct{ scheme, host, token string }

// robotsRecord says what is known of the robots.txt of a site. It is not changed once it is stored.
type robotsRecord struct {
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
	site := origin{u.Scheme, u.Host, token}
	for {
		known := c.known(site)
		if known.isCurrent() {
			return known.decide(u), nil
		}
		read, shared, err := c.reads.Do(ctx, site.scheme+"://"+site.host+" "+token, func(ctx context.Context) (*robotsRecord, error) {
			return c.read(ctx, site, known)
		})
		switch {
		case err == nil:
			return read.decide(u), nil
		case !shared || ctx.Err() != nil:
			return robotsDecision{}, err
		}
	}
}

// isCurrent reports whether r can judge without another request.
func (r *robotsRecord) isCurrent() bool {
	if r == nil || !r.failed {
		return r != nil && time.Since(r.readAt) < RobotsFresh
	}
	// Connections that fail at once are cheap to try again.
	expensive := r.status != 0 || errors.Is(r.err, errRobotsTimeout)
	return expensive && time.Since(r.triedAt) < robotsPause
}

func (r *robotsRecord) decide(u *url.URL) robotsDecision {
	d := robotsDecision{robotsRecord: *r}
	d.stale = r.failed && r.rules != nil && time.Since(r.readAt) < robotsStale
	if d.stale || !r.failed {
		d.Decision = r.rules.Check(u)
	}
	return d
}

// known returns what was read last, nil if nothing was.
func (c *robotsCache) known(site origin) *robotsRecord {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, _ := c.sites.Get(site)
	return r
}

func (c *robotsCache) keep(site origin, r *robotsRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sites.Remove(site)
	c.sites.Add(site, r)
	for c.count += r.rules.Size(); c.count > maxRobotsRules && c.sites.Len() > 1; {
		c.sites.RemoveOldest()
	}
}

// read stores nothing if the failure concerns only the caller: its cancellation, or errNotAsked.
func (c *robotsCache) read(ctx context.Context, site origin, known *robotsRecord) (*robotsRecord, error) {
	got, err := c.fetch(ctx, &url.URL{Scheme: site.scheme, Host: site.host, Path: "/robots.txt"})
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errNotAsked):
		return nil, err
	}
	r := &robotsRecord{triedAt: time.Now(), err: err}
	if known != nil {
		r.rules, r.readAt = known.rules, known.readAt
	}
	if err == nil {
		r.status = got.Status
	}
	if r.failed = err != nil || r.status >= 500 || r.status == 429; !r.failed {
		r.rules, r.readAt = &robots.Rules{}, r.triedAt
		if !got.ReadAt.IsZero() {
			r.readAt = got.ReadAt
		}
		if r.status < 300 {
			r.rules = robots.Parse(got.Body, site.token)
		}
	}
	c.keep(site, r)
	return r, nil
}

// robotsDecision says whether a page may be read. It is the error of one that may not. A robots.txt that
// failed is a refusal (RFC 9309, section 2.3.1.4) unless a copy from before decides.
type robotsDecision struct {
	robots.Decision
	robotsRecord
	stale bool // a copy older than a day was used, since the robots.txt is unreachable
}

func (d robotsDecision) String() string {
	text := d.Decision.String()
	switch {
	case d.stale:
		return "unreachable, last copy says: " + text
	case d.failed:
		return "unreachable: " + d.cause()
	case d.status >= 300 && d.Rule == "" && !d.TooComplex:
		return fmt.Sprintf("allowed: no robots.txt (status %d)", d.status)
	}
	return text
}

func (d robotsDecision) cause() string {
	switch {
	case d.err != nil:
		return d.err.Error()
	case d.status != 0:
		return fmt.Sprintf("status %d", d.status)
	}
	return "no answer"
}

var errDisallowed = errors.New("robots.txt disallows it")

func (d *robotsDecision) Error() string {
	if d.failed && !d.stale {
		return "robots.txt unreachable, which means disallowed for now: " + d.cause()
	}
	return "robots.txt " + d.String()
}

func (d *robotsDecision) Unwrap() error {
	if d.failed && d.err != nil {
		return d.err
	}
	return errDisallowed
}

func (k *call) checkRobots(ctx context.Context) error {
	if k.request.Progress != nil {
		k.request.Progress("robots", 0, 0)
	}
	under, end := steps.Begin(ctx, observe.Step{Kind: "robots", URL: k.url})
	decision, err := k.c.robots.check(under, k.url, k.c.robots.token)
	if sent := k.c.requestHeader(k.request.UserAgent, k.callers).Get("User-Agent"); err == nil && decision.Allowed && sent != k.c.config.UserAgent {
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
	if r := c.robots.known(origin{u.Scheme, u.Host, c.robots.token}); r != nil {
		return r.rules
	}
	return nil
}

// robotsError returns the error of a page that robots.txt forbids, or that of a host which can't
// be reached.
func robotsError(page *url.URL, decision robotsDecision) *Error {
	cause := new(Error)
	answered := !errors.As(decision.err, &cause)
	if !answered {
		decision.err = cause.Err // its code is reported once
	}
	blocked := &decision
	e := &Error{Code: codeRobots, Retryable: decision.failed, OutOfTime: cause.OutOfTime, Err: blocked}
	switch {
	case decision.TooComplex:
		e.Err = &Fault{"its robots.txt has too many rules to judge", otherSource, blocked}
	case decision.failed && !decision.stale:
		e.Err = &Fault{"its robots.txt can't be read now, and without it no page may be", "Try later, or let the user start the fetch.", blocked}
	}
	failed, err := url.Parse(cause.URL)
	if answered || decision.stale || cause.Code == codeTimeout || err != nil || failed.Host != page.Host {
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
