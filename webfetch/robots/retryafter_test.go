package robots_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
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
		"large, not a number": {[]string{"99999999999999999999 or so"}, -1},
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
			got, found := robots.RetryAfter(tt.values, now, limit)
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
		got, found := robots.RetryAfter([]string{value}, time.Unix(now%(1<<40), 0), limit)
		require.GreaterOrEqual(t, got, time.Duration(0))
		require.LessOrEqual(t, got, limit)
		if !found {
			require.Zero(t, got)
		}
	})
}
