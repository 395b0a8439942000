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
	quiet = 250 * time.Millisecond // how long nothing may happen in a page that is done
	// bareQuiet is the same for a page that shows hardly any text yet.
	bareQuiet = time.Second
	// networkQuiet is the same for networkidle, which counts requests only.
	networkQuiet = 500 * time.Millisecond
	// patience is for how long requests count that bring no change of the
	// document: some stay open for ever.
	patience = 5 * time.Second
	// After longestWait the default wait ends with a page that never comes to rest.
	longestWait = 15 * time.Second
	// shortestPoll and longestPoll bound the time between two looks at a page.
	shortestPoll = 10 * time.Millisecond
	longestPoll  = 100 * time.Millisecond
)

var errSelector = errors.New("the selector is not valid")

// state is how far a page is, as page.js reports it.
type state struct {
	Since  float64 `json:"since"` // milliseconds since the document changed
	Parsed bool    `json:"parsed"`
	Loaded bool    `json:"loaded"`
	Found  bool    `json:"found"`
	// Changes is how often the document changed.
	Changes int `json:"changes"`
	// Bare is that the page has hardly any text, and that of its source.
	Bare bool   `json:"bare"`
	URL  string `json:"url"`
}

func (s *state) since() time.Duration { return time.Duration(s.Since * float64(time.Millisecond)) }

// A new document has a new world: then eval runs the expression there.
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
			// The document is older than our script, as the empty one is.
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

func (t *tab) look(ctx context.Context, selector string) (*state, error) {
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

// waitFor looks at the page until done returns 0; what it returns else is after how long another
// look is worth while. It reports whether that was before until.
func (t *tab) waitFor(ctx context.Context, until time.Time, selector string, done func(*state) time.Duration) (bool, error) {
	for {
		s, err := t.look(ctx, selector)
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
	return t.still
}

func pending(done bool) time.Duration {
	if done {
		return 0
	}
	return shortestPoll
}

// still is the default wait: no changes and no requests for the time of quiet, or of bareQuiet
// where scripts have made hardly any text yet. After patience without a change, requests don't count.
func (t *tab) still(s *state) time.Duration {
	if !s.Parsed {
		return shortestPoll
	}
	count, since := t.act.loading(s.since())
	switch {
	case s.since() >= t.opts.patience:
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
	lazyRounds = 10                     // how often the end of a page is looked for at most
	lazyQuiet  = 100 * time.Millisecond // without anything new at the end of the page: it has nothing more to load
)

// settle waits as WaitUntil says, and loads what the page keeps for those who scroll. It reports
// whether the page came to rest.
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

// loadLazy goes to the end of the page and makes the window as high as the page, which shows all
// of it to what loads parts as they come into view, as long as that makes the page change.
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
		s, err := t.look(ctx, "")
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
	remembered = 256 // beginnings and ends of requests
	// polls is how often an address has to be asked for without a change of the
	// document to be one that is polled.
	polls = 3
	// maxAddress bounds what is kept of an address: that of data: may be megabytes.
	maxAddress = 256
)

type activity struct {
	mu       sync.Mutex
	frame    cdp.FrameID // the top one
	underway map[network.RequestID]request
	last     time.Time // when a request of any kind began or ended last
	log      []moment  // of the requests that bring text

	coming *document // to the top frame; nil: none
	shown  *document // in the top frame; nil: none yet
	before []string  // addresses of documents shown before
}

type document struct {
	request network.RequestID
	loader  cdp.LoaderID
	hops    []string // addresses that redirected to url
	url     string
	status  int
	header  network.Headers
	failure string // why it did not come, or not all of it
}

type request struct {
	address string // without its query
	kind    network.ResourceType
}

type moment struct {
	at      time.Time
	address string
	ended   bool
}

// sent counts a request as under way. Requests of workers are not counted: Chromium sends the page no event when they end.
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
	if d := a.coming; d != nil && d.request == ev.RequestID {
		d.hops, d.url = append(d.hops, d.url), ev.Request.URL
		return
	}
	a.coming = &document{request: ev.RequestID, loader: ev.LoaderID, url: ev.Request.URL}
}

// A document that did not come is shown as a page of the browser's own.
func (a *activity) navigated(loader cdp.LoaderID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.coming == nil || a.coming.loader != loader {
		return
	}
	if a.shown != nil {
		a.before = append(a.before, a.shown.hops...)
		a.before = append(a.before, a.shown.url)
		a.before = a.before[:min(len(a.before), maxRedirectsKept)]
	}
	a.shown, a.coming = a.coming, nil
}

func (a *activity) note(r request, ended bool) {
	a.last = time.Now()
	if lasting(r.kind) {
		return
	}
	if len(a.log) == remembered {
		a.log = append(a.log[:0], a.log[remembered/2:]...)
	}
	a.log = append(a.log, moment{a.last, r.address, ended})
}

func (a *activity) responded(ev *network.EventResponseReceived) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if d := a.of(ev.RequestID); d != nil {
		d.status, d.header = int(ev.Response.Status), ev.Response.Headers
	}
}

// ended is called with the failure "" where the request went well.
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
	for _, d := range []*document{a.coming, a.shown} {
		if d != nil && d.request == id {
			return d
		}
	}
	return nil
}

// top returns the document that the top frame shows, else the one that is loading, with the
// addresses before it.
func (a *activity) top() (d document, before []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.shown != nil:
		d = *a.shown
	case a.coming != nil:
		d = *a.coming
	}
	return d, append(slices.Clone(a.before), d.hops...)
}

// lasting reports kinds of requests that stay open, or bring nothing to read.
func lasting(kind network.ResourceType) bool {
	switch kind {
	case network.ResourceTypeEventSource, network.ResourceTypeWebSocket, network.ResourceTypePing, network.ResourceTypeCSPViolationReport,
		network.ResourceTypeMedia, network.ResourceTypeImage, network.ResourceTypeFont, network.ResourceTypeTextTrack,
		network.ResourceTypePreflight, network.ResourceTypeManifest, network.ResourceTypePrefetch:
		return true
	}
	return false
}

// busy returns how many requests are under way, and how long ago one began or ended.
func (a *activity) busy() (count int, since time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.underway), time.Since(a.last)
}

// loading is busy for requests that may bring text. What was asked for three times since the
// document changed is polled and does not count.
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
		if !lasting(r.kind) && asked[r.address] < polls {
			count++
		}
	}
	since = time.Hour
	for _, m := range a.log {
		if asked[m.address] < polls {
			since = min(since, time.Since(m.at))
		}
	}
	return count, since
}
