package mcpserver_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

func TestHTTPHostAndOrigin(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	open := host(t, srv, mcpserver.HTTPOptions{})
	listed := host(t, srv, mcpserver.HTTPOptions{Hosts: []string{"mcp.example"}, Origins: []string{"https://app.example"}})
	auth := &mcpserver.Auth{Resource: "https://mcp.example/mcp"}
	tokens := host(t, srv, mcpserver.HTTPOptions{Auth: auth})
	any := host(t, srv, mcpserver.HTTPOptions{Auth: auth, Hosts: []string{"*"}})
	port := open.URL[strings.LastIndexByte(open.URL, ':'):]
	for _, tt := range []struct {
		server       *httptest.Server
		host, origin string
		status       int
	}{
		{open, "", "", 200},
		{open, "localhost" + port, "", 200},
		{open, "[::1]" + port, "", 200},
		{open, "evil.example", "", 403},
		{open, "127.0.0.1.evil.example", "", 403},
		{open, "", "https://evil.example", 403},
		{open, "", "null", 403},
		{open, "", "http://127.0.0.1:1", 403},
		{open, "", open.URL, 200},
		{open, "localhost" + port, "http://localhost" + port, 200},
		{listed, "", "", 403},
		{listed, "mcp.example", "", 200},
		{listed, "MCP.example:8443", "https://app.example", 200},
		{listed, "mcp.example", "https://mcp.example", 200},
		{listed, "mcp.example", "https://app.example.evil.example", 403},
		{tokens, "mcp.example", "", 401},
		{tokens, "10.1.2.3:80", "", 401},
		{tokens, "localhost" + port, "", 401},
		{tokens, "evil.example", "", 403},
		{any, "evil.example", "", 401},
	} {
		header := http.Header{}
		if tt.host != "" {
			header.Set("Host", tt.host)
		}
		if tt.origin != "" {
			header.Set("Origin", tt.origin)
		}
		status, body := post(t, tt.server.URL+"/mcp", header, listToolsMessage)
		assert.Equal(t, tt.status, status, "host %q origin %q: %.80s", tt.host, tt.origin, body)
	}
}

// A page can send text and forms to another origin without asking first, but no
// JSON.
func TestHTTPBodiesAreJSON(t *testing.T) {
	server := host(t, newServer(t, mcpserver.Options{}), mcpserver.HTTPOptions{})
	for kind, status := range map[string]int{
		"application/json": 200, "Application/JSON; charset=utf-8": 200, "text/plain": 415, "application/x-www-form-urlencoded": 415, "multipart/form-data; boundary=x": 415,
		"": 415, "application/json-seq": 415, "text/plain; application/json": 415, "application/json, text/plain": 415,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/mcp", strings.NewReader(listToolsMessage))
		require.NoError(t, err)
		req.Header["Content-Type"] = []string{kind}
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		assert.Equal(t, status, res.StatusCode, kind)
	}
}
