package mcpserver_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// journal is a log that is read while it is written.
type journal struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}

func (j *journal) logger() *slog.Logger { return slog.New(slog.NewTextHandler(j, nil)) }

// badCounter is a part of somebody else that is at fault.
type badCounter struct{}

func (badCounter) Count(string) int { panic("a secret of the operator") }

// A panic costs one call. Its text and stack go to the operator, not to the caller.
func TestPanicsAreLogged(t *testing.T) {
	opts := newWorld(t, troubles()).options()
	opts.Counter = badCounter{}
	client, err := webfetch.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	var told journal
	srv := must(mcpserver.New(client, mcpserver.Options{Logger: told.logger()}))
	srv.MCP().AddPrompt(&mcp.Prompt{Name: "broken"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		panic("a prompt of the operator")
	})
	session := connect(t, srv.MCP(), nil)

	r := call(t, session, "chunk", args{"content": "A page."})
	assert.Equal(t, "INTERNAL", r.Error.Code)
	assert.NotContains(t, string(r.raw)+r.text, "secret")
	assert.Contains(t, told.String(), `panic="a secret of the operator"`)
	assert.Contains(t, told.String(), "badCounter.Count", "the stack of the panic")
	assert.Contains(t, told.String(), "tool=chunk request_id="+r.RequestID)

	_, err = session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "broken"})
	var wire *jsonrpc.Error
	require.ErrorAs(t, err, &wire)
	assert.EqualValues(t, jsonrpc.CodeInternalError, wire.Code)
	assert.NotContains(t, wire.Message, "operator")
	assert.Contains(t, told.String(), "a prompt of the operator")
	assert.True(t, call(t, session, "fetch", args{"url": "https://example.com/article"}).Success, "the session lives on")
}

// badParts panic wherever they are called.
type badParts struct{}

func (badParts) Summarize(context.Context, string, string, int) (string, error) {
	panic("bad Summarizer")
}

func (badParts) Extract(context.Context, *extract.Source) (*extract.Document, error) {
	panic("bad Extractor")
}

// A panic that the library has made an error of is logged once with its stack:
// by the client, if that has a logger, else by the server.
func TestPanicsUnderTheLibraryAreLogged(t *testing.T) {
	for name, tt := range map[string]struct {
		tool      string
		arguments args
	}{
		"bad Summarizer": {"compact", slowCompaction},
		"bad Extractor":  {"fetch", args{"url": "https://example.com/article"}},
	} {
		for _, ofClient := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, client logs %v", name, ofClient), func(t *testing.T) {
				var told journal
				opts := newWorld(t, workshop(newStuck())).options()
				opts.Summarizer, opts.Hooks.Extractors = badParts{}, map[string]extract.Extractor{"text/html": badParts{}}
				if ofClient {
					opts.Logger = told.logger()
				}
				client, err := webfetch.New(opts)
				require.NoError(t, err)
				t.Cleanup(func() { assert.NoError(t, client.Close()) })
				session := connect(t, must(mcpserver.New(client, mcpserver.Options{Logger: told.logger()})).MCP(), nil)
				r := call(t, session, tt.tool, tt.arguments)
				assert.Equal(t, "INTERNAL", r.Error.Code)
				assert.NotContains(t, string(r.raw)+r.text, name)
				assert.Contains(t, told.String(), name)
				assert.Equal(t, 1, strings.Count(told.String(), "stack="))
				assert.Contains(t, told.String(), "panics_test.go")
				assert.Contains(t, told.String(), "tool="+tt.tool+" request_id="+r.RequestID)
			})
		}
	}
}

// badVerifier panics where no handler of the protocol is reached yet.
func badVerifier(context.Context, string) (*host.Identity, error) { panic("no such table") }

func TestHTTPPanicsAreLogged(t *testing.T) {
	var told journal
	h := serveOver(t, newServer(t, mcpserver.Options{Logger: told.logger()}), host.Options{Auth: &host.Auth{Verify: badVerifier}})
	status, body := post(t, h.URL+"/mcp", http.Header{"Authorization": {"Bearer x"}}, listToolsMessage)
	assert.Equal(t, http.StatusInternalServerError, status)
	assert.NotContains(t, body, "table")
	assert.Contains(t, told.String(), `panic="no such table"`)
	assert.Contains(t, told.String(), "badVerifier")
	res, err := http.Get(h.URL + "/healthz")
	require.NoError(t, err)
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	assert.NoError(t, err)
	assert.Equal(t, http.StatusOK, res.StatusCode)
}
