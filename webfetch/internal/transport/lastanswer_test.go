package transport_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// onceOnly is a limiter that lets one request pass.
type onceOnly struct{ asked atomic.Int32 }

var errSpent = errors.New("the budget is spent")

func (o *onceOnly) Wait(context.Context, string) error {
	if o.asked.Add(1) > 1 {
		return errSpent
	}
	return nil
}

// Where another try can't be made, what the server said is told, not the pace
// that kept it from being asked again.
func TestAThrottledRetryKeepsTheAnswer(t *testing.T) {
	for _, status := range []int{429, 500, 503} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, failing(9, status, http.Header{"Content-Type": {"text/plain"}}))
				resp, err := get(t.Context(), w.client(transport.Config{Hosts: hostlimit.Config{Limiter: &onceOnly{}}}), "http://a.example.com/")
				require.NoError(t, err)
				assert.Equal(t, status, resp.Status)
				assert.Equal(t, time.Second, resp.RetryAfter, "as the limiter says")
				assert.Equal(t, "body", string(resp.Body), "a short body is kept")
				assert.Zero(t, resp.Retries, "no request was repeated")
				assert.True(t, resp.OutOfTime)
				assert.Len(t, w.seen(), 1)
			})
		})
	}
	t.Run("connection", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, nil)
			w.dial = func(context.Context) error { return errRefused }
			_, err := get(t.Context(), w.client(transport.Config{Hosts: hostlimit.Config{Limiter: &onceOnly{}}}), "http://a.example.com/")
			assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
			assert.ErrorIs(t, err, errRefused)
		})
	})
	t.Run("cancellation is told", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, failing(9, 503, http.Header{"Retry-After": {"10"}}))
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(5*time.Second, cancel)
			_, err := get(ctx, w.client(transport.Config{}), "http://a.example.com/")
			assert.Equal(t, "CANCELLED", codeOf(t, err))
		})
	})
}

func TestTheErrorOfALimiterIsReachable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := &onceOnly{}
		limiter.asked.Store(1)
		_, err := get(t.Context(), newWorld(t, text("ok")).client(transport.Config{Hosts: hostlimit.Config{Limiter: limiter}}), "http://a.example.com/")
		assert.Equal(t, "RATE_LIMITED", codeOf(t, err))
		assert.ErrorIs(t, err, errSpent)
	})
}

func TestOutOfTime(t *testing.T) {
	for what, tt := range map[string]struct {
		after    string
		deadline time.Duration
		want     bool
	}{
		"in time":      {"5", 30 * time.Second, false},
		"not in time":  {"40", 30 * time.Second, true},
		"tries are up": {"0", 30 * time.Second, false},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				failures := 1
				if what == "tries are up" {
					failures = 9
				}
				w := newWorld(t, failing(failures, 503, http.Header{"Retry-After": {tt.after}}))
				ctx, cancel := context.WithTimeout(t.Context(), tt.deadline)
				defer cancel()
				resp, err := get(ctx, w.client(transport.Config{}), "http://a.example.com/")
				require.NoError(t, err)
				assert.Equal(t, tt.want, resp.OutOfTime)
			})
		})
	}
}

// Pause implements the rest of Limiter.
func (*onceOnly) Pause(context.Context, string, time.Duration) {}
