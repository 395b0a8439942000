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

func contextWith(t *testing.T, timeout time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), timeout)
}

// admit is Admit with a deadline, and how long it took.
func admit(t *testing.T, l *HostLimiter, host string, within time.Duration) (*Slot, time.Duration, error) {
	ctx, cancel := contextWith(t, within)
	defer cancel()
	began := time.Now()
	slot, err := l.Admit(ctx, Request{Host: host})
	return slot, time.Since(began), err
}

func after(t *testing.T, err error) time.Duration {
	limited := new(ThrottledError)
	require.ErrorAs(t, err, &limited)
	require.NotEmpty(t, limited.Error())
	return limited.After
}

func TestWithoutDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{})
		l.Pause(Request{Host: "a:80"}, 61*time.Second)
		_, err := l.Admit(t.Context(), Request{Host: "a:80"})
		assert.Equal(t, 61*time.Second, after(t, err))
		l.Pause(Request{Host: "b:80"}, 59*time.Second)
		_, err = l.Admit(t.Context(), Request{Host: "b:80"})
		assert.NoError(t, err)
	})
}

func TestCanceledWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{PerHost: 1, Total: 1})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		l.Pause(Request{Host: "quiet:80"}, 30*time.Second)
		_, err := l.Admit(ctx, Request{Host: "quiet:80"})
		assert.ErrorIs(t, err, context.Canceled)
		_, err = l.Admit(ctx, Request{Host: "a:80"})
		assert.ErrorIs(t, err, context.Canceled, "before it began")

		slot, err := l.Admit(t.Context(), Request{Host: "a:80"})
		require.NoError(t, err)
		for _, host := range []string{"a:80", "b:80"} { // the host's slots, then the total
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			_, err = l.Admit(ctx, Request{Host: host})
			assert.ErrorIs(t, err, context.Canceled)
			_, took, err := admit(t, l, host, time.Second)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.Equal(t, time.Second, took)
		}
		slot.Done(Answered)
		for _, host := range []string{"a:80", "b:80"} { // nothing was lost
			slot, _, err := admit(t, l, host, time.Second)
			require.NoError(t, err)
			slot.Done(Answered)
		}
		assertIdle(t, l)
	})
}

// assertIdle checks that no request is left behind.
func assertIdle(t *testing.T, l *HostLimiter) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	assert.Zero(t, l.active)
	assert.Zero(t, l.waiting)
	assert.Empty(t, l.tenants)
	assert.Empty(t, l.crowded)
	for _, e := range l.hosts {
		h := e.Value.(*host)
		assert.Zero(t, h.active+h.waiting+h.special+len(h.queues), h.name)
	}
}

func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{PerMinute: -1})
		var most, under [3]atomic.Int32
		count := func(i int) {
			n := under[i].Add(1)
			for m := most[i].Load(); n > m && !most[i].CompareAndSwap(m, n); m = most[i].Load() {
			}
		}
		for i := range 200 {
			go func() {
				host := i % 2
				slot, err := l.Admit(t.Context(), Request{Host: fmt.Sprintf("h%d:80", i%20*(1-host))})
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
				slot.Done(Answered)
			}()
		}
		time.Sleep(10 * time.Minute)
		assert.Equal(t, int32(2), most[1].Load(), "one host")
		assert.Equal(t, int32(16), most[2].Load(), "in all")
		assert.Zero(t, under[2].Load())
		assertIdle(t, l)
	})
}

// Work that is no request takes room, but never waits for it.
func TestOccupy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Total: 2, PerMinute: -1})
		var releases []func()
		for range 3 {
			releases = append(releases, l.Occupy(t.Context()))
		}
		for i, release := range releases {
			time.AfterFunc(time.Duration(i+1)*time.Second, release)
		}
		for i := range 2 {
			_, took, err := admit(t, l, fmt.Sprintf("h%d:80", i), 10*time.Second)
			require.NoError(t, err)
			assert.Equal(t, []time.Duration{2 * time.Second, time.Second}[i], took)
		}
	})
}

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{})
		l.Pause(Request{Host: "a:80"}, 20*time.Second)
		l.Pause(Request{Host: "a:80"}, time.Second) // does not shorten it
		l.Pause(Request{Host: "b:80", Address: "/x"}, 100*time.Hour)
		_, took, err := admit(t, l, "a:80", 30*time.Second)
		require.NoError(t, err)
		assert.Equal(t, 20*time.Second, took)
		_, _, err = admit(t, l, "b:80", 30*time.Second)
		assert.Equal(t, MaxPause-20*time.Second, after(t, err), "the host")
		_, err = l.Admit(t.Context(), Request{Host: "b:80", Address: "/x"})
		assert.Equal(t, 100*time.Hour-20*time.Second, after(t, err), "the address")
		time.Sleep(MaxPause)
		assert.NoError(t, tryRequest(t, l, Request{Host: "b:80", Address: "/y"}))
		assert.Error(t, tryRequest(t, l, Request{Host: "b:80", Address: "/x"}))
		time.Sleep(100 * time.Hour)
		assert.NoError(t, tryRequest(t, l, Request{Host: "b:80", Address: "/x"}))
	})
}

func tryRequest(t *testing.T, l *HostLimiter, r Request) error {
	slot, err := l.Admit(t.Context(), r)
	if err == nil {
		slot.Done(Answered)
	}
	return err
}

// No page could be read if robots.txt were held back like a page.
func TestPauseOfRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{})
		r := Request{Host: "a:80", Address: "/robots.txt", Robots: true}
		l.Pause(r, time.Hour)
		assert.Error(t, tryRequest(t, l, r))
		time.Sleep(MaxPause)
		assert.NoError(t, tryRequest(t, l, r))
	})
}

