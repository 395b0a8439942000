package webfetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// render asks the renderer, after the same checks as a transfer.
func (c *Client) render(ctx context.Context, call *fetchCall) (*response, error) {
	key := renderKey(call, c.policy)
	if resp := call.bodies.get(key); resp != nil {
		return resp, nil
	}
	resp, err := c.renderPage(ctx, call)
	if err == nil {
		call.bodies.put(key, resp)
	}
	return resp, err
}

// renderKey names the page that a renderer makes for a call: beside what is in cacheKey, what
// the renderer is asked for, with strings quoted so that they end where they end.
func renderKey(call *fetchCall, policy string) string {
	return "render " + cacheKey(call, policy) + fmt.Sprintf(" %#v #%q", call.Render, call.section)
}

func (c *Client) renderPage(ctx context.Context, call *fetchCall) (*response, error) {
	if c.opts.Renderer == nil {
		return nil, &Error{Op: "fetch", URL: transport.RedactURL(call.url), Code: RenderUnavailable, Err: errors.New("no renderer is configured")}
	}
	visit := &hostVisit{client: c, call: call}
	if err := visit.enter(ctx, call.url); err != nil {
		return nil, err
	}
	defer func() { visit.leave() }()
	call.news(Progress{Stage: stageRender})
	under, end := observe.Begin(ctx, observe.Step{Kind: observe.Render, URL: call.url})
	page, err := c.callRenderer(under, call, visit.enter)
	if err != nil {
		err = renderError(ctx, call.url, err)
	}
	end(renderResult(page, err))
	if err != nil {
		return nil, err
	}
	if int64(len(page.HTML)) > call.MaxBytes {
		return nil, &Error{Op: "fetch", URL: transport.RedactURL(page.URL), Code: ContentTooLarge, Err: errors.New("rendered page is larger than max_bytes")}
	}
	return &response{
		url: page.URL, status: page.Status, header: renderedHeader(page), body: page.HTML, stored: time.Now(), via: "render",
		redirects: page.Redirects, served: page.Header.Get("Content-Type"), screenshot: page.Screenshot, robots: visit.robots, warnings: renderWarnings(page, call.Render),
	}, nil
}

// renderResult is what became of rendering.
func renderResult(page *Rendered, err error) observe.Result {
	r := stepResult("fetch", err)
	if err == nil {
		r.Status, r.Bytes = page.Status, int64(len(page.HTML))
	}
	return r
}

// hostVisit is the stay of a browser at a host: it counts as one request under way
// there, as a transfer does.
type hostVisit struct {
	client *Client
	call   *fetchCall
	robots string // what robots.txt of the last host decided
	done   func()
}

// enter asks robots.txt and the pace of the host of u, after leaving the one
// before: who holds one place while waiting for another blocks those who do the same.
func (visit *hostVisit) enter(ctx context.Context, u *url.URL) error {
	visit.leave()
	if u != visit.call.url {
		if err := visit.client.opts.admit(ctx, visit.call.url, u); err != nil {
			return err
		}
	}
	robots, done, err := visit.client.transport.Preflight(ctx, u, visit.call.UserAgent, !visit.call.IgnoreRobots)
	if err != nil {
		return err
	}
	visit.robots, visit.done = robots, done
	return nil
}

func (visit *hostVisit) leave() {
	if visit.done != nil {
		visit.done()
		visit.done = nil
	}
}

// renderedHeader is the header of the response with the type of what scripts
// made of it.
func renderedHeader(page *Rendered) http.Header {
	header := page.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	return header
}

// renderWarnings report what rendering did not get.
func renderWarnings(page *Rendered, asked RenderOptions) []extract.Warning {
	var warnings []extract.Warning
	warn := func(message string) {
		warnings = append(warnings, extract.Warning{Type: extract.WarnRenderTimeout, Message: message})
	}
	if page.TimedOut {
		warn("The page was still loading when the time for rendering ended.")
	}
	if page.SelectorMissing {
		warn(fmt.Sprintf("Nothing matched the selector %q while the page was rendered.", clip(asked.Selector, 100)))
	}
	if page.Starved {
		warn("The page was not loaded completely: it asked for more bytes than a page may load.")
	}
	return warnings
}

// callRenderer asks the renderer; its panic is an error.
func (c *Client) callRenderer(ctx context.Context, call *fetchCall, admit func(context.Context, *url.URL) error) (page *Rendered, err error) {
	defer panics.Catch(&err)
	address := *call.url
	address.Fragment = call.section // some applications route by it
	return c.opts.Renderer.Render(ctx, RenderRequest{
		RenderOptions: call.Render, URL: &address, Header: call.Header, UserAgent: call.UserAgent,
		MaxBytes: call.MaxBytes, MaxRedirects: call.MaxRedirects, Admit: admit,
	})
}

// renderError distinguishes the end of the call, which covers rendering too, from the
// renderer's own failures.
func renderError(ctx context.Context, page *url.URL, err error) error {
	var (
		e       *Error
		refused *transport.Error // of Admit
		stopped *panics.Error
	)
	if errors.As(err, &e) || errors.As(err, &refused) || errors.As(err, &stopped) {
		return err
	}
	code := RenderFailed
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return &Error{Op: "fetch", URL: transport.RedactURL(page), Code: Cancelled, Err: withCause(err, ctx.Err())}
	case ctx.Err() != nil:
		code, err = Timeout, withCause(err, ctx.Err())
	case errors.Is(err, context.DeadlineExceeded):
		code = RenderTimeout
	}
	return &Error{Op: "fetch", URL: transport.RedactURL(page), Code: code, Retryable: true, Err: err}
}

// withCause makes sure that err is found to be cause.
func withCause(err, cause error) error {
	if errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}
