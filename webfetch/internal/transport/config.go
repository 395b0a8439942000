// Package transport fetches one address over HTTP, politely and within bounds.
//
// [Client.Do] follows redirects by hand: every hop passes the egress policy, robots.txt and
// the pace of its host, and is repeated after passing failures, all under the one deadline
// of the caller's context. Cookies that sites set on the way are sent on within the call and
// forgotten with it. The body is one byte slice with content encodings removed. Of a body
// that ends early it is the part that arrived; Response.Cut reports that.
//
// Connections are those of net/http. It writes one quoted line to the standard logger where
// a server sends bytes out of turn on a connection that has no request; nothing else is
// logged.
//
// # Bounds
//
// The caller bounds the body after decoding; more is an error, never a cut. A compressed
// body may have one encoding, a zstd window of at most 8 MB, and beyond 16 MiB at most 200
// bytes for one on the wire. Response headers have at most 256 KiB and 500 fields. A body
// that brings less than 100 bytes a second for 10 seconds is given up.
//
// # Proxy
//
// With Config.Proxy every connection goes through a proxy, but for those to hosts that
// Config.NoProxy names: by SOCKS5, or by CONNECT of an HTTP proxy, which gets requests for
// http in the absolute form. Names are resolved and checked here and the proxy is asked for
// the checked address, so the policy holds. What is lost: the proxy's view of DNS is unused,
// so names that only it can resolve fail; and the last check at the socket sees the proxy,
// so the proxy is trusted to connect where it is asked to.
package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// Config tunes a [Client]. The zero value works.
type Config struct {
	// Policy decides what may be connected to. Nil means the zero Policy.
	Policy *security.Policy
	// Proxy is an HTTP or SOCKS5 proxy, also at a private address. Nil means none.
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
	// What follows is for the pace and the slots of hosts: see hostlimit.Config.
	RatePerHost, BurstPerHost                                int
	ConcurrencyPerHost, Concurrency, ConcurrencyPerPrincipal int
	Limiter                                                  hostlimit.Limiter
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
	policy     *security.Policy
	conns      *conns
	proxy      *proxy // nil: none
	robots     *robotsCache
	hosts      *hostlimit.HostLimiter
	userAgent  string
	header     http.Header // of requests for callers without headers
	ofOrigin   map[string]http.Header
	maxRetries int
	redirect   func(ctx context.Context, from, to *url.URL) error // nil: all are followed
	decoders   decoders
	sender     http.RoundTripper // what Config.Wrap has made; nil: nothing is wrapped
}

// New returns a client. Close it to release its connections.
func New(config Config) *Client {
	policy := cmp.Or(config.Policy, new(security.Policy))
	config.UserAgent = cmp.Or(config.UserAgent, "webfetch-go")
	config.RobotsToken = cmp.Or(config.RobotsToken, robots.Token(config.UserAgent))
	c := &Client{policy: policy, userAgent: config.UserAgent, maxRetries: orDefault(config.MaxRetries, 2), redirect: config.Redirect}
	c.header = http.Header{"User-Agent": {c.userAgent}, "Accept": {accept}, "Accept-Encoding": {acceptEncoding}}
	c.ofOrigin, _ = byOrigin(config.OriginHeaders) // see CheckOriginHeaders
	idlePerHost := max(config.ConcurrencyPerHost, 2)
	c.conns = newConns(policy.DialContext, tlsConfig(config.RootCAs), "", idlePerHost)
	if config.Proxy != nil {
		c.proxy = newProxy(&config, policy, idlePerHost)
	}
	c.hosts = hostlimit.New(hostlimit.Config{
		PerMinute:    config.RatePerHost,
		Burst:        config.BurstPerHost,
		PerHost:      config.ConcurrencyPerHost,
		Total:        config.Concurrency,
		PerPrincipal: config.ConcurrencyPerPrincipal,
		Limiter:      config.Limiter,
	})
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

// orDefault reads an option for which zero means a default and negative none.
func orDefault(n, byDefault int) int {
	if n == 0 {
		return byDefault
	}
	return max(n, 0)
}
