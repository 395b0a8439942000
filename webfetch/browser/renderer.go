package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

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
func (r *Renderer) Render(ctx context.Context, req webfetch.RenderRequest) (*webfetch.Rendered, error) {
	if !r.begin() {
		return nil, r.failed(&req, webfetch.RenderUnavailable, errClosed)
	}
	defer r.renders.Done()
	if err := r.opts.Policy.CheckURL(req.URL); err != nil {
		return nil, failure(req.URL, err)
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
		return nil, r.ended(caller, ctx, nil, &req, ctx.Err())
	}
	b, err := r.pool.take(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, r.ended(caller, ctx, nil, &req, err)
	case err != nil:
		return nil, r.failed(&req, webfetch.RenderUnavailable, err)
	}
	defer r.pool.give(b)
	defer context.AfterFunc(b.ctx, func() { fail(errBrowser) })() // chromedp ends it with the connection
	page, err := r.visit(ctx, fail, b, &req)
	r.pool.weigh(b)
	if err != nil {
		return nil, r.ended(caller, ctx, b, &req, err)
	}
	return page, nil
}

func (r *Renderer) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	r.renders.Add(1)
	return true
}

func (r *Renderer) failed(req *webfetch.RenderRequest, code webfetch.Code, err error) error {
	bare := *req.URL
	bare.User = nil
	return &webfetch.Error{Op: "fetch", URL: bare.String(), Code: code, Retryable: code != webfetch.RenderUnavailable, Err: err}
}

// ended finds the code for the end of a render: the caller's context, our time,
// the browser's end, or what went wrong with the page.
func (r *Renderer) ended(caller, ctx context.Context, b *process, req *webfetch.RenderRequest, err error) error {
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return r.failed(req, webfetch.RenderTimeout, context.DeadlineExceeded)
	case ctx.Err() != nil:
		return failure(req.URL, context.Cause(ctx))
	case b != nil && !b.alive():
		return failure(req.URL, errBrowser)
	}
	return failure(req.URL, err)
}

func (r *Renderer) visit(ctx context.Context, fail context.CancelCauseFunc, b *process, req *webfetch.RenderRequest) (*webfetch.Rendered, error) {
	proxy, err := egress.Listen(ctx, egress.Config{Policy: r.opts.Policy, Dial: r.dial, MaxBytes: r.opts.MaxTransfer, SameSite: !req.AllowThirdParty})
	if err != nil {
		return nil, err
	}
	defer proxy.Close()
	t, err := newTab(ctx, fail, &r.opts, b, proxy, req)
	if err != nil {
		return nil, err
	}
	defer t.dispose()
	return t.render(ctx)
}

// render goes to the page, waits and reads it.
func (t *tab) render(ctx context.Context) (*webfetch.Rendered, error) {
	if err := t.navigate(ctx); err != nil {
		return nil, err
	}
	until := readBy(ctx)
	found := true
	if t.req.Selector != "" {
		var err error
		if found, err = t.waitFor(ctx, until, t.req.Selector, func(s *state) time.Duration { return pending(s.Found) }); err != nil {
			return nil, err
		}
	}
	done, err := t.settle(ctx, until)
	if err != nil {
		return nil, err
	}
	if t.req.Wait > 0 {
		done = done && t.req.Wait <= time.Until(until)
		if err := sleep(ctx, min(t.req.Wait, time.Until(until))); err != nil {
			return nil, err
		}
	}
	got, err := t.read(ctx)
	if err != nil {
		return nil, err
	}
	got.TimedOut, got.SelectorMissing = !done, !found
	if t.req.Screenshot {
		if got.Screenshot, err = t.picture(ctx); err != nil {
			return nil, err
		}
	}
	return got, nil
}

// readBy is when waiting ends, so that there is time to read the page: of what
// is left a fifth, at most two seconds.
func readBy(ctx context.Context) time.Time {
	deadline, _ := ctx.Deadline()
	return deadline.Add(-min(time.Until(deadline)/5, 2*time.Second))
}
