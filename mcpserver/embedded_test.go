package mcpserver_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The example of a server with tools of its own has those and ours.
func TestEmbedded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "embed")
	require.NoError(t, build(path, "../examples/embed"))
	session := run(t, exec.Command(path), nil)
	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	names := map[string]bool{}
	for _, tool := range list.Tools {
		names[tool.Name] = true
	}
	assert.Equal(t, map[string]bool{"greet": true, "fetch": true, "extract": true, "chunk": true, "compact": true}, names)
	greeted, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "greet", Arguments: args{"name": "Ada"}})
	require.NoError(t, err)
	assert.Equal(t, "Hello, Ada", greeted.Content[0].(*mcp.TextContent).Text)

	page := call(t, session, "extract", args{"raw_bytes": []byte(article), "content_type": "text/html"})
	require.True(t, page.Success, page.text)
	require.Len(t, page.links, 1)
	assert.Contains(t, read(t, session, page.links[0].URI).Text, "eleven miles", "the link leads somewhere")
	refused := call(t, session, "fetch", args{"url": "http://127.0.0.1/"})
	assert.Equal(t, "SSRF_BLOCKED", refused.Error.Code)
}
