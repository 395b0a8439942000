package cloudflare

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

const (
	jobInterval = 30 * time.Second // that the service wants between two starts
	jobTimeout  = time.Minute
)

// jobs starts synchronizations, coalesced: the first request starts one at once,
// and all that come within 30 seconds of a start are served by one more at the
// end of them. A start that fails is tried again at the next request, one that comes
// too early after 30 seconds.
type jobs struct {
	start func(context.Context) error
	ctx   context.Context
	stop  context.CancelFunc

	mu    sync.Mutex
	last  time.Time   // of the last start
	due   *time.Timer // of a start that is to come
	alive sync.WaitGroup
	err   error // of the last start
}

func newJobs(start func(context.Context) error) *jobs {
	j := &jobs{start: start}
	j.ctx, j.stop = context.WithCancel(context.Background())
	return j
}

// request asks for a start. It does not wait.
func (j *jobs) request() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.due != nil || j.ctx.Err() != nil {
		return
	}
	j.alive.Add(1)
	j.due = time.AfterFunc(max(jobInterval-time.Since(j.last), 0), j.run)
}

func (j *jobs) run() {
	defer j.alive.Done()
	j.mu.Lock()
	j.due, j.last = nil, time.Now() // what is requested from here on is not in this job
	j.mu.Unlock()
	ctx, cancel := context.WithTimeout(j.ctx, jobTimeout)
	defer cancel()
	err := j.start(ctx)
	j.mu.Lock()
	j.err = err
	j.mu.Unlock()
	if isCooldown(err) { // another program has just started one
		j.request()
	}
}

// isCooldown reports that a job was started less than 30 seconds ago.
func isCooldown(err error) bool {
	told := new(httpapi.Error)
	return errors.As(err, &told) && (told.Code == "7020" || strings.Contains(told.Message, "sync_in_cooldown"))
}

// failure is the error of the last start, nil if it succeeded.
func (j *jobs) failure() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// close cancels what is under way, drops what is due, and waits for both.
func (j *jobs) close() {
	j.stop()
	j.mu.Lock()
	if j.due != nil && j.due.Stop() {
		j.due = nil
		j.alive.Done()
	}
	j.mu.Unlock()
	j.alive.Wait()
}
