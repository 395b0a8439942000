package mcpserver_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// asker sends requests with a bearer token.
type asker struct {
	t     *testing.T
	url   string
	token string
}

func (a asker) send(ctx context.Context, method, session, body string) *http.Response {
	req, err := http.NewRequestWithContext(ctx, method, a.url, strings.NewReader(body))
	require.NoError(a.t, err)
	req.Header.Set("Authorization", "Bearer "+a.token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(a.t, err)
	return res
}

// begin begins a session and returns the status and its identifier.
func (a asker) begin() (status int, session string) {
	res := a.send(a.t.Context(), http.MethodPost, "", initialize)
	defer res.Body.Close()
	_, err := io.Copy(io.Discard, res.Body)
	require.NoError(a.t, err)
	return res.StatusCode, res.Header.Get("Mcp-Session-Id")
}

// A principal has a bounded number of sessions; those of others don't count.
func TestSessionsOfAPrincipalAreBounded(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	h := host(t, srv, mcpserver.HTTPOptions{Sessions: true, Auth: &mcpserver.Auth{Tokens: tokens(t)}})
	ada, ben := asker{t, h.URL + "/mcp", "token-of-ada-000"}, asker{t, h.URL + "/mcp", "token-of-ben-000"}
	var last string
	for range mcpserver.MaxPrincipalSessions {
		status, session := ada.begin()
		require.Equal(t, http.StatusOK, status)
		last = session
	}
	status, _ := ada.begin()
	assert.Equal(t, http.StatusTooManyRequests, status)
	status, _ = ben.begin()
	assert.Equal(t, http.StatusOK, status)
	res := ada.send(t.Context(), http.MethodDelete, last, "")
	require.NoError(t, res.Body.Close())
	status, _ = ada.begin()
	assert.Equal(t, http.StatusOK, status, "the place of a session that has ended is free")
	for session := range srv.MCP().Sessions() {
		assert.NoError(t, session.Close())
	}
}

// Streams on which a client listens count among the requests of a principal.
func TestRequestsOfAPrincipalAreBounded(t *testing.T) {
	const limit = 20
	h := mcpserver.LimitRequests(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		assert.NoError(t, http.NewResponseController(w).Flush())
		<-r.Context().Done()
	}), limit)
	server := httptest.NewServer(mcpserver.RequireAuth(&mcpserver.Auth{Tokens: tokens(t)}, h))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ada, ben := asker{t, server.URL, "token-of-ada-000"}, asker{t, server.URL, "token-of-ben-000"}
	for range limit {
		res := ada.send(ctx, http.MethodGet, "", "")
		defer res.Body.Close()
		require.Equal(t, http.StatusOK, res.StatusCode)
	}
	refused := ada.send(ctx, http.MethodGet, "", "")
	require.NoError(t, refused.Body.Close())
	assert.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	assert.Equal(t, "1", refused.Header.Get("Retry-After"))
	other := ben.send(ctx, http.MethodGet, "", "")
	defer other.Body.Close()
	assert.Equal(t, http.StatusOK, other.StatusCode)
	cancel()
	require.Eventually(t, func() bool {
		ctx, done := context.WithCancel(t.Context())
		defer done()
		res := ada.send(ctx, http.MethodGet, "", "")
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, 10*time.Second, 10*time.Millisecond, "their places are free again")
}

// Calls up to their own bound, which answers as a tool does, are not refused by this one.
func TestCallsAreBoundedBeforeRequests(t *testing.T) {
	srv := newServer(t, mcpserver.Options{MaxCalls: 1})
	_, leave, err := srv.HoldSlot(t.Context(), "ada")
	require.NoError(t, err)
	defer leave()
	h := host(t, srv, mcpserver.HTTPOptions{Auth: &mcpserver.Auth{Tokens: tokens(t)}})
	session := dial(t, h.URL+"/mcp", "token-of-ada-000")
	for range 3 {
		r, err := tryCall(t.Context(), session, "extract", args{"raw_bytes": []byte(article), "content_type": "text/html"})
		require.NoError(t, err)
		assert.False(t, r.Success)
		assert.Contains(t, r.text, "RATE_LIMITED")
	}
}
