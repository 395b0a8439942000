package transport

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// The limits that tests try on both sides.
const (
	Accept              = accept
	AcceptEncoding      = acceptEncoding
	DefaultMaxRedirects = defaultMaxRedirects
	ExcerptBytes        = excerptBytes
	MaxCallerBytes      = maxCallerBytes
	MaxCallerFields     = maxCallerFields
	MaxHeaderBytes      = maxHeaderBytes
	MaxHeaderFields     = maxHeaderFields
	RatioFrom           = ratioFrom
	StallInterval       = stallInterval
)

// Hosts is the limiter that requests of c wait in.
func (c *Client) Hosts() *hostlimit.HostLimiter { return c.hosts }

// Decoders reads bodies as a Client does.
type Decoders struct{ pool decoders }

// Open returns what r holds after the content encoding is undone. release gives the
// decoder back.
func (d *Decoders) Open(encoding string, r io.Reader) (decoded io.Reader, release func(), err error) {
	return d.pool.open(encoding, r)
}

// Read returns a body of at most limit bytes, of which a server has announced so many.
func (d *Decoders) Read(encoding string, r io.Reader, announced int64, limit int) ([]byte, error) {
	w := watch(io.NopCloser(r), int64(limit)+wireSlack)
	defer w.unwatch()
	decoded, release, err := d.pool.open(encoding, w)
	if err != nil {
		return nil, err
	}
	defer release()
	if encoding != "" {
		announced = -1
	}
	return d.pool.readAll(decoded, w, announced, bodyLimits{max: int64(limit)})
}

// CodeOf returns the code that callers are given for an error.
func CodeOf(ctx context.Context, err error) string {
	return kindOf(ctx, err).code
}

// Conns are connections that are kept.
type Conns = conns

// NewConns returns those that dial makes.
func NewConns(dial func(ctx context.Context, network, address string) (net.Conn, error), config *tls.Config, maxPerHost int) *Conns {
	return newConns(dial, config, "", maxPerHost)
}

// Kept counts the connections that are known, in use or not.
func (p *conns) Kept() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.kept)
}

// The bounds of connections without a request.
const (
	MaxIdle     = maxIdle
	IdleTimeout = idleTimeout
)

// RobotsCache keeps what robots.txt files say; a RobotsDecision is what it decides.
type (
	RobotsCache    = robotsCache
	RobotsDecision = robotsDecision
)

// Unreachable is the decision of a robots.txt that could not be read.
func Unreachable(err error) *RobotsDecision {
	return &RobotsDecision{robotsRecord: robotsRecord{failed: true, err: err}}
}

// Failed reports that the robots.txt could not be read, and Stale that an older copy decided.
func (d robotsDecision) Failed() bool { return d.failed }
func (d robotsDecision) Stale() bool  { return d.stale }

// The errors of a RobotsFetcher, and of a refusal.
var (
	ErrNotAsked      = errNotAsked
	ErrRobotsTimeout = errRobotsTimeout
	ErrDisallowed    = errDisallowed
)

// NewRobotsCache returns an empty cache for a product token.
func NewRobotsCache(token string, fetch RobotsFetcher) *RobotsCache {
	return newRobotsCache(token, fetch)
}

// Check judges u.
func (c *robotsCache) Check(ctx context.Context, u *url.URL) (RobotsDecision, error) {
	return c.check(ctx, u, c.token)
}
