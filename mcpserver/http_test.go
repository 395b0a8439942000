package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// host serves srv over HTTP on loopback.
func serveOver(t testing.TB, srv *mcpserver.Server, opts host.Options) *httptest.Server {
	h := httptest.NewServer(host.Handler(srv, opts))
	t.Cleanup(h.Close)
	return h
}

// dial connects a client of the Go SDK over HTTP.
func dial(t testing.TB, endpoint, token string) *mcp.ClientSession {
	client := &http.Client{Transport: bearer{token}}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.token != "" {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// post sends one message as an old client does and returns the status and body.
func post(t testing.TB, endpoint string, header http.Header, body string) (int, string) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(body))
	require.NoError(t, err)
	req.Header = header.Clone()
	if req.Header == nil {
		req.Header = http.Header{}
	}
	if h := req.Header.Get("Host"); h != "" {
		req.Host = h
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(raw)
}

// modern makes a request one of the newest revision, which needs no answer
// before it.
func modern(request string) string {
	return strings.Replace(request, `"params":{`, `"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}},`, 1)
}

// serveHTTP runs the built server over HTTP and returns its endpoint.
func serveHTTP(t testing.TB, environ ...string) (*exec.Cmd, string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	cmd, _, _ := serve(t, environ, "--http", addr)
	require.Eventually(t, func() bool {
		res, err := http.Get("http://" + addr + "/healthz")
		if err == nil {
			res.Body.Close()
		}
		return err == nil
	}, 20*time.Second, 10*time.Millisecond)
	return cmd, "http://" + addr + "/mcp"
}

const listToolsMessage = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

func TestHTTPServesAllFeatures(t *testing.T) {
	web := newSite(t)
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	for _, path := range []string{"/mcp", "/"} {
		session := dial(t, h.URL+path, "")
		r := call(t, session, "fetch", args{"url": web.URL + "/article"})
		require.True(t, r.Success, r.text)
		assert.Contains(t, read(t, session, "webfetch://content/"+r.Packet.SourceID).Text, "eleven miles")
		assert.True(t, call(t, session, "chunk", args{"source_id": r.Packet.SourceID}).Success)
		assert.Contains(t, getPrompt(t, session, "resources_tips", nil), "webfetch://")
		assert.Equal(t, []string{r.Packet.SourceID}, complete(t, session, completeSource))
	}
}

// Every revision of the protocol is served, statelessly.
func TestHTTPRevisions(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		status, body := post(t, h.URL+"/mcp", nil, strings.Replace(initialize, "2025-06-18", revision, 1))
		assert.Equal(t, http.StatusOK, status)
		assert.Contains(t, body, `"protocolVersion":"`+revision+`"`)
	}
	modern := `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}}}}`
	status, body := post(t, h.URL+"/mcp", http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"server/discover"}}, modern)
	assert.Equal(t, http.StatusOK, status, body)
	assert.Contains(t, body, "2026-07-28")
}

// What the server does not know is answered as over stdio.
func TestHTTPUnknownMethods(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	for message, want := range map[string]string{
		`{"jsonrpc":"2.0","id":"a","method":"tasks/list"}`:                                      `200 {"error":{"code":-32601,"message":"method not found: \"tasks/list\""},"id":"a","jsonrpc":"2.0"}`,
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"sampling/createMessage","params":{}}`: `200 {"error":{"code":-32601,"message":"method not found: \"sampling/createMessage\""},"id":9007199254740993,"jsonrpc":"2.0"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call"}`:                                        `200 {"error":{"code":-32600,"message":"invalid request: missing required \"params\""},"id":2,"jsonrpc":"2.0"}`,
		`{"jsonrpc":"2.0","method":"notifications/of/tomorrow"}`:                                `202 `,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`:                                `202 `,
		`hello`: "400 malformed payload: unmarshaling jsonrpc message: json: invalid character 'h' looking for beginning of value: hello\n",
	} {
		status, body := post(t, h.URL+"/mcp", nil, message)
		assert.Equal(t, want, strconv.Itoa(status)+" "+body, message)
	}
}

// A resource link is sent to those who know what it is.
func TestResourceLinkNeedsARevision(t *testing.T) {
	web := newSite(t)
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	for revision, link := range map[string]bool{"2024-11-05": false, "2025-03-26": false, "2025-06-18": true, "2025-11-25": true} {
		_, body := post(t, h.URL+"/mcp", http.Header{"Mcp-Protocol-Version": {revision}}, toolCall(1, "fetch", `{"url":"`+web.URL+`/article"}`))
		assert.Equal(t, link, strings.Contains(body, `"resource_link"`), "%s: %.300s", revision, body)
	}
}

func TestHTTPHealth(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{Auth: &host.Auth{}})
	res, err := http.Get(h.URL + "/healthz")
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	assert.Equal(t, 200, res.StatusCode)
	assert.Equal(t, "ok\n", string(body))
}

func TestHTTPBodyLimit(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	h := serveOver(t, srv, host.Options{BodyBytes: 2000})
	message := func(size int) string {
		m := toolCall(1, "chunk", `{"content":"x","packet":{}}`)
		return strings.Replace(m, `"x"`, `"`+strings.Repeat("x", size-len(m)+1)+`"`, 1)
	}
	for size, want := range map[int]int{2000: 200, 2001: 413} {
		require.Len(t, message(size), size)
		status, _ := post(t, h.URL+"/mcp", nil, message(size))
		assert.Equal(t, want, status)
	}
	// The limit follows from MaxBytes: the largest raw_bytes pass.
	byDefault := serveOver(t, newServer(t, mcpserver.Options{Tools: tools.Options{MaxBytes: 6 << 20}}), host.Options{})
	raw := bytes.Repeat([]byte("word "), (6<<20)/5)
	arguments, err := json.Marshal(args{"raw_bytes": raw, "content_type": "text/plain"})
	require.NoError(t, err)
	status, body := post(t, byDefault.URL+"/mcp", nil, toolCall(1, "extract", string(arguments)))
	assert.Equal(t, 200, status)
	assert.Contains(t, body[len(body)-4000:], "word word")
}

