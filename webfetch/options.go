package webfetch

import (
	"context"
	"crypto/x509"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Options configure a [Client]. The zero value works: public internet only,
// robots.txt obeyed, one request a second and host, 10 MiB, 30 seconds.
// Zero means the default of a field. A negative limit turns it off where its
// comment names a constant for that, such as [None], and is refused elsewhere.
type Options struct {
	// Policy decides what may be connected to. Nil means the zero
	// security.Policy: the public internet, on ports 80, 443, 8080 and 8443.
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
	// sent to no other origin, not for robots.txt, and stand in no error, log or packet. Nil
	// means none.
	OriginHeaders map[string]http.Header
	// Proxy is an HTTP proxy (http, https) or a SOCKS5 proxy (socks5) for all requests. Names are still resolved and
	// checked here, and the proxy is asked for the checked address, so that the
	// policy holds: by SOCKS5, by CONNECT for https, and for http by a request in the
	// absolute form with the Host of the page. What is lost is that the proxy's
	// own view of DNS is unused, that the proxy, which can reach any address, is
	// trusted, and that many proxies put the address in place of the Host (RFC
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

// Hooks are code that a [Client] calls on the way of a page: before, in place of or beside its own.
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
	// metrics, as examples/otel makes them. Nil means that nobody is.
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
