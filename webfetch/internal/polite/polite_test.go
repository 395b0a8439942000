package polite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const limit = 5 * time.Minute
	tests := map[string]struct {
		values []string
		want   time.Duration // negative: none
	}{
		"none":                {nil, -1},
		"zero":                {[]string{"0"}, 0},
		"seconds":             {[]string{"17"}, 17 * time.Second},
		"zeros in front":      {[]string{"0017"}, 17 * time.Second},
		"blanks":              {[]string{" \t17 "}, 17 * time.Second},
		"at the limit":        {[]string{"300"}, limit},
		"one over":            {[]string{"301"}, limit},
		"overflows int64":     {[]string{"9223372036854775808"}, limit},
		"overflows as nanos":  {[]string{"9223372037"}, limit},
		"thousands of digits": {[]string{strings.Repeat("9", 5000)}, limit},
		"negative":            {[]string{"-1"}, -1},
		"sign":                {[]string{"+1"}, -1},
		"fraction":            {[]string{"1.5"}, -1},
		"exponent":            {[]string{"1e2"}, -1},
		"hexadecimal":         {[]string{"0x10"}, -1},
		"empty":               {[]string{""}, -1},
		"words":               {[]string{"soon"}, -1},
		"list":                {[]string{"1, 2"}, -1},
		"other digits":        {[]string{"١٧"}, -1},
		"IMF-fixdate":         {[]string{"Sun, 01 Mar 2026 12:01:00 GMT"}, time.Minute},
		"RFC 850":             {[]string{"Sunday, 01-Mar-26 12:01:00 GMT"}, time.Minute},
		"asctime":             {[]string{"Sun Mar  1 12:01:00 2026"}, time.Minute},
		"past":                {[]string{"Sun, 01 Mar 2026 11:00:00 GMT"}, 0},
		"far future":          {[]string{"Fri, 31 Dec 9999 23:59:59 GMT"}, limit},
		"far past":            {[]string{"Mon, 01 Jan 0001 00:00:00 GMT"}, 0},
		"other zone":          {[]string{"Sun, 01 Mar 2026 12:01:00 PST"}, -1},
		"offset":              {[]string{"Sun, 01 Mar 2026 12:01:00 +0100"}, -1},
		"ISO 8601":            {[]string{"2026-03-01T12:01:00Z"}, -1},
		"longest of two":      {[]string{"10", "20"}, 20 * time.Second},
		"seconds and date":    {[]string{"10", "Sun, 01 Mar 2026 12:01:00 GMT"}, time.Minute},
		"one unusable":        {[]string{"soon", "20"}, 20 * time.Second},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			got, found := RetryAfter(tt.values, now, limit)
			assert.Equal(t, tt.want >= 0, found)
			assert.Equal(t, max(tt.want, 0), got)
		})
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"5", "Sun, 01 Mar 2026 12:01:00 GMT", "Sunday, 01-Mar-26 12:01:00 GMT", "Sun Mar  1 12:01:00 2026", "99999999999999999999", "-1"} {
		f.Add(seed, int64(1_772_366_400))
	}
	f.Fuzz(func(t *testing.T, value string, now int64) {
		const limit = time.Hour
		got, found := RetryAfter([]string{value}, time.Unix(now%(1<<40), 0), limit)
		require.GreaterOrEqual(t, got, time.Duration(0))
		require.LessOrEqual(t, got, limit)
		if !found {
			require.Zero(t, got)
		}
	})
}

func TestBackoff(t *testing.T) {
	for failures, ceiling := range map[int]time.Duration{
		-1: 500 * time.Millisecond, 0: 500 * time.Millisecond, 1: 500 * time.Millisecond, 2: time.Second, 3: 2 * time.Second,
		6: 16 * time.Second, 7: 30 * time.Second, 60: 30 * time.Second, 1 << 40: 30 * time.Second,
	} {
		longest := time.Duration(0)
		for range 1000 {
			d := Backoff(failures)
			require.GreaterOrEqual(t, d, time.Duration(0))
			longest = max(longest, d)
		}
		assert.LessOrEqual(t, longest, ceiling)
		assert.Greater(t, longest, ceiling*9/10, "evenly up to the ceiling")
	}
}

// admit is Admit with a deadline, and how long it took.
func admit(t *testing.T, p *Pacer, host string, within time.Duration) (Ticket, time.Duration, error) {
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	began := time.Now()
	ticket, err := p.Admit(ctx, host)
	return ticket, time.Since(began), err
}

func after(t *testing.T, err error) time.Duration {
	limited := new(LimitedError)
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
		p.Quiet("a:80", 61*time.Second)
		_, err := p.Admit(t.Context(), "a:80")
		assert.Equal(t, 61*time.Second, after(t, err))
		p.Quiet("b:80", 59*time.Second)
		_, err = p.Admit(t.Context(), "b:80")
		assert.NoError(t, err)
	})
}

func TestCanceledWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Config{PerHost: 1, Total: 1})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		p.Quiet("quiet:80", 30*time.Second)
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
		p.Quiet("a:80", 20*time.Second)
		p.Quiet("a:80", time.Second) // does not shorten it
		p.Quiet("b:80", 100*time.Hour)
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
		p.Quiet("a:80", 5*time.Second)
		time.AfterFunc(2*time.Second, func() { p.Quiet("a:80", 10*time.Second) })
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
				var ticket Ticket
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
			limited := new(LimitedError)
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
		limited := new(LimitedError)
		require.ErrorAs(t, err, &limited)
		assert.False(t, limited.Broken, "the rate, not the breaker: %v", err)
		_, _, err = admit(t, p, "a:80", time.Minute)
		assert.NoError(t, err)
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
