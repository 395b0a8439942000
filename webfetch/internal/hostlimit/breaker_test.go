package hostlimit

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{PerMinute: -1})
		try := func(outcome Outcome) error {
			ticket, _, err := admit(t, p, "a:80", 500*time.Millisecond)
			if err == nil {
				ticket.Done(outcome)
			}
			return err
		}
		for range 20 { // an answer in between, and what says nothing, do not count
			for range 4 {
				require.NoError(t, try(Unanswered))
			}
			require.NoError(t, try(Answered))
			require.NoError(t, try(Unknown))
		}
		for range 5 {
			require.NoError(t, try(Unanswered))
		}
		for _, open := range []time.Duration{30, 60, 120, 240, 300, 300} {
			open *= time.Second
			assert.Equal(t, open, after(t, try(Answered)))
			time.Sleep(open - time.Second)
			limited := new(ThrottledError)
			require.ErrorAs(t, try(Answered), &limited)
			assert.Equal(t, time.Second, limited.After)
			assert.True(t, limited.Broken)
			time.Sleep(time.Second)
			require.NoError(t, try(Unanswered), "the probe")
		}
		time.Sleep(300 * time.Second)
		require.NoError(t, try(Answered))
		for range 4 {
			require.NoError(t, try(Unanswered), "closed again")
		}
	})
}

func TestOneProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{PerMinute: -1, PerHost: 10})
		for range 5 {
			ticket, _, err := admit(t, p, "a:80", time.Second)
			require.NoError(t, err)
			ticket.Done(Unanswered)
		}
		time.Sleep(30 * time.Second)
		probe, _, err := admit(t, p, "a:80", 500*time.Millisecond)
		require.NoError(t, err)
		_, _, err = admit(t, p, "a:80", 500*time.Millisecond)
		assert.Equal(t, time.Second, after(t, err), "others wait for the probe")
		time.AfterFunc(2500*time.Millisecond, func() { probe.Done(Answered) })
		_, took, err := admit(t, p, "a:80", 10*time.Second)
		require.NoError(t, err)
		assert.Equal(t, 3*time.Second, took)
	})
}

// A probe that is not sent leaves the place to another.
func TestProbeGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{PerMinute: 5})
		for range 5 {
			ticket, _, err := admit(t, p, "a:80", time.Minute)
			require.NoError(t, err)
			ticket.Done(Unanswered)
		}
		time.Sleep(31 * time.Second)
		for range 2 { // two tokens came back
			ticket, _, err := admit(t, p, "a:80", time.Second)
			require.NoError(t, err)
			ticket.Done(Unknown)
		}
		_, _, err := admit(t, p, "a:80", time.Second)
		limited := new(ThrottledError)
		require.ErrorAs(t, err, &limited)
		assert.False(t, limited.Broken, "the rate, not the breaker: %v", err)
		_, _, err = admit(t, p, "a:80", time.Minute)
		assert.NoError(t, err)
	})
}