// A client that disconnects cancels its call, in both eras of the protocol.
func TestHTTPDisconnectCancels(t *testing.T) {
	web := newSite(t)
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}},`
	modern := strings.Replace(toolCall(1, "fetch", `{"url":"`+web.URL+`/slow/modern"}`), `"params":{`, `"params":{`+meta, 1)
	for path, request := range map[string]struct {
		header http.Header
		body   string
	}{
		"/slow/old":    {http.Header{"Mcp-Protocol-Version": {"2025-06-18"}}, toolCall(1, "fetch", `{"url":"`+web.URL+`/slow/old"}`)},
		"/slow/modern": {http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"fetch"}}, modern},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL+"/mcp", strings.NewReader(request.body))
		require.NoError(t, err)
		req.Header = request.header
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		go func() {
			if res, err := http.DefaultClient.Do(req); err == nil {
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
		}()
		require.Eventually(t, func() bool { return web.count(path) > 0 }, 10*time.Second, time.Millisecond, path)
		cancel()
		assert.Equal(t, path, <-web.gone)
	}
}

func TestHTTPGetIsNotAllowed(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	res, err := http.Get(h.URL + "/mcp")
	require.NoError(t, err)
	res.Body.Close()
	assert.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
}

// A client that says it takes JSON alone, or nothing at all, gets JSON; one that takes an event stream gets that.
func TestHTTPAnswersAsTheClientTakesIt(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	for accept, want := range map[string]string{
		"": "application/json", "application/json": "application/json", "Application/JSON; charset=utf-8": "application/json",
		"*/*": "text/event-stream", "application/json, text/event-stream": "text/event-stream", "application/json, text/*;q=0.5": "text/event-stream",
		"application/json, text/plain": "application/json", "text/html": "", "text/event-stream": "",
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"chunk","arguments":{"content":"Boats float."}}}`))
		require.NoError(t, err)
		req.Header = http.Header{"Content-Type": {"application/json"}}
		if accept != "" {
			req.Header.Set("Accept", accept)
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		res.Body.Close()
		if want == "" {
			assert.Equal(t, http.StatusBadRequest, res.StatusCode, accept)
			continue
		}
		assert.Equal(t, want, res.Header.Get("Content-Type"), accept)
		assert.Contains(t, string(raw), `"id":9007199254740993`, accept)
		assert.Contains(t, string(raw), "Boats float.", accept)
		if want == "application/json" {
			assert.True(t, json.Valid(raw), "%s", raw)
		}
	}
}

func TestHTTPSlowBody(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{ReadTimeout: 50 * time.Millisecond})
	body, w := io.Pipe()
	defer w.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/mcp", body)
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err == nil {
		res.Body.Close()
		assert.GreaterOrEqual(t, res.StatusCode, 400)
	}
}

func TestListen(t *testing.T) {
	for addr, want := range map[string]string{":0": "127.0.0.1", "localhost:0": "127.0.0.1", "127.0.0.1:0": "127.0.0.1"} {
		l, err := host.Listen(t.Context(), addr, false)
		require.NoError(t, err, addr)
		host, _, err := net.SplitHostPort(l.Addr().String())
		require.NoError(t, err)
		assert.Equal(t, want, host)
		require.NoError(t, l.Close())
	}
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", "203.0.113.1:80", "mcp.example:80", "8080"} {
		_, err := host.Listen(t.Context(), addr, false)
		assert.ErrorContains(t, err, addr)
	}
	l, err := host.Listen(t.Context(), "0.0.0.0:0", true)
	require.NoError(t, err)
	require.NoError(t, l.Close())
}

// At the end calls in flight are finished, and new ones are not taken.
func TestHTTPGracefulShutdown(t *testing.T) {
	web := newSite(t)
	l, err := host.Listen(t.Context(), "127.0.0.1:0", false)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- host.Serve(ctx, l, host.Handler(newServer(t, mcpserver.Options{}), host.Options{}), 10*time.Second)
	}()
	session := dial(t, "http://"+l.Addr().String()+"/mcp", "")
	answered := make(chan *result, 1)
	go func() {
		r, err := tryCall(t.Context(), session, "fetch", args{"url": web.URL + "/slow/1"})
		assert.NoError(t, err)
		answered <- r
	}()
	require.Eventually(t, func() bool { return web.count("/slow/1") > 0 }, 10*time.Second, time.Millisecond)
	stop()
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", l.Addr().String())
		if err == nil {
			c.Close()
		}
		return err != nil
	}, 10*time.Second, time.Millisecond, "no new connections")
	close(web.slow)
	assert.True(t, (<-answered).Success)
	assert.NoError(t, <-served)
}

// The built server over HTTP, with tokens from a file.
func TestHTTPBinary(t *testing.T) {
	web := newSite(t)
	path := filepath.Join(t.TempDir(), "tokens")
	require.NoError(t, os.WriteFile(path, []byte("ada token-of-ada-000\n"), 0o600))
	cmd, endpoint := serveHTTP(t, "HTTP_TOKENS_FILE="+path)
	status, _ := post(t, endpoint, nil, listToolsMessage)
	assert.Equal(t, 401, status)
	r := call(t, dial(t, endpoint, "token-of-ada-000"), "fetch", args{"url": web.URL + "/article"})
	assert.True(t, r.Success, r.text)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	assert.NoError(t, cmd.Wait(), "status 0")
}
