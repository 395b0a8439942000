package httplimits_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
)

// slowCalls is a handler whose calls read their body and then wait for a minute,
// and what sends it a body for a principal and tells when it was read.
func slowCalls(t *testing.T, limit int64) (send func(principal string, body io.Reader) time.Duration) {
	type readKey struct{}
	opts := loose()
	opts.BodyBytes = limit
	h := limited(opts, func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		close(r.Context().Value(readKey{}).(chan struct{}))
		time.Sleep(time.Minute)
	})
	return func(principal string, body io.Reader) time.Duration {
		began := time.Now()
		read := make(chan struct{})
		r := httptest.NewRequestWithContext(context.WithValue(t.Context(), readKey{}, read), http.MethodPost, "/", body)
		r.Header.Set("Principal", principal)
		go h.ServeHTTP(httptest.NewRecorder(), r)
		<-read
		return time.Since(began)
	}
}

// unknown hides the length of a body.
func unknown(n int) io.Reader { return io.MultiReader(strings.NewReader(strings.Repeat("x", n))) }

// A body of unknown length takes the room of the largest only until it is read:
// calls that wait for their hosts keep nobody from sending one.
func TestBodiesOfUnknownLength(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := slowCalls(t, 100)
		for range 20 {
			require.Zero(t, send("ada", unknown(5)))
		}
		assert.Zero(t, send("ben", unknown(100)))
		assert.Zero(t, send("ada", unknown(100)))
		assert.Equal(t, time.Minute, send("ada", unknown(1)), "her share is taken")
		time.Sleep(time.Hour)
	})
}

// A principal leaves room to others, and three of them to a fourth: also those who
// send bodies of unknown length that never end.
func TestBodiesOfOneBesideThree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := slowCalls(t, 100)
		for _, greedy := range []string{"ada", "ben", "cy"} {
			for range 2 {
				require.Zero(t, send(greedy, unknown(100)))
			}
			for range 3 {
				go send(greedy, unknown(100))
			}
		}
		synctest.Wait()
		assert.Zero(t, send("good", unknown(100)))
		assert.Zero(t, send("good", strings.NewReader(strings.Repeat("x", 100))))
		time.Sleep(time.Hour)
	})
}

// A principal has a quarter of the room.
func TestBodiesOfOnePrincipal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := slowCalls(t, 100)
		body := strings.Repeat("x", 100)
		for range 2 {
			require.Zero(t, send("ada", strings.NewReader(body)))
			require.Zero(t, send("ben", strings.NewReader(body)))
		}
		assert.Equal(t, time.Minute, send("ada", strings.NewReader(body)))
		time.Sleep(time.Hour)
	})
}

// Bodies wait for room; one of unknown length takes as much as the largest,
// one that is announced as longer than the limit no more than that.
func TestBodiesQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		finished := make(chan time.Duration, 20)
		opts := loose()
		opts.BodyBytes = 10
		h := limited(opts, func(http.ResponseWriter, *http.Request) {
			time.Sleep(time.Second)
			finished <- time.Since(began)
		})
		request := func(ctx context.Context, body io.Reader) {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodPost, "/", body))
		}
		unknown := func() io.Reader { return io.MultiReader(strings.NewReader("x")) }
		for _, body := range []io.Reader{
			strings.NewReader("0123456789"), strings.NewReader(strings.Repeat("x", 100)), unknown(), strings.NewReader("01234567"),
			strings.NewReader("0123456789"), strings.NewReader("0123456789"), strings.NewReader("0123456789"), strings.NewReader("0123456789"),
		} {
			go request(t.Context(), body)
			synctest.Wait()
		}
		go request(t.Context(), strings.NewReader("89")) // two bytes are left
		go request(t.Context(), nil)
		synctest.Wait()
		late, leave := context.WithCancel(t.Context())
		go request(t.Context(), strings.NewReader("x"))
		go request(late, unknown())
		synctest.Wait()
		leave() // while it waits
		for range 10 {
			assert.Equal(t, time.Second, <-finished)
		}
		assert.Equal(t, 2*time.Second, <-finished)
		synctest.Wait()
		assert.Empty(t, finished, "who has gone is not served")
	})
}

// A principal is forgotten with the last of its bodies, not before.
func TestBodySharesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opts := loose()
		opts.BodyBytes = 100
		answer := make(chan struct{})
		h, principals := httplimits.BodyMemory(opts, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-answer }))
		for range 2 {
			go h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader("x")))
		}
		synctest.Wait()
		assert.Equal(t, 1, principals())
		answer <- struct{}{}
		synctest.Wait()
		assert.Equal(t, 1, principals())
		answer <- struct{}{}
		synctest.Wait()
		assert.Zero(t, principals())
	})
}
