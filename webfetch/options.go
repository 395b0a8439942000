package webfetch

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// Options configure a [Client]. The zero value works: public internet only,
// robots.txt obeyed, 60 requests a minute to a host, 10 MiB, 30 seconds.
// Zero means the default of a field. A negative limit turns it off where its
// comment names a constant for that, such as [None], and is refused elsewhere.
type Options struct {
	// Policy decides what may be connected to. Nil means the zero
	// security.Policy: the public internet, on ports 80, 443, 8080 and 8443;
	// [security.AllowLoopback] allows this machine too.
	Policy *security.Policy
	// UserAgent is sent with every request. Zero means "webfetch-go/VERSION
	// (+https://github.com/webfetch-mcp/webfetch-go)".
	UserAgent string
	// RobotsToken is the product token looked for in robots.txt and X-Robots-Tag. Zero
	// means the product of UserAgent.
	RobotsToken string
	// IgnoreRobots turns robots.txt off for every request.
	IgnoreRobots bool
	// Renderer reads pages that need scripts. Nil means none.
	Renderer Renderer
	// Quarantine says what becomes of text in the content that reads like an
	// instruction to a model: reported only, marked, or replaced by a note, which
	// only certain findings are; that in the title and other metadata too. It does
	// not touch the html and raw views. Zero means injection.Report.
	Quarantine injection.QuarantineMode
	// DisablePDF refuses PDF with PDF_DISABLED. Programs built with the tag
	// webfetch_nopdf do so unless Hooks.Extractors has an extractor for it.
	DisablePDF bool
	// Limits bounds each call and all of them together.
	Limits Limits
	// Cache replaces the built-in one, which is in memory; package webfetch/diskcache has one on
	// disk, webfetch/redis one that many machines share. It holds what robots.txt files say too.
	// Nil means the built-in one.
	Cache Cache
	// Summarizer writes with a model in the compaction modes that can use one.
	// Nil means local compaction only.
	Summarizer compact.Summarizer
	// Embedder ranks what [Client.Compact] takes by meaning too where a question is
	// asked, with a model; package webfetch/gateway has one. A fetch with a question
	// asks no model. Where it fails, a warning says so and words alone decide. Nil
	// means words alone.
	Embedder compact.Embedder
	// Counter counts tokens. Nil means an estimate by word shape that errs on
	// the high side; chunk/tiktoken has exact ones.
	Counter chunk.Counter
	// Hooks are code of yours that is called on the way of a page. Zero means none.
	Hooks Hooks
	// Logger gets a record of what each call did, at debug level, without queries,
	// headers or bodies, and of each panic of code under a call, with its stack, at
	// error level. Nil means that nothing is logged.
	Logger *slog.Logger

	// OriginHeaders are headers, cookies among them, for all requests to an origin, such as
	// "https://example.org": keys of an account, which no caller of Fetch sees. They take
	// the place of those of the Request by the same name; a Cookie is added to it. They are
	// not sent to other origins or for robots.txt, and never appear in an error, a log or a
	// packet. Nil means none.
	OriginHeaders map[string]http.Header
	// Proxy is an HTTP proxy (http, https) or a SOCKS5 proxy (socks5) for all requests. Names are still resolved and
	// checked here, and the proxy is asked for the checked address, so that the
	// policy holds: by SOCKS5, by CONNECT for https, and for http by a request in the
	// absolute form with the Host of the page. What is lost is that the proxy's
	// own view of DNS is unused, that the proxy, which can reach any address, is
	// trusted, and that many proxies overwrite the Host with the address (RFC
	// 9112 section 3.2.2 says so): then sites that share an address can't be kept
	// apart over http. Zero means none.
	Proxy *url.URL
	// NoProxy lists hosts that are asked without Proxy, as the variable NO_PROXY does: names
	// with their subdomains, addresses, CIDR prefixes, each with a port if it is to count,
	// separated by commas. They pass the same Policy. With a list, localhost is one of them.
	// Zero means that everything goes through Proxy.
	NoProxy string
	// RootCAs replaces the system's certificate authorities. Nil means those of the
	// system.
	RootCAs *x509.CertPool
}

