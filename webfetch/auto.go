package webfetch

import (
	"context"
	"errors"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

// Values of FetchStats.RenderReason.
const (
	renderAsked      = "asked"
	renderShell      = "shell"
	renderState      = "state"
	renderRoute      = "route"
	renderRemembered = "remembered"
)

// Bounds of what is remembered of sites that needed the renderer.
const (
	maxScripted = 512              // sites
	scriptedFor = 30 * time.Minute // after the last page that needed it
)

// scriptedSites remembers for scriptedFor which sites needed the renderer, at most
// maxScripted of them: of more, those that were noted first are forgotten. Sites are
// remembered for each principal apart, so that none learns from another's requests.
// The zero value is ready to use, and safe for concurrent use.
type scriptedSites struct {
	mu    sync.Mutex
	until map[string]time.Time
}

func siteKey(principal, host string) string { return principal + "\x00" + strings.ToLower(host) }

func (s *scriptedSites) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Before(s.until[key])
}

func (s *scriptedSites) add(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.until == nil {
		s.until = map[string]time.Time{}
	}
	if _, known := s.until[key]; !known && len(s.until) >= maxScripted {
		delete(s.until, s.oldest())
	}
	s.until[key] = time.Now().Add(scriptedFor)
}

func (s *scriptedSites) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.until, key)
}

// oldest is called with s.mu held.
func (s *scriptedSites) oldest() (key string) {
	for k, until := range s.until {
		if key == "" || until.Before(s.until[key]) {
			key = k
		}
	}
	return key
}

// mayRender reports whether mode auto may ask the renderer for the page of a call.
func (c *Client) mayRender(call *fetchCall) bool {
	return call.Mode == ModeAuto && !call.CacheOnly && call.Method == http.MethodGet && c.opts.Renderer != nil && !call.Extract.RawOnly
}

// neededBrowser reports whether the page of a call is to be read with the renderer at
// once: its site needed it lately, and its address doesn't look like that of a file.
func (c *Client) neededBrowser(ctx context.Context, call *fetchCall) bool {
	if !c.mayRender(call) || !isPagePath(call.url.Path) || !c.scripted.has(siteKey(call.Principal, call.url.Host)) {
		return false
	}
	key := cacheKey(call, c.policy)
	return call.bodies.get(key) == nil && c.cachedEntry(ctx, call, key).fresh(call) == nil // a body that is here already is looked at first
}

func isPagePath(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case "", ".html", ".htm", ".xhtml", ".php", ".asp", ".aspx", ".jsp", ".do", ".cgi":
		return true
	}
	return false
}

// fetchRenderedFirst reads a page of a site that needed the renderer. It returns nil, nil
// if the caller should read the page by HTTP after all. If the renderer failed,
// call.renderErr then says why, and the page is not rendered again.
func (c *Client) fetchRenderedFirst(ctx context.Context, call *fetchCall) (*Packet, error) {
	resp, err := c.renderWithReserve(ctx, call)
	key := siteKey(call.Principal, call.url.Host)
	switch code := codeFor(err); {
	case ctx.Err() != nil:
		return nil, renderError(ctx, call.url, ctx.Err())
	case code == UnsupportedContentType, err == nil && !isPage(resp.served):
		return nil, nil // a file, which HTTP has as it is
	case code == RenderFailed || code == RenderTimeout || code == RenderUnavailable || code == Timeout || code == ContentTooLarge || code == Internal:
		c.logPanic(ctx, err)
		c.scripted.forget(key)
		call.renderErr = code
		return nil, nil
	case err != nil:
		return nil, err
	}
	p, err := c.packet(ctx, call, resp)
	if err != nil {
		c.scripted.forget(key)
		return nil, resp.completeError(asError("fetch", resp.url, err))
	}
	if p.Verdict.Kind == extract.VerdictJSShell || p.Verdict.Kind == extract.VerdictEmpty {
		c.scripted.forget(key) // the browser doesn't help
	}
	p.Stats.RenderReason = renderRemembered
	return p, nil
}

// isPage reports whether a renderer that was served this media type shows a page of the
// site. An unknown type ("") counts as a page. For data, such as JSON, a browser shows a
// page that it makes itself.
func isPage(mediaType string) bool {
	switch essence(mediaType) {
	case "", "text/html", "application/xhtml+xml":
		return true
	}
	return false
}

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
		return renderShell
	case p.Verdict.Kind == extract.VerdictContent && p.Verdict.Next == extract.NextRender:
		return renderState
	case p.Verdict.Kind == extract.VerdictContent && address.IsRoute(call.section) && p.Document != nil && p.Document.Format == "html":
		return renderRoute
	}
	return ""
}

// readRendered reads a page again with the renderer, if there is one. Without one,
// if it fails, or if it shows less, the page as HTTP has it is returned with a
// warning.
func (c *Client) readRendered(ctx context.Context, call *fetchCall, static *Packet, reason string) (*Packet, error) {
	if c.opts.Renderer == nil {
		switch reason {
		case renderShell:
			static.replaceWarning("js_required", "The page is built by scripts and no browser is configured.")
		case renderRoute:
			static.replaceWarning("js_required", "The address ends in a route that scripts read, and no browser is configured: this is the page without it.")
		}
		return static, nil
	}
	if call.CacheOnly {
		return static.unrendered("no request was to be sent"), nil
	}
	if call.renderErr != "" {
		return static.unrendered("rendering it failed (" + string(call.renderErr) + ")"), nil
	}
	resp, err := c.renderWithReserve(ctx, call)
	if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, renderError(ctx, call.url, ctx.Err())
	}
	if err != nil {
		c.logPanic(ctx, err)
		return static.unrendered("rendering it failed (" + string(codeFor(err)) + ")"), nil
	}
	if resp.status >= http.StatusBadRequest {
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
	case showsLess(p, static) && (reason != renderRoute || p.Verdict.Kind != extract.VerdictContent):
		return static.unrendered("a browser shows less of it"), nil
	}
	if p.Verdict.Kind == extract.VerdictContent || p.Verdict.Kind == extract.VerdictPaywall {
		c.scripted.add(siteKey(call.Principal, resp.url.Host))
	}
	p.Stats.RenderReason = reason
	return p, nil
}

// unrendered returns p, the page as HTTP has it, with a warning that says why it was not
// rendered.
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
