package mcpserver_test

import (
	"context"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// The tools are promised from the start, come with the first request that is
// about them, and no client is told that their list has changed.
func TestToolsComeOnDemand(t *testing.T) {
	changed := make(chan struct{}, 10)
	session := spawn(t, &mcp.ClientOptions{ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
		changed <- struct{}{}
	}})
	caps := session.InitializeResult().Capabilities
	require.NotNil(t, caps.Tools)
	assert.False(t, caps.Tools.ListChanged, "the list stays as it is")
	require.NotNil(t, caps.Prompts)
	assert.False(t, caps.Prompts.ListChanged)
	require.NotNil(t, caps.Resources)
	assert.True(t, caps.Resources.ListChanged)

	for range 2 {
		list, err := session.ListTools(t.Context(), nil)
		require.NoError(t, err)
		assert.Len(t, list.Tools, 5)
	}
	// The SDK announces after ten milliseconds what it announces.
	select {
	case <-changed:
		t.Error("a change of the list of tools was announced")
	case <-time.After(100 * time.Millisecond):
	}
}

// A call can be the first that a client sends.
func TestCallWithoutAList(t *testing.T) {
	r, err := tryCall(t.Context(), spawn(t, nil), "chunk", args{"content": "# A\n\nText."})
	require.NoError(t, err)
	assert.True(t, r.Success, r.text)
}

// What a caller takes away from the server doesn't come back.
func TestRemovedToolsStayAway(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	srv.MCP().RemoveTools("ai_search_query")
	list, err := connect(t, srv.MCP(), nil).ListTools(t.Context(), nil)
	require.NoError(t, err)
	assert.Len(t, list.Tools, 4)
}
