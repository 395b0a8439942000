package mcpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// spawn connects a client of the Go SDK to the built server.
func spawn(t testing.TB, opts *mcp.ClientOptions, environ ...string) *mcp.ClientSession {
	path, err := binary()
	require.NoError(t, err)
	cmd := exec.Command(path)
	cmd.Env = append([]string{"BLOCK_PRIVATE_IP=false", "RATE_LIMIT_PER_HOST=0", "HOME=" + t.TempDir()}, environ...)
	return run(t, cmd, opts)
}

// run starts a server and connects a client of the Go SDK to it.
func run(t testing.TB, cmd *exec.Cmd, opts *mcp.ClientOptions) *mcp.ClientSession {
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, opts).
		Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, session.Close(), "clean exit") })
	return session
}

func TestStdioServesAllFeatures(t *testing.T) {
	web, session := newSite(t), spawn(t, nil)
	init := session.InitializeResult()
	assert.Equal(t, "webfetch-go", init.ServerInfo.Name)
	raw, err := json.Marshal(init.Capabilities)
	require.NoError(t, err)
	assert.NotContains(t, string(raw), "logging", "logs go to stderr")
	assert.NotNil(t, init.Capabilities.Completions)

	r := call(t, session, "fetch", args{"url": web.URL + "/article"})
	require.True(t, r.Success, r.text)
	assert.Contains(t, read(t, session, "webfetch://content/"+r.Packet.SourceID).Text, "eleven miles")
	assert.True(t, call(t, session, "chunk", args{"source_id": r.Packet.SourceID}).Success)
	assert.True(t, call(t, session, "compact", args{"source_id": r.Packet.SourceID}).Success)
	assert.True(t, call(t, session, "ai_search_query", args{"query": args{"query": "x"}}).Success, "the base of this program is made when it is first asked")
	assert.Contains(t, getPrompt(t, session, "resources_tips", nil), "webfetch://")
}

// pipe writes lines to the built server, closes its input, and returns what it
// wrote and how long it took to exit after that.
func pipe(t *testing.T, lines ...string) ([]string, time.Duration) {
	cmd, in, out := serve(t, nil)
	_, err := io.WriteString(in, strings.Join(lines, "\n")+"\n")
	require.NoError(t, err)
	require.NoError(t, in.Close())
	closed := time.Now()
	all, err := io.ReadAll(out)
	require.NoError(t, err)
	require.NoError(t, cmd.Wait(), "status 0")
	return strings.Split(strings.TrimSpace(string(all)), "\n"), time.Since(closed)
}

const initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`

func toolCall(id int, tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments)
}

// All answers that are due are written after the input has ended, then the
// process exits with status 0; stdout holds nothing but messages.
func TestStdioOneShot(t *testing.T) {
	web := newSite(t)
	for _, messages := range [][]string{{listToolsMessage}, {initialize, initialize}, {strings.Replace(initialize, `"2025-06-18"`, "5", 1)}} {
		lines, _ := pipe(t, messages...)
		require.Len(t, lines, len(messages))
		assert.Contains(t, strings.Join(lines, "\n"), `"error":{"code":-32600,`) // answers come in any order
	}
	lines, took := pipe(t, initialize,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`not a message`,
		`[{"jsonrpc":"2.0","id":7,"method":"ping"}]`,
		toolCall(1, "fetch", `{"url":"`+web.URL+`/article"}`),
		toolCall(2, "fetch", `{"url":"`+web.URL+`/missing"}`),
		toolCall(3, "fetch", `{"url":"`+web.URL+`/huge/1","max_length":0}`),
		`{"jsonrpc":"2.0","id":4,"method":"tools/list"}`)
	ids := map[string]int{}
	for _, line := range lines {
		var message struct {
			Version string `json:"jsonrpc"`
			ID      json.RawMessage
			Method  string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &message), line)
		assert.Equal(t, "2.0", message.Version)
		if message.Method == "" {
			ids[string(message.ID)]++
		}
	}
	assert.Equal(t, map[string]int{"0": 1, "1": 1, "2": 1, "3": 1, "4": 1, "null": 2}, ids)
	assert.Less(t, took, 5*time.Second)
}

// A call that would take forever does not keep the process alive, and is
// answered all the same.
func TestStdioEndDuringASlowCall(t *testing.T) {
	web := newSite(t)
	lines, took := pipe(t, initialize, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, toolCall(1, "fetch", `{"url":"`+web.URL+`/slow/1"}`))
	require.Len(t, lines, 2)
	assert.Contains(t, lines[1], "CANCELLED")
	assert.Less(t, took, 20*time.Second)
}

// A cancelled call stops the download and is over at once.
func TestStdioCancellation(t *testing.T) {
	web, session := newSite(t), spawn(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := tryCall(ctx, session, "fetch", args{"url": web.URL + "/slow/1"})
		done <- err
	}()
	require.Eventually(t, func() bool { return web.count("/slow/1") > 0 }, 20*time.Second, time.Millisecond)
	cancel()
	assert.ErrorIs(t, <-done, context.Canceled)
	assert.Equal(t, "/slow/1", <-web.gone, "the download was broken off")
	assert.True(t, call(t, session, "fetch", args{"url": web.URL + "/page/1"}).Success, "the session lives on")
}

func TestProgress(t *testing.T) {
	web := newSite(t)
	var mu sync.Mutex
	var seen []*mcp.ProgressNotificationParams
	session := spawn(t, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, req.Params)
	}})
	params := &mcp.CallToolParams{Name: "fetch", Arguments: args{"url": web.URL + "/huge/1"}}
	params.SetProgressToken("token")
	_, err := session.CallTool(t.Context(), params)
	require.NoError(t, err)
	// The client hands notifications and the answer to different goroutines.
	require.Eventually(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(seen) > 0 && seen[len(seen)-1].Progress == 8
	}, 20*time.Second, time.Millisecond, "all of it, in the end")
	mu.Lock()
	defer mu.Unlock()
	last := -1.0
	for _, p := range seen {
		assert.Equal(t, "token", p.ProgressToken)
		assert.Greater(t, p.Progress, last)
		assert.LessOrEqual(t, p.Progress, p.Total)
		assert.NotEmpty(t, p.Message)
		last = p.Progress
	}
	assert.Equal(t, seen[len(seen)-1].Total, last, "the end is told")
}

// A download goes on while the client reads nothing of its progress.
func TestProgressDoesNotHoldUpADownload(t *testing.T) {
	srv := newServer(t, mcpserver.Options{DrainTimeout: time.Millisecond})
	unread, out := io.Pipe()
	in, w := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- srv.ServeStdio(t.Context(), in, out) }()
	web := newSite(t)
	_, err := io.WriteString(w, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":7,"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}},"name":"fetch","arguments":{"url":"`+web.URL+`/huge/1"}}}`+"\n")
	require.NoError(t, err)
	other := connect(t, srv.MCP(), nil)
	require.Eventually(t, func() bool {
		list, err := other.ListResources(t.Context(), nil)
		return err == nil && len(list.Resources) == 1
	}, 20*time.Second, 10*time.Millisecond, "the page was never read")
	require.NoError(t, w.Close())
	require.NoError(t, <-served)
	unread.Close()
}

