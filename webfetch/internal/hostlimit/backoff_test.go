package hostlimit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

func TestBackoff(t *testing.T) {
	for failures, ceiling := range map[int]time.Duration{
		-1: 500 * time.Millisecond, 0: 500 * time.Millisecond, 1: 500 * time.Millisecond, 2: time.Second, 3: 2 * time.Second,
		6: 16 * time.Second, 7: 30 * time.Second, 60: 30 * time.Second, 1 << 40: 30 * time.Second,
	} {
		longest := time.Duration(0)
		for range 1000 {
			d := hostlimit.Backoff(failures)
			require.GreaterOrEqual(t, d, time.Duration(0))
			longest = max(longest, d)
		}
		assert.LessOrEqual(t, longest, ceiling)
		assert.Greater(t, longest, ceiling*9/10, "evenly up to the ceiling")
	}
}
