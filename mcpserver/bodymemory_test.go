package mcpserver

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slowCalls is a handler whose calls read their body and then wait for a minute,
// and what sends it a body for a principal and tells when it was read.
func slowCalls(t *testing.T, limit int64) (send func(principal string, body io.Reader) time.Duration) {
	type readKey struct{}
	h := limitBodyMemory(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		close(r.Context().Value(readKey{}).(chan struct{}))
		time.Sleep(time.Minute)
	}), limit)
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{UserID: token}, nil
	}
	named := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(h)
	return func(principal string, body io.Reader) time.Duration {
		began := time.Now()
		read := make(chan struct{})
		r := httptest.NewRequestWithContext(context.WithValue(t.Context(), readKey{}, read), http.MethodPost, "/", body)
		r.Header.Set("Authorization", "Bearer "+principal)
		go named.ServeHTTP(httptest.NewRecorder(), r)
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

func TestBodySharesAreForgotten(t *testing.T) {
	b := newBodyMemory(100)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader("x"))
	one, err := b.reserve(r, 100)
	require.NoError(t, err)
	two, err := b.reserve(r, 100)
	require.NoError(t, err)
	one.shrink(0)
	one.shrink(0)
	assert.Len(t, b.shares, 1)
	two.shrink(0)
	assert.Empty(t, b.shares)
	assert.True(t, b.total.TryAcquire(800), "all room is back")
}