// A request that waits for its address does not keep others from the host.
func TestHeldAddressLetsOthersPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{PerMinute: -1})
		l.Pause(Request{Host: "a:80", Address: "/x"}, 10*time.Minute)
		time.Sleep(MaxPause)
		done := make(chan time.Duration)
		go func() {
			began := time.Now()
			ctx, cancel := contextWith(t, time.Hour)
			defer cancel()
			slot, err := l.Admit(ctx, Request{Host: "a:80", Address: "/x"})
			if assert.NoError(t, err) {
				slot.Done(Answered)
			}
			done <- time.Since(began)
		}()
		synctest.Wait()
		assert.NoError(t, tryRequest(t, l, Request{Host: "a:80", Address: "/y"}))
		assert.Equal(t, 5*time.Minute, <-done)
		assertIdle(t, l)
	})
}

func TestHeldAddressesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{})
		for i := range 10 * maxHeld {
			l.Pause(Request{Host: "a:80", Address: fmt.Sprint(i)}, time.Hour+time.Duration(i)*time.Second)
		}
		h := l.host("a:80")
		assert.Len(t, h.held, maxHeld)
		assert.Contains(t, h.held, fmt.Sprint(10*maxHeld-1))
		assert.NotContains(t, h.held, "0")
		time.Sleep(2 * time.Hour)
		l.Pause(Request{Host: "a:80", Address: "last"}, time.Hour)
		assert.Len(t, h.held, 1)
	})
}

// A Retry-After reaches the requests that wait for the rate already: those that
// can wait as long do, the others are told at once.
func TestPauseReachesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Burst: 1})
		require.NoError(t, try(t, l, Answered))
		began := time.Now()
		results := make(chan error, 30)
		for i := range 30 {
			go func() {
				slot, took, err := admit(t, l, "a:80", []time.Duration{40 * time.Second, 3 * time.Minute}[i%2])
				if err == nil {
					slot.Done(Answered)
					if took < 60*time.Second {
						err = fmt.Errorf("sent after %s", took)
					}
				} else if assert.Equal(t, 60*time.Second, after(t, err)); took > 500*time.Millisecond {
					err = fmt.Errorf("told after %s", took)
				} else {
					err = nil
				}
				results <- err
			}()
		}
		time.Sleep(500 * time.Millisecond)
		l.Pause(Request{Host: "a:80"}, 60*time.Second)
		for range 30 {
			assert.NoError(t, <-results)
		}
		assert.Equal(t, 60500*time.Millisecond+14*time.Second, time.Since(began))
		assertIdle(t, l)
	})
}

func TestPauseOfAnAddressReachesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Config{Burst: 1})
		require.NoError(t, try(t, l, Answered))
		results := make(chan error, 2)
		for _, address := range []string{"/x", "/y"} {
			go func() {
				ctx, cancel := contextWith(t, 10*time.Minute)
				defer cancel()
				slot, err := l.Admit(ctx, Request{Host: "a:80", Address: address})
				if err == nil {
					slot.Done(Answered)
				}
				results <- err
			}()
		}
		synctest.Wait()
		l.Pause(Request{Host: "a:80", Address: "/x"}, time.Hour)
		assert.Equal(t, time.Hour, after(t, <-results))
		assert.NoError(t, <-results, "the other address waits for the host alone")
		assertIdle(t, l)
	})
}

// limiting is an external limiter.
type limiting struct {
	err   error
	asked int
}

func (l *limiting) Wait(ctx context.Context, _ string) error {
	l.asked++
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return l.err
}

type quotaError struct{}

func (*quotaError) Error() string             { return "quota" }
func (*quotaError) RetryAfter() time.Duration { return 90 * time.Second }

func TestExternalLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		external := &limiting{}
		l := New(Config{PerMinute: 1, Limiter: external})
		for range 100 {
			require.NoError(t, try(t, l, Answered), "no rate of our own")
		}
		external.err = errors.New("quota")
		err := try(t, l, Answered)
		assert.Equal(t, time.Second, after(t, err))
		assert.ErrorIs(t, err, external.err, "the cause is kept")
		external.err = fmt.Errorf("shared: %w", &quotaError{})
		err = try(t, l, Answered)
		assert.Equal(t, 90*time.Second, after(t, err))
		assert.ErrorAs(t, err, new(*quotaError))

		asked := external.asked
		l.Pause(Request{Host: "a:80"}, time.Minute)
		assert.Equal(t, time.Minute, after(t, try(t, l, Answered)))
		assert.Equal(t, asked, external.asked, "not asked in vain")
		ctx, cancel := context.WithCancel(t.Context())
		external.err = nil
		cancel()
		_, err = l.Admit(ctx, Request{Host: "b:80"})
		assert.ErrorIs(t, err, context.Canceled)
		assertIdle(t, l)
	})
}

func TestHostsAreForgotten(t *testing.T) {
	l := New(Config{Total: 10})
	busy, err := l.Admit(t.Context(), Request{Host: "busy:80"})
	require.NoError(t, err)
	for i := range maxHosts + 100 {
		slot, err := l.Admit(t.Context(), Request{Host: fmt.Sprintf("h%d:80", i)})
		require.NoError(t, err)
		slot.Done(Answered)
	}
	assert.Len(t, l.hosts, maxHosts)
	assert.Equal(t, maxHosts, l.recent.Len())
	assert.Contains(t, l.hosts, "busy:80")
	assert.NotContains(t, l.hosts, "h0:80")
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
	l := New(Config{PerMinute: -1})
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		slot, err := l.Admit(ctx, Request{Host: "a.example.com:443"})
		if err != nil {
			b.Fatal(err)
		}
		slot.Done(Answered)
	}
}
