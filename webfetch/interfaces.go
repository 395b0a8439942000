package webfetch

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

// Renderer reads a page with a browser. Implementations send every byte
// through the egress policy they were made with, are safe for concurrent use,
// and stop soon after ctx is done. An error that is an *[Error] is passed on as it is;
// another is RENDER_TIMEOUT if it is context.DeadlineExceeded, else RENDER_FAILED.
type Renderer interface {
	Render(ctx context.Context, req RenderRequest) (*Rendered, error)
}

// RenderRequest is one page to render. URL was checked and may be requested at
// once: robots.txt and the pace of its host have been asked.
type RenderRequest struct {
	RenderOptions
	// URL is absolute, http or https. Its fragment is for the scripts of the page.
	URL *url.URL
	// Header holds extra request headers, for the origin of URL only.
	Header http.Header
	// UserAgent is sent in requests for the page. Zero means that of the renderer.
	UserAgent string
	// MaxBytes bounds Rendered.HTML; more is an *[Error] with CONTENT_TOO_LARGE.
	// Zero means 10 MiB.
	MaxBytes int64
	// MaxRedirects bounds how often the page may lead to another document, by
	// redirect or script. Zero means 5, [None] none.
	MaxRedirects int
	// Admit is called before the page leads to another document. The renderer makes
	// one call of it at a time, and none after Render has returned. An error of Admit
	// ends the rendering, and Render returns it. Nil means that every document may be
	// loaded that the egress policy allows.
	Admit func(ctx context.Context, next *url.URL) error
}

// Rendered is the result of a [Renderer].
type Rendered struct {
	// URL is the address after redirects and scripts.
	URL *url.URL
	// Status and Header are those of the response that the document came with.
	Status int
	Header http.Header
	// Redirects are the addresses of the documents before URL, in order.
	Redirects []string
	// HTML is the document after scripts ran, UTF-8.
	HTML []byte
	// Screenshot is a PNG, when one was asked for.
	Screenshot []byte
	// TimedOut reports that the wait ended before the page was done.
	TimedOut bool
	// SelectorMissing reports that nothing matched RenderOptions.Selector in time.
	SelectorMissing bool
	// BlockedHosts are hosts of other sites that were not asked, at most 64.
	BlockedHosts []string
	// Starved reports that the page asked for more bytes than it may load.
	Starved bool
}

// Cache stores responses for a client. The built-in one is private and in
// memory. Implementations are safe for concurrent use and may drop any entry at
// any time; Get returns nil, nil for one that is not there, and Put with a ttl of 0 or less
// removes what is stored under its key.
type Cache interface {
	Get(ctx context.Context, key string) (*CacheEntry, error)
	Put(ctx context.Context, key string, entry *CacheEntry, ttl time.Duration) error
}

// CacheLocker is a [Cache] shared by several clients that don't know of each
// other, which it keeps from downloading the same at the same time.
type CacheLocker interface {
	Cache
	// Lock waits until no client downloads what key names, and takes its place.
	// The client then looks into the cache again, downloads if it has to, and calls
	// unlock once it has stored what came. Where Lock fails, as it does when ctx is
	// done and may when it has waited for long, the client goes on without it.
	Lock(ctx context.Context, key string) (unlock func(), err error)
}

// CacheEntry is a stored response. Nothing in it may be changed after Put.
type CacheEntry struct {
	URL       string      // of the response
	Status    int         // of the response
	Header    http.Header // of the response
	Body      []byte      // after content decoding
	StoredAt  time.Time   // when the response came
	Redirects []string    // addresses that led to URL

	parsed *url.URL // URL, where the entry was made here
	sum    *bodySum // of Body, likewise
}

// Limiter paces requests to a host. Wait returns when one more request to host
// (lower case, with port) may be sent, or with an error when ctx is done or
// would be before then. The error is the cause of one with RATE_LIMITED. If it,
// or an error in its chain, has a method RetryAfter() time.Duration, that time is
// reported to callers as the time to wait, else a second. Crawl-delay, Retry-After
// and pauses for hosts that do not answer apply in addition.
type Limiter interface {
	Wait(ctx context.Context, host string) error
}

// Pauser is a [Limiter] that several programs share. Pause is called when a host has asked
// to be left alone for a time (Retry-After), or did not answer several times: Wait then lets
// no request to it through for so long, of any of them. It returns soon.
type Pauser interface {
	Limiter
	Pause(ctx context.Context, host string, d time.Duration)
}

// Scanner judges the text of a page in addition to the scan of package
// security/injection, with a classifier for example. The findings of both are reported,
// each with its own scores.
//
// Scan gets the shown text and the pieces that were kept out of it. Title, author,
// description and other metadata are among the pieces. Scan may change none of them. The
// excerpt of an HTTP error and the views html and links are judged by calls of their own.
//
// Findings with the location "body" have their place in shown; others have none. Text
// that Scan could not look at is a finding with [injection.CategoryOverflow]. If Scan
// returns an error or panics, the packet keeps the findings so far and gets a warning of
// the type scanner_failed. Scan returns soon after ctx is done and is safe for
// concurrent use.
type Scanner interface {
	Scan(ctx context.Context, shown string, removed []injection.HiddenText) ([]injection.Finding, error)
}
