package webfetch

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

// codeFor returns the code of an error, "" for none.
func codeFor(err error) Code {
	if err == nil {
		return ""
	}
	return asError("fetch", nil, err).Code
}

// renderWithReserve renders the page of a call. It ends before the deadline of ctx, by a
// fifth of the time left and at most maxReserve, so that the caller still has time to
// read the page by HTTP if the renderer fails.
func (c *Client) renderWithReserve(ctx context.Context, call *fetchCall) (*response, error) {
	if deadline, bounded := ctx.Deadline(); bounded {
		var cancel context.CancelFunc
		reserve := min(time.Until(deadline)/5, maxReserve)
		ctx, cancel = context.WithDeadlineCause(ctx, deadline.Add(-reserve), context.DeadlineExceeded)
		defer cancel()
	}
	return c.render(ctx, call)
}

// maxReserve bounds the time that renderWithReserve leaves for reading a page by HTTP.
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
	resp, err := c.renderWithReserve(ctx, call)
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

// showsLess reports whether the rendered page is no improvement on the static one. Of
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
