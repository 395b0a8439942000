package webfetch

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Fetch reads one page or file and makes a packet of it. Every failure is an
// *[Error]; no packet comes with one. One deadline, the earlier of ctx's and
// Request.Timeout, covers DNS, robots.txt, queueing, retries, body, rendering
// and extraction.
func (c *Client) Fetch(ctx context.Context, req Request) (*Packet, error) {
	return c.fetchOne(ctx, req, nil, 0)
}

// fetchOne is Fetch for the request of that index of a FetchAll with a shelf.
func (c *Client) fetchOne(ctx context.Context, req Request, s *shelf, index int) (*Packet, error) {
	began := time.Now()
	t, fault := c.plan(req)
	if fault != nil {
		return nil, fault.asked(req.URL, index)
	}
	t.shelf = s
	ctx, cancel := context.WithTimeout(hostlimit.WithTenant(ctx, t.Partition), t.timeout)
	defer cancel()
	ctx, end := c.observed(ctx, t)
	p, err := t.run(func() (*Packet, error) { return c.fetch(ctx, t) })
	if err != nil {
		e := asError("fetch", t.url, err)
		end(observe.Result{Err: e, Code: string(e.Code), Status: e.Status})
		return nil, c.failed(t, e).asked(req.URL, index)
	}
	end(observe.Result{Status: p.Status, Bytes: p.Receipt.BytesRead, Detail: string(p.Receipt.Cache)})
	if t.log != nil {
		p.Receipt.Steps = t.log.Reports()
	}
	p.Receipt.RequestID, p.Receipt.Index, p.Receipt.Duration = t.id, index, time.Since(began)
	c.log(ctx, "fetched", slog.Int("status", p.Status), slog.String("host", t.url.Host),
		slog.Bool("from_cache", p.Receipt.FromCache), slog.Duration("took", p.Receipt.Duration))
	return p, nil
}

// fetch finds the response and makes a packet of it.
func (c *Client) fetch(ctx context.Context, t *task) (*Packet, error) {
	if err := c.opts.admit(ctx, nil, t.url); err != nil {
		return nil, err
	}
	if c.remembered(ctx, t) {
		if p, err := c.fetchRemembered(ctx, t); p != nil || err != nil {
			return p, err
		}
	}
	got, err := c.load(ctx, t)
	if err == nil {
		err = c.admitLoad(ctx, t, got)
	}
	if err != nil {
		return nil, err
	}
	version, how := c.markdownVersion(ctx, t, got)
	if version != nil {
		got = version
	}
	p, err := c.packet(ctx, t, got)
	if err != nil {
		return nil, got.fault(asError("fetch", got.url, err))
	}
	p.Provenance.Markdown = how
	return p, nil
}

// task is a request with every default filled in.
type task struct {
	Request
	id      string
	url     *url.URL // without fragment
	section string   // the fragment
	timeout time.Duration
	ttl     time.Duration
	tell    func(Progress) // nil: nobody wants to know; never blocks
	shelf   *shelf         // nil outside of a FetchAll
	log     *observe.Log   // nil: nobody asks for the steps
	// renderFault is why the renderer, which was asked first, has failed.
	renderFault Code
}

// plan validates a request and fills in its defaults.
func (c *Client) plan(req Request) (*task, *Error) {
	if fault := c.open("fetch"); fault != nil {
		return nil, fault
	}
	u, fault := parseURL(req.URL)
	if fault != nil {
		return nil, fault
	}
	t := &task{Request: req, id: requestID(), url: u, section: u.Fragment, timeout: req.Timeout, ttl: req.CacheTTL}
	u.Fragment, u.RawFragment = "", ""
	t.Header = req.Header.Clone() // a shared download may outlive this call
	t.Method = cmp.Or(t.Method, http.MethodGet)
	t.Mode = cmp.Or(t.Mode, ModeAuto)
	t.timeout = cmp.Or(t.timeout, c.opts.Timeout)
	t.ttl = cmp.Or(t.ttl, c.opts.CacheTTL)
	t.MaxBytes = cmp.Or(t.MaxBytes, c.opts.MaxBytes)
	t.MaxRedirects = cmp.Or(t.MaxRedirects, c.opts.MaxRedirects)
	t.IgnoreRobots = t.IgnoreRobots || t.UserInitiated || c.opts.IgnoreRobots
	if t.UserAgent == "" && t.UserInitiated {
		t.UserAgent = c.opts.UserInitiatedAgent
	}
	t.UserAgent = cmp.Or(t.UserAgent, c.opts.UserAgent)
	if err := t.validate(); err != nil {
		return nil, &Error{Op: "fetch", URL: transport.Bare(u), Code: InvalidInput, Err: err}
	}
	return t, nil
}

