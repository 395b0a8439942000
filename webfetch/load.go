package webfetch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// load is a response, wherever it came from. It is shared between callers and
// never changed.
type load struct {
	url        *url.URL
	status     int
	header     http.Header
	body       []byte
	stored     time.Time
	redirects  []string
	retries    int
	outOfTime  bool // the first caller's deadline or limit ended the retries, or the download
	retryAfter time.Duration
	robots     string
	via        string
	cached     bool
	screenshot []byte
	warnings   []extract.Warning
}

// load finds the response of a task: in the cache, in a call under way, or on
// the network.
func (c *Client) load(ctx context.Context, t *task) (*load, error) {
	if t.Mode == ModeRender {
		return c.render(ctx, t)
	}
	key := cacheKey(t)
	for {
		if got := t.shelf.get(key); got != nil {
			return got, nil
		}
		if got := c.cached(ctx, t, key); got != nil {
			t.shelf.put(key, got)
			return got, nil
		}
		got, shared, err := c.loads.Do(ctx, key, t.tell, func(ctx context.Context, report func(Progress)) (*load, error) {
			return c.transfer(ctx, t, key, report)
		})
		if shared && ctx.Err() == nil && got != nil && got.outOfTime {
			continue // another caller's deadline or limit, not ours
		}
		if err != nil {
			return nil, err
		}
		t.shelf.put(key, got)
		return got, nil
	}
}

// ownLimit reports whether a download under ctx failed for what its caller
// allows, and not for what the site does. A deadline that has passed counts
// before ctx notices: the timers of the network may be ahead of it.
func ownLimit(ctx context.Context, err error) bool {
	var e *transport.Error
	return hostlimit.Remaining(ctx) <= 0 || ctx.Err() != nil || errors.As(err, &e) && e.OutOfTime
}

// transfer asks the network and remembers the answer. With an error comes a load
// that tells outOfTime alone.
func (c *Client) transfer(ctx context.Context, t *task, key string, report func(Progress)) (*load, error) {
	res, err := c.transport.Do(ctx, &transport.Request{
		Method: t.Method, URL: t.url, Header: t.Header, UserAgent: t.UserAgent,
		MaxBytes: t.MaxBytes, MaxRedirects: t.MaxRedirects, Robots: !t.IgnoreRobots,
		Progress: func(stage string, done, total int64) { report(Progress{Stage: stage, Done: done, Total: total}) },
	})
	if err != nil {
		return &load{outOfTime: ownLimit(ctx, err)}, err
	}
	got := &load{
		url: res.URL, status: res.Status, header: res.Header, body: res.Body, stored: time.Now(), via: "http",
		redirects: res.Redirects, retries: res.Retries, outOfTime: res.OutOfTime, retryAfter: res.RetryAfter, robots: res.Robots,
	}
	if res.RobotsUnreachable {
		got.warnings = append(got.warnings, extract.Warning{Type: extract.WarnRobotsUnreachable, Message: "robots.txt could not be read again; an older copy decided."})
	}
	c.remember(ctx, t, key, got)
	t.shelf.put(key, got) // before the next caller can ask
	return got, nil
}

// render asks the renderer, after the same checks as a transfer.
func (c *Client) render(ctx context.Context, t *task) (*load, error) {
	key := "render " + cacheKey(t) + fmt.Sprintf(" %+v", t.Render)
	if got := t.shelf.get(key); got != nil {
		return got, nil
	}
	got, err := c.renderNow(ctx, t)
	if err == nil {
		t.shelf.put(key, got)
	}
	return got, err
}

func (c *Client) renderNow(ctx context.Context, t *task) (*load, error) {
	if c.opts.Renderer == nil {
		return nil, &Error{Op: "fetch", URL: transport.Bare(t.url), Code: RenderUnavailable, Err: errors.New("no renderer is configured")}
	}
	robots, done, err := c.transport.Permit(ctx, t.url, t.UserAgent, !t.IgnoreRobots)
	if err != nil {
		return nil, err
	}
	defer done()
	t.news(Progress{Stage: stageRender})
	page, err := c.rendered(ctx, t)
	if err != nil {
		return nil, renderError(ctx, t.url, err)
	}
	if int64(len(page.HTML)) > t.MaxBytes {
		return nil, &Error{Op: "fetch", URL: transport.Bare(page.URL), Code: ContentTooLarge, Err: errors.New("rendered page is larger than max_bytes")}
	}
	got := &load{
		url: page.URL, status: page.Status, header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
		body: page.HTML, stored: time.Now(), via: "render", screenshot: page.Screenshot, robots: robots,
	}
	if page.TimedOut {
		got.warnings = append(got.warnings, extract.Warning{Type: extract.WarnRenderTimeout, Message: "The page was still loading when the time for rendering ended."})
	}
	return got, nil
}

// rendered asks the renderer; its panic is an error.
func (c *Client) rendered(ctx context.Context, t *task) (page *Rendered, err error) {
	defer panics.Catch(&err)
	return c.opts.Renderer.Render(ctx, t.url, t.Render)
}

// renderError tells the end of the call, which covers rendering too, from the
// renderer's own failures.
func renderError(ctx context.Context, page *url.URL, err error) error {
	var (
		e       *Error
		stopped *panics.Error
	)
	if errors.As(err, &e) || errors.As(err, &stopped) {
		return err
	}
	code := RenderFailed
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return &Error{Op: "fetch", URL: transport.Bare(page), Code: Cancelled, Err: withCause(err, ctx.Err())}
	case ctx.Err() != nil:
		code, err = Timeout, withCause(err, ctx.Err())
	case errors.Is(err, context.DeadlineExceeded):
		code = RenderTimeout
	}
	return &Error{Op: "fetch", URL: transport.Bare(page), Code: code, Retryable: true, Err: err}
}

// withCause makes sure that err is found to be cause.
func withCause(err, cause error) error {
	if errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}

// origin is what a packet tells of a load.
func (l *load) origin(t *task) origin {
	o := origin{
		original: t.URL, url: l.url, status: l.status, contentType: l.header.Get("Content-Type"),
		retrieved: l.stored, warnings: l.warnings,
		provenance: Provenance{
			Via: l.via, FinalURL: transport.Bare(l.url), Redirects: l.redirects, Homograph: security.Homograph(l.url.Hostname()),
			Robots: l.robots, Directives: l.header.Values("X-Robots-Tag"),
		},
	}
	if l.cached {
		o.provenance.Via = "cache"
	}
	return o
}

func (l *load) age() time.Duration {
	if !l.cached {
		return 0
	}
	return time.Since(l.stored)
}

// cacheKey names the response to a task. Everything that a server may answer by
// is part of it, so that callers with other headers never share an entry.
func cacheKey(t *task) string {
	key := make([]byte, 0, 512)
	write := func(parts ...string) {
		for _, p := range parts {
			key = strconv.AppendInt(key, int64(len(p)), 10)
			key = append(append(key, ':'), p...)
		}
	}
	write(t.Partition, t.Method, t.url.String(), t.UserAgent, strconv.FormatBool(t.IgnoreRobots),
		strconv.FormatInt(t.MaxBytes, 10), strconv.Itoa(t.MaxRedirects))
	for _, name := range slices.Sorted(maps.Keys(t.Header)) {
		write(strings.ToLower(name))
		write(t.Header[name]...)
	}
	return hash(key)
}
