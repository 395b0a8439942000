package sleep_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/sleep"
)

func TestFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		assert.NoError(t, sleep.For(t.Context(), time.Minute))
		assert.Equal(t, time.Minute, time.Since(began))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		assert.ErrorIs(t, sleep.For(ctx, time.Hour), context.DeadlineExceeded)
		assert.Equal(t, time.Minute+time.Second, time.Since(began))
		assert.NoError(t, sleep.For(ctx, 0))
		assert.NoError(t, sleep.For(ctx, -1))
	})
}