// packet makes the result of what was loaded.
func (c *Client) packet(ctx context.Context, t *task, got *load) (*Packet, error) {
	if got.status >= http.StatusBadRequest {
		return nil, c.statusError(ctx, got)
	}
	p, err := c.read(ctx, t, got)
	if err != nil {
		return nil, err
	}
	if reason := reasonToRender(t, p); reason != "" && t.Mode == ModeAuto && t.Method == http.MethodGet && got.via != "render" {
		if p, err = c.readRendered(ctx, t, p, reason); err != nil {
			return nil, err
		}
	}
	if p.Verdict.Kind == extract.VerdictBotWall {
		return nil, challengeError(got.url, p.Verdict, got.status)
	}
	p.Provenance.Consent = consentOf(c.transport.KnownRobots(got.url), got, p.Document.Meta.Robots)
	if err := c.opts.reserved(got, p.Provenance.Consent); err != nil && !t.UserInitiated {
		return nil, err
	}
	p.Verdict.Next = c.nextStep(p, t.Method == http.MethodHead)
	if p = p.Since(t.Since); p.Changes != nil && p.Changes.Unchanged {
		return p, nil
	}
	if t.Extract.MaxTokens == 0 && t.Extract.Question == "" {
		return p, nil
	}
	done, err := t.work(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return c.fit(ctx, p, t.Extract)
}

// work waits until the caller lets work begin.
func (t *task) work(ctx context.Context) (done func(), err error) {
	if t.Work == nil {
		return func() {}, nil
	}
	return t.Work(ctx)
}

// read extracts a loaded body.
func (c *Client) read(ctx context.Context, t *task, got *load) (*Packet, error) {
	o := got.origin(t)
	if t.Method == http.MethodHead {
		p, err := headPacket(ctx, o, t.Extract)
		if err != nil {
			return nil, err
		}
		p.Receipt = Receipt{Partition: t.Partition, Retries: got.retries, FromCache: got.cached, Cache: got.decision, Age: got.age(), ContentLength: announced(got.header)}
		return p, nil
	}
	page := *got.url
	if t.section != "" {
		page.Fragment, page.RawFragment = t.section, ""
	}
	src := extract.Source{URL: &page, MediaType: o.contentType, Body: got.body, Options: t.Extract.Options}
	src.Options.Progress = nil
	if t.tell != nil {
		src.Options.Progress = func(done, total int) {
			t.news(Progress{Stage: stageExtract, Done: int64(done), Total: int64(total)})
		}
	}
	defer c.transport.Occupy(ctx)()
	done, err := t.work(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	opts := t.Extract
	opts.Partition = t.Partition
	p, err := c.make(ctx, o, &src, opts)
	if err != nil {
		return nil, err
	}
	p.Receipt = Receipt{Partition: t.Partition, Retries: got.retries, FromCache: got.cached, Cache: got.decision, Age: got.age(), BytesRead: int64(len(got.body))}
	p.Screenshot = got.screenshot
	if t.Mode == ModeRender {
		p.Receipt.RenderReason = RenderAsked
	}
	return p, nil
}

func headPacket(ctx context.Context, o origin, opts ExtractOptions) (*Packet, error) {
	doc := &extract.Document{Verdict: extract.Verdict{
		Kind: extract.VerdictEmpty, Evidence: []string{"a HEAD request has no body"}, Next: "Use method GET to read the page.",
	}}
	return build(ctx, o, nil, doc, opts)
}

// announced is the Content-Length of a header, 0 for none (RFC 9110 section 8.6).
func announced(h http.Header) int64 {
	n, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func requestID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func (c *Client) failed(t *task, e *Error) *Error {
	c.logPanic(context.Background(), e)
	c.log(context.Background(), "fetch failed", slog.String("code", string(e.Code)), slog.String("host", t.url.Host), slog.Int("status", e.Status))
	return e
}

func (c *Client) log(ctx context.Context, message string, attrs ...slog.Attr) {
	if c.opts.Logger != nil {
		c.opts.Logger.LogAttrs(ctx, slog.LevelDebug, message, attrs...)
	}
}
