package robots

import (
	"net/http"
	"strings"
	"time"
)

// RetryAfter reads the values of a Retry-After header (RFC 9110, section
// 10.2.3): seconds, or an HTTP date in any of the three forms, GMT only. Of
// several values the longest counts, the past is 0, and more than limit is
// limit. It reports false if no value can be read.
func RetryAfter(values []string, now time.Time, limit time.Duration) (time.Duration, bool) {
	longest, found := time.Duration(0), false
	for _, value := range values {
		if delay, valid := delayOf(strings.Trim(value, " \t"), now, limit); valid {
			longest, found = max(longest, delay), true
		}
	}
	return longest, found
}

func delayOf(value string, now time.Time, limit time.Duration) (time.Duration, bool) {
	if value != "" && strings.Trim(value, "0123456789") == "" {
		total := time.Duration(0)
		for _, c := range []byte(value) {
			if total = total*10 + time.Duration(c-'0')*time.Second; total >= limit {
				return limit, true // before it overflows
			}
		}
		return total, true
	}
	date, err := http.ParseTime(value)
	if isGMT := strings.HasSuffix(value, " GMT") || !strings.Contains(value, ","); err != nil || !isGMT { // asctime names no zone
		return 0, false
	}
	return min(max(date.Sub(now), 0), limit), true
}
