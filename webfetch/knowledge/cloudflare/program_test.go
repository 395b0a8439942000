package cloudflare_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// TestProgram runs the server as it is shipped with an account: it stores a page
// in the bucket, answers once the instance has read it, and remembers the
// conversation when it is started anew.
func TestProgram(t *testing.T) {
	c := newCloud(t, false)
	program := os.Getenv("WEBFETCH_TEST_SERVER")
	if program == "" {
		program = filepath.Join(t.TempDir(), "webfetch-mcp")
		build := exec.Command("go", "build", "-o", program, "../../../examples/mcp")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := build.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html><head><title>Ferries</title></head><body><main><h1>Ferries</h1><p>The ferry to the island leaves at seven in the morning.</p></main></body></html>"))
	}))
	t.Cleanup(web.Close)
	state := t.TempDir()
	start := func() *mcp.ClientSession {
		cmd := exec.Command(program)
		cmd.Env = []string{
			"BLOCK_PRIVATE_IP=false", "RENDER_ENABLED=false", "AI_SEARCH_ENABLED=true", "AI_SEARCH_STATE_DIR=" + state, "CF_API_URL=" + c.opts.API,
			"CF_ACCOUNT_ID=acc", "CF_AI_SEARCH_NAME=pages", "CF_AI_SEARCH_API_TOKEN=token", "CF_R2_BUCKET=" + bucketName,
			"CF_R2_ACCESS_KEY_ID=id", "CF_R2_SECRET_ACCESS_KEY=secret", "CF_R2_ENDPOINT=" + c.opts.R2Endpoint, "WEB_FETCH_THREAD_KEY=trip",
		}
		session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
		require.NoError(t, err)
		return session
	}
	call := func(session *mcp.ClientSession, tool string, arguments map[string]any) (text string, a knowledge.Answer) {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
		require.NoError(t, err)
		raw, err := json.Marshal(res.StructuredContent)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, &a))
		return res.Content[0].(*mcp.TextContent).Text, a
	}
	question := map[string]any{"query": map[string]any{"query": "When does the ferry leave?", "mode": "ai_search", "stream": true}}

	session := start()
	text, _ := call(session, "fetch", map[string]any{"url": web.URL, "options": map[string]any{"ai_search": map[string]any{"enabled": true}}})
	assert.Contains(t, text, "Stored in the knowledge base; ai_search_query finds it once it is indexed.")
	require.Len(t, c.objects(), 1)
	require.NoError(t, session.Close())
	c.Sync()

	session = start()
	text, a := call(session, "ai_search_query", question)
	require.Len(t, a.Hits, 1, text)
	assert.Equal(t, web.URL+"/", a.Hits[0].URL)
	assert.Equal(t, "Ferries", a.Hits[0].Title)
	assert.True(t, a.Generated)
	assert.Contains(t, a.Response, "leaves at seven in the morning")
	_, other := call(session, "ai_search_query", map[string]any{"query": question["query"], "thread_key": "another"})
	assert.Empty(t, other.Hits)
	require.NoError(t, session.Close())
}
