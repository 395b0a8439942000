package webfetch

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/schedule"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// Request is one call of [Client.Fetch]. Only URL is required.
type Request struct {
	// URL is absolute, http or https. A fragment names the section that is
	// wanted; it is not sent.
	URL string
	// Method is GET or HEAD. Zero means GET. HEAD returns a packet without
	// content.
	Method string
	// Mode is "http", "render", for the Renderer or RENDER_UNAVAILABLE, or "auto": HTTP, and the
	// Renderer where the page needs scripts and one is configured. Zero means auto.
	Mode string
	// Header holds extra request headers. They go to the origin of URL only and
	// are dropped when a redirect leaves it. Host, Connection and other
	// headers of the transport are refused. Fetch keeps a copy: the map is the
	// caller's again when it has returned.
	Header http.Header
	// UserAgent replaces that of the Options. Zero means theirs.
	UserAgent string
	// Timeout bounds the whole call: DNS, robots.txt, queueing, retries, body.
	// Zero means that of the Options.
	Timeout time.Duration
	// MaxBytes bounds the body after content decoding; more is an error with
	// CONTENT_TOO_LARGE. Zero means that of the Options.
	MaxBytes int64
	// MaxRedirects bounds the redirects followed. Zero means that of the
	// Options, [None] none.
	MaxRedirects int
	// CacheTTL bounds the age of a cached response, and how long this one is
	// kept. Zero means that of the Options. [None] always asks the server. If the cache has a
	// copy, the new response replaces it, for as long as the Options say; if not, nothing is stored.
	CacheTTL time.Duration
	// CacheOnly sends no request. A copy in the cache answers, with a warning stale_copy if it is
	// not fresh any more; without a copy the error is SOURCE_NOT_FOUND. With mode render, or with
	// CacheTTL [None], it is INVALID_INPUT. Zero means that the network is asked.
	CacheOnly bool
	// WholeOnly makes a body that ends before it is complete an error, CONNECTION_FAILED.
	// Zero means that what came of it is read, and a warning truncated says so.
	WholeOnly bool
	// Principal names for whom the call is, such as a user of a server. Cached responses
	// and shared downloads of one principal are kept from the others, and where requests
	// wait, principals take turns. Zero is a principal like any other.
	Principal string
	// IgnoreRobots reads a page that robots.txt disallows. Zero means that of
	// the Options.
	IgnoreRobots bool
	// UserInitiated marks a fetch that a person asked for in so many words: no
	// robots check, and the comment of the user agent gets "; user-initiated".
	UserInitiated bool
	// Render tunes the Renderer.
	Render RenderOptions
	// Extract tunes what is made of the body.
	Extract ExtractOptions
	// Progress, when set, is called with how far the call is, but not with the download of
	// another call that this one shares: by several goroutines, one at a time, and not after
	// Fetch has returned. It must not block. stage is robots, queue, download, render,
	// extract or compact; done and total are in units of the stage, bytes or pages of a PDF,
	// and total is 0 while unknown.
	Progress func(stage string, done, total int64)
}

// ExtractOptions tune [Client.Extract], and Fetch after the transfer.
type ExtractOptions struct {
	extract.Options
	// RawExcerpt adds the beginning of the raw body to the packet.
	RawExcerpt bool
	// Links adds the links of the page to the packet.
	Links bool
	// Style says how content shows images and links. Zero means as the page has
	// them, with their addresses.
	Style linkstyle.Style
	// RawOnly leaves the body as it is: the packet has Raw and hashes, but no content. What
	// of it reads like an instruction to a model is found by [Client.View].
	RawOnly bool
	// MaxTokens shrinks Content to that many tokens; what was
	// left out is named in a warning. Zero means no budget.
	MaxTokens int
	// Question makes MaxTokens keep what answers it. Without MaxTokens the budget is 4,000.
	Question string
}

