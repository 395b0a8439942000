package hostlimit_test

import (
	"cmp"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

func TestRate(t *testing.T) {
	tests := map[string]struct {
		config hostlimit.Config
		waits  []time.Duration
	}{
		"default":         {hostlimit.Config{}, []time.Duration{0, 0, 0, 0, 0, time.Second, time.Second}},
		"own":             {hostlimit.Config{PerMinute: 12}, []time.Duration{0, 0, 0, 0, 0, 5 * time.Second, 5 * time.Second}},
		"burst":           {hostlimit.Config{PerMinute: 12, Burst: 2}, []time.Duration{0, 0, 5 * time.Second, 5 * time.Second}},
		"burst of all":    {hostlimit.Config{PerMinute: 6, Burst: 100}, []time.Duration{0, 0, 0, 0, 0, 0, window, 0, 0, 0, 0, 0, window}},
		"below the burst": {hostlimit.Config{PerMinute: 2}, []time.Duration{0, 0, window, 0, window, 0}},
		"one":             {hostlimit.Config{PerMinute: 1}, []time.Duration{0, window, window}},
		"none":            {hostlimit.Config{PerMinute: -1}, make([]time.Duration, 100)},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := hostlimit.New(tt.config)
				for i, wait := range tt.waits {
					slot, took, err := admit(t, l, "a:80", 2*time.Minute)
					require.NoError(t, err)
					slot.Done(hostlimit.Answered)
					assert.Equal(t, wait, took, "request %d", i)
				}
			})
		})
	}
}

// Whatever the rhythm in which requests come, no minute has more than the rate,
// and the rate is used.
func TestNoMinuteHasMoreThanTheRate(t *testing.T) {
	for _, config := range []hostlimit.Config{{PerMinute: 2}, {PerMinute: 7, Burst: 3}, {}, {PerMinute: 60, Burst: 60}, {PerMinute: 600, Burst: 50}} {
		synctest.Test(t, func(t *testing.T) {
			l := hostlimit.New(config)
			most := cmp.Or(config.PerMinute, 60)
			random := rand.New(rand.NewPCG(1, uint64(most)))
			var sent []time.Time
			began := time.Now()
			for range 10 * most {
				if random.IntN(20) == 0 {
					time.Sleep(rand.N(20 * time.Second))
				}
				r := hostlimit.Request{Host: "a:80", Robots: random.IntN(5) == 0}
				slot, err := l.Admit(t.Context(), r)
				if err != nil { // longer than the patience for calls without deadline
					time.Sleep(after(t, err))
					continue
				}
				slot.Done(hostlimit.Answered)
				sent = append(sent, time.Now())
			}
			for i := most; i < len(sent); i++ {
				require.GreaterOrEqual(t, sent[i].Sub(sent[i-most]), time.Minute, "%+v, request %d", config, i)
			}
			t.Logf("%+v: %.1f a minute", config, float64(len(sent))/time.Since(began).Minutes())
		})
	}
}

func TestRateBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: 1})
		require.NoError(t, try(t, l, hostlimit.Answered))
		for range 3 { // a refusal takes no token
			_, took, err := admit(t, l, "a:80", 59*time.Second)
			assert.Equal(t, window, after(t, err))
			assert.Zero(t, took)
		}
		_, took, err := admit(t, l, "a:80", 61*time.Second)
		require.NoError(t, err)
		assert.Equal(t, window, took)
	})
}

// The request for robots.txt counts towards the minute, not towards the burst.
func TestRobotsCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: 6, Burst: 2})
		send := func(robots bool) time.Duration {
			began := time.Now()
			slot, err := l.Admit(t.Context(), hostlimit.Request{Host: "a:80", Robots: robots})
			require.NoError(t, err)
			slot.Done(hostlimit.Answered)
			return time.Since(began)
		}
		assert.Zero(t, send(true))
		assert.Zero(t, send(false))
		assert.Zero(t, send(false))
		assert.Equal(t, 10*time.Second, send(false))
		assert.Zero(t, send(true), "before the next page")
		assert.Equal(t, 10*time.Second, send(false))
		assert.Equal(t, window-20*time.Second, send(false), "six in the minute")
	})
}

// A page is sent when the rate allows it, also while a request for robots.txt waits for a slot.
func TestAPageBesideRobotsWithoutASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{Burst: 1})
		first, _, err := admitFor(t, l, "a", "x:80")
		require.NoError(t, err)
		done := make(chan struct{})
		go func() {
			defer close(done)
			slot, err := l.Admit(hostlimit.WithPrincipal(t.Context(), "a"), hostlimit.Request{Host: "x:80", Robots: true})
			if assert.NoError(t, err) {
				slot.Done(hostlimit.Answered)
			}
		}()
		synctest.Wait()
		page, took, err := admitFor(t, l, "b", "x:80")
		require.NoError(t, err)
		assert.Equal(t, time.Second, took)
		page.Done(hostlimit.Answered)
		first.Done(hostlimit.Answered)
		<-done
		assertIdle(t, l)
	})
}

func TestCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{})
		gap := func(d time.Duration) time.Duration {
			l.SetCrawlDelay("a:80", d)
			time.Sleep(time.Hour)
			var took time.Duration
			for range 7 {
				var slot *hostlimit.Slot
				var err error
				slot, took, err = admit(t, l, "a:80", time.Hour)
				require.NoError(t, err)
				slot.Done(hostlimit.Answered)
			}
			return took
		}
		assert.Equal(t, 10*time.Second, gap(10*time.Second))
		assert.Equal(t, 30*time.Second, gap(30*time.Second))
		assert.Equal(t, 30*time.Second, gap(31*time.Second), "capped")
		assert.Equal(t, time.Second, gap(0), "back to the rate")
		assert.Equal(t, time.Second, gap(time.Millisecond), "never faster than the rate")
	})
}

// A Crawl-delay reaches the requests that wait already.
func TestCrawlDelayReachesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{Burst: 1})
		require.NoError(t, try(t, l, hostlimit.Answered))
		results := make(chan error, 10)
		for range 10 {
			go func() {
				slot, took, err := admit(t, l, "a:80", 12*time.Second)
				if err == nil {
					slot.Done(hostlimit.Answered)
				} else {
					assert.Equal(t, 500*time.Millisecond, took)
				}
				results <- err
			}()
		}
		time.Sleep(500 * time.Millisecond)
		l.SetCrawlDelay("a:80", 5*time.Second)
		refused := 0
		for range 10 {
			if err := <-results; err != nil {
				refused++
			}
		}
		assert.Equal(t, 7, refused, "after 1, 6 and 11 seconds three are sent")
	})
}

// A Crawl-delay that is lowered lets requests pass that wait already.
func TestLowerCrawlDelayReachesTheQueue(t *testing.T) {
	for name, config := range map[string]hostlimit.Config{"rate": {}, "no rate": {PerMinute: -1}, "burst": {Burst: 40}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := hostlimit.New(config)
				l.SetCrawlDelay("a:80", 30*time.Second)
				require.NoError(t, try(t, l, hostlimit.Answered))
				go func() {
					time.Sleep(27 * time.Second)
					l.SetCrawlDelay("a:80", 0)
				}()
				slot, took, err := admit(t, l, "a:80", 10*time.Minute)
				require.NoError(t, err)
				slot.Done(hostlimit.Answered)
				assert.Equal(t, 27*time.Second, took)
			})
		})
	}
}
