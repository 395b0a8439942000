package mcpserver

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestQuota(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQuota(6)
		for range 6 {
			require.NoError(t, q.allow("ada"))
		}
		var limited *webfetch.Error
		for range 3 { // what is refused doesn't count
			require.ErrorAs(t, q.allow("ada"), &limited)
			assert.Equal(t, webfetch.RateLimited, limited.Code)
			assert.Equal(t, 10*time.Second, limited.RetryAfter)
			assert.True(t, limited.Retryable)
		}
		require.NoError(t, q.allow("ben"), "others are not concerned")
		time.Sleep(10 * time.Second)
		require.NoError(t, q.allow("ada"))
		require.Error(t, q.allow("ada"))
		time.Sleep(time.Hour)
		for range 6 {
			require.NoError(t, q.allow("ada"), "no more than a minute's worth is saved up")
		}
		require.Error(t, q.allow("ada"))
	})
}

func TestNoQuota(t *testing.T) {
	for _, perMinute := range []int{0, -1} {
		q := newQuota(perMinute)
		for range 10000 {
			require.NoError(t, q.allow("ada"))
		}
	}
}

// Principals that have not called for a while take no memory, and those that
// have are not forgotten.
func TestQuotaForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQuota(1)
		for i := range 999 {
			require.NoError(t, q.allow(strconv.Itoa(i)))
		}
		time.Sleep(time.Minute)
		require.NoError(t, q.allow("ada"))
		assert.Len(t, q.buckets, 1000)
		require.NoError(t, q.allow("ben"))
		assert.Len(t, q.buckets, 2)
		assert.Error(t, q.allow("ada"))
		for i := range 5000 {
			require.NoError(t, q.allow(strconv.Itoa(i)), "all of them are within their minute")
		}
		assert.Len(t, q.buckets, 5002)
		assert.Error(t, q.allow("ada"))
	})
}