// RenderOptions tune a [Renderer].
type RenderOptions struct {
	// WaitUntil says when a page is done: load and domcontentloaded mean these
	// events, networkidle half a second without a request after load. Zero means
	// that neither the document changed nor a request was under way for a quarter
	// of a second.
	WaitUntil string
	// Wait is an extra wait after WaitUntil. Zero means none.
	Wait time.Duration
	// AllowThirdParty loads resources of other sites, that is of other
	// registrable domains. Zero means that they are blocked.
	AllowThirdParty bool
	// Screenshot takes a PNG of the whole page.
	Screenshot bool
	// Selector is a CSS selector to wait for before WaitUntil. Zero means none.
	Selector string
	// Admit is set by the client, and called before the page leads to another document. The
	// renderer makes one call of it at a time, and none after Render has returned. An error of
	// Admit ends the rendering, and Render returns it. Nil means that every document may be
	// loaded that the egress policy allows.
	Admit func(ctx context.Context, next *url.URL) error
}

// Fetch reads one page or file and makes a packet of it. Every failure is an
// *[Error]; no packet comes with one. One deadline, the earlier of ctx's and
// Request.Timeout, covers DNS, robots.txt, queueing, retries, body, rendering
// and extraction.
func (c *Client) Fetch(ctx context.Context, req Request) (*Packet, error) {
	return c.fetchOne(ctx, req, 0)
}

func (c *Client) fetchOne(ctx context.Context, req Request, index int) (*Packet, error) {
	began := time.Now()
	call, failure := c.newCall(req)
	if failure != nil {
		return nil, failure.ofRequest(req, index)
	}
	defer call.end()
	ctx, end := steps.Begin(steps.With(ctx, c.opts.Hooks.Observer), observe.Step{Kind: "fetch", ID: call.id, URL: call.url, Method: call.Method})
	p, err := guarded(ctx, c, "fetch", call.url, func() (*Packet, error) {
		if p := c.again(ctx, call); p != nil {
			return p, nil
		}
		ctx, cancel := context.WithTimeout(hostlimit.WithPrincipal(ctx, call.Principal), call.timeout)
		defer cancel()
		return c.fetch(ctx, call)
	})
	if err != nil {
		e := asError("fetch", call.url, err)
		end(observe.Result{Err: e, Code: string(e.Code), Status: e.Status})
		c.log(ctx, "fetch failed", slog.String("code", string(e.Code)), slog.String("host", call.url.Host), slog.Int("status", e.Status))
		return nil, e.ofRequest(req, index)
	}
	end(observe.Result{Status: p.Status, Bytes: int64(len(p.Raw)), Detail: string(p.Stats.Cache)})
	p.Stats.RequestID, p.Stats.Index, p.Stats.Duration = call.id, index, time.Since(began)
	c.log(ctx, "fetched", slog.Int("status", p.Status), slog.String("host", call.url.Host),
		slog.Bool("from_cache", p.Provenance.Via == "cache"), slog.Duration("took", p.Stats.Duration))
	return p, nil
}

func (c *Client) fetch(ctx context.Context, call *fetchCall) (*Packet, error) {
	if err := c.opts.admit(ctx, nil, call.url); err != nil {
		return nil, err
	}
	resp, err := c.findResponse(ctx, call)
	if err == nil {
		err = c.admitLoad(ctx, call, resp)
	}
	if err != nil {
		return nil, err
	}
	p, err := c.packet(ctx, call, resp)
	if err != nil {
		e := asError("fetch", resp.URL, err)
		if e.Redirects == nil {
			e.Redirects = resp.Redirects
		}
		e.Retries = max(e.Retries, resp.retries)
		return nil, e
	}
	p.OriginalURL = call.URL
	c.keep(ctx, call, resp, p)
	return p, nil
}

// fetchCall is a request with every default filled in.
type fetchCall struct {
	Request
	id      string
	url     *url.URL              // without fragment
	section string                // the fragment
	pages   func(done, total int) // Extract.Progress, which is nil in Request
	key     string                // of the response in a cache: see cacheKey
	timeout time.Duration
	ttl     time.Duration

	reporting sync.Mutex
	returned  bool // nothing more is reported
}

