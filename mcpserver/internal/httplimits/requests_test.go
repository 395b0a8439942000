package httplimits_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// send sends a request of a principal to a server.
func send(ctx context.Context, t *testing.T, url, method, principal, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Principal", principal)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	return res
}

// Streams on which a client listens count among the requests of a principal.
func TestRequestsOfAPrincipalAreBounded(t *testing.T) {
	opts := loose()
	opts.Requests = 20
	server := httptest.NewServer(limited(opts, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		assert.NoError(t, http.NewResponseController(w).Flush())
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	listen := func(ctx context.Context, principal string) *http.Response {
		return send(ctx, t, server.URL, http.MethodGet, principal, "")
	}
	for range opts.Requests {
		res := listen(ctx, "ada")
		defer res.Body.Close()
		require.Equal(t, http.StatusOK, res.StatusCode)
	}
	refused := listen(ctx, "ada")
	require.NoError(t, refused.Body.Close())
	assert.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	assert.Equal(t, "1", refused.Header.Get("Retry-After"))
	for _, other := range []string{"ben", ""} {
		res := listen(ctx, other)
		defer res.Body.Close()
		assert.Equal(t, http.StatusOK, res.StatusCode)
	}
	cancel()
	require.Eventually(t, func() bool {
		ctx, done := context.WithCancel(t.Context())
		defer done()
		res := listen(ctx, "ada")
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, 10*time.Second, 10*time.Millisecond, "their places are free again")
}
