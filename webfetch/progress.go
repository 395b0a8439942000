package webfetch

import (
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// maxNews bounds the reports that wait in a mailbox. For one more the oldest is dropped.
const maxNews = 16

// mailbox passes progress from the goroutines that work to the one that reports
// it, without either waiting for the other. Of several reports of one stage in a row it
// keeps the latest.
type mailbox struct {
	fresh chan struct{} // holds one signal while there is news

	mu   sync.Mutex
	news []Progress
}

func newMailbox() *mailbox { return &mailbox{fresh: make(chan struct{}, 1)} }

// put never blocks.
func (m *mailbox) put(p Progress) {
	m.mu.Lock()
	switch n := len(m.news); {
	case n > 0 && m.news[n-1].Stage == p.Stage:
		m.news[n-1] = p
	case n < maxNews:
		m.news = append(m.news, p)
	default:
		m.news = append(m.news[:0], m.news[1:]...)
		m.news = append(m.news, p)
	}
	m.mu.Unlock()
	select {
	case m.fresh <- struct{}{}:
	default:
	}
}

// deliver empties the mailbox and calls report with each value.
func (m *mailbox) deliver(report func(Progress)) {
	m.mu.Lock()
	news := m.news
	m.news = nil
	m.mu.Unlock()
	for _, p := range news {
		report(p)
	}
}

// run does the work of a call. If the call has a Progress function, the work is done
// in another goroutine and this one calls the function, so that a slow one stalls
// neither the download nor the watch over it.
func (call *fetchCall) run(work func() (*Packet, error)) (p *Packet, err error) {
	defer panics.Catch(&err) // of the caller's functions
	pages := call.Extract.Progress
	if call.Progress == nil && pages == nil {
		return safely(work)
	}
	report := func(p Progress) {
		if call.Progress != nil {
			call.Progress(p)
		}
		if pages != nil && p.Stage == stageExtract && p.Total > 0 {
			pages(int(p.Done), int(p.Total))
		}
	}
	type result struct {
		packet *Packet
		err    error
	}
	box, done := newMailbox(), make(chan result, 1)
	call.onProgress = box.put
	go func() {
		p, err := safely(work)
		done <- result{p, err}
	}()
	for {
		select {
		case <-box.fresh:
			box.deliver(report)
		case r := <-done:
			box.deliver(report)
			return r.packet, r.err
		}
	}
}

// The stages of a [Progress] that are reported here; the others come from the
// transport.
const (
	stageRender  = "render"
	stageExtract = "extract"
)

// report reports progress, if the call has a Progress function.
func (call *fetchCall) report(p Progress) {
	if call.onProgress != nil {
		call.onProgress(p)
	}
}

// safely turns a panic of work into an error.
func safely[T any](work func() (*T, error)) (made *T, err error) {
	defer panics.Catch(&err)
	return work()
}