func (c *Client) newCall(req Request) (*fetchCall, *Error) {
	if failure := c.errIfClosed("fetch"); failure != nil {
		return nil, failure
	}
	u, failure := parseURL(req.URL)
	if failure != nil {
		return nil, failure
	}
	call := &fetchCall{Request: req, id: steps.NewID(), url: u, section: u.Fragment}
	u.Fragment, u.RawFragment = "", ""
	call.pages, call.Extract.Progress = req.Extract.Progress, nil
	call.Header = req.Header.Clone() // a shared download may outlive this call
	call.Method = cmp.Or(call.Method, http.MethodGet)
	call.Mode = cmp.Or(call.Mode, "auto")
	call.timeout = cmp.Or(call.Timeout, c.opts.Limits.Timeout)
	call.ttl = cmp.Or(call.CacheTTL, c.opts.Limits.CacheTTL)
	call.MaxBytes = cmp.Or(call.MaxBytes, c.opts.Limits.MaxBytes)
	call.MaxRedirects = cmp.Or(call.MaxRedirects, c.opts.Limits.MaxRedirects)
	call.IgnoreRobots = call.IgnoreRobots || call.UserInitiated || c.opts.IgnoreRobots
	if call.UserAgent == "" && call.UserInitiated {
		call.UserAgent = c.opts.UserAgent + " (user-initiated)"
		if i := strings.LastIndexByte(c.opts.UserAgent, ')'); i >= 0 {
			call.UserAgent = c.opts.UserAgent[:i] + "; user-initiated" + c.opts.UserAgent[i:]
		}
	}
	call.UserAgent = cmp.Or(call.UserAgent, c.opts.UserAgent)
	if err := call.validate(); err != nil {
		return nil, &Error{Op: "fetch", URL: transport.RedactURL(u), Code: InvalidInput, Err: err}
	}
	call.key = cacheKey(call, c.policy)
	return call, nil
}

// guarded does work of an operation on a page. A panic costs that call only, and is logged. The error is an *Error.
func guarded[T any](ctx context.Context, c *Client, op string, page *url.URL, work func() (T, error)) (T, error) {
	made, err := panics.Do(work)
	if err == nil {
		return made, nil
	}
	c.logPanic(ctx, err)
	return made, asError(op, page, err)
}

// report calls Request.Progress until the call has returned: a download that it began goes on while
// others wait for it.
func (call *fetchCall) report(stage string, done, total int64) {
	if call.Progress == nil {
		return
	}
	call.reporting.Lock()
	defer call.reporting.Unlock()
	if !call.returned {
		call.Progress(stage, done, total)
	}
}

func (call *fetchCall) end() {
	call.reporting.Lock()
	defer call.reporting.Unlock()
	call.returned = true
}

