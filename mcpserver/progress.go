package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// progressInterval keeps a fast download from flooding a client.
const progressInterval = 100 * time.Millisecond

// progress reports to a client how far a call is. Reporting never waits for the
// client: a queue holds the latest value of each stage, and a goroutine sends
// what is in it, so that a slow client misses values in between and nothing
// else. A nil *progress reports nothing.
type progress struct {
	token any
	send  func(context.Context, *mcp.ProgressNotificationParams) error
	// wake has an item when the queue may have one, and is closed at the end.
	wake chan struct{}
	done chan struct{}

	mu    sync.Mutex
	queue []*mcp.ProgressNotificationParams
	stage string
	value float64
	next  time.Time
	ended bool
}

// newProgress returns nil for a client that asked for no progress. end must be
// called on others.
func newProgress(ctx context.Context, session *mcp.ServerSession, token any) *progress {
	if session == nil || token == nil {
		return nil
	}
	p := &progress{token: token, send: session.NotifyProgress, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go p.run(ctx)
	return p
}

// run sends what is queued until the end, or until the client can't be reached,
// which the call itself notices.
func (p *progress) run(ctx context.Context) {
	defer close(p.done)
	for range p.wake {
		for params := p.pop(); params != nil; params = p.pop() {
			if p.send(ctx, params) != nil {
				return
			}
		}
	}
}

func (p *progress) pop() *mcp.ProgressNotificationParams {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 {
		return nil
	}
	params := p.queue[0]
	p.queue = p.queue[1:]
	return params
}

// report returns what a webfetch.Request calls. It is nil for a nil p.
func (p *progress) report() func(stage string, done, total int64) {
	if p == nil {
		return nil
	}
	return p.observe
}

// observe queues a report. The value only ever grows, as the protocol demands: every
// stage is worth one, a part of it the part that is done. It is safe for
// concurrent use; what is reported after the end is dropped.
func (p *progress) observe(stage string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	value := float64(max(slices.Index(stages, stage), 0)) + fraction(done, total)
	if p.ended || value <= p.value || stage == p.stage && time.Now().Before(p.next) {
		return
	}
	p.push(stage, value, stage+amount(done, total))
}

// push queues a value and replaces a queued one of the same stage. The caller holds p.mu.
func (p *progress) push(stage string, value float64, message string) {
	if last := len(p.queue) - 1; last >= 0 && stage == p.stage {
		p.queue = p.queue[:last]
	}
	p.stage, p.value, p.next = stage, value, time.Now().Add(progressInterval)
	p.queue = append(p.queue, &mcp.ProgressNotificationParams{ProgressToken: p.token, Progress: value, Total: float64(len(stages)), Message: message})
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// end reports that all is done, if it is and anything was reported before. It
// returns when the client has that report, or can't be reached: no progress may
// follow the answer, which would wait for the client as long.
func (p *progress) end(whole bool) {
	if p == nil {
		return
	}
	p.mu.Lock()
	if whole && p.value > 0 {
		p.push("done", float64(len(stages)), "done")
	}
	p.ended = true
	close(p.wake)
	p.mu.Unlock()
	<-p.done
}

// stages are those of a call in their order. Others count as the one before the first.
var stages = []string{"", "queue", "download", "render", "extract", "compact", "store", "search"}

// fraction is between 0 and 1: the part that is done, or, while the total is
// unknown, a figure that grows with what is done.
func fraction(done, total int64) float64 {
	const scale = 1 << 18
	switch {
	case done <= 0:
		return 0.01
	case total > 0:
		return min(float64(done)/float64(total), 1)*0.98 + 0.01
	}
	return 0.01 + 0.98*float64(done)/float64(done+scale)
}

func amount(done, total int64) string {
	switch {
	case total > 0:
		return fmt.Sprintf(" %d of %d", done, total)
	case done > 0:
		return fmt.Sprintf(" %d", done)
	}
	return ""
}
