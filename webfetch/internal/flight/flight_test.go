package flight_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/flight"
)

func TestOneCallerLeavingDoesNotFailTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g flight.Group[string, string]
		first, leave := context.WithCancel(t.Context())
		work := func(ctx context.Context, _ func(string)) (string, error) {
			select {
			case <-time.After(time.Minute):
				return "done", nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			_, _, err := g.Do(first, "k", nil, work)
			assert.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		wg.Go(func() {
			v, shared, err := g.Do(t.Context(), "k", nil, work)
			assert.NoError(t, err)
			assert.True(t, shared)
			assert.Equal(t, "done", v)
		})
		synctest.Wait()
		leave()
		wg.Wait()
	})
}

func TestTheLastCallerLeavingStopsTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g flight.Group[string, string]
		ctx, leave := context.WithCancel(t.Context())
		stopped := make(chan error, 1)
		go func() {
			_, _, err := g.Do(ctx, "k", nil, func(ctx context.Context, _ func(string)) (string, error) {
				<-ctx.Done()
				stopped <- ctx.Err()
				return "", ctx.Err()
			})
			assert.ErrorIs(t, err, context.Canceled)
		}()
		synctest.Wait()
		leave()
		assert.ErrorIs(t, <-stopped, context.Canceled)
	})
}

func TestTheCallHasTheDeadlineAndValuesOfTheFirstCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		var g flight.Group[string, string]
		ctx, cancel := context.WithTimeout(context.WithValue(t.Context(), key{}, "value"), time.Second)
		defer cancel()
		failed := errors.New("failed")
		_, shared, err := g.Do(ctx, "k", nil, func(run context.Context, _ func(string)) (string, error) {
			want, _ := ctx.Deadline()
			got, limited := run.Deadline()
			assert.True(t, limited)
			assert.Equal(t, want, got)
			assert.Equal(t, "value", run.Value(key{}))
			return "", failed
		})
		assert.False(t, shared)
		assert.ErrorIs(t, err, failed)
	})
}

// The call ends at the deadline of its first caller, by a timer of its own. Whichever comes first,
// the caller's context is done when the caller gets that error.
func TestTheDeadlineOfTheCallIsThatOfItsCaller(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			var g flight.Group[string, int]
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, _, err := g.Do(ctx, "k", nil, func(run context.Context, _ func(int)) (string, error) {
				<-run.Done()
				return "", run.Err()
			})
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
		})
	}
}

func TestAllWhoWaitAreToldHowFarTheCallIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g flight.Group[string, string]
		work := func(_ context.Context, report func(string)) (string, error) {
			report("begun")
			time.Sleep(2 * time.Second)
			report("half")
			time.Sleep(2 * time.Second)
			report("done")
			return "", nil
		}
		told := make([][]string, 4)
		var wg sync.WaitGroup
		for i, patience := range []time.Duration{time.Hour, time.Hour, 3 * time.Second} {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				g.Do(ctx, "k", func(news string) { told[i] = append(told[i], news) }, work)
			})
		}
		wg.Go(func() { g.Do(t.Context(), "other", func(news string) { told[3] = append(told[3], news) }, work) })
		wg.Wait()
		assert.Equal(t, []string{"begun", "half", "done"}, told[0])
		assert.Equal(t, told[0], told[1], "who joins is told what was told before")
		assert.Equal(t, []string{"begun", "half"}, told[2], "who has left is told nothing")
		assert.Equal(t, told[0], told[3])
	})
}

// What fn reports before its first caller waits reaches that caller too.
func TestTheFirstCallerMissesNoReport(t *testing.T) {
	for range 20_000 {
		var g flight.Group[int, int]
		var got []int
		_, _, err := g.Do(t.Context(), "k", func(n int) { got = append(got, n) }, func(_ context.Context, report func(int)) (int, error) {
			report(1)
			report(2)
			return 0, nil
		})
		assert.NoError(t, err)
		assert.Equal(t, []int{1, 2}, got)
	}
}
