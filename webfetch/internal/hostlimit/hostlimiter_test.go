package hostlimit_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

func contextWith(t *testing.T, timeout time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), timeout)
}

// admit is Admit with a deadline, and how long it took.
func admit(t *testing.T, l *hostlimit.HostLimiter, host string, within time.Duration) (*hostlimit.Slot, time.Duration, error) {
	ctx, cancel := contextWith(t, within)
	defer cancel()
	began := time.Now()
	slot, err := l.Admit(ctx, hostlimit.Request{Host: host})
	return slot, time.Since(began), err
}

func after(t *testing.T, err error) time.Duration {
	limited := new(hostlimit.ThrottledError)
	require.ErrorAs(t, err, &limited)
	require.NotEmpty(t, limited.Error())
	return limited.After
}

func TestWithoutDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{})
		l.Pause(hostlimit.Request{Host: "a:80"}, 61*time.Second)
		_, err := l.Admit(t.Context(), hostlimit.Request{Host: "a:80"})
		assert.Equal(t, 61*time.Second, after(t, err))
		l.Pause(hostlimit.Request{Host: "b:80"}, 59*time.Second)
		_, err = l.Admit(t.Context(), hostlimit.Request{Host: "b:80"})
		assert.NoError(t, err)
	})
}

func TestCanceledWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerHost: 1, Total: 1})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		l.Pause(hostlimit.Request{Host: "quiet:80"}, 30*time.Second)
		_, err := l.Admit(ctx, hostlimit.Request{Host: "quiet:80"})
		assert.ErrorIs(t, err, context.Canceled)
		_, err = l.Admit(ctx, hostlimit.Request{Host: "a:80"})
		assert.ErrorIs(t, err, context.Canceled, "before it began")

		slot, err := l.Admit(t.Context(), hostlimit.Request{Host: "a:80"})
		require.NoError(t, err)
		for _, host := range []string{"a:80", "b:80"} { // the host's slots, then the total
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			_, err = l.Admit(ctx, hostlimit.Request{Host: host})
			assert.ErrorIs(t, err, context.Canceled)
			_, took, err := admit(t, l, host, time.Second)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.Equal(t, time.Second, took)
		}
		slot.Done(hostlimit.Answered)
		for _, host := range []string{"a:80", "b:80"} { // nothing was lost
			slot, _, err := admit(t, l, host, time.Second)
			require.NoError(t, err)
			slot.Done(hostlimit.Answered)
		}
		assertIdle(t, l)
	})
}

// assertIdle checks that no request is left behind.
func assertIdle(t *testing.T, l *hostlimit.HostLimiter) {
	t.Helper()
	assert.Empty(t, l.LeftBehind())
}

func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1})
		var most, under [3]atomic.Int32
		count := func(i int) {
			n := under[i].Add(1)
			for m := most[i].Load(); n > m && !most[i].CompareAndSwap(m, n); m = most[i].Load() {
			}
		}
		for i := range 200 {
			go func() {
				host := i % 2
				slot, err := l.Admit(t.Context(), hostlimit.Request{Host: fmt.Sprintf("h%d:80", i%20*(1-host))})
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
				slot.Done(hostlimit.Answered)
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
		l := hostlimit.New(hostlimit.Config{Total: 2, PerMinute: -1})
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
		l := hostlimit.New(hostlimit.Config{})
		l.Pause(hostlimit.Request{Host: "a:80"}, 20*time.Second)
		l.Pause(hostlimit.Request{Host: "a:80"}, time.Second) // does not shorten it
		l.Pause(hostlimit.Request{Host: "b:80", Address: "/x"}, 100*time.Hour)
		_, took, err := admit(t, l, "a:80", 30*time.Second)
		require.NoError(t, err)
		assert.Equal(t, 20*time.Second, took)
		_, _, err = admit(t, l, "b:80", 30*time.Second)
		assert.Equal(t, hostlimit.MaxPause-20*time.Second, after(t, err), "the host")
		_, err = l.Admit(t.Context(), hostlimit.Request{Host: "b:80", Address: "/x"})
		assert.Equal(t, 100*time.Hour-20*time.Second, after(t, err), "the address")
		time.Sleep(hostlimit.MaxPause)
		assert.NoError(t, tryRequest(t, l, hostlimit.Request{Host: "b:80", Address: "/y"}))
		assert.Error(t, tryRequest(t, l, hostlimit.Request{Host: "b:80", Address: "/x"}))
		time.Sleep(100 * time.Hour)
		assert.NoError(t, tryRequest(t, l, hostlimit.Request{Host: "b:80", Address: "/x"}))
	})
}

func tryRequest(t *testing.T, l *hostlimit.HostLimiter, r hostlimit.Request) error {
	slot, err := l.Admit(t.Context(), r)
	if err == nil {
		slot.Done(hostlimit.Answered)
	}
	return err
}

// No page could be read if robots.txt were held back like a page.
func TestPauseOfRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{})
		r := hostlimit.Request{Host: "a:80", Address: "/robots.txt", Robots: true}
		l.Pause(r, time.Hour)
		assert.Error(t, tryRequest(t, l, r))
		time.Sleep(hostlimit.MaxPause)
		assert.NoError(t, tryRequest(t, l, r))
	})
}

