package mcpserver_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

func TestOnlyAddressesThatWereSeenAreFetched(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<main><h1>Page</h1><p>This is the page at %s, which leads on to <a href="/next">another one</a>.</p></main>`, r.URL.Path)
	}))
	defer site.Close()
	seen := urlpolicy.NewSeen()
	client, err := webfetch.New(webfetch.Options{Policy: loopback(), Limits: webfetch.Limits{RatePerHost: -1}, Hooks: webfetch.Hooks{URLPolicy: seen.Allow}})
	require.NoError(t, err)
	defer client.Close()
	session := connect(t, must(mcpserver.New(client, mcpserver.Options{Tools: tools.Options{Seen: seen}})).MCP(), nil)
	fetch := func(path string) (code, message string) {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "fetch", Arguments: map[string]any{"url": site.URL + path}})
		require.NoError(t, err)
		raw, err := json.Marshal(res.StructuredContent)
		require.NoError(t, err)
		var env struct {
			Error *struct{ Code, Message string }
		}
		require.NoError(t, json.Unmarshal(raw, &env))
		if env.Error == nil {
			return "", ""
		}
		return env.Error.Code, env.Error.Message
	}

	code, message := fetch("/start")
	assert.Equal(t, "DOMAIN_NOT_ALLOWED", code)
	assert.Contains(t, message, "the address is neither of the user nor of an earlier result. Use an address that the user gave")
	_, err = session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "fetch_url", Arguments: map[string]string{"url": site.URL + "/start"}})
	require.NoError(t, err)
	code, _ = fetch("/next")
	assert.Equal(t, "DOMAIN_NOT_ALLOWED", code, "not seen yet")
	code, _ = fetch("/start")
	assert.Empty(t, code, "a person has filled it in")
	code, _ = fetch("/next")
	assert.Empty(t, code, "a page that was read leads to it")
	code, _ = fetch("/next?q=what+was+said")
	assert.Equal(t, "DOMAIN_NOT_ALLOWED", code)
	prompt, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "fetch", Arguments: map[string]string{"url": site.URL + "/mine"}})
	require.NoError(t, err)
	assert.Contains(t, prompt.Messages[0].Content.(*mcp.TextContent).Text, "This is the page at /mine")
}
