// Package webfetch reads web pages and files for programs that hand them to
// language models: safely, with the content and not the page around it, and
// with an honest word on what was found.
//
// # Start
//
// [New] makes a [Client]; Options{} works. [Client.Fetch] reads one address and
// returns a [Packet]: Markdown in Content, outline, key blocks, citations,
// metadata, and a verdict that says what kind of page it was. [Client.FetchAll]
// reads many, package crawl a whole site, and [Client.Extract] takes bytes that
// you hold. [Client.Chunk] splits a packet to a token budget, [Client.Compact]
// shrinks it to one, and [Client.View] shows it in other ways. Package tools has
// all of this as tools of an agent, and keeps pages for its later calls; package
// modeltext makes a packet or an error a text that a model may be shown.
//
// # What a client guarantees
//
// Every byte that leaves goes through one security.Policy, decided on the
// address at the time of connecting: pages, redirects and robots.txt alike. The
// zero Policy allows the public internet only.
//
// One deadline covers a whole call: DNS, robots.txt, waiting for a turn,
// retries, body and extraction. Cancelling the context ends all of them.
//
// Sizes are bounded: body before and after inflating, header, depth, objects,
// bytes under extraction at one time. What is over a bound is a typed error, and
// nothing is cut in silence.
//
// No result is an empty success: Packet.Verdict distinguishes a page of content from a
// script shell, a login, a paywall, a consent wall or a page that says "not
// found", with evidence and with what to try next. A page that asks for a human
// is an error.
//
// Every failure is an *[Error] with a [Code] of a closed list, whether it may
// pass later, how long the server asks to wait, and what to try instead.
//
// # Security considerations
//
// Content is written by strangers. Text that a reader of the page can't see is
// kept out of it; text that reads like an instruction to a model is listed in
// Packet.Injections, whether it was shown or not. The list is never complete: treat
// Content as data, and check each call of a tool by an agent that reads the web,
// whatever a page told it.
//
// Request headers go to the origin of the request only. Nothing is logged
// unless Options.Logger is set, and then neither queries, headers nor bodies; but net/http
// writes one quoted line to the standard logger where a server sends bytes out of turn.
//
// With Options.Proxy names are still resolved and checked here and the proxy is
// asked for the checked address; the proxy itself has to be trusted.
package webfetch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/data"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
	"github.com/webfetch-mcp/webfetch-go/extract/feed"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/extract/notebook"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/flight"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/ttlcache"
)

// Version is the version of the library. The default user agent contains it.
const Version = "0.1.0"

const defaultAgent = "webfetch-go/" + Version + " (+https://github.com/webfetch-mcp/webfetch-go)"

// Client fetches pages and makes packets of them. It is safe for concurrent
// use. Make one with [New], share it, and Close it at the end.
type Client struct {
	opts      Options
	transport *transport.Client
	entries   *ttlcache.Cache[*entry] // nil: Options.Cache holds them
	registry  *extract.Registry
	downloads flight.Group[*response]
	memory    *fair.Pool // bytes under extraction
	policy    string     // the fingerprint of Options.Policy, and of OriginHeaders
	closed    atomic.Bool
}

// New returns a client. Options{} works. New sends nothing and reads no file. What it
// starts ends with Close. The error is an *[Error] with
// INVALID_INPUT that names the first field which is refused.
func New(opts Options) (*Client, error) {
	if err := opts.validate(); err != nil {
		return nil, &Error{Op: "new", Code: InvalidInput, Err: err}
	}
	opts = opts.withDefaults()
	c := &Client{
		opts:     opts,
		registry: newRegistry(opts),
		memory:   fair.New(opts.Limits.ExtractBytes, fair.Options{Spare: opts.Limits.ExtractBytes / 4}),
		policy:   opts.Policy.Fingerprint(),
	}
	if len(opts.OriginHeaders) > 0 { // clients with others may share the cache
		c.policy += hash(fmt.Append(nil, opts.OriginHeaders)) // fmt sorts the keys
	}
	connect := opts.transport()
	if opts.Cache != nil {
		connect.WrapRobots = c.sharedRobots
	} else {
		c.entries = ttlcache.New[*entry](opts.Limits.CacheBytes)
	}
	c.transport = transport.New(connect)
	return c, nil
}

