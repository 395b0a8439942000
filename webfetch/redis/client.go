// Package redis shares what clients of package webfetch know between processes and
// machines, through one Redis server (or one that speaks its protocol): stored
// responses, robots.txt among them, the pace at which hosts are asked, and the
// packets of the MCP server.
//
//	shared, err := redis.Open(redis.Options{URL: os.Getenv("REDIS_URL")})
//	client, err := webfetch.New(webfetch.Options{
//		Cache: shared.Cache(),
//		Hooks: webfetch.Hooks{Limiter: shared.Limiter(60, 5)},
//	})
//
// A page that several clients want at one time is downloaded by one of them, and a
// host gets no more requests in a minute from all of them together than one client
// would send.
//
// Redis may go away at any time. No call waits for it longer than Options.Timeout,
// and after a failure it is left alone for a second, in which no call waits at all.
// Meanwhile each client keeps to the pace on its own, downloads for itself, with a
// small cache in memory, and Options.Logger is warned once. Nothing is lost that a
// client had been asked for: what is in Redis can all be had again.
//
// The server is named by the operator, so the egress policy of a client does not
// hold for it. Bodies and packets are stored as they are: who can read that Redis
// can read them. Keys are hashes, except those of the pace, which hold the names
// of hosts. Every key expires; a bound in bytes is set in Redis itself (maxmemory
// with a policy of eviction such as allkeys-lru).
package redis

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/ttlcache"
)

// Options configure a [Client].
type Options struct {
	// URL names the server: redis://user:password@host:port/database, rediss for
	// TLS, or unix:// and a path. Required.
	URL string
	// TLS replaces the settings that rediss implies. Nil means those.
	TLS *tls.Config
	// Prefix begins every key. Clients share what has the same prefix. Zero means
	// "webfetch:".
	Prefix string
	// Timeout bounds one question to Redis, connecting included. Zero means 500
	// milliseconds.
	Timeout time.Duration
	// Logger is warned when Redis is lost, and notified when it is back. Nil means
	// silence. The Redis library has a logger of its own for connections.
	Logger *slog.Logger
}

// Client is a connection to the Redis server that others use too. It is safe for
// concurrent use. Make one with [Open], and Close it after all who use it.
type Client struct {
	redis   *goredis.Client
	prefix  string
	timeout time.Duration
	health  health
	own     *ttlcache.Cache[[]byte] // what Redis did not take
}

// Open returns a client. It connects to nothing yet: a server that is away is
// warned of when it is first needed. The error is that of a URL which can't be
// parsed, and never contains its password.
func Open(opts Options) (*Client, error) {
	server, err := goredis.ParseURL(opts.URL)
	if err != nil {
		return nil, errors.New("Options.URL is not a redis, rediss or unix URL")
	}
	if opts.Timeout < 0 {
		return nil, fmt.Errorf("Options.Timeout is negative: %v", opts.Timeout)
	}
	opts.Timeout, opts.Prefix = cmp.Or(opts.Timeout, 500*time.Millisecond), cmp.Or(opts.Prefix, "webfetch:")
	if opts.TLS != nil {
		server.TLSConfig = opts.TLS
	}
	// The timeout is that of every step of a command. One retry covers an idle connection that
	// the server has closed.
	server.DialTimeout, server.ReadTimeout, server.WriteTimeout, server.PoolTimeout = opts.Timeout, opts.Timeout, opts.Timeout, opts.Timeout
	server.ContextTimeoutEnabled, server.DisableIdentity = true, true
	server.MaxRetries, server.DialerRetries = 1, 1
	c := &Client{redis: goredis.NewClient(server), prefix: opts.Prefix, timeout: opts.Timeout, own: ttlcache.New[[]byte](ownBytes)}
	c.health.logger = opts.Logger
	return c, nil
}

// Close closes the connections. Questions under way fail, and so do later ones,
// which are answered as if Redis were away.
func (c *Client) Close() error {
	return c.redis.Close()
}

var errAway = errors.New("redis does not answer")

// ask runs a command, for no longer than the timeout, unless Redis failed recently. A missing key
// is not an error: found is false then.
func (c *Client) ask(ctx context.Context, question func(ctx context.Context) error) (found bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if !c.health.enter(time.Now()) {
		return false, errAway
	}
	bounded, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	err = question(bounded)
	switch {
	case errors.Is(err, goredis.Nil):
		c.health.leave(nil)
		return false, nil
	case err != nil && ctx.Err() != nil: // the caller's context ended: no evidence about Redis
		return false, ctx.Err()
	}
	c.health.leave(err)
	return err == nil, err
}

const retryAfter = time.Second // how long Redis is left alone after it has failed

// health remembers whether Redis answers. After a failure no command is sent for retryAfter, then
// one in each such time until one succeeds. The zero value assumes that Redis answers.
type health struct {
	logger *slog.Logger

	mu    sync.Mutex
	lost  bool
	until time.Time // not asked before
}

// enter reports whether Redis may be asked.
func (h *health) enter(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lost && now.Before(h.until) {
		return false
	}
	h.until = now.Add(retryAfter)
	return true
}

// leave ends a question with its error, nil if it was answered.
func (h *health) leave(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.lost
	h.lost = err != nil
	switch {
	case err != nil:
		h.until = time.Now().Add(retryAfter)
		if !was && h.logger != nil {
			h.logger.Warn("Redis does not answer: cache, pace and packets are this process's own until it does", slog.String("error", err.Error()))
		}
	case was && h.logger != nil:
		h.logger.Info("Redis answers again")
	}
}