// Hooks are functions and services of the caller that a [Client] uses: to decide, to send, to extract or to observe.
// Each may be nil. They are called from many goroutines at a time.
type Hooks struct {
	// URLPolicy, when set, is asked about the address of each fetch before anything
	// is sent, and about what it redirects to, also where that comes from the cache; in
	// a browser about each document that a page leads to. Package urlpolicy has ready
	// ones, and its RedirectFrom distinguishes the two. Its error is DOMAIN_NOT_ALLOWED,
	// and its cause; a method Hint() string of that is what Error.Hint returns. Robots.txt
	// and what a page in a browser loads besides are not asked about. A download that several
	// calls share is asked about under the context of the call that began it too. Nil allows all
	// that Policy does.
	URLPolicy func(ctx context.Context, u *url.URL) error
	// WrapTransport, when set, is called once with what sends the requests of the
	// client, those for robots.txt included, and returns what is to send them
	// instead: to record and replay them (package webfetch/record) or to sign them
	// (package webfetch/botauth). It is inside of redirects, retries and pace, each
	// try being one request, and outside of the egress policy, which holds for what it
	// sends on. It gets responses as they come, before content decoding. What it
	// returns is safe for concurrent use, keeps to the contract of
	// http.RoundTripper, and ends soon after the context of the request does. Its
	// error is CONNECTION_FAILED; one with a method Retryable() bool that
	// returns false is not repeated. Requests of a Renderer do not pass it. Nil means none.
	WrapTransport func(http.RoundTripper) http.RoundTripper
	// Limiter replaces the built-in one; that of package webfetch/redis holds for
	// many processes together. Nil means the built-in one.
	Limiter Limiter
	// Extractors are registered over the built-in ones, by media type pattern
	// (see extract.Registry.Register). One that sets only Document.Markdown gets the
	// blocks and the outline by parsing it. A document that breaks a promise of
	// extract.Document.Check is an INTERNAL error that wraps extract.ErrBrokenDocument.
	Extractors map[string]extract.Extractor
	// Scanner judges the text of each page beside the built-in scan; package
	// webfetch/classifier asks a model behind HTTP. Nil means that scan alone.
	Scanner Scanner
	// Observer is notified of the steps of each call as they happen: for traces and
	// metrics, as examples/otel makes them. Nil means none.
	Observer observe.Observer
}

// Limits are those of a client. Zero of each field means its default.
type Limits struct {
	// Timeout bounds a whole call. Zero means 30 seconds.
	Timeout time.Duration
	// MaxBytes bounds a body after content decoding. Zero means 10 MiB.
	MaxBytes int64
	// MaxRedirects bounds the redirects of a call. Zero means 5, [None]
	// none.
	MaxRedirects int
	// MaxRetries bounds how often a failed request is repeated. Zero means 2,
	// [None] none.
	MaxRetries int
	// Concurrency bounds, in all, the requests under way together with the pages
	// under extraction. What waits for its host does not count. Requests that
	// compete are sent in turns, by Request.Principal and then by host. At most
	// 1,000 of one principal and 10,000 in all wait; more get RATE_LIMITED. Zero
	// means 16.
	Concurrency int
	// ConcurrencyPerPrincipal bounds what one Request.Principal may have of
	// Concurrency, so that slow hosts of one don't hold up the others. Zero means
	// all of it.
	ConcurrencyPerPrincipal int
	// ExtractBytes bounds the bytes being extracted at one time, over all calls
	// of the client; packed documents count with their size once they are
	// unpacked. Memory is at most about twelve times that. A principal has a
	// quarter of it at most, or one document, and each finds room for a first
	// one. Zero means 64 MiB.
	ExtractBytes int64
	// RatePerHost is how many requests are sent to one host, that is one name and
	// port, in any minute. Pages, redirects, repeated requests and robots.txt all
	// count. Zero means 60, [None] no bound.
	RatePerHost int
	// BurstPerHost is how many of them may be sent at once, beside a request for
	// robots.txt; the others are spaced evenly, or by the Crawl-delay of the host, of which 30
	// seconds count at most. It never lets more through than RatePerHost. Zero means 5.
	BurstPerHost int
	// ConcurrencyPerHost bounds requests under way to one host, and half of it, rounded up,
	// those of one Request.Principal with a name. Zero means 2.
	ConcurrencyPerHost int
	// CacheTTL bounds the age of a cached response. Zero means 5 minutes, [None] no cache.
	CacheTTL time.Duration
	// CacheBytes bounds the built-in cache. Zero means 64 MiB.
	CacheBytes int64
}

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