// Close ends idle connections and the work in the background. Calls under way
// finish; later ones fail with CANCELLED. It may be called more than once, and
// always returns nil.
func (c *Client) Close() error {
	if !c.closed.Swap(true) {
		c.transport.Close()
	}
	return nil
}

// Options returns the options of the client with their defaults filled in.
// What they point to is the client's own and not to be changed.
func (c *Client) Options() Options { return c.opts }

func (c *Client) errIfClosed(op string) *Error {
	if c.closed.Load() {
		return &Error{Op: op, Code: Cancelled, Err: errors.New("client is closed")}
	}
	return nil
}

var defaultClient = sync.OnceValues(func() (*Client, error) { return New(Options{}) })

// Fetch reads a page with a client of default options, which is made on first
// use and shared by all callers. It is never closed. Every failure is an *[Error].
// Programs that need limits, a policy or a user agent of their own make a [Client].
func Fetch(ctx context.Context, url string) (*Packet, error) {
	c, err := defaultClient()
	if err != nil {
		return nil, err
	}
	return c.Fetch(ctx, Request{URL: url})
}

func newRegistry(opts Options) *extract.Registry {
	r := &extract.Registry{Sniff: sniff.MediaType}
	html := page.Extractor{}
	register(r, html, "text/html", "application/xhtml+xml")
	register(r, markdown.Extractor{HTML: html}, markdown.MediaTypes()...)
	register(r, feed.Extractor{HTML: html}, feed.MediaTypes()...)
	register(r, data.Extractor{HTML: html}, data.MediaTypes()...)
	register(r, notebook.Extractor{Markdown: markdown.Extractor{HTML: html}}, notebook.MediaTypes()...)
	register(r, office.Extractor{HTML: html}, office.MediaTypes()...)
	registerPDF(r)
	register(r, text.Extractor{}, text.MediaTypes()...)
	register(r, envelope.Extractor{Registry: r}, envelope.MediaTypes()...)
	for pattern, e := range opts.Hooks.Extractors {
		if e != nil {
			e = customExtractor{e}
		}
		r.Register(pattern, e)
	}
	return r
}

func register(r *extract.Registry, e extract.Extractor, patterns ...string) {
	for _, p := range patterns {
		r.Register(p, e)
	}
}

func (o Options) transport() transport.Config {
	config := transport.Config{
		Policy: o.Policy, Proxy: o.Proxy, NoProxy: o.NoProxy, OriginHeaders: o.OriginHeaders, RootCAs: o.RootCAs,
		UserAgent: o.UserAgent, RobotsToken: o.RobotsToken,
		MaxRetries: o.Limits.MaxRetries,
		Hosts: hostlimit.Config{
			PerMinute: o.Limits.RatePerHost, Burst: o.Limits.BurstPerHost, Limiter: o.Hooks.Limiter,
			Total: o.Limits.Concurrency, PerHost: o.Limits.ConcurrencyPerHost, PerPrincipal: o.Limits.ConcurrencyPerPrincipal,
		},
		Wrap: o.Hooks.WrapTransport,
	}
	if o.Hooks.URLPolicy != nil {
		config.Redirect = o.admit
	}
	return config
}

// customExtractor is an extractor of Options.Hooks.Extractors. It checks documents, because later
// stages slice Markdown by their spans, and adds blocks to those without any.
type customExtractor struct{ extract.Extractor }

// Extract implements extract.Extractor. A document that breaks a promise is an error that wraps
// [extract.ErrBrokenDocument]. The document that the extractor returns is not changed.
func (e customExtractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	returned, err := e.Extractor.Extract(ctx, src)
	switch {
	case err != nil:
		return nil, err
	case returned == nil:
		return nil, fmt.Errorf("%w: neither a document nor an error", extract.ErrBrokenDocument)
	}
	if err := returned.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", extract.ErrBrokenDocument, err)
	}
	doc := *returned
	if err := markdown.Complete(ctx, &doc); err != nil {
		return nil, err
	}
	return &doc, nil
}