func (c *Client) packet(ctx context.Context, call *fetchCall, resp *response) (*Packet, error) {
	if resp.Status >= http.StatusBadRequest {
		return nil, c.statusError(ctx, resp)
	}
	p, err := c.readBody(ctx, call, resp)
	if err != nil {
		return nil, err
	}
	if reason := reasonToRender(call, p); reason != "" && call.Mode == "auto" && call.Method == http.MethodGet && resp.via != "render" {
		if p, err = c.readRendered(ctx, call, p, reason); err != nil {
			return nil, err
		}
	}
	if p.Verdict.Kind == extract.VerdictBotWall {
		return nil, challengeError(resp.URL, p.Verdict, resp.Status)
	}
	p.Verdict.Next = c.nextStep(p, call.Method == http.MethodHead)
	if call.Extract.MaxTokens == 0 && call.Extract.Question == "" {
		return p, nil
	}
	done, err := steps.AwaitWork(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return c.fit(ctx, p, call.Extract)
}

func (c *Client) readBody(ctx context.Context, call *fetchCall, resp *response) (*Packet, error) {
	contentType := resp.Header.Get("Content-Type")
	if call.Method == http.MethodHead {
		doc := &extract.Document{Verdict: extract.Verdict{
			Kind: extract.VerdictEmpty, Evidence: []string{"a HEAD request has no body"},
		}}
		p, err := c.newPacket(ctx, resp, contentType, doc, call.Extract)
		if err != nil {
			return nil, err
		}
		if n, err := strconv.ParseInt(resp.Header.Get("Content-Length"), 10, 64); err == nil {
			p.Stats.ContentLength = max(n, 0)
		}
		return p, nil
	}
	page := *resp.URL
	if call.section != "" {
		page.Fragment, page.RawFragment = call.section, ""
	}
	src := extract.Source{URL: &page, MediaType: contentType, Body: resp.Body, Refresh: resp.Header.Get("Refresh"), Options: call.Extract.Options,
		Filename: envelope.Filename(resp.Header.Get("Content-Disposition"))}
	if src.Refresh != "" && len(src.Body) == 0 {
		src.MediaType = "text/html" // a redirect of no type
	}
	if call.Progress != nil || call.pages != nil {
		src.Options.Progress = func(done, total int) {
			call.report("extract", int64(done), int64(total))
			if call.pages != nil && total > 0 {
				call.pages(done, total)
			}
		}
	}
	defer c.transport.Occupy(ctx)()
	done, err := steps.AwaitWork(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	p, err := c.extractPacket(ctx, resp, &src, call.Extract)
	if err != nil && resp.cut && codeFor(err) == ExtractionFailed {
		err = &Error{Op: "fetch", URL: transport.RedactURL(resp.URL), Code: ConnectionFailed, Retryable: true, Err: transport.ErrCut(err)}
	}
	if err != nil {
		return nil, err
	}
	if call.Mode == "render" {
		p.Stats.RenderReason = "asked"
	}
	return p, nil
}

func (c *Client) log(ctx context.Context, message string, attrs ...slog.Attr) {
	if c.opts.Logger != nil {
		c.opts.Logger.LogAttrs(ctx, slog.LevelDebug, message, attrs...)
	}
}

// maxURL bounds the length of an address in bytes.
const maxURL = 8 << 10

// parseURL parses the address of a request. It converts the path to the spelling in which it
// is sent, so that all later comparisons use that spelling.
func parseURL(raw string) (*url.URL, *Error) {
	fail := func(code Code, why string) (*url.URL, *Error) {
		return nil, &Error{Op: "fetch", Code: code, Err: errors.New(why)}
	}
	raw = address.Repair(strings.TrimSpace(raw))
	switch {
	case raw == "":
		return fail(InvalidInput, "url is empty")
	case len(raw) > maxURL:
		return fail(InvalidURL, "it is too long: "+strconv.Itoa(len(raw))+" bytes, where "+strconv.Itoa(maxURL)+" are the most")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return fail(InvalidURL, unparsed(raw, err))
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch {
	case u.Scheme == "":
		return fail(InvalidURL, "it has no scheme; it must start with http:// or https://")
	case u.Scheme != "http" && u.Scheme != "https":
		return fail(InvalidProtocol, "scheme "+u.Scheme+" is not http or https")
	case u.Opaque != "" || u.Host == "":
		return fail(InvalidURL, "it has no host")
	case u.User != nil:
		return fail(InvalidURL, "it holds a user name")
	}
	if n, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || n == 0) {
		return fail(InvalidURL, "its port "+line.Clip(u.Port(), 20)+" is not a number from 1 to 65535")
	}
	return address.Clean(u), nil
}

// unparsed says why url.Parse can't parse an address, without its user information, path and query.
func unparsed(raw string, err error) string {
	_, rest, _ := strings.Cut(raw, "://")
	host, _, _ := strings.Cut(rest, "/")
	wrong, escape := url.InvalidHostError(""), url.EscapeError("")
	switch {
	case strings.ContainsAny(host, " \u00a0"):
		return "its host has a space in it"
	case strings.Contains(host, "[") != strings.Contains(host, "]"):
		return "its host has a bracket without the other"
	case strings.Contains(err.Error(), "invalid port"):
		return "its port is not a number from 1 to 65535"
	case errors.As(err, &wrong), errors.As(err, &escape):
		return "its host has a character that no host may have"
	case strings.Contains(err.Error(), "control character"):
		return "it has a control character in it"
	case strings.Contains(err.Error(), "scheme"):
		return "it has no scheme; it must start with http:// or https://"
	}
	return "it can't be parsed"
}

func bareHost(u *url.URL) string {
	return strings.TrimPrefix(address.Host(u.Scheme, u.Host), "www.")
}

// admit returns an *Error if Options.Hooks.URLPolicy refuses u, else nil. from is the address
// that led to u; nil means that the caller named u.
func (o *Options) admit(ctx context.Context, from, u *url.URL) error {
	if o.Hooks.URLPolicy == nil {
		return nil
	}
	if from != nil {
		ctx = urlpolicy.WithRedirect(ctx, from)
	}
	asked := *u // it may not be changed
	err := func() (err error) {
		defer panics.Catch(&err)
		return o.Hooks.URLPolicy(ctx, &asked)
	}()
	if err == nil {
		return nil
	}
	e := &Error{Op: "fetch", URL: transport.RedactURL(u), Code: DomainNotAllowed, Err: err}
	switch code := codeOf(err); {
	case errors.As(err, new(*panics.Error)), ctx.Err() != nil && (code == Cancelled || code == Timeout):
		e.Code = code
	}
	return e
}

// admitLoad asks Options.Hooks.URLPolicy about the addresses of resp and of the redirects to
// it. The transport asks only for the call that downloads; a response from the cache, or
// shared with another call, is checked here.
func (c *Client) admitLoad(ctx context.Context, call *fetchCall, resp *response) error {
	if c.opts.Hooks.URLPolicy == nil || resp.URL.String() == call.url.String() && len(resp.Redirects) == 0 {
		return nil
	}
	from := call.url
	for _, raw := range resp.Redirects {
		if u, err := url.Parse(raw); err == nil && raw != transport.RedactURL(call.url) {
			if err := c.opts.admit(ctx, from, u); err != nil {
				return err
			}
			from = u
		}
	}
	return c.opts.admit(ctx, from, resp.URL)
}

// lookahead bounds how many requests FetchAll reads ahead of the one it sends,
// so that one host with many pages does not hold the others up.
const lookahead = 256

// FetchAll fetches many pages and yields each result as it arrives, with a nil packet and an
// *[Error] for a failure. At most Limits.Concurrency calls are under way, at most
// Limits.ConcurrencyPerHost of them to one host, and hosts take turns. There is one result for
// each request, unless ctx ends before all are read: FetchStats.Index and Error.Index give
// the number of the request, counted from 0, and Packet.OriginalURL and Error.OriginalURL
// its address. Error.URL is the address that failed, which after redirects is another.
//
// Requests for one address are sent one after the other, so that all but the first are
// answered by the cache where it may keep the response.
//
// reqs is read from a goroutine of its own, 256 requests ahead at most; it must end or
// return once ctx is done. If it panics, so does FetchAll, in the caller's goroutine. A
// Header may be changed once reqs goes on. Ending the loop early, or ctx, cancels what is
// under way; FetchAll returns when all of it has ended.
func (c *Client) FetchAll(ctx context.Context, reqs iter.Seq[Request]) iter.Seq2[*Packet, error] {
	return func(yield func(*Packet, error) bool) {
		limits := schedule.Limits{Total: c.opts.Limits.Concurrency, PerHost: c.opts.Limits.ConcurrencyPerHost}
		schedule.Run(ctx, schedule.Job[job, outcome]{
			Queue: schedule.NewQueue(limits, job.place),
			Source: func(yield func(job) bool) {
				next := job{}
				for next.Request = range reqs {
					next.Header = next.Header.Clone()
					if !yield(next) {
						return
					}
					next.index++
				}
			},
			Ahead: lookahead,
			Work: func(ctx context.Context, j job) outcome {
				p, err := c.fetchOne(ctx, j.Request, j.index)
				return outcome{p, err}
			},
			Each: func(_ job, o outcome) bool { return yield(o.packet, o.err) },
		})
	}
}

type job struct {
	Request
	index int // of the request, counted as they are read
}

type outcome struct {
	packet *Packet
	err    error
}

// place lets requests wait for each other that may be one download.
func (j job) place() schedule.Place {
	u, failure := parseURL(j.URL)
	if failure != nil {
		return schedule.Place{Key: j.URL} // it fails soon, and counts for no host
	}
	u.Fragment, u.RawFragment = "", ""
	return schedule.Place{Host: strings.ToLower(u.Host), Key: cmp.Or(j.Method, http.MethodGet) + " " + u.String()}
}

// FetchURLs fetches pages by their addresses with the defaults of a Request, and yields each
// result as it arrives, as [Client.FetchAll] does. The order of the results is not that of urls:
// Packet.OriginalURL and Error.OriginalURL hold the address as it was given. No URLs yield no
// results.
func (c *Client) FetchURLs(ctx context.Context, urls ...string) iter.Seq2[*Packet, error] {
	return c.FetchAll(ctx, func(yield func(Request) bool) {
		for _, url := range urls {
			if !yield(Request{URL: url}) {
				return
			}
		}
	})
}