// A request that waits for its address does not keep others from the host.
func TestHeldAddressLetsOthersPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1})
		l.Pause(hostlimit.Request{Host: "a:80", Address: "/x"}, 10*time.Minute)
		time.Sleep(hostlimit.MaxPause)
		done := make(chan time.Duration)
		go func() {
			began := time.Now()
			ctx, cancel := contextWith(t, time.Hour)
			defer cancel()
			slot, err := l.Admit(ctx, hostlimit.Request{Host: "a:80", Address: "/x"})
			if assert.NoError(t, err) {
				slot.Done(hostlimit.Answered)
			}
			done <- time.Since(began)
		}()
		synctest.Wait()
		assert.NoError(t, tryRequest(t, l, hostlimit.Request{Host: "a:80", Address: "/y"}))
		assert.Equal(t, 5*time.Minute, <-done)
		assertIdle(t, l)
	})
}

func TestHeldAddressesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{})
		for i := range 10 * maxHeld {
			l.Pause(hostlimit.Request{Host: "a:80", Address: fmt.Sprint(i)}, time.Hour+time.Duration(i)*time.Second)
		}
		held := l.HeldAddresses("a:80")
		assert.Len(t, held, maxHeld)
		assert.Contains(t, held, fmt.Sprint(10*maxHeld-1))
		assert.NotContains(t, held, "0")
		time.Sleep(2 * time.Hour)
		l.Pause(hostlimit.Request{Host: "a:80", Address: "last"}, time.Hour)
		assert.Len(t, l.HeldAddresses("a:80"), 1)
	})
}

// A Retry-After reaches the requests that wait for the rate already: those that
// can wait as long do, the others are told at once.
func TestPauseReachesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{Burst: 1})
		require.NoError(t, try(t, l, hostlimit.Answered))
		began := time.Now()
		results := make(chan error, 30)
		for i := range 30 {
			go func() {
				slot, took, err := admit(t, l, "a:80", []time.Duration{40 * time.Second, 3 * time.Minute}[i%2])
				if err == nil {
					slot.Done(hostlimit.Answered)
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
		l.Pause(hostlimit.Request{Host: "a:80"}, 60*time.Second)
		for range 30 {
			assert.NoError(t, <-results)
		}
		assert.Equal(t, 60500*time.Millisecond+14*time.Second, time.Since(began))
		assertIdle(t, l)
	})
}

func TestPauseOfAnAddressReachesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{Burst: 1})
		require.NoError(t, try(t, l, hostlimit.Answered))
		results := make(chan error, 2)
		for _, address := range []string{"/x", "/y"} {
			go func() {
				ctx, cancel := contextWith(t, 10*time.Minute)
				defer cancel()
				slot, err := l.Admit(ctx, hostlimit.Request{Host: "a:80", Address: address})
				if err == nil {
					slot.Done(hostlimit.Answered)
				}
				results <- err
			}()
		}
		synctest.Wait()
		l.Pause(hostlimit.Request{Host: "a:80", Address: "/x"}, time.Hour)
		assert.Equal(t, time.Hour, after(t, <-results))
		assert.NoError(t, <-results, "the other address waits for the host alone")
		assertIdle(t, l)
	})
}

// Requests to an address are sent in the order in which they came, also after it was held back.
func TestRequestsHeldBackKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1, PerHost: 1})
		held := hostlimit.Request{Host: "a:80", Address: "/x"}
		l.Pause(held, 10*time.Minute)
		time.Sleep(hostlimit.MaxPause)
		ctx, cancel := contextWith(t, time.Hour)
		defer cancel()
		var order []int
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				slot, err := l.Admit(ctx, held)
				if assert.NoError(t, err) {
					order = append(order, i) // there is one slot
					slot.Done(hostlimit.Answered)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		assert.IsIncreasing(t, order)
		assertIdle(t, l)
	})
}

// Requests whose address is to be left alone count among those that wait, and give up their places
// as soon as their contexts end.
func TestRequestsHeldBackAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1})
		held := hostlimit.Request{Host: "a:80", Address: "/x"}
		l.Pause(held, 10*time.Minute)
		time.Sleep(hostlimit.MaxPause)
		ctx, cancel := contextWith(t, time.Hour)
		named := hostlimit.WithPrincipal(ctx, "ada")
		results := make(chan error, maxWaitingPerPrincipal)
		for range maxWaitingPerPrincipal {
			go func() {
				_, err := l.Admit(named, held)
				results <- err
			}()
		}
		synctest.Wait()
		_, err := l.Admit(named, held)
		assert.Equal(t, time.Second, after(t, err), "one over the bound")
		began := time.Now()
		cancel()
		for range maxWaitingPerPrincipal {
			assert.ErrorIs(t, <-results, context.Canceled)
		}
		assert.Zero(t, time.Since(began))
		assertIdle(t, l)
	})
}

