package httplimits_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
)

// turnsFor is a handler that reads a body and then works for a minute on it, with what sends
// one of a size for a principal and tells how long it took to be answered, and how.
func turnsFor(t *testing.T, n int, patience time.Duration, work func(ctx context.Context)) (send func(ctx context.Context, principal string, size int) (time.Duration, int)) {
	opts := loose()
	opts.LargeBodies, opts.LargeBodyWait = n, patience
	h := limited(opts, func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, "failed to read body", http.StatusBadRequest)
			return
		}
		if work != nil {
			work(r.Context())
		}
		time.Sleep(time.Minute)
	})
	return func(ctx context.Context, principal string, size int) (time.Duration, int) {
		began, w := time.Now(), httptest.NewRecorder()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(strings.Repeat("x", size)))
		r.Header.Set("Principal", principal)
		h.ServeHTTP(w, r)
		if w.Code == http.StatusServiceUnavailable {
			assert.Equal(t, "5", w.Header().Get("Retry-After"))
		}
		return time.Since(began), w.Code
	}
}

// Requests with small bodies never wait, however many with large ones there are.
func TestSmallBodiesBesideLargeOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := turnsFor(t, 1, time.Hour, nil)
		for _, greedy := range []string{"ada", "ben", "cy"} {
			for range 6 {
				go send(t.Context(), greedy, 2*largeBody)
			}
		}
		synctest.Wait()
		for _, size := range []int{0, 1, largeBody - 1} {
			for range 20 {
				took, _ := send(t.Context(), "good", size)
				require.Equal(t, time.Minute, took, "the work alone")
			}
		}
		time.Sleep(time.Hour)
	})
}

// No more of the large bodies are worked on at one time than may be, and principals take
// turns: whoever has sent one does not wait behind all those of another.
func TestLargeBodiesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := turnsFor(t, 2, time.Hour, nil)
		for range 20 {
			go send(t.Context(), "ada", largeBody)
			synctest.Wait()
		}
		var took []time.Duration
		for range 2 {
			one, _ := send(t.Context(), "ben", largeBody)
			took = append(took, one)
		}
		assert.Equal(t, []time.Duration{time.Minute, time.Minute}, took, "a principal has one turn of two")
		go send(t.Context(), "ben", largeBody)
		synctest.Wait()
		one, _ := send(t.Context(), "cy", largeBody)
		assert.LessOrEqual(t, one, 2*time.Minute, "one turn is waited for")
		time.Sleep(time.Hour)
	})
}

// A large body waits only so long, and not for a client that has gone; what it leaves is
// there for the next.
func TestLargeBodyThatWaitsTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := turnsFor(t, 1, 90*time.Second, nil)
		go send(t.Context(), "ada", largeBody)
		go send(t.Context(), "ben", largeBody)
		synctest.Wait()
		took, code := send(t.Context(), "cy", largeBody)
		assert.Equal(t, 90*time.Second, took, "the two before it take two minutes")
		assert.Equal(t, http.StatusServiceUnavailable, code)
		time.Sleep(time.Hour)

		go send(t.Context(), "ada", largeBody)
		synctest.Wait()
		gone, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		took, code = send(gone, "ben", largeBody)
		assert.Equal(t, time.Second, took)
		assert.Equal(t, http.StatusBadRequest, code, "which nobody reads")
		time.Sleep(time.Minute)
		took, _ = send(t.Context(), "cy", largeBody)
		assert.Equal(t, time.Minute, took, "the turn of the one that has gone is free")
	})
}

// A call that waits for a service has given its turn back.
func TestTurnEndsBeforeItsRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		delays := make(chan time.Duration, 2)
		send := turnsFor(t, 1, time.Hour, func(ctx context.Context) {
			turn := httplimits.TurnOf(ctx)
			delays <- turn.Delay()
			time.Sleep(time.Second)
			turn.End()
			turn.End() // what has none has nothing to give back
		})
		go send(t.Context(), "ada", largeBody)
		synctest.Wait()
		took, _ := send(t.Context(), "ben", largeBody)
		assert.Equal(t, time.Minute+2*time.Second, took, "the work of both, and the wait of one")
		assert.Zero(t, <-delays)
		assert.Equal(t, time.Second, <-delays, "which counts against the deadline of the call")
	})
}

// What came otherwise than by a request has no turn, and waits for none.
func TestNoTurn(t *testing.T) {
	turn := httplimits.TurnOf(t.Context())
	assert.Zero(t, turn.Delay())
	turn.End()
}

// Zero leaves a processor to others, where there are several.
func TestLargeBodiesByProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := max(runtime.GOMAXPROCS(0)-1, 1)
		send := turnsFor(t, 0, time.Hour, nil)
		for range turns {
			go send(t.Context(), "", largeBody)
		}
		synctest.Wait()
		took, _ := send(t.Context(), "", largeBody)
		assert.Equal(t, 2*time.Minute, took)
	})
}
