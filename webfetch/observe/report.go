package observe

import (
	"context"
	"slices"
	"sync"
	"time"
)

// maxReports bounds what a [Log] keeps.
const maxReports = 500

// Report is a step that has ended.
type Report struct {
	Step
	Result
	// Began is when it began, and Took how long it took.
	Began time.Time
	Took  time.Duration
}

// Log is an [Observer] that keeps the steps, 500 at most. The zero value is
// empty and ready to use.
type Log struct {
	mu    sync.Mutex
	steps []logged // in the order in which they began
}

// logged is a step that has begun.
type logged struct {
	Report
	ended bool
}

// Begin notes that a step begins.
func (l *Log) Begin(ctx context.Context, step Step) (context.Context, func(Result)) {
	began := time.Now()
	place := l.put(logged{Report: Report{Step: step, Began: began}})
	if place < 0 {
		return ctx, nil
	}
	return ctx, func(r Result) {
		l.mu.Lock()
		defer l.mu.Unlock()
		s := &l.steps[place]
		s.Result, s.Took, s.ended = r, time.Since(began), true
	}
}

// put stores a step and returns its index, or -1 if the log is full.
func (l *Log) put(s logged) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.steps) >= maxReports {
		return -1
	}
	l.steps = append(l.steps, s)
	return len(l.steps) - 1
}

// Add adds steps that were reported to another Log.
func (l *Log) Add(reports ...Report) {
	for _, r := range reports {
		l.put(logged{r, true})
	}
}

// Reports returns the steps that have ended, in the order in which they began. A nil Log has
// none.
func (l *Log) Reports() []Report {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var ended []Report
	for _, s := range l.steps {
		if s.ended {
			ended = append(ended, s.Report)
		}
	}
	slices.SortStableFunc(ended, func(a, b Report) int { return a.Began.Compare(b.Began) })
	return ended
}
