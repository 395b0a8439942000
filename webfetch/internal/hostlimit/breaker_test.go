package hostlimit_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// try sends a request that ends with outcome.
func try(t *testing.T, l *hostlimit.HostLimiter, outcome hostlimit.Outcome) error {
	slot, _, err := admit(t, l, "a:80", 500*time.Millisecond)
	if err == nil {
		slot.Done(outcome)
	}
	return err
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1})
		for range 20 { // an answer in between, and what says nothing, do not count
			for range 4 {
				require.NoError(t, try(t, l, hostlimit.Unanswered))
			}
			require.NoError(t, try(t, l, hostlimit.Answered))
			require.NoError(t, try(t, l, hostlimit.Unknown))
		}
		for range 5 {
			require.NoError(t, try(t, l, hostlimit.Unanswered))
		}
		for _, open := range []time.Duration{30, 60, 120, 240, 300, 300} {
			open *= time.Second
			assert.Equal(t, open, after(t, try(t, l, hostlimit.Answered)))
			time.Sleep(open - time.Second)
			limited := new(hostlimit.ThrottledError)
			require.ErrorAs(t, try(t, l, hostlimit.Answered), &limited)
			assert.Equal(t, time.Second, limited.After)
			assert.True(t, limited.Broken)
			time.Sleep(time.Second)
			require.NoError(t, try(t, l, hostlimit.Unanswered), "the probe")
		}
		time.Sleep(300 * time.Second)
		require.NoError(t, try(t, l, hostlimit.Answered))
		for range 4 {
			require.NoError(t, try(t, l, hostlimit.Unanswered), "closed again")
		}
	})
}

// fail opens the breaker.
func fail(t *testing.T, l *hostlimit.HostLimiter) {
	for range breakerFailures {
		require.NoError(t, try(t, l, hostlimit.Unanswered))
	}
}

func TestOneProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1, PerHost: 10})
		fail(t, l)
		time.Sleep(30 * time.Second)
		probe, _, err := admit(t, l, "a:80", 500*time.Millisecond)
		require.NoError(t, err)
		_, took, err := admit(t, l, "a:80", 500*time.Millisecond)
		limited := new(hostlimit.ThrottledError)
		require.ErrorAs(t, err, &limited)
		assert.True(t, limited.Broken)
		assert.Equal(t, 500*time.Millisecond, took, "others wait for the probe")
		time.AfterFunc(2500*time.Millisecond, func() { probe.Answered() })
		_, took, err = admit(t, l, "a:80", 10*time.Second)
		require.NoError(t, err)
		assert.Equal(t, 2500*time.Millisecond, took, "and go when it is answered, before it is done")
		probe.Done(hostlimit.Unanswered) // a body that broke off
		for range breakerFailures - 1 {
			require.NoError(t, try(t, l, hostlimit.Unanswered))
		}
		assert.NoError(t, try(t, l, hostlimit.Answered), "the broken body did not count")
	})
}

// Requests that were under way when the breaker opened say nothing new.
func TestOldFailuresDoNotEscalate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1, PerHost: 100, Total: 100})
		var slots []*hostlimit.Slot
		for range 30 {
			slot, _, err := admit(t, l, "a:80", time.Second)
			require.NoError(t, err)
			slots = append(slots, slot)
		}
		for _, slot := range slots[:20] {
			slot.Done(hostlimit.Unanswered)
		}
		assert.Equal(t, breakerFirst, after(t, try(t, l, hostlimit.Answered)), "opened once")
		time.Sleep(breakerFirst)
		probe, _, err := admit(t, l, "a:80", time.Second)
		require.NoError(t, err)
		for i, slot := range slots[20:] { // while the probe is under way
			slot.Done([]hostlimit.Outcome{hostlimit.Unanswered, hostlimit.Unknown}[i%2])
			_, _, err := admit(t, l, "a:80", time.Millisecond)
			require.Error(t, err, "the probe is still the only one")
		}
		probe.Done(hostlimit.Unanswered)
		assert.Equal(t, 2*breakerFirst, after(t, try(t, l, hostlimit.Answered)), "the probe counts")
	})
}

// A probe that is not sent, or says nothing, leaves the place to another.
func TestProbeGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1})
		fail(t, l)
		time.Sleep(breakerFirst)
		for range 3 {
			require.NoError(t, try(t, l, hostlimit.Unknown))
		}
		ctx, cancel := contextWith(t, time.Minute)
		held, err := l.Admit(ctx, hostlimit.Request{Host: "a:80"})
		require.NoError(t, err)
		cancel()
		held.Done(hostlimit.Unknown)
		require.NoError(t, try(t, l, hostlimit.Unanswered))
		assert.Equal(t, 2*breakerFirst, after(t, try(t, l, hostlimit.Answered)))
	})
}

// An open breaker reaches the requests that wait already.
func TestBreakerReachesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hostlimit.New(hostlimit.Config{PerMinute: -1, PerHost: 1})
		for range breakerFailures - 1 {
			require.NoError(t, try(t, l, hostlimit.Unanswered))
		}
		last, _, err := admit(t, l, "a:80", time.Second)
		require.NoError(t, err)
		results := make(chan error, 10)
		for i := range 10 {
			go func() {
				slot, took, err := admit(t, l, "a:80", []time.Duration{10 * time.Second, time.Minute}[i%2])
				if err == nil {
					assert.Equal(t, breakerFirst+time.Second, took)
					slot.Done(hostlimit.Answered)
				} else {
					assert.Equal(t, time.Second, took, "told at once")
				}
				results <- err
			}()
		}
		time.Sleep(time.Second)
		last.Done(hostlimit.Unanswered)
		refused := 0
		for range 10 {
			if err := <-results; err != nil {
				assert.Equal(t, breakerFirst, after(t, err))
				refused++
			}
		}
		assert.Equal(t, 5, refused)
	})
}