// None turns a limit off whose comment names it. Zero means the default everywhere; other
// negative values mean the same as None, and are refused where a comment does not name it.
const None = -1

// noneNegative returns an error for the first number among the fields of options that is negative and
// may not be [None]. name is that of options.
func noneNegative(options any, name string, mayBeNone ...string) error {
	v := reflect.ValueOf(options)
	for i := range v.NumField() {
		if n := v.Field(i); n.CanInt() && n.Int() < 0 && !slices.Contains(mayBeNone, v.Type().Field(i).Name) {
			return errors.New(name + "." + v.Type().Field(i).Name + " is negative")
		}
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Policy = cmp.Or(o.Policy, &security.Policy{})
	o.UserAgent = cmp.Or(o.UserAgent, defaultAgent)
	o.RobotsToken = cmp.Or(o.RobotsToken, robots.Token(o.UserAgent))
	o.Limits.Timeout = cmp.Or(o.Limits.Timeout, 30*time.Second)
	o.Limits.MaxBytes = cmp.Or(o.Limits.MaxBytes, 10<<20)
	o.Limits.MaxRedirects = cmp.Or(o.Limits.MaxRedirects, 5)
	o.Limits.MaxRetries = cmp.Or(o.Limits.MaxRetries, 2)
	o.Limits.RatePerHost = cmp.Or(o.Limits.RatePerHost, 60)
	o.Limits.BurstPerHost = cmp.Or(o.Limits.BurstPerHost, 5)
	o.Limits.Concurrency = cmp.Or(o.Limits.Concurrency, 16)
	o.Limits.ConcurrencyPerHost = cmp.Or(o.Limits.ConcurrencyPerHost, 2)
	o.Limits.CacheTTL = cmp.Or(o.Limits.CacheTTL, 5*time.Minute)
	o.Limits.CacheBytes = cmp.Or(o.Limits.CacheBytes, 64<<20)
	o.Limits.ExtractBytes = cmp.Or(o.Limits.ExtractBytes, 64<<20)
	return o
}

// validate reports the first field that [New] refuses: a negative limit that [None] does not
// turn off, an unknown quarantine, a proxy with a scheme other than http, https and socks5, headers
// that can't be sent, or a policy that can't be understood.
func (o Options) validate() error {
	if err := noneNegative(o.Limits, "Options.Limits", "MaxRedirects", "MaxRetries", "RatePerHost", "CacheTTL"); err != nil {
		return err
	}
	if !slices.Contains([]injection.QuarantineMode{"", injection.Report, injection.Mark, injection.Drop}, o.Quarantine) {
		return errors.New("Options.Quarantine is not report, mark or drop")
	}
	if o.Proxy != nil {
		if err := transport.CheckProxy(o.Proxy); err != nil {
			return fmt.Errorf("Options.Proxy %w", err)
		}
	}
	if _, err := transport.ByOrigin(o.OriginHeaders); err != nil {
		return fmt.Errorf("Options.OriginHeaders %w", err)
	}
	if err := o.Policy.Validate(); err != nil {
		return fmt.Errorf("Options.Policy %w", err)
	}
	return nil
}

// validate checks all of a request but its URL. Its defaults are filled in before.
func (r *Request) validate() error {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return fmt.Errorf("Request.Method %q is not GET or HEAD", line.Clip(r.Method, 20))
	case r.Mode != "auto" && r.Mode != "http" && r.Mode != "render":
		return fmt.Errorf("Request.Mode %q is not auto, http or render", line.Clip(r.Mode, 20))
	case r.CacheOnly && (r.Mode == "render" || r.CacheTTL < 0):
		return errors.New("Request.CacheOnly can't be had with mode render or without a cache")
	case r.Method == http.MethodHead && r.Mode == "render":
		return errors.New("Request.Mode render can't be asked for with method HEAD")
	}
	return cmp.Or(noneNegative(*r, "Request", "MaxRedirects", "CacheTTL"), noneNegative(r.Render, "Request.Render"), r.Extract.validate())
}

func (o *ExtractOptions) validate() error {
	return cmp.Or(noneNegative(*o, "ExtractOptions"), noneNegative(o.Options, "ExtractOptions"))
}
