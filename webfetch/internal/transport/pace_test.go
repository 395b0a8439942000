package transport_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, text("ok"))
		c := w.client(transport.Config{Hosts: hostlimit.Config{PerMinute: 60}})
		began := time.Now()
		for range 5 {
			_, err := get(t.Context(), c, "http://a.example.com/")
			require.NoError(t, err)
		}
		assert.Zero(t, time.Since(began), "a burst of five")
		_, err := get(t.Context(), c, "http://a.example.com/")
		require.NoError(t, err)
		assert.Equal(t, time.Second, time.Since(began))

		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		_, err = get(ctx, c, "http://a.example.com/")
		assert.Equal(t, "RATE_LIMITED", codeOf(t, err))
		assert.Equal(t, time.Second, err.(*transport.Error).RetryAfter)
		assert.Equal(t, time.Second, time.Since(began), "told at once")
		_, err = get(ctx, c, "http://b.example.com/")
		assert.NoError(t, err)
	})
}

func TestConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var under, most atomic.Int32
		w := newWorld(t, func(http.ResponseWriter, *http.Request) {
			if n := under.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Second)
			under.Add(-1)
		})
		c := w.client(transport.Config{Hosts: hostlimit.Config{PerHost: 3, Total: 4}})
		began := time.Now()
		done := make(chan error)
		for i := range 12 {
			go func() {
				_, err := get(t.Context(), c, fmt.Sprintf("http://%c.example.com/%d", 'a'+i%2, i))
				done <- err
			}()
		}
		for range 12 {
			assert.NoError(t, <-done)
		}
		assert.Equal(t, int32(4), most.Load())
		assert.Equal(t, 3*time.Second, time.Since(began))
	})
}

var errQuota = errors.New("quota used up")

// limiter refuses one host.
type limiter struct{ asked []string }

func (l *limiter) Wait(_ context.Context, host string) error {
	l.asked = append(l.asked, host)
	if strings.HasPrefix(host, "b.") {
		return errQuota
	}
	return nil
}

func TestExternalLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := new(limiter)
		c := newWorld(t, text("ok")).client(transport.Config{Hosts: hostlimit.Config{Limiter: l, PerMinute: 1}})
		for range 10 {
			_, err := get(t.Context(), c, "http://a.example.com/")
			require.NoError(t, err)
		}
		_, err := get(t.Context(), c, "https://b.example.com/")
		assert.Equal(t, "RATE_LIMITED", codeOf(t, err))
		assert.ErrorIs(t, err, errQuota)
		assert.Len(t, l.asked, 11)
		assert.Equal(t, "a.example.com:80", l.asked[0])
		assert.Equal(t, "b.example.com:443", l.asked[10])
	})
}

func TestHostThatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, text("ok"))
		down := true
		w.dial = func(context.Context) error {
			if down {
				return errRefused
			}
			return nil
		}
		c := w.client(transport.Config{MaxRetries: -1})
		call := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := get(ctx, c, "http://a.example.com/")
			return err
		}
		for range 5 {
			assert.Equal(t, "CONNECTION_FAILED", codeOf(t, call()))
		}
		require.Len(t, w.dialed, 5)
		err := call()
		assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
		assert.Equal(t, 30*time.Second, err.(*transport.Error).RetryAfter)
		assert.Len(t, w.dialed, 5, "left alone")
		down = false
		time.Sleep(30 * time.Second)
		assert.NoError(t, call())
	})
}

// What goes wrong with an answer after it has begun says nothing of a host that
// is gone: such a host is not left alone.
func TestBrokenAnswersAreAnswers(t *testing.T) {
	tests := map[string]http.HandlerFunc{
		"body longer than the deadline": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				fmt.Fprint(w, strings.Repeat("x", 10000))
				w.(http.Flusher).Flush()
				time.Sleep(time.Second)
			}
		},
		"body that stops": func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"body cut off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "99")
			fmt.Fprint(w, "x")
		},
		"many header fields": func(w http.ResponseWriter, _ *http.Request) {
			for i := range 2 * transport.MaxHeaderFields {
				w.Header().Set(fmt.Sprintf("X-%d", i), "x")
			}
		},
		"long header": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", 2*transport.MaxHeaderBytes))
		},
	}
	for what, handler := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, handler)
				c := w.client(transport.Config{MaxRetries: -1})
				for range 10 {
					ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
					_, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/"), Whole: true})
					require.Error(t, err)
					assert.Zero(t, err.(*transport.Error).RetryAfter, "%v", err)
					cancel()
				}
				assert.Len(t, w.seen(), 10)
				time.Sleep(time.Minute) // handlers end
			})
		})
	}
}

// One principal's wish for a page does not wait behind another's many.
func TestPrincipalsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newWorld(t, text("ok")).client(transport.Config{Hosts: hostlimit.Config{PerMinute: 60, Burst: 1}})
		for i := range 40 {
			go func() {
				ctx, cancel := context.WithTimeout(hostlimit.WithPrincipal(t.Context(), "many"), time.Minute)
				defer cancel()
				_, err := get(ctx, c, fmt.Sprintf("http://a.example.com/%d", i))
				assert.NoError(t, err)
			}()
		}
		synctest.Wait()
		began := time.Now()
		_, err := get(hostlimit.WithPrincipal(t.Context(), "one"), c, "http://a.example.com/")
		assert.NoError(t, err)
		assert.LessOrEqual(t, time.Since(began), 2*time.Second)
		time.Sleep(time.Minute)
	})
}

// Pause implements the rest of Limiter.
func (*limiter) Pause(context.Context, string, time.Duration) {}
