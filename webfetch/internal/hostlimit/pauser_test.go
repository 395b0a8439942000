package hostlimit_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// told is a limiter that notes what it is told of pauses.
type told struct{ pauses []time.Duration }

func (*told) Wait(context.Context, string) error { return nil }
func (l *told) Pause(_ context.Context, _ string, d time.Duration) {
	l.pauses = append(l.pauses, d)
}

// A limiter that several programs share is told of a Retry-After, as long as it holds for
// the host, and of each time that a host is given up for a while.
func TestASharedLimiterIsToldOfPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &told{}
		l := hostlimit.New(hostlimit.Config{Limiter: shared})
		r := hostlimit.Request{Host: "a.example:443", Address: "/"}
		l.Pause(r, 10*time.Second)
		l.Pause(hostlimit.Request{Host: "b.example:443", Address: "/"}, time.Hour)
		assert.Equal(t, []time.Duration{10 * time.Second, hostlimit.MaxPause}, shared.pauses)
		shared.pauses = nil
		time.Sleep(11 * time.Second)
		for range 4 {
			slot, err := l.Admit(t.Context(), r)
			require.NoError(t, err)
			slot.Done(hostlimit.Unanswered)
		}
		assert.Empty(t, shared.pauses)
		slot, err := l.Admit(t.Context(), r)
		require.NoError(t, err)
		slot.Done(hostlimit.Unanswered)
		assert.Equal(t, []time.Duration{30 * time.Second}, shared.pauses)
		time.Sleep(31 * time.Second)
		slot, err = l.Admit(t.Context(), r)
		require.NoError(t, err)
		slot.Done(hostlimit.Unanswered)
		assert.Equal(t, []time.Duration{30 * time.Second, time.Minute}, shared.pauses)
	})
}
