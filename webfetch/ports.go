package webfetch

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Renderer reads a page with a browser. Implementations send every byte
// through the egress policy they were made with, are safe for concurrent use,
// and stop soon after ctx is done.
type Renderer interface {
	Render(ctx context.Context, page *url.URL, opts RenderOptions) (*Rendered, error)
}

// Rendered is what a [Renderer] returns.
type Rendered struct {
	// URL is the address after redirects and scripts.
	URL    *url.URL
	Status int
	Header http.Header
	// HTML is the document after scripts ran, UTF-8.
	HTML []byte
	// Screenshot is a PNG, when one was asked for.
	Screenshot []byte
	// TimedOut reports that the wait ended before the page was done.
	TimedOut bool
}

// Cache stores responses for a client. The built-in one is private and in
// memory. Implementations are safe for concurrent use and may drop any entry at
// any time; Get returns nil, nil for one that is not there.
type Cache interface {
	Get(ctx context.Context, key string) (*CacheEntry, error)
	Put(ctx context.Context, key string, entry *CacheEntry, ttl time.Duration) error
}

// CacheEntry is a stored response. Nothing in it may be changed after Put.
type CacheEntry struct {
	URL       string
	Status    int
	Header    http.Header
	Body      []byte
	StoredAt  time.Time
	Redirects []string
}

// Limiter paces requests to a host. Wait returns when one more request to host
// (lower case, with port) may be sent, or with an error when ctx is done or
// would be before then. The error is the cause of one with RATE_LIMITED. If it,
// or an error in its chain, has a method RetryAfter() time.Duration, callers are
// told that time, else a second. Crawl-delay, Retry-After and hosts that do not
// answer are waited for beside it.
type Limiter interface {
	Wait(ctx context.Context, host string) error
}
