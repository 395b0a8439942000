package hostlimit

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// admit is Admit with a deadline, and how long it took.
func admit(t *testing.T, p *HostLimiter, host string, within time.Duration) (Slot, time.Duration, error) {
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	began := time.Now()
	ticket, err := p.Admit(ctx, host)
	return ticket, time.Since(began), err
}

func after(t *testing.T, err error) time.Duration {
	limited := new(ThrottledError)
	require.ErrorAs(t, err, &limited)
	require.NotEmpty(t, limited.Error())
	return limited.After
}

func TestRate(t *testing.T) {
	tests := map[string]struct {
		perMinute int
		waits     []time.Duration
	}{
		"default": {0, []time.Duration{0, 0, 0, 0, 0, time.Second, time.Second}},
		"own":     {12, []time.Duration{0, 0, 0, 0, 0, 5 * time.Second, 5 * time.Second}},
		"none":    {-1, make([]time.Duration, 100)},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := New(Config{PerMinute: tt.perMinute})
				for i, wait := range tt.waits {
					ticket, took, err := admit(t, p, "a:80", 30*time.Second)
					require.NoError(t, err)
					ticket.Done(Answered)
					assert.Equal(t, wait, took, "request %d", i)
				}
			})
		})
	}
}

func TestRateBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{PerMinute: 1})
		for range 5 {
			ticket, _, err := admit(t, p, "a:80", time.Second)
			require.NoError(t, err)
			ticket.Done(Answered)
		}
		for range 3 { // a refusal takes no token
			_, took, err := admit(t, p, "a:80", 59*time.Second)
			assert.Equal(t, time.Minute, after(t, err))
			assert.Zero(t, took)
		}
		_, took, err := admit(t, p, "a:80", 61*time.Second)
		require.NoError(t, err)
		assert.Equal(t, time.Minute, took)
	})
}

func TestWithoutDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{})
		p.PauseHost("a:80", 61*time.Second)
		_, err := p.Admit(t.Context(), "a:80")
		assert.Equal(t, 61*time.Second, after(t, err))
		p.PauseHost("b:80", 59*time.Second)
		_, err = p.Admit(t.Context(), "b:80")
		assert.NoError(t, err)
	})
}

func TestCanceledWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{PerHost: 1, Total: 1})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		p.PauseHost("quiet:80", 30*time.Second)
		_, err := p.Admit(ctx, "quiet:80")
		assert.ErrorIs(t, err, context.Canceled)

		ticket, err := p.Admit(t.Context(), "a:80")
		require.NoError(t, err)
		for _, host := range []string{"a:80", "b:80"} { // the host's slots, then the total
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			_, err = p.Admit(ctx, host)
			assert.ErrorIs(t, err, context.Canceled)
		}
		ticket.Done(Answered)
		for _, host := range []string{"a:80", "b:80"} { // nothing was lost
			ticket, _, err := admit(t, p, host, time.Second)
			require.NoError(t, err)
			ticket.Done(Answered)
		}
	})
}

func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{PerMinute: -1})
		var most, under [3]atomic.Int32
		count := func(i int) {
			n := under[i].Add(1)
			for m := most[i].Load(); n > m && !most[i].CompareAndSwap(m, n); m = most[i].Load() {
			}
		}
		for i := range 200 {
			go func() {
				host := i % 2
				ticket, err := p.Admit(t.Context(), fmt.Sprintf("h%d:80", i%20*(1-host)))
				if !assert.NoError(t, err) {
					return
				}
				count(2)
				if host == 1 {
					count(1)
				}
				time.Sleep(time.Second)
				under[2].Add(-1)
				if host == 1 {
					under[1].Add(-1)
				}
				ticket.Done(Answered)
			}()
		}
		time.Sleep(10 * time.Minute)
		assert.Equal(t, int32(2), most[1].Load(), "one host")
		assert.Equal(t, int32(16), most[2].Load(), "in all")
		assert.Zero(t, under[2].Load())
	})
}

func TestQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{})
		p.PauseHost("a:80", 20*time.Second)
		p.PauseHost("a:80", time.Second) // does not shorten it
		p.PauseHost("b:80", 100*time.Hour)
		_, took, err := admit(t, p, "a:80", 30*time.Second)
		require.NoError(t, err)
		assert.Equal(t, 20*time.Second, took)
		_, _, err = admit(t, p, "b:80", 30*time.Second)
		assert.Equal(t, MaxRetryAfter-20*time.Second, after(t, err))
		_, took, err = admit(t, p, "c:80", time.Second)
		require.NoError(t, err)
		assert.Zero(t, took)
	})
}

// A host that asks for silence while others wait keeps them waiting.
func TestQuietGrowsDuringAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{})
		p.PauseHost("a:80", 5*time.Second)
		time.AfterFunc(2*time.Second, func() { p.PauseHost("a:80", 10*time.Second) })
		_, took, err := admit(t, p, "a:80", 30*time.Second)
		require.NoError(t, err)
		assert.Equal(t, 12*time.Second, took)
	})
}

func TestCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{MaxCrawlDelay: 20 * time.Second})
		gap := func(d time.Duration) time.Duration {
			p.CrawlDelay("a:80", d)
			time.Sleep(time.Hour)
			var took time.Duration
			for range 7 {
				var ticket Slot
				var err error
				ticket, took, err = admit(t, p, "a:80", time.Hour)
				require.NoError(t, err)
				ticket.Done(Answered)
			}
			return took
		}
		assert.Equal(t, 10*time.Second, gap(10*time.Second))
		assert.Equal(t, 20*time.Second, gap(20*time.Second))
		assert.Equal(t, 20*time.Second, gap(21*time.Second), "capped")
		assert.Equal(t, time.Second, gap(0), "back to the rate")
		assert.Equal(t, time.Second, gap(time.Millisecond), "never faster than the rate")
	})
}

type refusing struct{}

func (refusing) Wait(ctx context.Context, _ string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.New("quota")
}

func TestExternalLimiter(t *testing.T) {
	p := New(Config{Limiter: refusing{}})
	_, err := p.Admit(t.Context(), "a:80")
	assert.Equal(t, time.Second, after(t, err))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = p.Admit(ctx, "a:80")
	assert.ErrorIs(t, err, context.Canceled)
}

func TestHostsAreForgotten(t *testing.T) {
	p := New(Config{Total: 10})
	busy, err := p.Admit(t.Context(), "busy:80")
	require.NoError(t, err)
	for i := range maxHosts + 100 {
		ticket, err := p.Admit(t.Context(), fmt.Sprintf("h%d:80", i))
		require.NoError(t, err)
		ticket.Done(Answered)
	}
	assert.Len(t, p.hosts, maxHosts)
	assert.Equal(t, maxHosts, p.order.Len())
	assert.Contains(t, p.hosts, "busy:80")
	assert.NotContains(t, p.hosts, "h0:80")
	busy.Done(Answered)
}

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		assert.NoError(t, Sleep(ctx, 0))
		assert.ErrorIs(t, Sleep(ctx, 2*time.Second), ErrTooLong)
		assert.NoError(t, Sleep(ctx, 600*time.Millisecond))
		assert.ErrorIs(t, Sleep(ctx, 600*time.Millisecond), ErrTooLong)
		assert.Equal(t, patience, Remaining(t.Context()))
	})
}

func BenchmarkAdmit(b *testing.B) {
	p := New(Config{PerMinute: -1})
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		ticket, err := p.Admit(ctx, "a.example.com:443")
		if err != nil {
			b.Fatal(err)
		}
		ticket.Done(Answered)
	}
}
