// Package browser reads pages that need scripts, with a Chromium of the machine: it is a
// webfetch.Renderer.
//
//	renderer, err := browser.New(browser.Options{Policy: policy})
//	if err != nil {
//		return err // no browser is installed
//	}
//	defer renderer.Close()
//	client, err := webfetch.New(webfetch.Options{Policy: policy, Renderer: renderer})
//
// The first page starts the browser. It ends with Close, after Options.IdleTimeout without a
// page, or with this process. Each page has a browser context of its own: an empty profile
// without cookies, cache or service workers.
//
// # Security considerations
//
// A page may run any script, so nothing that the browser does is trusted. Each page has a proxy
// in this process, which gets all traffic of the page, resolves names and checks addresses by
// Options.Policy. The browser can't open other connections, look up names or send datagrams.
// Render refuses schemes other than http and https before the browser sees them. Downloads,
// dialogs, permissions and new windows are refused. Bytes, time, and the memory of scripts are
// bounded.
//
// The sandbox of Chromium is on wherever the system allows it. A process of root starts the
// browser under the account "nobody", since Chromium has no sandbox for root. If no sandbox
// is possible, as in some containers, Options.Logger gets a warning.
//
// The proxy can't see inside TLS. There it judges by address, port and byte count.
package browser

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/network"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser/internal/egress"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// Options configure a [Renderer]. The zero value works if a browser is installed.
type Options struct {
	// Path is the browser's binary. Zero means the one that [Find] returns.
	Path string
	// Remote is the address of a running browser to use instead of starting one: the ws or wss
	// address of its DevTools protocol, or http://HOST:PORT/ to ask for that. This process can't
	// guard the connections of its pages, so AllowUnguarded has to be set too. Zero means that a
	// browser is started.
	Remote string
	// AllowUnguarded says that the network of the Remote browser keeps its pages from
	// what Policy refuses. Requests that the page itself reports are still checked
	// by name and address, but the browser resolves names again, and workers,
	// WebSockets and WebRTC go unseen; MaxTransfer and PageMemory have no
	// effect. Zero means that a Remote browser is refused.
	AllowUnguarded bool
	// Policy decides what pages may connect to. Nil means the zero
	// security.Policy: the public internet, on ports 80, 443, 8080 and 8443.
	Policy *security.Policy
	// Proxy is an HTTP or SOCKS5 proxy for all requests of pages, which is asked to
	// connect to checked addresses. Zero means none.
	Proxy *url.URL
	// NoProxy lists hosts that are asked without Proxy (see webfetch.Options). Zero means none.
	NoProxy string
	// UserAgent is sent for calls that don't name one. Zero means that of the browser.
	UserAgent string
	// Concurrency is how many pages are open at one time; more wait. Zero means 4.
	Concurrency int
	// Timeout bounds one page, beside the deadline of its call. Zero means a minute.
	Timeout time.Duration
	// MaxTransfer bounds the bytes that one page sends and receives. What is
	// beyond it isn't loaded. Zero means 64 MiB.
	MaxTransfer int64
	// PageMemory bounds the memory of one page, in bytes. The objects of scripts may take
	// a quarter of it. On Linux, the process of a page that takes more than all of it is
	// killed. Zero means 1 GiB.
	PageMemory int64
	// IdleTimeout is the time without a page after which the browser is ended. The
	// next page starts it again. Zero means 5 minutes, negative never.
	IdleTimeout time.Duration
	// Sandbox is "required", which refuses to render without the sandbox of the browser, or "off".
	// Zero means that the sandbox is used if the system allows it.
	Sandbox string
	// Logger gets a debug record when a browser starts or ends, and a warning when one
	// starts without a sandbox. Nil means that nothing is logged.
	Logger *slog.Logger

	// Tests set these: flags are added to the command line, the others replace constants.
	flags                 []string
	maxPages              int
	longestWait, maxStall time.Duration
}

func (o Options) withDefaults() Options {
	o.Policy = cmp.Or(o.Policy, new(security.Policy))
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Concurrency = cmp.Or(o.Concurrency, 4)
	o.Timeout = cmp.Or(o.Timeout, 60*time.Second)
	o.MaxTransfer = cmp.Or(o.MaxTransfer, 64<<20)
	o.maxPages = cmp.Or(o.maxPages, maxPages)
	o.PageMemory = cmp.Or(o.PageMemory, 1<<30)
	o.IdleTimeout = cmp.Or(o.IdleTimeout, 5*time.Minute)
	o.longestWait = cmp.Or(o.longestWait, longestWait)
	o.maxStall = cmp.Or(o.maxStall, maxStall)
	return o
}

