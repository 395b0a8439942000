package meta

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// slowDate tries all layouts of dates with a time of day on any text.
func slowDate(s string) (date, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02 15:04:05 -0700", "20060102T150405Z0700", "20060102T150405",
		time.RFC1123Z, time.RFC1123, time.RFC850, time.ANSIC, "Mon Jan _2 15:04:05 MST 2006", "Mon Jan _2 2006 15:04:05 GMT-0700"} {
		if t, err := time.Parse(layout, s); err == nil && isPlausibleDate(t) {
			return date{Time: t}, true
		}
	}
	return date{}, false
}

func sameDate(t *testing.T, s string) {
	t.Helper()
	s = strings.TrimSpace(s)
	want, ok := slowDate(s)
	if !ok || len(s) > 200 || s[0] > 'Z' {
		return
	}
	got, found := parseDate(s, true)
	assert.True(t, found, "%q", s)
	assert.True(t, want.Equal(got.Time), "%q is %v, want %v", s, got, want)
	assert.False(t, got.DateOnly, "%q", s)
}

var timed = []string{
	"2024-05-02T08:04:05Z", "2024-05-02T8:04", "20240502T080405Z", "2024-05-02 08:04", "2024-05-02 8:04:05 +0200", "2024-05-02T08:04:05.123+02:00", "2024-05-02T08:04Z",
	"Thu, 02 May 2024 08:04:05 GMT", "Thu, 02 May 2024 08:04:05 +0200", "Thursday, 02-May-24 08:04:05 UTC", "Thu May  2 08:04:05 2024", "Thu May 2 2024 08:04:05 GMT+0200", "Thu May  2 08:04:05 UTC 2024",
}

func TestDatesWithTimesAreFound(t *testing.T) {
	for _, s := range timed {
		_, ok := slowDate(s)
		assert.True(t, ok, s)
		sameDate(t, s)
	}
}

func FuzzDate(f *testing.F) {
	for _, s := range timed {
		f.Add(s)
	}
	f.Add("Updated 3 January 2024, first published 2 March 2021")
	f.Add("Stand: 03/04/2024 | 1/2/23")
	f.Fuzz(func(t *testing.T, s string) {
		sameDate(t, s)
		if d, _, ok := lineDate(s, len(s)%2 == 0); ok {
			assert.True(t, isPlausibleDate(d.Time), "%q is %v", s, d)
		}
	})
}
