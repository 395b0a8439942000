package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

const (
	// A page is done after quiet without a change and without requests.
	quiet = 250 * time.Millisecond
	// bareQuiet replaces quiet for a page that shows hardly any text yet.
	bareQuiet = time.Second
	// networkQuiet replaces quiet for networkidle, which counts requests only.
	networkQuiet = 500 * time.Millisecond
	// maxStall is the time without a change after which a page is done even if
	// requests are under way: some stay open forever.
	maxStall = 5 * time.Second
	// longestWait bounds the default wait, for pages that never stop changing.
	longestWait = 15 * time.Second
	// shortestPoll and longestPoll bound the time between two polls of a page.
	shortestPoll = 10 * time.Millisecond
	longestPoll  = 100 * time.Millisecond
)

var errSelector = errors.New("the selector is not valid")

// state is the loading state of a page that page.js reports.
type state struct {
	Since  float64 `json:"since"` // milliseconds since the document changed
	Parsed bool    `json:"parsed"`
	Loaded bool    `json:"loaded"`
	Found  bool    `json:"found"`
	// Changes counts the changes of the document.
	Changes int `json:"changes"`
	// Bare: the page has scripts, hardly any text, and hardly more than its source has.
	Bare bool   `json:"bare"`
	URL  string `json:"url"`
}

func (s *state) since() time.Duration { return time.Duration(s.Since * float64(time.Millisecond)) }

// eval runs an expression in the world of page.js and decodes its result. If a new document has replaced
// the old one with its world, eval makes a new world and tries again.
func (t *tab) eval(ctx context.Context, expression string, result any) error {
	for try := 0; ; try++ {
		if t.world == 0 {
			made, err := cdp.Call(ctx, t.target, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: t.act.frame, WorldName: world})
			if err != nil {
				return err
			}
			t.world = made.ExecutionContextID
		}
		got, err := cdp.Call(ctx, t.target, runtime.Evaluate, runtime.EvaluateParams{
			Expression: expression, ContextID: t.world, ReturnByValue: new(true), AwaitPromise: new(true), Silent: new(true),
		})
		var refused *cdproto.Error
		switch {
		case errors.As(err, &refused) && try < 5:
			t.world = 0
			continue
		case err != nil:
			return err
		case got.ExceptionDetails != nil && strings.Contains(exception(got.ExceptionDetails), "webfetch is not defined") && try < 5:
			// The document was there before page.js was registered, as the empty one is.
			if _, err := cdp.Call(ctx, t.target, runtime.Evaluate, runtime.EvaluateParams{Expression: pageScript, ContextID: t.world, Silent: new(true)}); err != nil {
				t.world = 0
			}
			continue
		case got.ExceptionDetails != nil:
			return &scriptError{exception(got.ExceptionDetails)}
		}
		return json.Unmarshal(got.Result.Value, result)
	}
}

type scriptError struct{ text string }

func (e *scriptError) Error() string { return "reading the page: " + e.text }

func exception(details *runtime.ExceptionDetails) string {
	if details.Exception != nil && details.Exception.Description != "" {
		return details.Exception.Description
	}
	return details.Text
}

// pollState returns the state of the page. selector may be "".
func (t *tab) pollState(ctx context.Context, selector string) (*state, error) {
	wanted, err := json.Marshal(selector)
	if err != nil {
		return nil, err
	}
	s := new(state)
	err = t.eval(ctx, fmt.Sprintf("webfetch.state(%d, %s)", quiet.Milliseconds(), wanted), s)
	if script := new(scriptError); errors.As(err, &script) && strings.Contains(script.text, "SyntaxError") {
		return nil, errSelector
	}
	return s, err
}

// waitFor polls the page until done returns 0 or less, and reports whether that was before until. A
// positive result of done is the time until the next poll.
func (t *tab) waitFor(ctx context.Context, until time.Time, selector string, done func(*state) time.Duration) (bool, error) {
	for {
		s, err := t.pollState(ctx, selector)
		if err != nil {
			return false, err
		}
		if d, _ := t.act.top(); d.failure != "" && d.status < http.StatusBadRequest {
			return false, t.loadFailure(d.failure)
		}
		again := done(s)
		if again <= 0 {
			return true, nil
		}
		if !time.Now().Add(shortestPoll).Before(until) {
			return false, nil
		}
		if err := hostlimit.Wait(ctx, min(max(again, shortestPoll), longestPoll, time.Until(until))); err != nil {
			return false, err
		}
	}
}