func (o Options) validate() error {
	for name, value := range map[string]int64{
		"Concurrency": int64(o.Concurrency), "Timeout": int64(o.Timeout), "MaxTransfer": o.MaxTransfer,
		"PageMemory": o.PageMemory,
	} {
		if value < 0 {
			return fmt.Errorf("browser: Options.%s is negative", name)
		}
	}
	switch {
	case o.Sandbox != "" && o.Sandbox != "required" && o.Sandbox != "off":
		return errors.New("browser: Options.Sandbox is not auto, required or off")
	case o.Sandbox == "required" && runtime.GOOS != "linux" && runtime.GOOS != "darwin" && runtime.GOOS != "windows":
		return errors.New("browser: Options.Sandbox can't be required on " + runtime.GOOS)
	case o.Proxy != nil && transport.CheckProxy(o.Proxy) != nil:
		return errors.New("browser: Options.Proxy is not an http, https or socks5 address")
	}
	if o.Remote != "" {
		u, err := url.Parse(o.Remote)
		if err != nil || u.Host == "" || !slices.Contains([]string{"ws", "wss", "http", "https"}, u.Scheme) {
			return errors.New("browser: Options.Remote is not a ws, wss, http or https address")
		}
		if !o.AllowUnguarded {
			return fmt.Errorf("browser: %w", errUnguarded)
		}
	}
	if err := o.Policy.Validate(); err != nil {
		return fmt.Errorf("browser: Options.Policy: %w", err)
	}
	return nil
}

// Renderer renders pages with one browser. It is safe for concurrent use. Make one
// with [New], and call Close at the end.
type Renderer struct {
	opts  Options
	dial  func(ctx context.Context, network, address string) (net.Conn, error) // guarded by Options.Policy, through Options.Proxy
	pool  pool
	slots chan struct{}

	life    context.Context
	end     context.CancelFunc
	mu      sync.Mutex
	closed  bool
	renders sync.WaitGroup
}

var _ webfetch.Renderer = (*Renderer)(nil)

// New returns a renderer. The error is [ErrNotFound] if no browser is installed.
// New does not start the browser; the first page does.
func New(opts Options) (*Renderer, error) {
	opts = opts.withDefaults()
	if err := opts.validate(); err != nil {
		return nil, err
	}
	path := opts.Remote
	if path == "" {
		var err error
		if path, err = Find(opts.Path); err != nil {
			return nil, fmt.Errorf("browser: %w", err)
		}
	}
	r := &Renderer{opts: opts, slots: make(chan struct{}, opts.Concurrency)}
	r.life, r.end = context.WithCancel(context.Background())
	r.pool.opts, r.pool.path = &r.opts, path
	r.dial = opts.Policy.DialContext
	if opts.Proxy != nil {
		r.dial = transport.Through(opts.Policy, opts.Proxy, opts.NoProxy, nil)
	}
	return r, nil
}

// Close ends the browser with all of its processes. Calls of Render under way and
// later ones fail. Close may be called more than once, and always returns nil.
func (r *Renderer) Close() error {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.end()
	r.renders.Wait()
	r.pool.close()
	return nil
}

