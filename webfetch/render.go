package webfetch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// render returns the page of a call as the renderer shows it. It passes the same checks first
// as a transfer by HTTP: URLPolicy, robots.txt and the pace of the host.
func (c *Client) render(ctx context.Context, call *fetchCall) (*response, error) {
	if c.opts.Renderer == nil {
		return nil, &Error{Op: "fetch", URL: transport.RedactURL(call.url), Code: RenderUnavailable, Err: errors.New("no renderer is configured")}
	}
	visit := &hostVisit{client: c, call: call, leave: func() {}}
	if err := visit.enter(ctx, call.url); err != nil {
		return nil, err
	}
	defer func() { visit.leave() }()
	call.report("render", 0, 0)
	to, req := *call.url, call.Request
	to.Fragment = call.section // some applications route by it
	req.URL, req.Header, req.Render.Admit = to.String(), c.transport.ForOrigin(call.url, call.Header), visit.enter
	under, end := steps.Begin(ctx, observe.Step{Kind: "render", URL: call.url})
	page, err := panics.Do(func() (*Rendered, error) { return c.opts.Renderer.Render(under, req) })
	if err != nil {
		err = renderError(ctx, call.url, err)
		end(observe.Result{Err: err, Code: string(codeFor(err))})
		return nil, err
	}
	end(observe.Result{Status: page.Status, Bytes: int64(len(page.HTML))})
	at, err := url.Parse(page.URL)
	if err != nil {
		return nil, renderError(ctx, call.url, err)
	}
	if int64(len(page.HTML)) > call.MaxBytes {
		return nil, &Error{Op: "fetch", URL: transport.RedactURL(at), Code: ContentTooLarge, Err: errors.New("rendered page is larger than max_bytes")}
	}
	header := http.Header{}
	maps.Copy(header, page.Header)
	header.Set("Content-Type", "text/html; charset=utf-8") // what scripts made of it
	return &response{
		entry: &entry{
			Entry: httpcache.Entry{Status: page.Status, Header: header, Body: page.HTML, Received: time.Now()},
			URL:   address.Clean(at), Redirects: page.Redirects,
		},
		via: "render", robots: visit.robots, screenshot: page.Screenshot, warnings: page.Warnings,
	}, nil
}

// hostVisit counts a page in the browser as one request under way to its host, as a
// transfer by HTTP does. It belongs to one rendering: enter is called for each document
// and leave at the end, never at the same time.
type hostVisit struct {
	client *Client
	call   *fetchCall
	robots string // what robots.txt of the last host decided
	leave  func() // releases the slot
}

// enter leaves the host before, and then waits until robots.txt and the pace of the host
// of u allow a request. Two pages that lead to each other's hosts would wait for ever if
// each kept its place while it waits.
func (visit *hostVisit) enter(ctx context.Context, u *url.URL) error {
	visit.leave()
	visit.leave = func() {}
	if u != visit.call.url {
		u = address.Clean(u)
		if err := visit.client.opts.admit(ctx, visit.call.url, u); err != nil {
			return err
		}
	}
	robots, done, err := visit.client.transport.Preflight(ctx, u, visit.call.UserAgent, !visit.call.IgnoreRobots)
	if err == nil {
		visit.robots, visit.leave = robots, done
	}
	return err
}

// renderError distinguishes the end of the call, which covers rendering too, from the renderer's
// own failures.
func renderError(ctx context.Context, page *url.URL, err error) error {
	if errors.As(err, new(*Error)) || errors.As(err, new(*transport.Error)) || errors.As(err, new(*panics.Error)) { // the second is of Admit
		return err
	}
	code := RenderFailed
	switch {
	case ctx.Err() != nil:
		if code = codeOf(ctx.Err()); !errors.Is(err, ctx.Err()) {
			err = fmt.Errorf("%w: %w", ctx.Err(), err)
		}
	case errors.Is(err, context.DeadlineExceeded):
		code = RenderTimeout
	}
	return &Error{Op: "fetch", URL: transport.RedactURL(page), Code: code, Retryable: code != Cancelled, Err: err}
}

