package flight

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestCallersAtOneTimeShareOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Group[int]
		var calls, sharers atomic.Int32
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				v, shared, err := g.Do(t.Context(), "k", func(context.Context) (int, error) {
					time.Sleep(time.Second)
					return int(calls.Add(1)), nil
				})
				assert.NoError(t, err)
				assert.Equal(t, 1, v)
				if shared {
					sharers.Add(1)
				}
			})
		}
		wg.Wait()
		assert.EqualValues(t, 1, calls.Load())
		assert.EqualValues(t, 49, sharers.Load())
		assert.Empty(t, g.calls)
	})
}

func TestOneCallerLeavingDoesNotFailTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Group[string]
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
		var g Group[string]
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
		var g Group[string]
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
