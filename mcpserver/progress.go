package mcpserver

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// progressInterval keeps a fast download from flooding a client.
const progressInterval = 100 * time.Millisecond

// progress tells a client how far a call is. A nil *progress tells nobody.
type progress struct {
	session *mcp.ServerSession
	token   any

	mu    sync.Mutex
	stage string
	value float64
	next  time.Time
}

// newProgress returns nil for a client that asked for no progress.
func newProgress(session *mcp.ServerSession, token any) *progress {
	if session == nil || token == nil {
		return nil
	}
	return &progress{session: session, token: token}
}

// report returns what a webfetch.Request calls. It is nil for a nil p.
func (p *progress) report(ctx context.Context) func(webfetch.Progress) {
	if p == nil {
		return nil
	}
	return func(at webfetch.Progress) { p.tell(ctx, at) }
}

// tell sends at. The value only ever grows, as the protocol demands: every
// stage is worth one, a part of it the part that is done.
func (p *progress) tell(ctx context.Context, at webfetch.Progress) {
	value := stageIndex(at.Stage) + part(at.Done, at.Total)
	p.mu.Lock()
	due := value > p.value && (at.Stage != p.stage || !time.Now().Before(p.next))
	if due {
		p.stage, p.value, p.next = at.Stage, value, time.Now().Add(progressInterval)
	}
	p.mu.Unlock()
	if !due {
		return
	}
	// A client that can't be reached is noticed by the call itself.
	_ = p.session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
		ProgressToken: p.token,
		Progress:      value,
		Total:         stages,
		Message:       at.Stage + amount(at),
	})
}

// finish tells that all is done, if anything was told before. A nil p tells
// nobody.
func (p *progress) finish(ctx context.Context) {
	if p == nil {
		return
	}
	p.mu.Lock()
	due := p.value > 0 && p.value < stages
	p.value = stages
	p.mu.Unlock()
	if due {
		_ = p.session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: p.token, Progress: stages, Total: stages, Message: "done",
		})
	}
}

const stages = 6

func stageIndex(stage string) float64 {
	switch stage {
	case "queue":
		return 1
	case "download":
		return 2
	case "render":
		return 3
	case "extract":
		return 4
	case "compact":
		return 5
	}
	return 0
}

// part is between 0 and 1: the part that is done, or, while the total is
// unknown, a figure that grows with what is done.
func part(done, total int64) float64 {
	const scale = 1 << 18
	switch {
	case done <= 0:
		return 0.01
	case total > 0:
		return min(float64(done)/float64(total), 1)*0.98 + 0.01
	}
	return 0.01 + 0.98*float64(done)/float64(done+scale)
}

func amount(at webfetch.Progress) string {
	switch {
	case at.Total > 0:
		return fmt.Sprintf(" %d of %d", at.Done, at.Total)
	case at.Done > 0:
		return fmt.Sprintf(" %d", at.Done)
	}
	return ""
}