// codeFor returns the code of an error, "" for none.
func codeFor(err error) Code {
	if err == nil {
		return ""
	}
	return asError("fetch", nil, err).Code
}

// maxReserve bounds the time that rendering leaves for reading a page by HTTP, a fifth of what there is.
const maxReserve = 2 * time.Second

// reasonToRender returns why a page that was read by HTTP should be read again with a
// renderer, "" if it should not. Walls and logins are no reason: they stay when scripts
// run.
func reasonToRender(call *fetchCall, p *Packet) string {
	switch {
	case p.Verdict.Kind == extract.VerdictJSShell:
		return "shell"
	case p.Verdict.Kind == extract.VerdictContent && p.Verdict.Next == extract.NextRender:
		return "state"
	case p.Verdict.Kind == extract.VerdictContent && address.IsRoute(call.section) && p.Document != nil && p.Document.Format == "html":
		return "route"
	}
	return ""
}

// readRendered reads a page again with the renderer, if there is one. Without one,
// if it fails, or if it shows less, the page as HTTP has it is returned with a
// warning.
func (c *Client) readRendered(ctx context.Context, call *fetchCall, static *Packet, reason string) (*Packet, error) {
	if c.opts.Renderer == nil {
		switch reason {
		case "shell":
			static.replaceWarning("js_required", "The page is built by scripts and no browser is configured.")
		case "route":
			static.replaceWarning("js_required", "The address ends in a route that scripts read, and no browser is configured: this is the page without it.")
		}
		return static, nil
	}
	if call.CacheOnly {
		return static.unrendered("no request was to be sent"), nil
	}
	// It ends before the deadline of ctx, so that there still is time to read the page by HTTP if the renderer fails.
	rendering := ctx
	if deadline, bounded := ctx.Deadline(); bounded {
		var cancel context.CancelFunc
		rendering, cancel = context.WithDeadlineCause(ctx, deadline.Add(-min(time.Until(deadline)/5, maxReserve)), context.DeadlineExceeded)
		defer cancel()
	}
	resp, err := c.render(rendering, call)
	if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, renderError(ctx, call.url, ctx.Err())
	}
	if err != nil {
		c.logPanic(ctx, err)
		return static.unrendered("rendering it failed (" + string(codeFor(err)) + ")"), nil
	}
	if resp.Status >= http.StatusBadRequest {
		return static.unrendered("a browser is answered with an error (" + string(HTTPError) + ")"), nil
	}
	p, err := c.readBody(ctx, call, resp)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return static.unrendered("reading it failed (" + string(codeFor(err)) + ")"), nil
	case p.Verdict.Kind == extract.VerdictBotWall:
		return static.unrendered("a browser is asked for a person (" + string(CaptchaDetected) + ")"), nil
	case showsLess(p, static) && (reason != "route" || p.Verdict.Kind != extract.VerdictContent):
		return static.unrendered("a browser shows less of it"), nil
	}
	p.Stats.RenderReason = reason
	return p, nil
}

func (p *Packet) unrendered(why string) *Packet {
	p.replaceWarning("js_required", "The page is built by scripts and "+why+".")
	return p
}

// showsLess reports whether the rendered page is not better than the static one. Of
// two pages with content, the rendered one shows less if it has under half the words.
func showsLess(rendered, static *Packet) bool {
	now, before := len(strings.Fields(rendered.Content)), len(strings.Fields(static.Content))
	switch rendered.Verdict.Kind {
	case extract.VerdictContent, extract.VerdictPaywall:
		return static.Verdict.Kind == extract.VerdictContent && now < before/2
	case extract.VerdictJSShell, extract.VerdictEmpty:
		return static.Verdict.Kind == extract.VerdictContent || now < before
	}
	return static.Verdict.Kind == extract.VerdictContent
}