// A request whose address is to be left alone is refused as soon as that, or its host, is to be left
// alone for longer than it can wait.
func TestPauseReachesRequestsHeldBack(t *testing.T) {
	for what, tt := range map[string]struct {
		other hostlimit.Request
		pause time.Duration
		want  time.Duration // after which it is sent; 0: refused at once
	}{
		"its address":                   {hostlimit.Request{Host: "a:80", Address: "/x"}, time.Hour, 0},
		"its host, not for too long":    {hostlimit.Request{Host: "a:80", Address: "/y"}, hostlimit.MaxPause, hostlimit.MaxPause},
		"another address for very long": {hostlimit.Request{Host: "a:80", Address: "/y"}, time.Hour, hostlimit.MaxPause},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := hostlimit.New(hostlimit.Config{PerMinute: -1})
				held := hostlimit.Request{Host: "a:80", Address: "/x"}
				l.Pause(held, hostlimit.MaxPause+time.Minute)
				time.Sleep(hostlimit.MaxPause)
				result := make(chan error)
				go func() {
					ctx, cancel := contextWith(t, 30*time.Minute)
					defer cancel()
					slot, err := l.Admit(ctx, held)
					if err == nil {
						slot.Done(hostlimit.Answered)
					}
					result <- err
				}()
				synctest.Wait()
				began := time.Now()
				l.Pause(tt.other, tt.pause)
				err := <-result
				if assert.Equal(t, tt.want, time.Since(began)); tt.want == 0 {
					assert.Equal(t, time.Hour, after(t, err))
				} else {
					assert.NoError(t, err)
				}
				assertIdle(t, l)
			})
		})
	}
}

// A request whose context ends in the moment in which its address is held back tells of its context.
func TestHeldBackAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for range 50 {
			l := hostlimit.New(hostlimit.Config{Burst: 1})
			require.NoError(t, try(t, l, hostlimit.Answered))
			ctx, cancel := contextWith(t, time.Hour)
			waiting := hostlimit.Request{Host: "a:80", Address: "/x"}
			result := make(chan error)
			go func() {
				_, err := l.Admit(ctx, waiting)
				result <- err
			}()
			synctest.Wait()
			cancel()
			l.Pause(waiting, 10*time.Minute) // mostly before the request leaves the queue
			assert.ErrorIs(t, <-result, context.Canceled)
			assertIdle(t, l)
		}
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
		l := hostlimit.New(hostlimit.Config{PerMinute: 1, Limiter: external})
		for range 100 {
			require.NoError(t, try(t, l, hostlimit.Answered), "no rate of our own")
		}
		external.err = errors.New("quota")
		err := try(t, l, hostlimit.Answered)
		assert.Equal(t, time.Second, after(t, err))
		assert.ErrorIs(t, err, external.err, "the cause is kept")
		external.err = fmt.Errorf("shared: %w", &quotaError{})
		err = try(t, l, hostlimit.Answered)
		assert.Equal(t, 90*time.Second, after(t, err))
		assert.ErrorAs(t, err, new(*quotaError))

		asked := external.asked
		l.Pause(hostlimit.Request{Host: "a:80"}, time.Minute)
		assert.Equal(t, time.Minute, after(t, try(t, l, hostlimit.Answered)))
		assert.Equal(t, asked, external.asked, "not asked in vain")
		ctx, cancel := context.WithCancel(t.Context())
		external.err = nil
		cancel()
		_, err = l.Admit(ctx, hostlimit.Request{Host: "b:80"})
		assert.ErrorIs(t, err, context.Canceled)
		assertIdle(t, l)
	})
}

func TestHostsAreForgotten(t *testing.T) {
	l := hostlimit.New(hostlimit.Config{Total: 10})
	busy, err := l.Admit(t.Context(), hostlimit.Request{Host: "busy:80"})
	require.NoError(t, err)
	for i := range maxHosts + 100 {
		slot, err := l.Admit(t.Context(), hostlimit.Request{Host: fmt.Sprintf("h%d:80", i)})
		require.NoError(t, err)
		slot.Done(hostlimit.Answered)
	}
	hosts := l.Hosts()
	assert.Len(t, hosts, maxHosts)
	assert.Contains(t, hosts, "busy:80")
	assert.NotContains(t, hosts, "h0:80")
	busy.Done(hostlimit.Answered)
}

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		assert.NoError(t, hostlimit.Sleep(ctx, 0))
		assert.ErrorIs(t, hostlimit.Sleep(ctx, 2*time.Second), hostlimit.ErrTooLong)
		assert.NoError(t, hostlimit.Sleep(ctx, 600*time.Millisecond))
		assert.ErrorIs(t, hostlimit.Sleep(ctx, 600*time.Millisecond), hostlimit.ErrTooLong)
		assert.Equal(t, time.Minute, hostlimit.Remaining(t.Context()))
	})
}

func BenchmarkAdmit(b *testing.B) {
	l := hostlimit.New(hostlimit.Config{PerMinute: -1})
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		slot, err := l.Admit(ctx, hostlimit.Request{Host: "a.example.com:443"})
		if err != nil {
			b.Fatal(err)
		}
		slot.Done(hostlimit.Answered)
	}
}

// Pause implements the rest of Limiter.
func (*limiting) Pause(context.Context, string, time.Duration) {}
