package browser

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
)

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
