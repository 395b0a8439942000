package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser/internal/egress"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// Renderer renders pages with one browser. It is safe for concurrent use. Make
// one with [New] and Close it at the end.
type Renderer struct {
	opts  Options
	dial  func(ctx context.Context, network, address string) (net.Conn, error) // as Options.Policy allows, through Options.Proxy
	pool  pool
	slots chan struct{}

	life    context.Context
	end     context.CancelFunc
	mu      sync.Mutex
	closed  bool
	renders sync.WaitGroup
}

var _ webfetch.Renderer = (*Renderer)(nil)

// New returns a renderer, or an error that is [ErrNotFound] where no browser is
// installed. It starts nothing: the browser starts with the first page.
func New(opts Options) (*Renderer, error) {
	opts = opts.withDefaults()
	if err := opts.validate(); err != nil {
		return nil, err
	}
	path := opts.Remote
	if path == "" {
		var err error
		if path, err = Find(opts.Path); err != nil {
			return nil, fmt.Errorf("browser: %w", err)
		}
	}
	r := &Renderer{opts: opts, slots: make(chan struct{}, opts.Concurrency)}
	r.life, r.end = context.WithCancel(context.Background())
	r.pool.opts, r.pool.path = &r.opts, path
	r.dial = opts.Policy.DialContext
	if opts.Proxy != nil {
		r.dial = transport.Through(opts.Policy, opts.Proxy, opts.NoProxy, nil)
	}
	return r, nil
}

// Close ends the browser with all of its processes, and the pages under way with
// an error. Later calls of Render fail. It may be called more than once, and
// always returns nil.
func (r *Renderer) Close() error {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.end()
	r.renders.Wait()
	r.pool.close()
	return nil
}

// Render implements webfetch.Renderer. Errors are those of ctx, or a
// *webfetch.Error with the code that belongs to the cause: RENDER_UNAVAILABLE
// where the browser does not start, RENDER_TIMEOUT where the page could not be
// read within Options.Timeout, RENDER_FAILED where the browser or the page ended,
// and what a fetch over HTTP would have for an address that can't be had. A page
// that was still loading when its time was over is read as far as it is, and
// says so.
func (r *Renderer) Render(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	u, err := url.Parse(req.URL)
	if err != nil {
		return nil, &webfetch.Error{Op: "fetch", Code: webfetch.InvalidURL, Err: err}
	}
	r.mu.Lock()
	closed := r.closed
	if !closed {
		r.renders.Add(1)
	}
	r.mu.Unlock()
	if closed {
		return nil, r.failed(u, webfetch.RenderUnavailable, errClosed)
	}
	defer r.renders.Done()
	if err := r.opts.Policy.CheckURL(u); err != nil {
		return nil, failure(u, err)
	}
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, r.opts.Timeout)
	defer cancel()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	defer context.AfterFunc(r.life, func() { fail(errClosed) })()
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return nil, r.ended(caller, ctx, nil, u, ctx.Err())
	}
	b, err := r.pool.take(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, r.ended(caller, ctx, nil, u, err)
	case err != nil:
		return nil, r.failed(u, webfetch.RenderUnavailable, err)
	}
	defer r.pool.give(b)
	defer context.AfterFunc(b.ctx, func() { fail(errBrowser) })() // chromedp ends it with the connection
	page, err := r.visit(ctx, fail, b, u, &req)
	r.pool.weigh(b)
	if err != nil {
		return nil, r.ended(caller, ctx, b, u, err)
	}
	return page, nil
}

func (r *Renderer) failed(u *url.URL, code webfetch.Code, err error) error {
	bare := *u
	bare.User = nil
	return &webfetch.Error{Op: "fetch", URL: bare.String(), Code: code, Retryable: code != webfetch.RenderUnavailable, Err: err}
}

// ended finds the code for the end of a render: the caller's context, our time, the browser's end,
// or what went wrong with the page.
func (r *Renderer) ended(caller, ctx context.Context, b *process, u *url.URL, err error) error {
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return r.failed(u, webfetch.RenderTimeout, context.DeadlineExceeded)
	case ctx.Err() != nil:
		return failure(u, context.Cause(ctx))
	case b != nil && !b.alive():
		return failure(u, errBrowser)
	}
	return failure(u, err)
}

func (r *Renderer) visit(ctx context.Context, fail context.CancelCauseFunc, b *process, u *url.URL, req *webfetch.Request) (*webfetch.Rendered, error) {
	proxy, err := egress.Listen(ctx, egress.Config{Policy: r.opts.Policy, Dial: r.dial, MaxBytes: r.opts.MaxTransfer, SameSite: !req.Render.AllowThirdParty})
	if err != nil {
		return nil, err
	}
	defer proxy.Close()
	t, err := newTab(ctx, fail, &r.opts, b, proxy, u, req)
	if err != nil {
		return nil, err
	}
	defer t.dispose()
	return t.render(ctx)
}

func (t *tab) render(ctx context.Context) (*webfetch.Rendered, error) {
	if err := t.navigate(ctx); err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	until := deadline.Add(-min(time.Until(deadline)/5, 2*time.Second)) // which leaves time to read the page
	found := true
	if t.req.Render.Selector != "" {
		var err error
		if found, err = t.waitFor(ctx, until, t.req.Render.Selector, func(s *state) time.Duration { return pending(s.Found) }); err != nil {
			return nil, err
		}
	}
	done, err := t.settle(ctx, until)
	if err != nil {
		return nil, err
	}
	if t.req.Render.Wait > 0 {
		done = done && t.req.Render.Wait <= time.Until(until)
		if err := sleep(ctx, min(t.req.Render.Wait, time.Until(until))); err != nil {
			return nil, err
		}
	}
	got, err := t.read(ctx)
	if err != nil {
		return nil, err
	}
	if !done {
		got.Warnings = append(got.Warnings, warning("The page was still loading when the time for rendering ended."))
	}
	if !found {
		got.Warnings = append(got.Warnings, warning(fmt.Sprintf("Nothing matched the selector %.100q while the page was rendered.", t.req.Render.Selector)))
	}
	if t.proxy.Exhausted() {
		got.Warnings = append(got.Warnings, warning("The page was not loaded completely: it asked for more bytes than a page may load."))
	}
	if t.req.Render.Screenshot {
		if got.Screenshot, err = t.picture(ctx); err != nil {
			return nil, err
		}
	}
	return got, nil
}

func warning(message string) extract.Warning {
	return extract.Warning{Type: "render_timeout", Message: message}
}
