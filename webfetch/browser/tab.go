package browser

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
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
	// world is the name of the isolated JavaScript world in which page.js runs.
	world                     = "webfetch"
	maxRedirectsKept          = 50         // addresses that Rendered lists
	windowWidth, windowHeight = 1280, 1024 // CSS pixels
	maxSide                   = 16384      // width or height of a window or a picture, in pixels
	disposeTimeout            = 5 * time.Second
)

//go:embed page.js
var pageScript string

type tab struct {
	opts    *Options
	req     *webfetch.Request
	url     *url.URL // the parsed address of req
	browser *process
	proxy   *egress.Proxy
	id      cdp.BrowserContextID
	target  *chromedp.Target
	life    context.Context // chromedp's context; it ends with the tab
	end     context.CancelFunc
	act     *activity
	world   runtime.ExecutionContextID
	fail    context.CancelCauseFunc // ends the render

	deciding sync.Mutex
	hops     int // documents of the top frame; guarded by deciding

	askAdmit   func(*url.URL) error // calls RenderOptions.Admit with the caller's context
	stopAsking context.CancelFunc

	mu       sync.Mutex
	disposed bool
	answers  sync.WaitGroup // goroutines that answer paused requests and dialogs
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

// attach begins the session of the tab. It uses the context life, since the events of a session end
// with the context that began it.
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

// prepare sets up the tab. The browser carries out commands in order, so prepare waits for the last
// responses only.
func (t *tab) prepare(ctx context.Context) error {
	work, ctx := errgroup.WithContext(ctx)
	call := func(method string, params any) {
		work.Go(func() error { return t.target.Call(ctx, method, params, nil) })
	}
	// Disable domains that chromedp enables and this package doesn't read. A page could cause many
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

// patterns returns the requests that the browser pauses until decide answers: documents, and those
// that get headers of the caller.
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

// listen handles the events of the page, one after the other. It must not block.
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

// dispose closes the page and its browser context, and waits until both are gone.
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
		t.end() // waits for chromedp's goroutines
	}
	t.answers.Wait()
}

var errTooManyRedirects = errors.New("the page leads to more documents than allowed")

// navigate goes to the page and waits until its response begins.
func (t *tab) navigate(ctx context.Context) error {
	t.proxy.AllowSite(t.url.Hostname())
	result, err := cdp.Call(ctx, t.target, page.Navigate, page.NavigateParams{URL: t.url.String()})
	switch {
	case err != nil:
		return err
	case result.IsDownload:
		return errNotAPage
	case result.ErrorText == "":
		return nil
	}
	if d, _ := t.act.top(); d.status >= http.StatusBadRequest {
		return nil // the response has no body, and the browser shows its own error page
	}
	return t.loadFailure(result.ErrorText)
}

// decide lets a paused request go on or fail. It checks a document of the top frame as Render checked the
// first one.
func (t *tab) decide(ev *fetch.EventRequestPaused) {
	var err error
	if ev.FrameID == t.act.frame && ev.ResourceType == network.ResourceTypeDocument {
		if err = t.admit(ev); err != nil {
			t.fail(err)
		}
	}
	if err == nil && t.browser.remote {
		err = t.checkRemote(t.life, ev.Request.URL)
	}
	if err != nil {
		_, _ = cdp.Call(t.life, t.target, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
		return
	}
	_, _ = cdp.Call(t.life, t.target, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID, Headers: t.headers(ev.Request)})
}

func (t *tab) admit(ev *fetch.EventRequestPaused) error {
	u, err := url.Parse(ev.Request.URL)
	if err != nil {
		return err
	}
	t.deciding.Lock()
	defer t.deciding.Unlock()
	if t.hops++; t.hops == 1 {
		return nil // the page itself
	}
	if err := t.opts.Policy.CheckURL(u); err != nil {
		return err
	}
	if t.hops-1 > max(cmp.Or(t.req.MaxRedirects, 5), 0) {
		return errTooManyRedirects
	}
	if t.req.Render.Admit != nil {
		if err := t.askAdmit(u); err != nil {
			return &admitError{err}
		}
	}
	t.proxy.AllowSite(u.Hostname())
	return nil
}

// headers returns the headers of a request with those of the caller added, which go to their origin only.
// It returns nil for a request that keeps its headers.
func (t *tab) headers(r *network.Request) []*fetch.HeaderEntry {
	if len(t.req.Header) == 0 {
		return nil
	}
	u, err := url.Parse(r.URL)
	if err != nil || !strings.EqualFold(originOf(u), originOf(t.url)) {
		return nil
	}
	var out []*fetch.HeaderEntry
	for name, value := range r.Headers {
		if _, ours := t.req.Header[http.CanonicalHeaderKey(name)]; !ours {
			out = append(out, &fetch.HeaderEntry{Name: name, Value: fmt.Sprint(value)})
		}
	}
	for name, values := range t.req.Header {
		for _, value := range values {
			out = append(out, &fetch.HeaderEntry{Name: name, Value: value})
		}
	}
	return out
}

func (t *tab) read(ctx context.Context) (*webfetch.Rendered, error) {
	limit := min(maxMessage/6, cmp.Or(t.req.MaxBytes, 10<<20))
	var text *string
	if err := t.eval(ctx, fmt.Sprintf("webfetch.read(%d)", limit), &text); err != nil {
		return nil, err
	}
	if text == nil || int64(len(*text)) > limit {
		return nil, errTooLarge
	}
	if d, _ := t.act.top(); d.status >= http.StatusBadRequest && d.failure != "" {
		return t.describe("", d.url) // the browser shows its own error page, which counts as an empty page
	}
	where := new(state)
	if err := t.eval(ctx, "webfetch.state(1e9)", where); err != nil {
		return nil, err
	}
	return t.describe(*text, where.URL)
}

func (t *tab) describe(text, where string) (*webfetch.Rendered, error) {
	d, before := t.act.top()
	u, err := url.Parse(where)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || d.status == 0 {
		return nil, errNowhere
	}
	header := make(http.Header, len(d.header))
	for name, value := range d.header {
		for line := range strings.SplitSeq(fmt.Sprint(value), "\n") {
			header.Add(name, line)
		}
	}
	return &webfetch.Rendered{
		URL: u.String(), Status: d.status, Header: header, Redirects: before, HTML: []byte(text),
	}, nil
}

// picture returns a PNG of the page, at most maxSide pixels wide and high.
func (t *tab) picture(ctx context.Context) ([]byte, error) {
	// loadLazy may have made the window as high as the page.
	if _, err := cdp.Call(ctx, t.target, emulation.SetDeviceMetricsOverride, t.window(windowHeight)); err != nil {
		return nil, err
	}
	size, err := cdp.Call(ctx, t.target, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	got, err := cdp.Call(ctx, t.target, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatPng, CaptureBeyondViewport: new(true),
		Clip: &page.Viewport{
			Width:  math.Min(math.Ceil(size.CSSContentSize.Width), maxSide),
			Height: math.Min(math.Ceil(size.CSSContentSize.Height), maxSide), Scale: 1,
		},
	})
	if err != nil {
		return nil, err
	}
	return got.Data, nil
}
