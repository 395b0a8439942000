package browser

import (
	"context"
	_ "embed"
	"net/url"
	"sync"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"golang.org/x/sync/errgroup"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser/internal/egress"
)

const (
	// world is the name of the isolated world that page.js runs in.
	world                     = "webfetch"
	maxRedirectsKept          = 50         // addresses that are reported
	windowWidth, windowHeight = 1280, 1024 // CSS pixels
	maxSide                   = 16384      // pixels of a side of a window or a picture
	disposeTimeout            = 5 * time.Second
)

//go:embed page.js
var pageScript string

type tab struct {
	opts    *Options
	req     *webfetch.Request
	url     *url.URL // of req
	browser *process
	proxy   *egress.Proxy
	id      cdp.BrowserContextID
	target  *chromedp.Target
	life    context.Context // of chromedp: ends with the tab
	end     context.CancelFunc
	act     *activity
	world   runtime.ExecutionContextID
	fail    context.CancelCauseFunc // ends the render

	deciding sync.Mutex
	hops     int // documents of the top frame, under deciding

	askAdmit   func(*url.URL) error // under the caller's context
	stopAsking context.CancelFunc

	mu       sync.Mutex
	disposed bool
	answers  sync.WaitGroup // to paused requests and dialogs
}

func (t *tab) open(ctx context.Context) error {
	root := chromedp.FromContext(t.browser.ctx).Browser
	profile := target.CreateBrowserContextParams{DisposeOnDetach: new(true)}
	if !t.browser.remote {
		profile.ProxyServer, profile.ProxyBypassList = "http://"+t.proxy.Addr(), "<-loopback>"
	}
	created, err := cdp.Call(ctx, root, target.CreateBrowserContext, profile)
	if err != nil {
		return err
	}
	t.id = created.BrowserContextID
	var opened target.CreateTargetResult
	work, workCtx := errgroup.WithContext(ctx)
	work.Go(func() error {
		_, err := cdp.Call(workCtx, root, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
			Behavior: cdpbrowser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: t.id,
		})
		return err
	})
	work.Go(func() error {
		opened, err = cdp.Call(workCtx, root, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: t.id})
		return err
	})
	if err := work.Wait(); err != nil {
		return err
	}
	t.life, t.end = chromedp.NewContext(t.browser.ctx, chromedp.WithTargetID(opened.TargetID))
	if err := t.attach(ctx); err != nil {
		return err
	}
	return t.prepare(ctx)
}

// attach begins the session. Its events come for the life of the tab, which a command under ctx
// would cut short.
func (t *tab) attach(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- chromedp.Listen(t.life, t.listen) }()
	select {
	case err := <-done:
		if err != nil {
			return err
		}
	case <-ctx.Done():
		t.end()
		<-done
		return ctx.Err()
	}
	t.target = chromedp.FromContext(t.life).Target
	t.act.frame = cdp.FrameID(t.target.TargetID)
	return nil
}

// Commands are carried out in order; only the last answers are waited for.
func (t *tab) prepare(ctx context.Context) error {
	work, ctx := errgroup.WithContext(ctx)
	call := func(method string, params any) {
		work.Go(func() error { return t.target.Call(ctx, method, params, nil) })
	}
	// Disable domains that chromedp enables and that are not read here: a page can cause many
	// events in them.
	call(css.Disable.Method, cdp.Empty{})
	call(dom.Disable.Method, cdp.Empty{})
	call(log.Disable.Method, cdp.Empty{})
	call(runtime.Disable.Method, cdp.Empty{})
	call(network.Enable.Method, network.EnableParams{MaxTotalBufferSize: new(int64(1)), MaxResourceBufferSize: new(int64(1)), MaxPostDataSize: new(int64(1))})
	call(page.AddScriptToEvaluateOnNewDocument.Method, page.AddScriptToEvaluateOnNewDocumentParams{Source: pageScript, WorldName: world})
	call(fetch.Enable.Method, fetch.EnableParams{Patterns: t.patterns()})
	call(emulation.SetDeviceMetricsOverride.Method, t.window(windowHeight))
	if t.req.UserAgent != "" && t.req.UserAgent != t.opts.UserAgent {
		call(emulation.SetUserAgentOverride.Method, emulation.SetUserAgentOverrideParams{UserAgent: t.req.UserAgent})
	}
	return work.Wait()
}

func (t *tab) window(height int) emulation.SetDeviceMetricsOverrideParams {
	return emulation.SetDeviceMetricsOverrideParams{Width: int64(windowWidth), Height: int64(height), DeviceScaleFactor: 1}
}

// patterns are the requests that wait for our consent: documents, and those that get headers of the
// caller.
func (t *tab) patterns() []*fetch.RequestPattern {
	if t.browser.remote {
		return []*fetch.RequestPattern{{URLPattern: "*"}}
	}
	patterns := []*fetch.RequestPattern{{URLPattern: "*", ResourceType: network.ResourceTypeDocument}}
	if len(t.req.Header) > 0 {
		patterns = append(patterns, &fetch.RequestPattern{URLPattern: originOf(t.url) + "/*"})
	}
	return patterns
}

func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

// listen gets the events of the page, one after the other. It must not wait.
func (t *tab) listen(ev any) {
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		t.act.sent(ev)
	case *network.EventResponseReceived:
		t.act.responded(ev)
	case *network.EventLoadingFinished:
		t.act.ended(ev.RequestID, "")
	case *network.EventLoadingFailed:
		t.act.ended(ev.RequestID, ev.ErrorText)
	case *page.EventFrameNavigated:
		if ev.Frame.ParentID == "" {
			t.act.navigated(ev.Frame.LoaderID)
		}
	case *fetch.EventRequestPaused:
		t.answer(func() { t.decide(ev) })
	case *inspector.EventTargetCrashed:
		t.fail(errCrashed)
	case *inspector.EventDetached:
		t.fail(errCrashed)
	case *page.EventJavascriptDialogOpening:
		t.answer(func() {
			_, _ = cdp.Call(t.life, t.target, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
		})
	}
}

func (t *tab) answer(work func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.disposed {
		t.answers.Go(work)
	}
}

// dispose ends the page with all that belongs to it, and waits until it is gone.
func (t *tab) dispose() {
	t.mu.Lock()
	t.disposed = true
	t.mu.Unlock()
	t.stopAsking()
	ctx, cancel := context.WithTimeout(t.browser.ctx, disposeTimeout)
	defer cancel()
	if t.id != "" {
		root := chromedp.FromContext(t.browser.ctx).Browser
		_, _ = cdp.Call(ctx, root, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: t.id})
	}
	if t.end != nil {
		t.end() // waits for what chromedp still does
	}
	t.answers.Wait()
}
