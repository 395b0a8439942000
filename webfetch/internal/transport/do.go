// Package transport fetches one address over HTTP, politely and within bounds.
//
// [Client.Do] follows redirects by hand: every hop passes the egress policy, robots.txt and
// the pace of its host, and is repeated after passing failures, all under the one deadline
// of the caller's context. Cookies that sites set on the way are sent on within the call and
// forgotten with it. The body is one byte slice with content encodings removed. Of a body
// that ends early it is the part that arrived; Response.Cut reports that.
//
// # Bounds
//
// The caller bounds the body after decoding; more is an error, never a cut. A compressed
// body may have one encoding, a zstd window of at most 8 MB, and beyond 16 MiB at most 200
// bytes for one on the wire. Response headers have at most 256 KiB and 500 fields. A body
// that brings less than 100 bytes a second for 10 seconds is given up.
package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// Config tunes a [Client]. The zero value works.
type Config struct {
	// Policy decides what may be connected to. Nil means the zero Policy.
	Policy *security.Policy
	// Proxy is an HTTP or SOCKS5 proxy, also at a private address, which is asked for the checked
	// addresses of pages (see webfetch.Options). Nil means none.
	Proxy *url.URL
	// NoProxy lists the hosts that are asked without Proxy, as NO_PROXY does for curl.
	NoProxy string
	// OriginHeaders are sent to an origin and replace headers of the caller by the same name; a
	// Cookie is added to the caller's.
	OriginHeaders map[string]http.Header
	// RootCAs replaces the system's certificate authorities. Nil means theirs.
	RootCAs     *x509.CertPool
	UserAgent   string // "" means "webfetch-go"
	RobotsToken string // for robots.txt; "" means the product of UserAgent
	MaxRetries  int    // of one hop; 0 means 2, negative none
	Hosts       hostlimit.Config
	// Redirect, when set, is asked before a redirect is followed. Its error ends the call.
	Redirect func(ctx context.Context, from, to *url.URL) error
	// Wrap returns what is to send requests instead. An error of it with a method Retryable() bool
	// that returns false is not counted as the host's failure and not repeated.
	Wrap func(http.RoundTripper) http.RoundTripper
	// WrapRobots returns what is asked for a robots.txt instead.
	WrapRobots func(RobotsFetcher) RobotsFetcher
}

// Client fetches. It is safe for concurrent use. Make one with [New].
type Client struct {
	config   Config // with its defaults
	conns    *conns
	proxy    *proxy // nil: none
	robots   *robotsCache
	hosts    *hostlimit.HostLimiter
	header   http.Header // of requests for callers without headers
	ofOrigin map[string]http.Header
	decoders decoders
	sender   http.RoundTripper // what Config.Wrap has made; nil: nothing is wrapped
}

// New returns a client. Close it to release its connections.
func New(config Config) *Client {
	config.Policy = cmp.Or(config.Policy, new(security.Policy))
	config.UserAgent = cmp.Or(config.UserAgent, "webfetch-go")
	config.RobotsToken = cmp.Or(config.RobotsToken, robots.Token(config.UserAgent))
	config.MaxRetries = max(cmp.Or(config.MaxRetries, 2), 0)
	c := &Client{config: config, hosts: hostlimit.New(config.Hosts)}
	c.header = http.Header{"User-Agent": {config.UserAgent}, "Accept": {accept}, "Accept-Encoding": {acceptEncoding}}
	c.ofOrigin, _ = ByOrigin(config.OriginHeaders) // was checked
	idlePerHost := max(config.Hosts.PerHost, 2)
	c.conns = newConns(config.Policy.DialContext, tlsConfig(config.RootCAs), "", idlePerHost)
	if config.Proxy != nil {
		c.proxy = newProxy(&config, idlePerHost)
	}
	if config.Wrap != nil {
		c.sender = config.Wrap(wrapped{c})
	}
	fetch := RobotsFetcher(c.fetchRobots)
	if config.WrapRobots != nil {
		fetch = config.WrapRobots(fetch)
	}
	c.robots = newRobotsCache(config.RobotsToken, fetch)
	return c
}

// Close closes the connections that no call is using. Those in use end with
// their call.
func (c *Client) Close() {
	c.conns.Close()
	if c.proxy != nil {
		c.proxy.Close()
	}
}

func tlsConfig(roots *x509.CertPool) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots, ClientSessionCache: tls.NewLRUClientSessionCache(0)}
}

const (
	defaultMaxBytes     = 10 << 20
	mostBytes           = 1 << 40
	defaultMaxRedirects = 5
)

