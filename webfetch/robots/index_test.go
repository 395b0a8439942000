package robots

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// decide is the plain way: every rule is tried.
func decide(rules []rule, path string) *rule {
	var best *rule
	for i := range rules {
		if rules[i].pattern.matches(path, new(int)) {
			best = better(best, &rules[i])
		}
	}
	return best
}

// The index finds the rule that trying all of them finds.
func TestIndexIsComplete(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func(letters string, most int) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteByte(letters[random.IntN(len(letters))])
		}
		return b.String()
	}
	for range 3000 {
		var rules []rule
		for line := range random.IntN(40) {
			value := "/" + word("aab*/", 8) + []string{"", "", "$", "*", "*$"}[random.IntN(5)]
			rules = append(rules, newRule(value, random.IntN(2) == 0, line+1))
		}
		x := newIndex(slices.Clone(rules))
		for range 20 {
			path := "/" + word("aab/", 8)
			want := decide(rules, path)
			got, done := x.find(path)
			require.True(t, done)
			if want == nil {
				require.Nil(t, got, "%v on %q", rules, path)
			} else {
				require.NotNil(t, got, "%v on %q", rules, path)
				require.Equal(t, *want, *got, "%v on %q", rules, path)
			}
		}
	}
}

// What a check may cost is bounded, and ordinary addresses of the largest files
// stay below the bound.
func TestWorkIsBounded(t *testing.T) {
	for what, line := range hostileFiles {
		rules := Parse(hostile(line), "x")
		short, err := url.Parse("http://a.example/" + strings.Repeat("a", 300))
		require.NoError(t, err)
		assert.False(t, rules.Check(short).TooComplex, what)
	}
	rules := Parse(hostile(hostileFiles["all a"]), "x")
	require.Greater(t, len(rules.rules), 30_000)
	inside := maxWork/len(rules.rules) - 100
	for length, complex := range map[int]bool{inside: false, 2*inside + 400: true} {
		u, err := url.Parse("http://a.example/" + strings.Repeat("a", length))
		require.NoError(t, err)
		d := rules.Check(u)
		assert.Equal(t, complex, d.TooComplex, length)
		assert.Equal(t, !complex, d.Allowed)
		if complex {
			assert.Equal(t, "disallowed: too many patterns for so long an address", d.String())
		}
	}
	literal := Parse(bytes.ReplaceAll(hostile(hostileFiles["nested"]), []byte("aaa"), []byte("a/a")), "x")
	u, err := url.Parse("http://a.example/" + strings.Repeat("a/a", 2700))
	require.NoError(t, err)
	assert.False(t, literal.Check(u).TooComplex)
}

// The patterns of one site are matched without keeping others waiting.
func TestMatchingKeepsNobodyWaiting(t *testing.T) {
	c := NewCache("bot", func(_ context.Context, u *url.URL) (*Response, error) {
		if u.Host == "hostile.example" {
			return &Response{Status: 200, Body: hostile(hostileFiles["all a"])}, nil
		}
		return &Response{Status: 404}, nil
	})
	timed := func(u *url.URL) time.Duration {
		began := time.Now()
		_, err := c.Check(t.Context(), u)
		assert.NoError(t, err)
		return time.Since(began)
	}
	costly, other := page(t, "http://hostile.example/"+strings.Repeat("a", 900)), page(t, "http://other.example/")
	timed(costly)
	timed(other)
	var all []time.Duration
	done := make(chan time.Duration)
	go func() {
		began := time.Now()
		for range 30 {
			timed(costly)
		}
		done <- time.Since(began) / 30
	}()
	for {
		select {
		case hostile := <-done:
			slices.Sort(all)
			median := all[len(all)/2]
			t.Logf("%s with a hostile file, %s beside it (%d times)", hostile, median, len(all))
			assert.Less(t, median, hostile/10)
			return
		default:
			all = append(all, timed(other))
			time.Sleep(100 * time.Microsecond)
		}
	}
}
