package webfetch

import (
	"context"
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
)

// Renderer reads a page with a browser. Implementations send every byte
// through the egress policy they were made with, are safe for concurrent use,
// and stop soon after ctx is done. An error that is an *[Error] is passed on as it is;
// another is RENDER_TIMEOUT if it is context.DeadlineExceeded, else RENDER_FAILED.
type Renderer interface {
	// Render renders one page. The URL of req, with its fragment, was checked and may be
	// requested at once: robots.txt and the pace of its host have been asked. Of req count
	// Header, for the origin of URL only, UserAgent, Render, MaxBytes, which bounds
	// Rendered.HTML, and MaxRedirects, which bounds how often the page may lead to another
	// document, by redirect or script. A page that is too large is an *[Error] with
	// CONTENT_TOO_LARGE.
	Render(ctx context.Context, req Request) (*Rendered, error)
}

// Rendered is the result of a [Renderer].
type Rendered struct {
	// URL is the address after redirects and scripts.
	URL string
	// Status and Header are those of the response that the document came with.
	Status int
	Header http.Header
	// Redirects are the addresses of the documents before URL, in order.
	Redirects []string
	// HTML is the document after scripts ran, UTF-8.
	HTML []byte
	// Screenshot is a PNG, when one was asked for.
	Screenshot []byte
	// Warnings say what rendering did not get: that the wait ended before the page was done,
	// that nothing matched RenderOptions.Selector, that the page asked for too many bytes.
	Warnings []extract.Warning
}

// Cache keeps bytes for a time: responses of clients, and packets of package tools.
// Implementations are safe for concurrent use, end soon after ctx does, and may drop anything
// at any time. Get returns nil, nil for what is not there; Put with a ttl of 0 or less removes
// what is stored under its key. The bytes may not be changed. The built-in cache is private
// and in memory.
//
// A cache shared by several clients that don't know of each other may keep them from
// downloading the same at the same time, by a method
//
//	Lock(ctx context.Context, key string) (unlock func(), err error)
//
// It waits until no client downloads what key names, and takes its place. The client then looks
// into the cache again, downloads if it has to, and calls unlock once it has stored what came.
// Where Lock fails, as it does when ctx is done and may when it has waited for long, the client
// goes on without it.
type Cache interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, packed []byte, ttl time.Duration) error
}

type locker interface {
	Lock(ctx context.Context, key string) (unlock func(), err error)
}

// Limiter paces requests to a host. Wait returns when one more request to host
// (lower case, with port) may be sent, or with an error when ctx is done or
// would be before then. The error is the cause of one with RATE_LIMITED. If it,
// or an error in its chain, has a method RetryAfter() time.Duration, that time is
// reported to callers as the time to wait, else a second. Crawl-delay, Retry-After
// and pauses for hosts that do not answer apply in addition: Pause is called with
// them, so that programs which share a limiter keep to them all. It returns soon.
type Limiter interface {
	Wait(ctx context.Context, host string) error
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