// Request is one address to fetch.
type Request struct {
	Method       string // GET or HEAD; "" means GET
	URL          *url.URL
	Header       http.Header // of the caller, for the origin of URL only
	UserAgent    string      // "" means that of the Config
	MaxBytes     int64       // of the decoded body; 0 means 10 MiB, and 1 TiB is the most
	MaxRedirects int         // 0 means 5, negative none
	Robots       bool        // robots.txt is obeyed
	Whole        bool        // a body that ends early is an error, else a Response with Cut
	// Conditions are added to the request for the address At alone, after the caller's fields: how a cache
	// asks whether what it holds of At is still valid. The answer then may have status 304.
	Conditions http.Header
	At         *url.URL
	// Progress is called with the stage (robots, queue or download) and, for download, the bytes:
	// done after decoding, total as announced, 0 if unknown.
	Progress func(stage string, done, total int64)
}

// Response is the response of a server.
type Response struct {
	// URL is the address after redirects. It keeps the fragment of the request, or has that of the
	// last redirect which brought one.
	URL    *url.URL
	Status int
	Header http.Header
	// Body is decoded; that of a status of 400 or more is an excerpt of at most 64 KiB.
	Body       []byte
	Cut        bool     // Body is a part: the connection, or the compressed data, ended early
	Redirects  []string // the addresses before URL
	Retries    int      // requests that were repeated
	Robots     string   // what robots.txt decided at the last hop, "" where it was not asked
	RetryAfter time.Duration
	// RobotsUnreachable reports that an old copy of robots.txt decided, OutOfTime that the request
	// would have been repeated under a later deadline.
	RobotsUnreachable, OutOfTime bool

	location string // of a redirect, which has no body
}

