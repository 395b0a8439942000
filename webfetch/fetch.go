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
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/work"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Fetch reads one page or file and makes a packet of it. Every failure is an
// *[Error]; no packet comes with one. One deadline, the earlier of ctx's and
// Request.Timeout, covers DNS, robots.txt, queueing, retries, body, rendering
// and extraction.
func (c *Client) Fetch(ctx context.Context, req Request) (*Packet, error) {
	return c.fetchOne(ctx, req, 0)
}

// fetchOne is Fetch for the request number index of a FetchAll.
func (c *Client) fetchOne(ctx context.Context, req Request, index int) (*Packet, error) {
	began := time.Now()
	call, failure := c.newCall(req)
	if failure != nil {
		return nil, failure.ofRequest(req.URL, index)
	}
	ctx, cancel := context.WithTimeout(hostlimit.WithPrincipal(ctx, call.Principal), call.timeout)
	defer cancel()
	ctx, end := steps.Begin(steps.With(ctx, c.opts.Hooks.Observer), observe.Step{Kind: "fetch", ID: call.id, URL: call.url, Method: call.Method})
	p, err := safely(func() (*Packet, error) { return c.fetch(ctx, call) })
	if err != nil {
		e := asError("fetch", call.url, err)
		end(observe.Result{Err: e, Code: string(e.Code), Status: e.Status})
		return nil, c.failed(call, e).ofRequest(req.URL, index)
	}
	end(observe.Result{Status: p.Status, Bytes: int64(len(p.Raw)), Detail: string(p.Stats.Cache)})
	p.Stats.RequestID, p.Stats.Index, p.Stats.Duration = call.id, index, time.Since(began)
	c.log(ctx, "fetched", slog.Int("status", p.Status), slog.String("host", call.url.Host),
		slog.Bool("from_cache", p.Stats.FromCache), slog.Duration("took", p.Stats.Duration))
	return p, nil
}

// fetch finds the response and makes a packet of it.
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
		return nil, resp.completeError(asError("fetch", resp.url, err))
	}
	return p, nil
}

// fetchCall is a request with every default filled in.
type fetchCall struct {
	Request
	id      string
	url     *url.URL // without fragment
	section string   // the fragment
	timeout time.Duration
	ttl     time.Duration
}

// newCall validates a request and fills in its defaults.
func (c *Client) newCall(req Request) (*fetchCall, *Error) {
	if failure := c.errIfClosed("fetch"); failure != nil {
		return nil, failure
	}
	u, failure := parseURL(req.URL)
	if failure != nil {
		return nil, failure
	}
	call := &fetchCall{Request: req, id: requestID(), url: u, section: u.Fragment, timeout: req.Timeout, ttl: req.CacheTTL}
	u.Fragment, u.RawFragment = "", ""
	call.Header = req.Header.Clone() // a shared download may outlive this call
	call.Method = cmp.Or(call.Method, http.MethodGet)
	call.Mode = cmp.Or(call.Mode, modeAuto)
	call.timeout = cmp.Or(call.timeout, c.opts.Limits.Timeout)
	call.ttl = cmp.Or(call.ttl, c.opts.Cache.TTL)
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
	return call, nil
}

// safely turns a panic of work into an error.
func safely[T any](work func() (*T, error)) (made *T, err error) {
	defer panics.Catch(&err)
	return work()
}

// report tells the caller how far the call is.
func (call *fetchCall) report(p Progress) {
	if call.Progress != nil {
		call.Progress(p)
	}
	if pages := call.Extract.Progress; pages != nil && p.Stage == "extract" && p.Total > 0 {
		pages(int(p.Done), int(p.Total))
	}
}

