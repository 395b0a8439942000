package mcpserver_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
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
	h := serveOver(t, srv, host.Options{Sessions: true, Auth: &host.Auth{Tokens: tokens(t)}})
	ada, ben := asker{t, h.URL + "/mcp", "token-of-ada-000"}, asker{t, h.URL + "/mcp", "token-of-ben-000"}
	var last string
	const bound = 64 // as HTTPOptions.Sessions says
	for range bound {
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

// Calls up to their own bound, which answers as a tool does, are not refused by this one.
func TestCallsAreBoundedBeforeRequests(t *testing.T) {
	held := newHeldDocuments()
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: held.extractors()}})
	require.NoError(t, err)
	defer client.Close()
	h := serveOver(t, must(mcpserver.New(client, mcpserver.Options{MaxCalls: 1})), host.Options{Auth: &host.Auth{Tokens: tokens(t)}})
	session := dial(t, h.URL+"/mcp", "token-of-ada-000")
	first := make(chan bool, 1)
	go func() {
		r, err := tryCall(t.Context(), session, "extract", heldDocument)
		first <- err == nil && r.Success
	}()
	<-held.begun
	for range 3 {
		r, err := tryCall(t.Context(), session, "extract", args{"raw_bytes": []byte(article), "content_type": "text/html"})
		require.NoError(t, err)
		assert.False(t, r.Success)
		assert.Contains(t, r.text, "RATE_LIMITED")
	}
	close(held.release)
	assert.True(t, <-first)
	assert.True(t, call(t, session, "extract", heldDocument).Success, "what is answered is under way no more")
}
