package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
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
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

var buildDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "webfetch-mcp")
	if err != nil {
		panic(err)
	}
	buildDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// binary returns the path of the program: the one that WEBFETCH_TEST_SERVER
// names, or one that is built for these tests.
var binary = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("WEBFETCH_TEST_SERVER"); path != "" {
		return path, nil
	}
	path := filepath.Join(buildDir, "webfetch-mcp")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// command returns the program on a site of loopback.
func command(t testing.TB, environ []string, flags ...string) *exec.Cmd {
	path, err := binary()
	require.NoError(t, err)
	cmd := exec.Command(path, flags...)
	cmd.Env = append([]string{"BLOCK_PRIVATE_IP=false", "RATE_LIMIT_PER_HOST=0"}, environ...)
	cmd.Stderr = os.Stderr
	return cmd
}

// spawn starts the program and connects to it over pipes.
func spawn(t testing.TB, opts *mcp.ClientOptions, environ ...string) *mcp.ClientSession {
	return join(t, opts, &mcp.CommandTransport{Command: command(t, environ)})
}

// serveHTTP starts the program as a server over HTTP and returns its endpoint.
func serveHTTP(t testing.TB, environ ...string) (*exec.Cmd, string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	cmd := command(t, environ, "--http", addr)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	require.Eventually(t, func() bool {
		res, err := http.Get("http://" + addr + "/healthz")
		if err == nil {
			res.Body.Close()
		}
		return err == nil
	}, 20*time.Second, 10*time.Millisecond)
	return cmd, "http://" + addr + "/mcp"
}

type bearer struct{ token string }

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(req)
}

// dial connects to a server over HTTP.
func dial(t testing.TB, endpoint, token string) *mcp.ClientSession {
	return join(t, nil, &mcp.StreamableClientTransport{
		Endpoint: endpoint, HTTPClient: &http.Client{Transport: bearer{token}}, MaxRetries: -1, DisableStandaloneSSE: true,
	})
}

// connect connects to a server in memory, whose client reaches loopback.
func connect(t testing.TB, opts mcpserver.Options) *mcp.ClientSession {
	client, err := webfetch.New(webfetch.Options{
		Policy: security.AllowLoopback(),
		Limits: webfetch.Limits{RatePerHost: -1, ConcurrencyPerHost: 64},
	})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	srv, err := mcpserver.New(client, opts)
	require.NoError(t, err)
	near, far := mcp.NewInMemoryTransports()
	session, err := srv.MCP().Connect(t.Context(), near, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Wait() })
	return join(t, nil, far)
}

func join(t testing.TB, opts *mcp.ClientOptions, transport mcp.Transport) *mcp.ClientSession {
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, opts).Connect(t.Context(), transport, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

type args = map[string]any

// result is the envelope as a client sees it.
type result struct {
	Success bool
	Error   struct {
		Code, Message string
		Retryable     bool
		Details       struct {
			URL        string
			RetryAfter int `json:"retry_after"`
		}
	}
	AISearch  json.RawMessage `json:"ai_search"`
	Compacted json.RawMessage

	raw  json.RawMessage
	text string
}

// call calls a tool that answers.
func call(t testing.TB, session *mcp.ClientSession, tool string, arguments any) *result {
	t.Helper()
	r, err := tryCall(t.Context(), session, tool, arguments)
	require.NoError(t, err)
	return r
}

func tryCall(ctx context.Context, session *mcp.ClientSession, tool string, arguments any) (*result, error) {
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, err
	}
	return parse(res)
}

func parse(res *mcp.CallToolResult) (*result, error) {
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return nil, err
	}
	r := &result{raw: raw}
	for _, c := range res.Content {
		if text, is := c.(*mcp.TextContent); is {
			r.text += text.Text
		}
	}
	return r, json.Unmarshal(raw, r)
}

// above returns what the server says before the page.
func above(t testing.TB, r *result) string {
	t.Helper()
	said, _, found := strings.Cut(r.text, "[begin of page content ")
	require.True(t, found, r.text)
	return said
}

func html(w http.ResponseWriter, page string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, page)
}