func TestStartIsRefused(t *testing.T) {
	path, err := binary()
	require.NoError(t, err)
	repeated := filepath.Join(t.TempDir(), "tokens")
	require.NoError(t, os.WriteFile(repeated, []byte("ada token-of-ada-000\nben token-of-ada-000\n"), 0o600))
	for name, tt := range map[string]struct {
		env   []string
		flags []string
		say   string
	}{
		"unknown flag":     {nil, []string{"--no-such-flag"}, "no-such-flag"},
		"argument":         {nil, []string{"serve"}, "serve"},
		"bad number":       {[]string{"MAX_BYTES=ten"}, nil, "MAX_BYTES=ten"},
		"out of range":     {[]string{"CHUNK_MARGIN_RATIO=0.9"}, nil, "CHUNK_MARGIN_RATIO=0.9"},
		"bad domain":       {[]string{"ALLOWLIST_DOMAINS=!a.com,!https://b.com"}, nil, "ALLOWLIST_DOMAINS: security: Policy.BlockDomains[1]"},
		"bad flag value":   {nil, []string{"--proxy-url", "proxy.example"}, "--proxy-url"},
		"public, no token": {nil, []string{"--http", "0.0.0.0:0"}, "loopback"},
		"repeated token":   {[]string{"HTTP_TOKENS_FILE=" + repeated}, []string{"--http", "127.0.0.1:0"}, "line 2: the token of line 1 again"},
		"no token file":    {[]string{"HTTP_TOKENS_FILE=/does/not/exist"}, []string{"--http", "127.0.0.1:0"}, "HTTP_TOKENS_FILE"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(path, tt.flags...)
			cmd.Env = tt.env
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit)
			assert.Contains(t, stderr.String(), tt.say)
			assert.Empty(t, stdout.String())
		})
	}
}

func TestVersionAndHelp(t *testing.T) {
	path, err := binary()
	require.NoError(t, err)
	version, err := exec.Command(path, "--version").Output()
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(version), "webfetch "))
	help, err := exec.Command(path, "--help").Output()
	require.NoError(t, err)
	for _, flag := range []string{"--user-agent", "--ignore-robots-txt", "--proxy-url", "--http", "--version"} {
		assert.Contains(t, string(help), flag)
	}
}

// What a configuration lacks is told on stderr, and the server starts.
func TestWarningsGoToStderr(t *testing.T) {
	path, err := binary()
	require.NoError(t, err)
	cmd := exec.Command(path)
	cmd.Env = []string{"BROWSER_URL=ws://127.0.0.1:9222/", "BROWSER_ALLOW_UNGUARDED=true"}
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(initialize+"\n"), &stdout, &stderr
	require.NoError(t, cmd.Run())
	assert.Contains(t, stderr.String(), "BROWSER_URL")
	lines := bufio.NewScanner(&stdout)
	require.True(t, lines.Scan())
	assert.Contains(t, lines.Text(), `"serverInfo"`)
	assert.False(t, lines.Scan())
}
