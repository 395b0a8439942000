package webfetch

import (
	"cmp"
	"context"
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
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

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
	ctx, end := steps.Begin(steps.With(ctx, c.opts.Hooks.Observer), observe.Step{Kind: "fetch", ID: call.id, URL: call.url, Method: call.Method})
	p, e := guarded(ctx, c, "fetch", call.url, func() (*Packet, error) {
		if p := c.again(ctx, call); p != nil {
			return p, nil
		}
		ctx, cancel := context.WithTimeout(hostlimit.WithPrincipal(ctx, call.Principal), call.timeout)
		defer cancel()
		return c.fetch(ctx, call)
	})
	if e != nil {
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
		e.Retries = max(e.Retries, resp.Retries)
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
	url     *url.URL // without fragment
	section string   // the fragment
	timeout time.Duration
	ttl     time.Duration
}

func (c *Client) newCall(req Request) (*fetchCall, *Error) {
	if failure := c.errIfClosed("fetch"); failure != nil {
		return nil, failure
	}
	u, failure := parseURL(req.URL)
	if failure != nil {
		return nil, failure
	}
	call := &fetchCall{Request: req, id: steps.NewID(), url: u, section: u.Fragment, timeout: req.Timeout, ttl: req.CacheTTL}
	u.Fragment, u.RawFragment = "", ""
	call.Header = req.Header.Clone() // a shared download may outlive this call
	call.Method = cmp.Or(call.Method, http.MethodGet)
	call.Mode = cmp.Or(call.Mode, "auto")
	call.timeout = cmp.Or(call.timeout, c.opts.Limits.Timeout)
	call.ttl = cmp.Or(call.ttl, c.opts.Limits.CacheTTL)
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

// guarded does work of an operation on a page. A panic costs that call only, and is logged.
func guarded[T any](ctx context.Context, c *Client, op string, page *url.URL, work func() (T, error)) (made T, failure *Error) {
	made, err := panics.Do(work)
	if err == nil {
		return made, nil
	}
	c.logPanic(ctx, err)
	return made, asError(op, page, err)
}

type progress struct {
	stage       string
	done, total int64
}

func (call *fetchCall) report(p progress) {
	if call.Progress != nil {
		call.Progress(p.stage, p.done, p.total)
	}
	if pages := call.Extract.Progress; pages != nil && p.stage == "extract" && p.total > 0 {
		pages(int(p.done), int(p.total))
	}
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
	if call.Progress != nil || call.Extract.Progress != nil {
		src.Options.Progress = func(done, total int) {
			call.report(progress{"extract", int64(done), int64(total)})
		}
	}
	defer c.transport.Occupy(ctx)()
	done, err := steps.AwaitWork(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	p, err := c.extractPacket(ctx, resp, &src, call.Extract)
	if err != nil && resp.Cut && codeFor(err) == ExtractionFailed {
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
