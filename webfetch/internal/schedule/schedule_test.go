package schedule_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/schedule"
)

// page is an item of a test: "host/name".
type page struct{ host, name string }

func place(p page) schedule.Place { return schedule.Place{Host: p.host, Key: p.host + "/" + p.name} }

func taken(q *schedule.Queue[page]) (names []string) {
	for p, ok := q.Next(); ok; p, ok = q.Next() {
		names = append(names, p.host+p.name)
	}
	return names
}

func TestHostsTakeTurns(t *testing.T) {
	q := schedule.NewQueue(schedule.Limits{Total: 4, PerHost: 2}, place)
	for _, name := range []string{"1", "2", "3", "4"} {
		q.Add(page{"a", name})
	}
	q.Add(page{"b", "1"})
	q.Add(page{"c", "1"})
	assert.Equal(t, []string{"a1", "b1", "c1", "a2"}, taken(q))
	assert.Equal(t, 2, q.Len())
	assert.Equal(t, 4, q.Active())
	q.Done(page{"b", "1"})
	assert.Empty(t, taken(q), "a has two under way")
	q.Done(page{"a", "2"})
	assert.Equal(t, []string{"a3"}, taken(q))
}

func TestOneKeyIsUnderWayOnce(t *testing.T) {
	q := schedule.NewQueue(schedule.Limits{Total: 9, PerHost: 9}, place)
	for _, name := range []string{"1", "1", "2", "1"} {
		q.Add(page{"a", name})
	}
	assert.Equal(t, []string{"a1", "a2"}, taken(q))
	q.Done(page{"a", "1"})
	assert.Equal(t, []string{"a1"}, taken(q))
	assert.Equal(t, 1, q.Len())
}

// While one host takes an hour a page, the others are served.
func TestASlowHostHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := schedule.NewQueue(schedule.Limits{Total: 4, PerHost: 2}, place)
		for i := range 20 {
			q.Add(page{"slow", fmt.Sprint(i)})
		}
		for i := range 40 {
			q.Add(page{fmt.Sprintf("quick%d", i%4), fmt.Sprint(i)})
		}
		began, quick := time.Now(), time.Duration(0)
		schedule.Run(t.Context(), schedule.Job[page, bool]{
			Queue: q,
			Work: func(_ context.Context, p page) bool {
				if p.host == "slow" {
					time.Sleep(time.Hour)
				}
				time.Sleep(time.Second)
				return true
			},
			Each: func(p page, _ bool) bool {
				if p.host != "slow" {
					quick = time.Since(began)
				}
				return true
			},
		})
		assert.Equal(t, 20*time.Second, quick, "40 pages, two at a time")
	})
}

// A caller that takes its time stops the work, and that the reading.
func TestBackPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var read, worked atomic.Int32
		schedule.Run(t.Context(), schedule.Job[page, bool]{
			Queue: schedule.NewQueue(schedule.Limits{Total: 3, PerHost: 3}, place),
			Source: func(yield func(page) bool) {
				for i := 0; yield(page{fmt.Sprint(i % 5), fmt.Sprint(i)}); i++ {
					read.Add(1)
				}
			},
			Ahead: 10,
			Work:  func(context.Context, page) bool { worked.Add(1); return true },
			Each: func(page, bool) bool {
				time.Sleep(time.Hour)
				assert.LessOrEqual(t, worked.Load(), int32(3), "what is not handed over counts")
				assert.LessOrEqual(t, read.Load(), int32(14))
				return false
			},
		})
	})
}

// What Each finds is worked on too.
func TestEachMayAdd(t *testing.T) {
	q := schedule.NewQueue(schedule.Limits{Total: 2, PerHost: 1}, place)
	q.Add(page{"a", "."})
	var seen []string
	schedule.Run(t.Context(), schedule.Job[page, int]{
		Queue: q,
		Work:  func(_ context.Context, p page) int { return len(p.name) },
		Each: func(p page, depth int) bool {
			seen = append(seen, p.name)
			if depth < 4 {
				q.Add(page{"a", p.name + "l"})
				q.Add(page{"a", p.name + "r"})
			}
			return true
		},
	})
	slices.Sort(seen)
	assert.Len(t, slices.Compact(seen), 15)
}

func TestRunEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		ended := 0
		schedule.Run(ctx, schedule.Job[page, error]{
			Queue: schedule.NewQueue(schedule.Limits{Total: 3, PerHost: 3}, place),
			Source: func(yield func(page) bool) {
				for i := 0; ctx.Err() == nil && yield(page{"a", fmt.Sprint(i)}); i++ {
				}
			},
			Ahead: 2,
			Work:  func(ctx context.Context, _ page) error { <-ctx.Done(); return ctx.Err() },
			Each: func(_ page, err error) bool {
				assert.ErrorIs(t, err, context.DeadlineExceeded)
				ended++
				return true
			},
		})
		assert.Positive(t, ended)
	})
}

func TestAPanicOfTheSourceIsOneOfRun(t *testing.T) {
	assert.Panics(t, func() {
		schedule.Run(t.Context(), schedule.Job[page, bool]{
			Queue:  schedule.NewQueue(schedule.Limits{Total: 1, PerHost: 1}, place),
			Source: func(func(page) bool) { panic("no more") },
			Ahead:  1,
		})
	})
}
