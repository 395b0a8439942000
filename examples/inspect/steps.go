package main

import (
	"context"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// stepLog keeps the steps of one read, in the order in which they began.
type stepLog struct {
	mu    sync.Mutex
	steps []*timedStep
}

type timedStep struct {
	observe.Step
	began time.Time
	took  time.Duration
}

// stepLogKey is the key of the stepLog in the context of a read.
type stepLogKey struct{}

// observer is the Observer of the client: it writes each step down in the log of its context.
type observer struct{}

func (observer) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	log, _ := ctx.Value(stepLogKey{}).(*stepLog)
	if log == nil {
		return ctx, nil
	}
	s := &timedStep{Step: step, began: time.Now()}
	log.mu.Lock()
	defer log.mu.Unlock()
	log.steps = append(log.steps, s)
	return ctx, func(observe.Result) {
		log.mu.Lock()
		defer log.mu.Unlock()
		s.took = time.Since(s.began)
	}
}
