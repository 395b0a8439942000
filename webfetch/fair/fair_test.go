package fair_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/fair"
)

// take takes a part for a time and returns how long it waited.
func take(t *testing.T, r *fair.Pool, name string, amount int64, hold time.Duration) time.Duration {
	began := time.Now()
	part, err := r.Acquire(t.Context(), name, amount)
	require.NoError(t, err)
	waited := time.Since(began)
	time.Sleep(hold)
	part.Release()
	return waited
}

func assertFree(t *testing.T, r *fair.Pool) {
	taken, busy, waiting := r.Use()
	assert.Zero(t, taken)
	assert.Zero(t, busy+waiting)
}

// Three who take all that they get keep nobody from a part of his own.
func TestOneBesideThreeGreedyOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := fair.New(1000, fair.Options{Spare: 250})
		var all sync.WaitGroup
		for i := range 3 {
			for range 20 {
				all.Go(func() { take(t, r, fmt.Sprint("greedy", i), 100, time.Minute) })
			}
		}
		synctest.Wait()
		for range 30 {
			assert.Zero(t, take(t, r, "good", 100, time.Second))
		}
		all.Wait()
		assertFree(t, r)
	})
}

func TestRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := fair.New(100, fair.Options{Spare: 25})
		for name, tt := range map[string]struct {
			name string
			held []int64
			want int64
			fits bool
		}{
			"all, without a name":      {"", []int64{50}, 50, true},
			"more than is left":        {"", []int64{60}, 50, false},
			"more than there is":       {"", nil, 500, true},
			"a share":                  {"a", []int64{10}, 15, true},
			"more than a share":        {"a", []int64{10}, 16, false},
			"a large part at first":    {"a", nil, 90, true},
			"a second beside a large":  {"a", []int64{90}, 1, false},
			"nothing, however much is": {"", []int64{100}, 0, true},
		} {
			var releases []func()
			for _, n := range tt.held {
				part, err := r.Acquire(t.Context(), tt.name, n)
				require.NoError(t, err, name)
				releases = append(releases, part.Release)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			part, err := r.Acquire(ctx, tt.name, tt.want)
			assert.Equal(t, tt.fits, err == nil, name)
			if err == nil {
				part.Release()
			} else {
				assert.ErrorIs(t, err, context.DeadlineExceeded)
			}
			cancel()
			for _, release := range releases {
				release()
			}
			assertFree(t, r)
		}
	})
}

// Those who wait take turns, whoever asked more often.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := fair.New(4, fair.Options{Spare: 1})
		var order []string
		var mu sync.Mutex
		var all sync.WaitGroup
		first, err := r.Acquire(t.Context(), "", 4)
		require.NoError(t, err)
		for _, name := range []string{"a", "a", "a", "b", "b"} {
			all.Go(func() {
				part, err := r.Acquire(t.Context(), name, 4)
				assert.NoError(t, err)
				mu.Lock()
				order = append(order, name)
				mu.Unlock()
				time.Sleep(time.Second)
				part.Release()
			})
			synctest.Wait()
		}
		first.Release()
		all.Wait()
		assert.Equal(t, []string{"a", "b", "a", "b", "a"}, order)
	})
}