func (t *tab) settled(kind string) func(*state) time.Duration {
	switch kind {
	case "load":
		return func(s *state) time.Duration { return pending(s.Loaded) }
	case "domcontentloaded":
		return func(s *state) time.Duration { return pending(s.Parsed) }
	case "networkidle":
		return func(s *state) time.Duration {
			count, since := t.act.busy()
			if !s.Loaded || count > 0 {
				return longestPoll
			}
			return networkQuiet - since
		}
	}
	return t.contentSettled
}

func pending(done bool) time.Duration {
	if done {
		return 0
	}
	return shortestPoll
}

// contentSettled is the default wait: no changes and no requests for quiet, or for bareQuiet if scripts
// have made hardly any text yet. After maxStall without a change, requests don't count.
func (t *tab) contentSettled(s *state) time.Duration {
	if !s.Parsed {
		return shortestPoll
	}
	count, since := t.act.loading(s.since())
	switch {
	case s.since() >= t.opts.maxStall:
		return 0
	case count > 0:
		return shortestPoll
	}
	enough := quiet
	if s.Bare {
		enough = bareQuiet
	}
	return enough - min(s.since(), since)
}

const (
	lazyRounds = 10                     // most scrolls to the end of a page
	lazyQuiet  = 100 * time.Millisecond // time for a page to begin loading after a scroll
)

// settle waits as RenderOptions.WaitUntil says, and then loads the parts that a page loads on scrolling.
// It reports whether the page is done.
func (t *tab) settle(ctx context.Context, until time.Time) (bool, error) {
	if longest := time.Now().Add(t.opts.longestWait); t.req.Render.WaitUntil == "" && longest.Before(until) {
		until = longest
	}
	done, err := t.waitFor(ctx, until, "", t.settled(t.req.Render.WaitUntil))
	if err != nil || !done || t.req.Render.WaitUntil == "load" || t.req.Render.WaitUntil == "domcontentloaded" {
		return done, err
	}
	return t.loadLazy(ctx, until)
}

// loadLazy scrolls to the end of the page and makes the window as high as the page, so that scripts load
// the parts that come into view. It repeats that as long as the page changes.
func (t *tab) loadLazy(ctx context.Context, until time.Time) (bool, error) {
	height := windowHeight
	for range lazyRounds {
		var end struct{ Height, Changes int }
		if err := t.eval(ctx, "webfetch.reveal()", &end); err != nil {
			return false, err
		}
		if end.Height > height {
			height = min(end.Height, maxSide)
			if _, err := cdp.Call(ctx, t.target, emulation.SetDeviceMetricsOverride, t.window(height)); err != nil {
				return false, err
			}
			var drawn bool
			if err := t.eval(ctx, "webfetch.drawn()", &drawn); err != nil {
				return false, err
			}
			if err := hostlimit.Wait(ctx, lazyQuiet); err != nil {
				return false, err
			}
		}
		s, err := t.pollState(ctx, "")
		if err != nil {
			return false, err
		}
		if count, _ := t.act.loading(s.since()); count == 0 && s.Changes == end.Changes {
			return true, nil
		}
		if done, err := t.waitFor(ctx, until, "", t.settled(t.req.Render.WaitUntil)); err != nil || !done {
			return done, err
		}
	}
	return true, nil
}

const (
	maxLog = 256 // begins and ends of requests that activity keeps
	// A page polls an address if it requests it minPolls times without a change of the
	// document.
	minPolls = 3
	// maxAddress bounds the kept part of an address: a data: URL may have megabytes.
	maxAddress = 256
)

// activity tracks the requests of a page and the documents of its top frame.
type activity struct {
	mu       sync.Mutex
	frame    cdp.FrameID // the top frame
	underway map[network.RequestID]request
	last     time.Time // last begin or end of a request of any kind
	log      []event   // requests that may bring text

	loadingDoc *document // being loaded into the top frame; nil: none
	shown      *document // shown in the top frame; nil: none yet
	before     []string  // addresses of documents shown earlier
}

type document struct {
	request network.RequestID
	loader  cdp.LoaderID
	hops    []string // addresses that redirected to url
	url     string
	status  int
	header  network.Headers
	failure string // why it was not loaded, or not completely
}

