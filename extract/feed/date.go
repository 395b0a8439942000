package feed

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// The library reads dates in some 200 forms, but returns the instant in UTC. What a reader
// wants is the day and the clock of the author, which the text of the date still has:
// "Tue, 03 Feb 2026 22:15:00 -0800" is 2026-02-03T22:15:00-08:00, not the 4th.

// zones are the offsets in hours of the abbreviations that the library knows.
var zones = map[string]int{
	"Z": 0, "UT": 0, "GMT": 0, "UTC": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
	"WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3,
}

// date returns a date as RFC 3339 has it, with the offset of its author: the day alone where no
// time is given, no offset where none is given. A date that can't be read, or that may be one
// of two days (04/05/2023), is returned as it is written.
func (r *reader) date(written string, parsed *time.Time) string {
	written = mdwriter.Fold(written)
	t, zoned, ok := onClock(written, parsed)
	switch {
	case isAmbiguous(written):
		r.ambiguous++
		return written
	case !ok:
		return written
	case !strings.Contains(written, ":"):
		return t.Format(time.DateOnly)
	case zoned:
		return t.Format(time.RFC3339)
	}
	return t.Format("2006-01-02T15:04:05")
}

// authorTime returns the instant of a date on the clock of its author, the zero time where the
// date may be one of two days.
func authorTime(written string, parsed *time.Time) time.Time {
	t, _, _ := onClock(written, parsed)
	if isAmbiguous(written) {
		return time.Time{}
	}
	return t
}

// onClock returns a date that the library has read, or not (20260203T221500Z, 2026/02/03), on the clock of its author. The library reads the clock of
// "23:30 UTC+02:00" as that of UTC.
func onClock(written string, parsed *time.Time) (t time.Time, zoned, ok bool) {
	if n, err := strconv.ParseInt(written, 10, 64); err == nil && len(written) == len("1770157800") { // seconds since 1970
		return time.Unix(n, 0).UTC(), true, true
	}
	if parsed == nil {
		if t, _, ok = datetime.Parse(strings.ReplaceAll(written, "/", "-")); !ok {
			return t, false, false
		}
		parsed = &t
	}
	zone, zoned := zoneOf(written)
	if !zoned {
		return *parsed, false, true
	}
	t, utc := parsed.In(zone), parsed.UTC()
	if strings.Contains(written, utc.Format("15:04")) && !strings.Contains(written, t.Format("15:04")) {
		t = time.Date(utc.Year(), utc.Month(), utc.Day(), utc.Hour(), utc.Minute(), utc.Second(), 0, zone)
	}
	return t, true, true
}

// zoneAfter matches the zone behind a clock: "-0800", "+01:00", "GMT+0100 (CET)" or an
// abbreviation, which the year may follow: "PST 2026".
var zoneAfter = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`:[^(]*?(?:([+-][0-9]{2}):?([0-9]{2})?|([A-Za-z]+))(?: GMT)?(?: [0-9]{4})?\s*(?:\(|$)`)
})

func zoneOf(date string) (zone *time.Location, known bool) {
	m := zoneAfter().FindStringSubmatch(date)
	if m == nil {
		return nil, false
	}
	if m[1] != "" {
		t, err := time.Parse("-0700", m[1]+cmp.Or(m[2], "00"))
		_, seconds := t.Zone()
		return time.FixedZone("", seconds), err == nil
	}
	hours, known := zones[strings.ToUpper(m[3])]
	return time.FixedZone("", hours*3600), known
}

// isAmbiguous reports a date of numbers that may be one of two days: 04/05/2023 is in April or
// in May, 04/05/06 in one of three years. 31/12/2023, 04/04/2023 and 2023/04/05 are clear.
func isAmbiguous(date string) bool {
	m := numericDate().FindStringSubmatch(strings.TrimSpace(date))
	if m == nil {
		return false
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[2])
	return len(m[3]) <= 2 || first <= 12 && second <= 12 && first != second
}

var numericDate = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]+)(?: |$)`)
})
