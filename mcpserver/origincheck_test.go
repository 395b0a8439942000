package mcpserver_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
)

func TestHTTPHostAndOrigin(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	open := serveOver(t, srv, host.Options{})
	listed := serveOver(t, srv, host.Options{Hosts: []string{"mcp.example"}, Origins: []string{"https://app.example"}})
	auth := &host.Auth{Resource: "https://mcp.example/mcp"}
	tokens := serveOver(t, srv, host.Options{Auth: auth})
	any := serveOver(t, srv, host.Options{Auth: auth, Hosts: []string{"*"}})
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
	server := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
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

// Pages of the listed origins are answered as browsers want it, all others not.
func TestHTTPPagesOfAllowedOrigins(t *testing.T) {
	tokens := &host.Auth{Tokens: tokens(t)}
	server := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{Origins: []string{"https://app.example"}, Auth: tokens})
	ask := func(method, origin string, header map[string]string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), method, server.URL+"/mcp", strings.NewReader(listToolsMessage))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Origin", origin)
		for name, value := range header {
			req.Header.Set(name, value)
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		return res
	}
	preflight := map[string]string{"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version"}
	asked := ask(http.MethodOptions, "https://app.example", preflight)
	assert.Equal(t, http.StatusNoContent, asked.StatusCode, "a preflight has no token")
	assert.Equal(t, "https://app.example", asked.Header.Get("Access-Control-Allow-Origin"))
	assert.Equal(t, preflight["Access-Control-Request-Headers"], asked.Header.Get("Access-Control-Allow-Headers"))
	assert.Contains(t, asked.Header.Get("Access-Control-Allow-Methods"), "DELETE")
	assert.Contains(t, asked.Header.Values("Vary"), "Origin")

	long := ask(http.MethodOptions, "https://app.example", map[string]string{"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": strings.Repeat("x", 3000)})
	assert.Empty(t, long.Header.Get("Access-Control-Allow-Headers"))

	refused := ask(http.MethodPost, "https://app.example", nil)
	assert.Equal(t, http.StatusUnauthorized, refused.StatusCode)
	assert.Equal(t, "https://app.example", refused.Header.Get("Access-Control-Allow-Origin"), "a page can read errors too")
	assert.Contains(t, refused.Header.Get("Access-Control-Expose-Headers"), "Mcp-Session-Id")

	for _, origin := range []string{"https://evil.example", "https://app.example.evil.example", "null"} {
		for _, method := range []string{http.MethodOptions, http.MethodPost} {
			other := ask(method, origin, preflight)
			assert.Equal(t, http.StatusForbidden, other.StatusCode, origin)
			assert.Empty(t, other.Header.Get("Access-Control-Allow-Origin"), origin)
		}
	}
	same := ask(http.MethodOptions, server.URL, preflight)
	assert.NotEqual(t, http.StatusNoContent, same.StatusCode, "nobody asks that of its own origin")
}

// IDs that a float64 does not hold come back as they were, wherever they stand.
func TestHTTPIDsComeBack(t *testing.T) {
	server := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	for _, id := range []string{"12345678901234567890", "-9007199254740999", "0.5", "1", `"9007199254740993"`} {
		for _, message := range []string{`{"jsonrpc":"2.0","id":%,"method":"tools/list"}`, `{"method":"tools/list","params":{},"id":%,"jsonrpc":"2.0"}`} {
			status, body := post(t, server.URL+"/mcp", nil, strings.ReplaceAll(message, "%", id))
			assert.Equal(t, http.StatusOK, status)
			assert.Contains(t, body, `"id":`+id+`,`, "%.100s", body)
			assert.Contains(t, body, `"inputSchema"`)
		}
	}
}
