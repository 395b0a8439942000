package mcpserver_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

func TestHTTPHostAndOrigin(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	open := host(t, srv, mcpserver.HTTPOptions{})
	listed := host(t, srv, mcpserver.HTTPOptions{Hosts: []string{"mcp.example"}, Origins: []string{"https://app.example"}})
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
