package browser

import (
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
)

// activity follows the requests of a page, and the documents of its top frame.
type activity struct {
	mu       sync.Mutex
	frame    cdp.FrameID // the top one
	underway map[network.RequestID]request
	last     time.Time // when a request began or ended last

	document  network.RequestID // of the top frame
	redirects []string
	url       string
	status    int
	header    network.Headers
	failure   string
	refused   error // by us, before it was sent
}

// request is one under way.
type request struct {
	began time.Time
	kind  network.ResourceType
}

func newActivity() *activity {
	return &activity{underway: map[network.RequestID]request{}, last: time.Now()}
}

// sent notes a request, and the response that redirected to it.
func (a *activity) sent(ev *network.EventRequestWillBeSent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	a.last = now
	a.underway[ev.RequestID] = request{began: now, kind: ev.Type}
	if ev.Type != network.ResourceTypeDocument || ev.FrameID != a.frame {
		return
	}
	if a.url != "" && len(a.redirects) < maxRedirectsKept {
		a.redirects = append(a.redirects, a.url)
	}
	a.document, a.url = ev.RequestID, ev.Request.URL
	a.status, a.header, a.failure = 0, nil, ""
}

// responded notes the answer to the document of the top frame.
func (a *activity) responded(ev *network.EventResponseReceived) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = time.Now()
	if ev.RequestID == a.document {
		a.status, a.header = int(ev.Response.Status), ev.Response.Headers
	}
}

// ended notes the end of a request; failure is "" where it went well.
func (a *activity) ended(id network.RequestID, failure string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = time.Now()
	delete(a.underway, id)
	if id == a.document && failure != "" {
		a.failure = failure
	}
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

// busy tells how many requests are under way, for how long the oldest is, and
// how long ago anything happened. Without all, those that bring no text don't count.
func (a *activity) busy(all bool) (count int, oldest, since time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	for _, r := range a.underway {
		if !all && lasting(r.kind) {
			continue
		}
		count++
		oldest = max(oldest, now.Sub(r.began))
	}
	return count, oldest, now.Sub(a.last)
}

// refuse notes why a document of the top frame was not asked for.
func (a *activity) refuse(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refused == nil {
		a.refused = err
	}
}

// refusal returns that reason.
func (a *activity) refusal() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.refused
}