// Render implements webfetch.Renderer. The error is that of ctx, or a
// *webfetch.Error. Its code is RENDER_UNAVAILABLE if the browser does not start,
// RENDER_TIMEOUT if the page could not be read within Options.Timeout, and
// RENDER_FAILED if the browser or the page crashed. If the page can't be loaded, the
// code is the one that a fetch over HTTP would have. A page that is still loading
// when its time is over is read as it is, with a warning.
func (r *Renderer) Render(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	u, err := url.Parse(req.URL)
	if err != nil {
		return nil, &webfetch.Error{Op: "fetch", Code: webfetch.InvalidURL, Err: err}
	}
	r.mu.Lock()
	closed := r.closed
	if !closed {
		r.renders.Add(1)
	}
	r.mu.Unlock()
	if closed {
		return nil, failure(u, &unavailableError{errClosed})
	}
	defer r.renders.Done()
	if err := r.opts.Policy.CheckURL(u); err != nil {
		return nil, failure(u, err)
	}
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, r.opts.Timeout)
	defer cancel()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	defer context.AfterFunc(r.life, func() { fail(errClosed) })()
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return nil, ended(caller, ctx, nil, u, ctx.Err())
	}
	b, err := r.pool.acquire(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ended(caller, ctx, nil, u, err)
	case err != nil:
		return nil, failure(u, &unavailableError{err})
	}
	defer r.pool.release(b)
	defer context.AfterFunc(b.ctx, func() { fail(errBrowser) })() // chromedp ends b.ctx with the connection
	page, err := r.visit(ctx, fail, b, u, &req)
	r.pool.retireLarge(b)
	if err != nil {
		return nil, ended(caller, ctx, b, u, err)
	}
	return page, nil
}

// ended returns the error of a failed render. The cause is the caller's context, Options.Timeout, the
// end of the browser, or err, in this order.
func ended(caller, ctx context.Context, b *process, u *url.URL, err error) error {
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return failure(u, context.DeadlineExceeded)
	case ctx.Err() != nil:
		return failure(u, context.Cause(ctx))
	case b != nil && !b.alive():
		return failure(u, errBrowser)
	}
	return failure(u, err)
}

func (r *Renderer) visit(ctx context.Context, fail context.CancelCauseFunc, b *process, u *url.URL, req *webfetch.Request) (*webfetch.Rendered, error) {
	proxy, err := egress.Listen(ctx, egress.Config{Policy: r.opts.Policy, Dial: r.dial, MaxBytes: r.opts.MaxTransfer, SameSite: !req.Render.AllowThirdParty})
	if err != nil {
		return nil, err
	}
	defer proxy.Close()
	asking, stop := context.WithCancel(ctx)
	t := &tab{
		opts: &r.opts, req: req, url: u, browser: b, proxy: proxy, fail: fail,
		act:        &activity{underway: map[network.RequestID]request{}, last: time.Now()},
		stopAsking: stop, askAdmit: func(u *url.URL) error { return req.Render.Admit(asking, u) },
	}
	defer t.dispose()
	if err := t.open(ctx); err != nil {
		return nil, err
	}
	return t.render(ctx)
}

func (t *tab) render(ctx context.Context) (*webfetch.Rendered, error) {
	if err := t.navigate(ctx); err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	until := deadline.Add(-min(time.Until(deadline)/5, 2*time.Second)) // the rest is for reading the page
	found := true
	if t.req.Render.Selector != "" {
		var err error
		if found, err = t.waitFor(ctx, until, t.req.Render.Selector, func(s *state) time.Duration { return pending(s.Found) }); err != nil {
			return nil, err
		}
	}
	done, err := t.settle(ctx, until)
	if err != nil {
		return nil, err
	}
	if t.req.Render.Wait > 0 {
		done = done && t.req.Render.Wait <= time.Until(until)
		if err := hostlimit.Wait(ctx, min(t.req.Render.Wait, time.Until(until))); err != nil {
			return nil, err
		}
	}
	got, err := t.read(ctx)
	if err != nil {
		return nil, err
	}
	if !done {
		got.Warnings = append(got.Warnings, warning("The page was still loading when the time for rendering ended."))
	}
	if !found {
		got.Warnings = append(got.Warnings, warning(fmt.Sprintf("Nothing matched the selector %.100q while the page was rendered.", t.req.Render.Selector)))
	}
	if t.proxy.Exhausted() {
		got.Warnings = append(got.Warnings, warning("The page was not loaded completely: it asked for more bytes than a page may load."))
	}
	if t.req.Render.Screenshot {
		if got.Screenshot, err = t.picture(ctx); err != nil {
			return nil, err
		}
	}
	return got, nil
}

func warning(message string) extract.Warning {
	return extract.Warning{Type: "render_timeout", Message: message}
}

var (
	errNotAPage = errors.New("the address leads to a download, not to a page; mode=http reads files")
	errTooLarge = errors.New("rendered page is larger than max_bytes")
	errCrashed  = errors.New("the page crashed, or took more memory than it may")
	errBrowser  = errors.New("the browser ended")
	errNowhere  = errors.New("the page went to an address that is none of the web")
)

