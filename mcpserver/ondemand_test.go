package mcpserver_test

import (
	"bufio"
	"encoding/json"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// The tools are promised from the start, come with the first request that is
// about them, and no client is told that their list has changed.
func TestToolsComeOnDemand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, err := webfetch.New(webfetch.Options{})
		require.NoError(t, err)
		in, write := io.Pipe()
		read, out := io.Pipe()
		served := make(chan error, 1)
		go func() {
			served <- must(mcpserver.New(client, mcpserver.Options{})).ServeStdio(t.Context(), in, out)
			out.Close()
		}()
		lines := make(chan string)
		go func() {
			defer close(lines)
			for scanner := bufio.NewScanner(read); scanner.Scan(); {
				lines <- scanner.Text()
			}
		}()
		send := func(message string) {
			_, err := io.WriteString(write, message+"\n")
			require.NoError(t, err)
		}
		send(initialize)
		assert.JSONEq(t, `{"completions":{},"prompts":{},"resources":{"listChanged":true},"tools":{}}`, capabilities(t, <-lines))
		send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"chunk","arguments":{"content":"A page."}}}`)
		assert.Contains(t, <-lines, `"success":true`, "a call can come first")
		send(listToolsMessage)
		assert.Contains(t, <-lines, `"compact"`)

		time.Sleep(time.Minute) // announcements come after a while
		require.NoError(t, write.Close())
		for line := range lines {
			t.Errorf("nobody asked for %s", line)
		}
		require.NoError(t, <-served)
		require.NoError(t, client.Close())
	})
}

func capabilities(t *testing.T, line string) string {
	var answer struct {
		Result struct{ Capabilities json.RawMessage }
	}
	require.NoError(t, json.Unmarshal([]byte(line), &answer))
	return string(answer.Result.Capabilities)
}

// What a caller takes away from the server doesn't come back.
func TestRemovedToolsStayAway(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	srv.MCP().RemoveTools("ai_search_query")
	list, err := connect(t, srv.MCP(), nil).ListTools(t.Context(), nil)
	require.NoError(t, err)
	assert.Len(t, list.Tools, 4)
}
