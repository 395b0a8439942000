package schedule

import (
	"context"
	"iter"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// Job defines what [Run] does with the items of a queue.
type Job[T, R any] struct {
	// Queue holds the items that wait. Run and Each use it in one goroutine.
	Queue *Queue[T]
	// Source is read from a goroutine of its own while fewer than Ahead items wait. Once ctx is done
	// it must end or return. Nil means that there are only the items of Queue.
	Source iter.Seq[T]
	// Ahead is how many items may wait in Queue. It is at least 1 where there is a Source.
	Ahead int
	// Work is called in a goroutine for each item. It ends soon after ctx.
	Work func(ctx context.Context, item T) R
	// Each is given every result, one at a time; false ends the run. It may add
	// to Queue.
	Each func(item T, result R) bool
}

type result[T, R any] struct {
	item T
	made R
}

// Run works through the items until none are left, Each stops, or ctx is done, which ends the
// reading of Source and the work under way, and returns when everything that it began has ended.
// All but the reading and the work happens in the goroutine of its caller. A panic of Source
// becomes a panic of Run.
func Run[T, R any](ctx context.Context, job Job[T, R]) {
	ctx, cancel := context.WithCancel(ctx)
	r := &runner[T, R]{Job: job, results: make(chan result[T, R], job.Queue.limits.Total)}
	defer r.running.Wait()
	defer cancel()
	if job.Source != nil {
		r.incoming = make(chan T)
		r.running.Go(func() { r.read(ctx) })
	}
	r.loop(ctx)
}

type runner[T, R any] struct {
	Job[T, R]
	incoming chan T
	fault    error // what ended the reading; set before incoming is closed
	results  chan result[T, R]
	running  sync.WaitGroup
}

func (r *runner[T, R]) read(ctx context.Context) {
	defer close(r.incoming)
	defer panics.Catch(&r.fault)
	for item := range r.Source {
		select {
		case r.incoming <- item:
		case <-ctx.Done():
			return
		}
	}
}

func (r *runner[T, R]) loop(ctx context.Context) {
	incoming := r.incoming
	for incoming != nil || r.Queue.Len() > 0 || r.Queue.Active() > 0 {
		r.begin(ctx)
		source := incoming
		if r.Queue.Len() >= r.Ahead {
			source = nil
		}
		select {
		case item, more := <-source:
			if more {
				r.Queue.Add(item)
				continue
			}
			if incoming = nil; r.fault != nil {
				panic(r.fault)
			}
		case done := <-r.results:
			r.Queue.Done(done.item)
			if !r.Each(done.item, done.made) {
				return
			}
		}
	}
}

func (r *runner[T, R]) begin(ctx context.Context) {
	for item, ok := r.Queue.Next(); ok; item, ok = r.Queue.Next() {
		r.running.Go(func() { r.results <- result[T, R]{item, r.Work(ctx, item)} })
	}
}