// Do fetches. It returns a *Response for every status, a redirect without
// Location included, and an *Error otherwise. Everything that takes time
// counts against the deadline of ctx.
func (c *Client) Do(ctx context.Context, r *Request) (*Response, error) {
	call, err := c.newCall(ctx, r)
	if err != nil {
		return nil, err
	}
	resp, err := call.follow(ctx)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// follow asks for one address after the other. With the error of a redirect comes its response.
func (k *call) follow(ctx context.Context) (*Response, error) {
	for {
		resp, err := k.ask(ctx)
		if err != nil {
			return nil, k.failed(ctx, err)
		}
		if resp.location == "" {
			return resp, nil
		}
		if err := k.redirect(ctx, resp.location); err != nil {
			return resp, err
		}
	}
}

// call is a call of Do, or the request for a robots.txt.
type call struct {
	c         *Client
	request   Request
	url       *url.URL // that is asked now
	robots    bool     // it is a robots.txt: a long one is cut, a try has a limit of time, cookies are not kept
	method    string
	callers   http.Header // nil once its origin is left
	hops      int         // redirects still allowed
	redirects []string
	visited   map[string]bool // addresses asked, with the cookies sent
	cookies   cookies
	retried   int
	late      bool // see Response.OutOfTime
	decision  robotsDecision
	hop
}

func (c *Client) newCall(ctx context.Context, r *Request) (*call, error) {
	if r == nil || r.URL == nil {
		return nil, &Error{Code: codeInvalidURL, Err: errWrongRequest}
	}
	method := cmp.Or(r.Method, http.MethodGet)
	err := checkHeader(r.Header, r.UserAgent)
	if method != http.MethodGet && method != http.MethodHead {
		err = errors.New("method is not GET or HEAD")
	}
	if err != nil {
		return nil, &Error{Code: codeInvalidInput, URL: RedactURL(r.URL), Err: err}
	}
	u, err := c.canonical(r.URL)
	if err != nil {
		return nil, newError(ctx, r.URL, err)
	}
	return &call{
		c: c, request: *r, url: u, method: method, callers: r.Header, hops: max(cmp.Or(r.MaxRedirects, defaultMaxRedirects), 0),
	}, nil
}

// canonical returns u in the one spelling in which robots.txt and the host are asked for it, or
// the error of the policy. Nothing is sent to an address that it has not returned.
func (c *Client) canonical(u *url.URL) (*url.URL, error) {
	return c.config.Policy.Canonical(address.Clean(u))
}

func (k *call) ask(ctx context.Context) (*Response, error) {
	if k.request.Robots {
		if err := k.checkRobots(ctx); err != nil {
			return nil, err
		}
	}
	if k.robots {
		k.hop = hop{retries: min(k.c.config.MaxRetries, 1), header: k.c.requestHeader("", http.Header{"Accept": {"text/plain, */*;q=0.5"}})}
	} else {
		k.hop = hop{retries: k.c.config.MaxRetries, header: k.c.requestHeader(k.request.UserAgent, k.c.ForOrigin(k.url, k.callers))}
	}
	if k.request.Conditions != nil && k.url.String() == k.request.At.String() {
		k.header = maps.Clone(k.header)
		maps.Copy(k.header, k.request.Conditions)
	}
	resp, err := k.run(ctx)
	if err == nil && resp.Status == http.StatusNotAcceptable && k.header.Get("Accept") == accept {
		k.header = maps.Clone(k.header)
		k.header["Accept"] = []string{"*/*"} // some servers do not read the list
		k.repeated++
		if other, err := k.run(ctx); err == nil {
			resp = other
		}
	}
	k.retried += k.repeated
	if err != nil {
		return nil, err
	}
	resp.URL, resp.Redirects, resp.Retries, resp.OutOfTime = k.url, k.redirects, k.retried, k.late
	if k.request.Robots {
		resp.Robots, resp.RobotsUnreachable = k.decision.String(), k.decision.failed
	}
	return resp, nil
}

// redirect makes location the current address, or returns why it may not be. The new address passes
// the policy, the check for loops, the limit of redirects and Config.Redirect, in this order. At
// another origin the caller's headers are dropped for good.
func (k *call) redirect(ctx context.Context, location string) error {
	from := k.url
	if len(k.redirects) == 0 {
		k.visited = map[string]bool{RedactURL(from) + "\n": true}
	}
	k.redirects = append(k.redirects, RedactURL(from))
	to, err := address.Resolve(from, location)
	if err != nil {
		return k.failed(ctx, &Error{Code: codeInvalidURL, Err: err})
	}
	if to.Fragment == "" {
		to.Fragment, to.RawFragment = from.Fragment, from.RawFragment
	}
	next, err := k.c.canonical(to)
	if err != nil {
		return k.failed(ctx, newError(ctx, to, err))
	}
	k.url = next
	// A site that sets a cookie and redirects back to the same page is not a loop.
	visit := RedactURL(next) + "\n" + k.cookies.header(next, nil)
	again := k.visited[visit]
	k.visited[visit] = true
	switch {
	case again:
		return k.failed(ctx, &Error{Code: codeRedirectLoop, Err: errLoop})
	case k.hops == 0:
		return k.failed(ctx, &Error{Code: codeTooManyRedirects, Err: errManyHops})
	}
	k.hops--
	if k.c.config.Redirect != nil && !k.robots {
		if err := k.c.config.Redirect(ctx, from, next); err != nil {
			return k.failed(ctx, err)
		}
	}
	if from.Scheme != next.Scheme || from.Host != next.Host {
		k.callers = nil
	}
	return nil
}

func (k *call) failed(ctx context.Context, err error) error {
	e := new(Error)
	if !errors.As(err, &e) {
		e = newError(ctx, k.url, err)
	}
	e.URL = cmp.Or(e.URL, RedactURL(k.url))
	e.Retries, e.Redirects, e.OutOfTime = k.retried, k.redirects, e.OutOfTime || k.late
	return e
}

// Occupy counts work with a response towards Config.Concurrency until release is called, without
// waiting: while responses wait for their extraction, no more are downloaded.
func (c *Client) Occupy(ctx context.Context) (release func()) { return c.hosts.Occupy(ctx) }

// Preflight asks everything that Do asks before it connects, for a caller that transfers the page
// by other means: the policy, robots.txt if robots is set, the pace of the host. It waits for a
// turn and counts as one request under way, to the host and in all, until done is called. It
// returns what robots.txt decided, or an *Error.
func (c *Client) Preflight(ctx context.Context, u *url.URL, userAgent string, robots bool) (decision string, done func(), err error) {
	call, err := c.newCall(ctx, &Request{URL: u, UserAgent: userAgent, Robots: robots})
	if err != nil {
		return "", nil, err
	}
	if robots {
		if err := call.checkRobots(ctx); err != nil {
			return "", nil, call.failed(ctx, err)
		}
		decision = call.decision.String()
	}
	slot, err := c.hosts.Admit(ctx, hostRequest(call.url, false))
	if err != nil {
		return "", nil, call.failed(ctx, err)
	}
	return decision, func() { slot.Done(hostlimit.Unknown) }, nil
}

func hostRequest(u *url.URL, robots bool) hostlimit.Request {
	return hostlimit.Request{Host: hostPort(u), Address: u.RequestURI(), Robots: robots}
}
