package meta

import (
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
)

// date is a point in time as a page gives it.
type date struct {
	time.Time
	DateOnly bool
	// Swappable reports that the day and the month are numbers which could as well
	// stand the other way round, as in 03/04/2024, and the language doesn't tell.
	Swappable bool
}

// parseDate reads a date in one of the forms found in pages: ISO 8601 and RFC
// 3339, RFC 1123, and dates in words or with dots and slashes, in the languages
// whose months month knows. It wants a year from 1990 to 2100. dayFirst says how
// numbers between slashes are read, where both ways give a date.
func parseDate(s string, dayFirst bool) (d date, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) < 6 || len(s) > 200 {
		return d, false
	}
	if d, ok := isoDate(s); ok {
		return d, true
	}
	for _, layout := range []string{time.RFC1123Z, time.RFC1123, time.RFC850, time.ANSIC, "Mon Jan _2 15:04:05 MST 2006", "Mon Jan _2 2006 15:04:05 GMT-0700"} {
		if s[0] < 'A' || s[0] > 'Z' || strings.Count(s, ":") < 2 {
			break
		}
		if t, err := time.Parse(layout, s); err == nil && isPlausibleDate(t) {
			return date{Time: t}, true
		}
	}
	d, _, _, ok = looseDate(s, dayFirst)
	return d, ok
}

// daysFirst reports whether who writes a language puts the day before the month
// (CLDR): all but those who write the English of America or of nowhere.
func daysFirst(language string) bool {
	return language != "" && !strings.EqualFold(language, "en") && !strings.EqualFold(language, "en-US")
}

func isPlausibleDate(t time.Time) bool { return t.Year() >= 1990 && t.Year() <= 2100 }

// isoDate reads YYYY-MM-DD with what follows: a time of day and a zone, each
// optional. Slashes and dots are taken for dashes.
func isoDate(s string) (d date, ok bool) {
	for _, c := range []byte(s[:4]) {
		if c < '0' || c > '9' {
			return d, false
		}
	}
	if t, dateOnly, ok := datetime.Parse(s); ok && !dateOnly && isPlausibleDate(t) {
		return date{Time: t}, true
	}
	if len(s) >= 10 {
		b := []byte(s[:10])
		if (b[4] == '/' || b[4] == '.') && b[7] == b[4] {
			b[4], b[7] = '-', '-'
		}
		if t, err := time.Parse(time.DateOnly, string(b)); err == nil && isPlausibleDate(t) {
			return date{Time: t, DateOnly: true}, true
		}
	}
	if len(s) == 8 {
		if t, err := time.Parse("20060102", s); err == nil && isPlausibleDate(t) {
			return date{Time: t, DateOnly: true}, true
		}
	}
	return d, false
}
