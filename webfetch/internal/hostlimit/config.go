package hostlimit

import (
	"cmp"
	"container/list"
	"context"
	"time"
)

const (
	// maxHosts bounds the hosts that are remembered.
	maxHosts = 10_000
	// maxWaiting and maxWaitingPerPrincipal bound the requests that wait, in all
	// and of one principal.
	maxWaiting             = 10_000
	maxWaitingPerPrincipal = 1_000
)

// Limiter paces requests in place of the built-in rate (see webfetch.Limiter).
type Limiter interface {
	Wait(ctx context.Context, host string) error
}

// Pauser is a [Limiter] that is told when a host is left alone (see webfetch.Pauser).
type Pauser interface {
	Pause(ctx context.Context, host string, d time.Duration)
}

// Config tunes a [HostLimiter]. The zero value works.
type Config struct {
	// PerMinute is how many requests are sent to one host in any minute. Zero
	// means 60, negative means no limit.
	PerMinute int
	// Burst is how many of them may be sent at once; after that they are spaced
	// evenly. It has no effect above PerMinute. Zero means 5.
	Burst int
	// PerHost bounds the requests under way to one host. Zero means 2.
	PerHost int
	// Total bounds the work under way in all: requests, and what
	// [HostLimiter.Occupy] counts. Zero means 16.
	Total int
	// PerPrincipal bounds the part of Total that one principal may have. Zero means
	// that it may have all.
	PerPrincipal int
	// MaxCrawlDelay bounds the Crawl-delay that is honoured. Zero means 30 s.
	MaxCrawlDelay time.Duration
	// Limiter replaces the rate, not the rest. Nil means the built-in one.
	Limiter Limiter
}

// New returns a limiter without memory.
func New(config Config) *HostLimiter {
	if config.PerMinute == 0 {
		config.PerMinute = 60
	}
	config.Burst = cmp.Or(config.Burst, 5)
	config.PerHost = cmp.Or(config.PerHost, 2)
	config.Total = cmp.Or(config.Total, 16)
	config.MaxCrawlDelay = cmp.Or(config.MaxCrawlDelay, 30*time.Second)
	if config.Limiter != nil {
		config.PerMinute = -1
	}
	return &HostLimiter{
		config:     config,
		hosts:      map[string]*list.Element{},
		recent:     list.New(),
		principals: map[string]*principal{},
		crowded:    map[*host]struct{}{},
	}
}

// pace returns the configured pace, slowed down to one request per delay.
func (c *Config) pace(delay time.Duration) (interval time.Duration, burst, most int) {
	if c.PerMinute > 0 {
		interval, burst, most = time.Minute/time.Duration(c.PerMinute), min(c.Burst, c.PerMinute), c.PerMinute
	}
	if delay = min(delay, c.MaxCrawlDelay); delay > interval {
		interval, burst = delay, 1
	}
	return interval, burst, most
}