type request struct {
	address string // without its query
	kind    network.ResourceType
}

// event is the begin or the end of a request.
type event struct {
	at      time.Time
	address string
	ended   bool
}

// sent records that a request begins. It leaves out those of workers, since Chromium doesn't report their end to the page.
func (a *activity) sent(ev *network.EventRequestWillBeSent) {
	if ev.LoaderID == "" {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	address, _, _ := strings.Cut(ev.Request.URL, "?")
	r := request{address: address[:min(len(address), maxAddress)], kind: ev.Type}
	a.underway[ev.RequestID] = r
	a.note(r, false)
	if ev.Type != network.ResourceTypeDocument || ev.FrameID != a.frame {
		return
	}
	if d := a.loadingDoc; d != nil && d.request == ev.RequestID {
		d.hops, d.url = append(d.hops, d.url), ev.Request.URL
		return
	}
	a.loadingDoc = &document{request: ev.RequestID, loader: ev.LoaderID, url: ev.Request.URL}
}

// navigated records that the top frame shows the document of a loader. If the document could not be
// loaded, the frame shows an error page of the browser.
func (a *activity) navigated(loader cdp.LoaderID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.loadingDoc == nil || a.loadingDoc.loader != loader {
		return
	}
	if a.shown != nil {
		a.before = append(a.before, a.shown.hops...)
		a.before = append(a.before, a.shown.url)
		a.before = a.before[:min(len(a.before), maxRedirectsKept)]
	}
	a.shown, a.loadingDoc = a.loadingDoc, nil
}

func (a *activity) note(r request, ended bool) {
	a.last = time.Now()
	if bringsNoText(r.kind) {
		return
	}
	if len(a.log) == maxLog {
		a.log = append(a.log[:0], a.log[maxLog/2:]...)
	}
	a.log = append(a.log, event{a.last, r.address, ended})
}

func (a *activity) responded(ev *network.EventResponseReceived) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if d := a.of(ev.RequestID); d != nil {
		d.status, d.header = int(ev.Response.Status), ev.Response.Headers
	}
}

// ended records the end of a request. failure is "" if the request succeeded.
func (a *activity) ended(id network.RequestID, failure string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r, known := a.underway[id]
	if !known {
		return
	}
	delete(a.underway, id)
	a.note(r, true)
	if d := a.of(id); d != nil && failure != "" {
		d.failure = failure
	}
}

func (a *activity) of(id network.RequestID) *document {
	for _, d := range []*document{a.loadingDoc, a.shown} {
		if d != nil && d.request == id {
			return d
		}
	}
	return nil
}

// top returns the document that the top frame shows, or else the one being loaded, and the addresses
// before it.
func (a *activity) top() (d document, before []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.shown != nil:
		d = *a.shown
	case a.loadingDoc != nil:
		d = *a.loadingDoc
	}
	return d, append(slices.Clone(a.before), d.hops...)
}

// bringsNoText reports whether requests of a kind stay open or bring nothing to read.
func bringsNoText(kind network.ResourceType) bool {
	switch kind {
	case network.ResourceTypeEventSource, network.ResourceTypeWebSocket, network.ResourceTypePing, network.ResourceTypeCSPViolationReport,
		network.ResourceTypeMedia, network.ResourceTypeImage, network.ResourceTypeFont, network.ResourceTypeTextTrack,
		network.ResourceTypePreflight, network.ResourceTypeManifest, network.ResourceTypePrefetch:
		return true
	}
	return false
}

// busy returns the number of requests under way, and the time since one began or ended.
func (a *activity) busy() (count int, since time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.underway), time.Since(a.last)
}

// loading is like busy for requests that may bring text. An address that was requested minPolls times
// since the document changed is polled and does not count.
func (a *activity) loading(unchanged time.Duration) (count int, since time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	from := time.Now().Add(-unchanged)
	asked := map[string]int{}
	for _, m := range a.log {
		if m.ended && m.at.After(from) {
			asked[m.address]++
		}
	}
	for _, r := range a.underway {
		if !bringsNoText(r.kind) && asked[r.address] < minPolls {
			count++
		}
	}
	since = time.Hour
	for _, m := range a.log {
		if asked[m.address] < minPolls {
			since = min(since, time.Since(m.at))
		}
	}
	return count, since
}