func (t *tab) loadFailure(text string) error {
	d, _ := t.act.top()
	e := &loadError{text: text}
	if t.proxy.Exhausted() {
		return egress.ErrTooLarge
	}
	if u, err := url.Parse(d.url); err == nil {
		e.cause = t.proxy.Failure(u.Hostname(), portOf(u))
	}
	return e
}

func portOf(u *url.URL) uint16 {
	if port, err := strconv.ParseUint(u.Port(), 10, 16); err == nil {
		return uint16(port)
	}
	if u.Scheme == "https" {
		return 443
	}
	return 80
}

// loadError has the browser's reason, such as net::ERR_EMPTY_RESPONSE. cause may be nil.
type loadError struct {
	text  string
	cause error
}

func (e *loadError) Error() string {
	if e.cause != nil {
		return "the page did not load: " + e.cause.Error()
	}
	return "the page did not load: " + e.text
}

func (e *loadError) Unwrap() error { return e.cause }

// admitError is an error of RenderOptions.Admit. The caller gets it unchanged.
type admitError struct{ error }

// unavailableError says why no browser could be started or reached.
type unavailableError struct{ error }

func (e *unavailableError) Unwrap() error { return e.error }

func failure(page *url.URL, err error) error {
	if refused := new(admitError); errors.As(err, &refused) {
		return refused.error
	}
	code, retryable := classify(err)
	return &webfetch.Error{Op: "fetch", URL: transport.RedactURL(page), Code: code, Retryable: retryable, Err: err}
}

func classify(err error) (code webfetch.Code, retryable bool) {
	var refused *security.BlockedError
	var load *loadError
	switch {
	case errors.As(err, new(*unavailableError)):
		return webfetch.RenderUnavailable, false
	case errors.As(err, &refused):
		codes := map[security.BlockReason]webfetch.Code{
			security.BlockedScheme: webfetch.InvalidProtocol, security.BlockedURL: webfetch.InvalidURL,
			security.BlockedDomain: webfetch.DomainNotAllowed, security.Unresolved: webfetch.DNSError,
		}
		return cmp.Or(codes[refused.Reason], webfetch.SSRFBlocked), false
	case errors.Is(err, egress.ErrTooLarge), errors.Is(err, errTooLarge):
		return webfetch.ContentTooLarge, false
	case errors.Is(err, errTooManyRedirects):
		return webfetch.TooManyRedirects, false
	case errors.Is(err, errNotAPage):
		return webfetch.UnsupportedContentType, false
	case errors.Is(err, errSelector):
		return webfetch.InvalidInput, false
	case errors.Is(err, context.DeadlineExceeded):
		return webfetch.RenderTimeout, true
	case errors.As(err, &load):
		return load.code()
	}
	return webfetch.RenderFailed, true
}

// code returns the code for an error of Chromium's network stack (net_error_list.h).
func (e *loadError) code() (code webfetch.Code, retryable bool) {
	text := strings.TrimPrefix(e.text, "net::")
	switch dns := new(net.DNSError); {
	case errors.As(e.cause, &dns):
		return webfetch.DNSError, !dns.IsNotFound
	case e.cause != nil:
		return webfetch.ConnectionFailed, true
	case strings.HasPrefix(text, "ERR_CERT_"), strings.HasPrefix(text, "ERR_SSL_"), strings.HasPrefix(text, "ERR_BAD_SSL_"):
		return webfetch.TLSError, false
	case text == "ERR_TOO_MANY_REDIRECTS":
		return webfetch.RedirectLoop, false
	case text == "ERR_ABORTED":
		return webfetch.UnsupportedContentType, false
	case strings.HasPrefix(text, "ERR_CONNECTION_"), text == "ERR_CONTENT_LENGTH_MISMATCH", text == "ERR_INCOMPLETE_CHUNKED_ENCODING",
		text == "ERR_EMPTY_RESPONSE", text == "ERR_TUNNEL_CONNECTION_FAILED", text == "ERR_SOCKET_NOT_CONNECTED":
		return webfetch.ConnectionFailed, true
	case strings.HasPrefix(text, "ERR_CONTENT_DECODING_"):
		return webfetch.DecompressionFailed, false
	}
	return webfetch.RenderFailed, true
}
