package webfetch

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// keptRobots is how long a robots.txt is used without asking again (RFC 9309,
// section 2.4).
const keptRobots = 24 * time.Hour

// sharedRobots asks for a robots.txt only where CacheOptions.Store does not hold it, so
// that all clients of one cache ask once. The key includes the user agent, as sites may
// answer each differently, and by the policy. Failures of a site are not stored.
func (c *Client) sharedRobots(fetch transport.RobotsFetcher) transport.RobotsFetcher {
	return func(ctx context.Context, u *url.URL) (*transport.RobotsResponse, error) {
		key := hash([]byte(strings.Join([]string{"robots.txt", c.policy, c.opts.UserAgent, u.String()}, "\n")))
		if got := c.storedRobots(ctx, key, u); got != nil {
			return got, nil
		}
		if locker, shared := c.opts.Cache.Store.(CacheLocker); shared {
			if unlock, err := locker.Lock(ctx, key); err == nil {
				defer unlock()
				if got := c.storedRobots(ctx, key, u); got != nil {
					return got, nil
				}
			}
		}
		got, err := fetch(ctx, u)
		if err != nil || got.Status >= http.StatusInternalServerError || got.Status == http.StatusTooManyRequests {
			return got, err
		}
		e := newEntry(u, got.Body, nil, entryHead{Status: got.Status, Header: http.Header{}, StoredAt: time.Now()})
		if got.Location != nil {
			e.Header.Set("Location", got.Location.String())
		}
		if err := c.cache.Put(ctx, key, e, keptRobots); err != nil {
			c.log(ctx, "cache failed", slog.String("error", err.Error()))
		}
		return got, nil
	}
}

// storedRobots returns the robots.txt that the cache holds, nil for none.
func (c *Client) storedRobots(ctx context.Context, key string, u *url.URL) *transport.RobotsResponse {
	e, err := c.cache.Get(ctx, key)
	if err != nil {
		c.log(ctx, "cache failed", slog.String("error", err.Error()))
	}
	return e.robots(u)
}

// robots returns the stored robots.txt of u, or nil if it is missing or too old.
func (e *cacheEntry) robots(u *url.URL) *transport.RobotsResponse {
	if e == nil || e.URL != u.String() || time.Since(e.StoredAt) >= keptRobots {
		return nil
	}
	got := &transport.RobotsResponse{Status: e.Status, Body: e.body, ReadAt: e.StoredAt}
	if to := e.Header.Get("Location"); to != "" {
		location, err := url.Parse(to)
		if err != nil {
			return nil
		}
		got.Location = location
	}
	return got
}
