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
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
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
	served     string // media type that a renderer was served, whatever it showed of it
	cached     bool
	decision   CacheDecision
	screenshot []byte
	warnings   []extract.Warning
	steps      []observe.Report // of the transfer, if it was observed
}

// load finds the response of a task: in the cache, in a call under way, or on
// the network.
func (c *Client) load(ctx context.Context, t *task) (*load, error) {
	if t.Mode == ModeRender {
		return c.render(ctx, t)
	}
	key := cacheKey(t, c.policy)
	for {
		if got := t.shelf.get(key); got != nil {
			return got, nil
		}
		held, got := c.look(ctx, t, key)
		if got != nil {
			t.shelf.put(key, got)
			return got, nil
		}
		got, shared, err := c.loads.Do(ctx, key, t.tell, func(ctx context.Context, report func(Progress)) (*load, error) {
			return c.transfer(ctx, t, key, held, report)
		})
		if shared && ctx.Err() == nil && got != nil && got.outOfTime {
			continue // another caller's deadline or limit, not ours
		}
		if err != nil {
			return nil, err
		}
		if shared && t.log != nil {
			t.log.Add(got.steps...)
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

// transfer asks the network, unless another client of a shared cache has done so
// meanwhile. With an error comes a load that tells outOfTime alone.
func (c *Client) transfer(ctx context.Context, t *task, key string, held *CacheEntry, report func(Progress)) (*load, error) {
	if locker, shared := c.cache.(CacheLocker); shared && t.ttl > 0 {
		unlock, err := locker.Lock(ctx, key)
		if err == nil {
			defer unlock()
			var got *load
			if held, got = c.look(ctx, t, key); got != nil {
				return got, nil
			}
		}
	}
	return c.ask(ctx, t, key, held, report)
}

// ask asks the network, under conditions if the cache holds an answer that may
// still be valid, and remembers the answer.
func (c *Client) ask(ctx context.Context, t *task, key string, held *CacheEntry, report func(Progress)) (*load, error) {
	var steps *observe.Log
	if observe.Observed(ctx) {
		steps = new(observe.Log)
		ctx = observe.With(ctx, steps)
	}
	conditions := held.conditions(t)
	res, err := c.transport.Do(ctx, &transport.Request{
		Method: t.Method, URL: t.url, Header: t.Header, UserAgent: t.UserAgent,
		MaxBytes: t.MaxBytes, MaxRedirects: t.MaxRedirects, Robots: !t.IgnoreRobots,
		Conditions: conditions, Progress: func(stage string, done, total int64) { report(Progress{Stage: stage, Done: done, Total: total}) },
	})
	var came *load
	if err == nil {
		came = loaded(res)
	}
	conditional := conditions != nil && came != nil && conditions(came.url) != nil
	got, store := held.settle(t, conditional, came, err)
	if got == nil {
		return &load{outOfTime: ownLimit(ctx, err)}, err
	}
	got.steps = steps.Reports()
	if store {
		c.remember(ctx, t, key, got)
	}
	if got.decision != CacheStale {
		t.shelf.put(key, got) // before the next caller can ask
	}
	return got, nil
}

// loaded is what the network has brought.
func loaded(res *transport.Response) *load {
	got := &load{
		url: res.URL, status: res.Status, header: res.Header, body: res.Body, stored: time.Now(), via: "http", decision: CacheMiss,
		redirects: res.Redirects, retries: res.Retries, outOfTime: res.OutOfTime, retryAfter: res.RetryAfter, robots: res.Robots,
	}
	if res.RobotsUnreachable {
		got.warnings = append(got.warnings, extract.Warning{Type: extract.WarnRobotsUnreachable, Message: "robots.txt could not be read again; an older copy decided."})
	}
	return got
}

// render asks the renderer, after the same checks as a transfer.
func (c *Client) render(ctx context.Context, t *task) (*load, error) {
	key := "render " + cacheKey(t, c.policy) + fmt.Sprintf(" %+v #%s", t.Render, t.section)
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
	visit := &visit{client: c, task: t}
	if err := visit.enter(ctx, t.url); err != nil {
		return nil, err
	}
	defer func() { visit.leave() }()
	t.news(Progress{Stage: stageRender})
	under, end := observe.Begin(ctx, observe.Step{Kind: observe.Render, URL: t.url})
	page, err := c.rendered(under, t, visit.enter)
	if err != nil {
		err = renderError(ctx, t.url, err)
	}
	end(renderResult(page, err))
	if err != nil {
		return nil, err
	}
	if int64(len(page.HTML)) > t.MaxBytes {
		return nil, &Error{Op: "fetch", URL: transport.Bare(page.URL), Code: ContentTooLarge, Err: errors.New("rendered page is larger than max_bytes")}
	}
	return &load{
		url: page.URL, status: page.Status, header: renderedHeader(page), body: page.HTML, stored: time.Now(), via: "render",
		redirects: page.Redirects, served: page.Header.Get("Content-Type"), screenshot: page.Screenshot, robots: visit.robots, warnings: renderWarnings(page, t.Render),
	}, nil
}

// renderResult is what became of rendering.
func renderResult(page *Rendered, err error) observe.Result {
	r := failure("fetch", err)
	if err == nil {
		r.Status, r.Bytes = page.Status, int64(len(page.HTML))
	}
	return r
}

// visit is the stay of a browser at a host: it counts as one request under way
// there, as a transfer does.
type visit struct {
	client *Client
	task   *task
	robots string // what robots.txt of the last host decided
	done   func()
}

// enter asks robots.txt and the pace of the host of u, after leaving the one
// before: who holds one place while waiting for another blocks those who do the same.
func (v *visit) enter(ctx context.Context, u *url.URL) error {
	v.leave()
	if u != v.task.url {
		if err := v.client.opts.admit(ctx, v.task.url, u); err != nil {
			return err
		}
	}
	robots, done, err := v.client.transport.Permit(ctx, u, v.task.UserAgent, !v.task.IgnoreRobots)
	if err != nil {
		return err
	}
	v.robots, v.done = robots, done
	return nil
}

func (v *visit) leave() {
	if v.done != nil {
		v.done()
		v.done = nil
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

// renderWarnings tell what rendering did not get.
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

// rendered asks the renderer; its panic is an error.
func (c *Client) rendered(ctx context.Context, t *task, admit func(context.Context, *url.URL) error) (page *Rendered, err error) {
	defer panics.Catch(&err)
	address := *t.url
	address.Fragment = t.section // some applications route by it
	return c.opts.Renderer.Render(ctx, RenderRequest{
		RenderOptions: t.Render, URL: &address, Header: t.Header, UserAgent: t.UserAgent,
		MaxBytes: t.MaxBytes, MaxRedirects: t.MaxRedirects, Admit: admit,
	})
}

// renderError tells the end of the call, which covers rendering too, from the
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
			Via: l.via, FinalURL: finalURL(l.url), Redirects: l.redirects, Homograph: security.Homograph(l.url.Hostname()),
			Robots: l.robots, Directives: l.header.Values("X-Robots-Tag"),
		},
	}
	if l.cached {
		o.provenance.Via = "cache"
	}
	return o
}

// finalURL is the address of a response, with the route that a renderer was at.
func finalURL(u *url.URL) string {
	if !address.IsRoute(u.Fragment) {
		return transport.Bare(u)
	}
	route := url.URL{Fragment: u.Fragment, RawFragment: u.RawFragment}
	return transport.Bare(u) + route.String()
}

func (l *load) age() time.Duration {
	if !l.cached {
		return 0
	}
	return time.Since(l.stored)
}

// cacheKey names the response to a task. Everything that a server may answer by
// is part of it, so that callers with other headers never share an entry, and the
// policy, so that no client gets what it might not have fetched itself from a Cache
// that it shares.
func cacheKey(t *task, policy string) string {
	key := make([]byte, 0, 512)
	write := func(parts ...string) {
		for _, p := range parts {
			key = strconv.AppendInt(key, int64(len(p)), 10)
			key = append(append(key, ':'), p...)
		}
	}
	write(policy, t.Partition, t.Method, t.url.String(), t.UserAgent, strconv.FormatBool(t.IgnoreRobots),
		strconv.FormatInt(t.MaxBytes, 10), strconv.Itoa(t.MaxRedirects))
	if len(t.Header) > 0 {
		for _, name := range slices.Sorted(maps.Keys(t.Header)) {
			write(strings.ToLower(name), strconv.Itoa(len(t.Header[name])))
			write(t.Header[name]...)
		}
	}
	return hash(key)
}
