package mcpserver_test

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

func TestToolCallsAreObserved(t *testing.T) {
	log := new(observe.Log)
	client, err := webfetch.New(webfetch.Options{Policy: loopback(), Observer: log})
	require.NoError(t, err)
	defer client.Close()
	session := connect(t, must(mcpserver.New(client, mcpserver.Options{})).MCP(), nil)
	for _, arguments := range []map[string]any{
		{"raw_bytes": "PHA+bG93IHdhdGVyPC9wPg==", "content_type": "text/html"},
		{"url": "http://10.0.0.1/"},
	} {
		_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "fetch", Arguments: arguments})
		require.NoError(t, err)
	}
	var calls []observe.Report
	kinds := map[observe.Kind]int{}
	for _, r := range log.Reports() {
		if kinds[r.Kind]++; r.Kind == observe.Tool {
			calls = append(calls, r)
		}
	}
	require.Len(t, calls, 2)
	assert.Equal(t, "fetch", calls[0].Name)
	assert.NotEmpty(t, calls[0].ID)
	assert.Empty(t, calls[0].Code)
	assert.Equal(t, "SSRF_BLOCKED", calls[1].Code)
	assert.Equal(t, 1, kinds[observe.Extract])
	assert.Equal(t, 1, kinds[observe.Fetch], "told once, not by server and client")
}