// packet makes the result of what was loaded.
func (c *Client) packet(ctx context.Context, call *fetchCall, resp *response) (*Packet, error) {
	if resp.status >= http.StatusBadRequest {
		return nil, c.statusError(ctx, call, resp)
	}
	p, err := c.readBody(ctx, call, resp)
	if err != nil {
		return nil, err
	}
	if reason := reasonToRender(call, p); reason != "" && call.Mode == modeAuto && call.Method == http.MethodGet && resp.via != "render" {
		if p, err = c.readRendered(ctx, call, p, reason); err != nil {
			return nil, err
		}
	}
	if p.Verdict.Kind == extract.VerdictBotWall {
		return nil, challengeError(resp.url, p.Verdict, resp.status)
	}
	p.Provenance.Consent = consentOf(c.transport.KnownRobots(resp.url), resp, c.opts.RobotsToken, p.Document.Meta.Robots)
	if err := p.scanConsent(ctx, c.opts.Quarantine); err != nil {
		return nil, err
	}
	p.Verdict.Next = c.nextStep(p, call.Method == http.MethodHead)
	if call.Extract.MaxTokens == 0 && call.Extract.Question == "" {
		return p, nil
	}
	done, err := work.Await(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return c.fit(ctx, p, call.Extract)
}

// readBody extracts a loaded body.
func (c *Client) readBody(ctx context.Context, call *fetchCall, resp *response) (*Packet, error) {
	info := resp.sourceInfo(call)
	if call.Method == http.MethodHead {
		p, err := headPacket(ctx, info, call.Extract)
		if err != nil {
			return nil, err
		}
		p.Stats = FetchStats{Retries: resp.retries, FromCache: resp.cached, Cache: resp.decision, Age: resp.age(), ContentLength: contentLength(resp.header)}
		return p, nil
	}
	page := *resp.url
	if call.section != "" {
		page.Fragment, page.RawFragment = call.section, ""
	}
	src := extract.Source{URL: &page, MediaType: info.contentType, Body: resp.body, Refresh: resp.header.Get("Refresh"), Filename: envelope.Filename(resp.header.Get("Content-Disposition")), Options: call.Extract.Options}
	if src.Refresh != "" && len(src.Body) == 0 {
		src.MediaType = "text/html" // a redirect of no type
	}
	if call.Progress != nil || call.Extract.Progress != nil {
		src.Options.Progress = func(done, total int) {
			call.report(Progress{Stage: "extract", Done: int64(done), Total: int64(total)})
		}
	}
	defer c.transport.Occupy(ctx)()
	done, err := work.Await(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	p, err := c.extractPacket(ctx, info, &src, call.Extract)
	if err != nil && resp.cut && codeFor(err) == ExtractionFailed {
		err = &Error{Op: "fetch", URL: transport.RedactURL(resp.url), Code: ConnectionFailed, Retryable: true, Err: transport.ErrCut(err)}
	}
	if err != nil {
		return nil, err
	}
	p.Stats = FetchStats{Retries: resp.retries, FromCache: resp.cached, Cache: resp.decision, Age: resp.age()}
	p.Screenshot = resp.screenshot
	if call.Mode == ModeRender {
		p.Stats.RenderReason = "asked"
	}
	return p, nil
}

func headPacket(ctx context.Context, info sourceInfo, opts ExtractOptions) (*Packet, error) {
	doc := &extract.Document{Verdict: extract.Verdict{
		Kind: extract.VerdictEmpty, Evidence: []string{"a HEAD request has no body"}, Next: "Use method GET to read the page.",
	}}
	return newPacket(ctx, info, nil, doc, opts)
}

// contentLength is the Content-Length of a header, 0 for none (RFC 9110 section 8.6).
func contentLength(h http.Header) int64 {
	n, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func requestID() string {
	var b [8]byte
	rand.Read(b[:])
	var text [16]byte
	return string(hex.AppendEncode(text[:0], b[:]))
}

func (c *Client) failed(call *fetchCall, e *Error) *Error {
	c.logPanic(context.Background(), e)
	c.log(context.Background(), "fetch failed", slog.String("code", string(e.Code)), slog.String("host", call.url.Host), slog.Int("status", e.Status))
	return e
}

func (c *Client) log(ctx context.Context, message string, attrs ...slog.Attr) {
	if c.opts.Logger != nil {
		c.opts.Logger.LogAttrs(ctx, slog.LevelDebug, message, attrs...)
	}
}
