package redis_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

// atOnce is how many requests a limiter lets through without a wait, of n.
func atOnce(t *testing.T, l webfetch.Limiter, host string, n int) (passed int, refused *redis.RateError) {
	t.Helper()
	for range n {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		err := l.Wait(ctx, host)
		cancel()
		if err == nil {
			passed++
			continue
		}
		require.ErrorAs(t, err, &refused)
	}
	return passed, refused
}

// The burst is that of all clients together, and a host of its own has its own.
func TestPaceIsShared(t *testing.T) {
	s := newServer(t)
	a, b := s.open().Limiter(6, 5), s.open().Limiter(6, 5)
	first, _ := atOnce(t, a, "a.example:443", 3)
	second, refused := atOnce(t, b, "a.example:443", 4)
	assert.Equal(t, []int{3, 2}, []int{first, second})
	require.NotNil(t, refused)
	assert.InDelta(t, 10, refused.RetryAfter().Seconds(), 5)
	other, _ := atOnce(t, b, "b.example:443", 5)
	assert.Equal(t, 5, other)
}

// The bucket alone would let a burst through beside the requests of a minute.
func TestNumberAMinuteIsShared(t *testing.T) {
	s := newServer(t)
	a, b := s.open().Limiter(3, 3), s.open().Limiter(3, 3)
	first, _ := atOnce(t, a, "a.example:443", 2)
	second, refused := atOnce(t, b, "a.example:443", 2)
	assert.Equal(t, []int{2, 1}, []int{first, second})
	require.NotNil(t, refused)
	assert.InDelta(t, 60.5, refused.RetryAfter().Seconds(), 5)
}

// Many clients that ask all the time get the rate and no more.
func TestPaceUnderLoad(t *testing.T) {
	const perMinute, burst, clients = 6000, 5, 4 // one every 10 ms
	s := newServer(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var passed atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for range clients {
		l := s.open().Limiter(perMinute, burst)
		for range 8 {
			wg.Go(func() {
				for l.Wait(ctx, "a.example:80") == nil {
					passed.Add(1)
				}
			})
		}
	}
	wg.Wait()
	most := burst + int64(time.Since(began)/(10*time.Millisecond)) + 1
	assert.LessOrEqual(t, passed.Load(), most)
	assert.GreaterOrEqual(t, passed.Load(), int64(30), "the rate is used, on a busy machine too")
}

func TestNoLimit(t *testing.T) {
	l := newServer(t).open().Limiter(-1, 0)
	passed, _ := atOnce(t, l, "a.example:443", 200)
	assert.Equal(t, 200, passed)
}

// A pause that one server was asked for holds for the others, with and without a rate; the
// longer one counts, and other hosts are not meant.
func TestPausesAreShared(t *testing.T) {
	s := newServer(t)
	for what, rate := range map[string]int{"rate": 600, "no rate": -1} {
		t.Run(what, func(t *testing.T) {
			a, b := s.open().Limiter(rate, 5), s.open().Limiter(rate, 5)
			a.Pause(t.Context(), what+".example:443", time.Minute)
			b.Pause(t.Context(), what+".example:443", time.Second)
			for _, l := range []webfetch.Limiter{a, b} {
				passed, refused := atOnce(t, l, what+".example:443", 2)
				assert.Zero(t, passed)
				require.NotNil(t, refused)
				assert.InDelta(t, 60, refused.RetryAfter().Seconds(), 5)
			}
			passed, _ := atOnce(t, b, "other.example:443", 2)
			assert.Equal(t, 2, passed)
			b.Pause(t.Context(), "short.example:443", 300*time.Millisecond)
			began := time.Now()
			require.NoError(t, a.Wait(t.Context(), "short.example:443"))
			assert.GreaterOrEqual(t, time.Since(began), 200*time.Millisecond)
		})
	}
}
