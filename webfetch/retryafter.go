package webfetch

import (
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// RetryAfter reads the values of a Retry-After header as [Client] does (RFC
// 9110, section 10.2.3): seconds, or an HTTP date in any of its three forms,
// GMT only. Of several values the longest counts, the past is 0, and more than
// limit is limit. It reports false if no value can be read.
func RetryAfter(values []string, now time.Time, limit time.Duration) (time.Duration, bool) {
	return hostlimit.RetryAfter(values, now, limit)
}
