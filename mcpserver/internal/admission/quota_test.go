package admission_test

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestQuota(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := admission.NewQuota(6)
		for range 6 {
			require.NoError(t, q.Allow("ada"))
		}
		var limited *webfetch.Error
		for range 3 { // what is refused doesn't count
			require.ErrorAs(t, q.Allow("ada"), &limited)
			assert.Equal(t, webfetch.RateLimited, limited.Code)
			assert.Equal(t, 10*time.Second, limited.RetryAfter)
			assert.True(t, limited.Retryable)
		}
		require.NoError(t, q.Allow("ben"), "others are not concerned")
		time.Sleep(10 * time.Second)
		require.NoError(t, q.Allow("ada"))
		require.Error(t, q.Allow("ada"))
		time.Sleep(time.Hour)
		for range 6 {
			require.NoError(t, q.Allow("ada"), "no more than a minute's worth is saved up")
		}
		require.Error(t, q.Allow("ada"))
	})
}

func TestNoQuota(t *testing.T) {
	for _, perMinute := range []int{0, -1} {
		q := admission.NewQuota(perMinute)
		for range 10000 {
			require.NoError(t, q.Allow("ada"))
		}
	}
}

// Principals that have not called for a while take no memory, and those that
// have are not forgotten.
func TestQuotaForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := admission.NewQuota(1)
		for i := range 999 {
			require.NoError(t, q.Allow(strconv.Itoa(i)))
		}
		time.Sleep(time.Minute)
		require.NoError(t, q.Allow("ada"))
		assert.Equal(t, 1000, q.Buckets())
		require.NoError(t, q.Allow("ben"))
		assert.Equal(t, 2, q.Buckets())
		assert.Error(t, q.Allow("ada"))
		for i := range 5000 {
			require.NoError(t, q.Allow(strconv.Itoa(i)), "all of them are within their minute")
		}
		assert.Equal(t, 5002, q.Buckets())
		assert.Error(t, q.Allow("ada"))
	})
}
