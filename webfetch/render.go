package webfetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
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
	visit := &hostVisit{client: c, call: call}
	if err := visit.enter(ctx, call.url); err != nil {
		return nil, err
	}
	defer func() { visit.leave() }()
	call.report(progress{stage: "render"})
	under, end := steps.Begin(ctx, observe.Step{Kind: "render", URL: call.url})
	page, err := c.callRenderer(under, call, visit.enter)
	if err != nil {
		err = renderError(ctx, call.url, err)
	}
	result := stepResult("fetch", err)
	if err == nil {
		result.Status, result.Bytes = page.Status, int64(len(page.HTML))
	}
	end(result)
	if err != nil {
		return nil, err
	}
	at, err := url.Parse(page.URL)
	if err != nil {
		return nil, renderError(ctx, call.url, err)
	}
	if int64(len(page.HTML)) > call.MaxBytes {
		return nil, &Error{Op: "fetch", URL: transport.RedactURL(at), Code: ContentTooLarge, Err: errors.New("rendered page is larger than max_bytes")}
	}
	header := page.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Content-Type", "text/html; charset=utf-8") // what scripts made of it
	return &response{
		Response: transport.Response{URL: address.Clean(at), Status: page.Status, Header: header, Body: page.HTML, Redirects: page.Redirects, Robots: visit.robots},
		StoredAt: time.Now(), via: "render", screenshot: page.Screenshot, warnings: page.Warnings,
	}, nil
}

// hostVisit counts a page in the browser as one request under way to its host, as a
// transfer by HTTP does. It belongs to one rendering: enter is called for each document
// and leave at the end, never at the same time.
type hostVisit struct {
	client *Client
	call   *fetchCall
	robots string // what robots.txt of the last host decided
	done   func() // releases the slot; may be nil
}

// enter leaves the host before, and then waits until robots.txt and the pace of the host
// of u allow a request. Two pages that lead to each other's hosts would wait for ever if
// each kept its place while it waits.
func (visit *hostVisit) enter(ctx context.Context, u *url.URL) error {
	visit.leave()
	if u != visit.call.url {
		u = address.Clean(u)
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

// callRenderer asks the renderer; its panic is an error.
func (c *Client) callRenderer(ctx context.Context, call *fetchCall, admit func(context.Context, *url.URL) error) (page *Rendered, err error) {
	defer panics.Catch(&err)
	to := *call.url
	to.Fragment = call.section // some applications route by it
	req := call.Request
	req.Render.Admit = admit
	req.URL, req.Header = to.String(), c.transport.ForOrigin(call.url, call.Header)
	return c.opts.Renderer.Render(ctx, req)
}

// renderError distinguishes the end of the call, which covers rendering too, from the renderer's
// own failures.
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

func withCause(err, cause error) error {
	if errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}
