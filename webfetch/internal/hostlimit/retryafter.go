package hostlimit

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
		if delay, valid := retryAfter(strings.Trim(value, " \t"), now, limit); valid {
			longest, found = max(longest, delay), true
		}
	}
	return longest, found
}

func retryAfter(value string, now time.Time, limit time.Duration) (time.Duration, bool) {
	if value == "" {
		return 0, false
	}
	if strings.Trim(value, "0123456789") == "" {
		return seconds(value, limit), true
	}
	date, err := http.ParseTime(value)
	if err != nil || !isGMT(value) {
		return 0, false
	}
	return min(max(date.Sub(now), 0), limit), true
}

// isGMT reports whether an HTTP date names the one zone allowed. asctime dates
// name none and mean it.
func isGMT(value string) bool {
	return strings.HasSuffix(value, " GMT") || !strings.Contains(value, ",")
}

// seconds reads digits and stops counting at limit, so that nothing overflows.
func seconds(digits string, limit time.Duration) time.Duration {
	total := time.Duration(0)
	for _, c := range []byte(digits) {
		total = total*10 + time.Duration(c-'0')*time.Second
		if total >= limit {
			return limit
		}
	}
	return total
}
