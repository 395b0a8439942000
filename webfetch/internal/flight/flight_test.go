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
		var g flight.Group[string]
		first, leave := context.WithCancel(t.Context())
		work := func(ctx context.Context) (string, error) {
			select {
			case <-time.After(time.Minute):
				return "done", nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			_, _, err := g.Do(first, "k", work)
			assert.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		wg.Go(func() {
			v, shared, err := g.Do(t.Context(), "k", work)
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
		var g flight.Group[string]
		ctx, leave := context.WithCancel(t.Context())
		stopped := make(chan error, 1)
		go func() {
			_, _, err := g.Do(ctx, "k", func(ctx context.Context) (string, error) {
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
		var g flight.Group[string]
		ctx, cancel := context.WithTimeout(context.WithValue(t.Context(), key{}, "value"), time.Second)
		defer cancel()
		failed := errors.New("failed")
		_, shared, err := g.Do(ctx, "k", func(run context.Context) (string, error) {
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
			var g flight.Group[string]
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, _, err := g.Do(ctx, "k", func(run context.Context) (string, error) {
				<-run.Done()
				return "", run.Err()
			})
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
		})
	}
}
