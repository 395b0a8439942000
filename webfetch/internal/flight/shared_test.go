package flight_test

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/flight"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

func TestCallersAtOneTimeShareOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g flight.Group[int]
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
		assert.Zero(t, g.Calls())
	})
}

func TestAPanicFailsTheCallAndNothingElse(t *testing.T) {
	for what, end := range map[string]func(){"panic": func() { panic("broken") }, "Goexit": runtime.Goexit} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var g flight.Group[string]
				var wg sync.WaitGroup
				for range 3 {
					wg.Go(func() {
						_, _, err := g.Do(t.Context(), "k", func(context.Context) (string, error) {
							time.Sleep(time.Second)
							end()
							return "", nil
						})
						if what == "panic" {
							var stopped *panics.Error
							assert.ErrorAs(t, err, &stopped)
						} else {
							assert.ErrorContains(t, err, "ended without a result")
						}
					})
				}
				wg.Wait()
				assert.Zero(t, g.Calls(), "the next caller starts anew")
			})
		})
	}
}
