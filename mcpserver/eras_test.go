package mcpserver_test

import (
	"context"
	"net/http"
	"os/exec"
	"path"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
)

// The revisions of the protocol, of both eras.
var revisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}

// Every feature works in every revision, over both transports.
func TestRevisions(t *testing.T) {
	web := newSite(t)
	program, err := binary()
	require.NoError(t, err)
	h := serveOver(t, newServer(t, withBase(mcpserver.Options{})), host.Options{})
	for _, revision := range revisions {
		t.Run(revision+" over stdio", func(t *testing.T) {
			cmd := exec.Command(program)
			cmd.Env = []string{"BLOCK_PRIVATE_IP=false", "RATE_LIMIT_PER_HOST=0", "HOME=" + t.TempDir()}
			allFeatures(t, web, revision, &mcp.CommandTransport{Command: cmd})
		})
		t.Run(revision+" over HTTP", func(t *testing.T) {
			transport := &mcp.StreamableClientTransport{Endpoint: h.URL + "/mcp", HTTPClient: http.DefaultClient, MaxRetries: -1}
			allFeatures(t, web, revision, transport)
		})
	}
}

func allFeatures(t *testing.T, web *site, revision string, transport mcp.Transport) {
	changed := make(chan struct{}, 1000)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed <- struct{}{} },
	})
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	require.NoError(t, err)
	defer session.Close()
	assert.Equal(t, revision, session.InitializeResult().ProtocolVersion)

	tools, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	assert.Len(t, tools.Tools, 5)
	// Not a page that another revision has fetched: that would be no change.
	page := call(t, session, "fetch", args{"url": web.URL + "/page/" + path.Base(t.Name())})
	require.True(t, page.Success, page.text)
	assert.Equal(t, revision >= "2025-06-18", len(page.links) > 0, "links are for those who know them")
	// A client of the newest revision may not listen yet: it is told of a later page.
	require.Eventually(t, func() bool {
		if len(changed) == 0 {
			call(t, session, "extract", args{"raw_bytes": []byte(time.Now().String()), "content_type": "text/plain"})
		}
		return len(changed) > 0
	}, 20*time.Second, 10*time.Millisecond, "nobody told that the list of resources has changed")
	id := page.Packet.SourceID
	assert.True(t, call(t, session, "chunk", args{"source_id": id}).Success)
	assert.True(t, call(t, session, "compact", args{"source_id": id}).Success)
	assert.Equal(t, "HTTP_ERROR", call(t, session, "fetch", args{"url": web.URL + "/missing"}).Error.Code)
	_, err = tryCall(t.Context(), session, "browse", args{})
	assertInvalidParams(t, err)

	resources, err := session.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.NotEmpty(t, resources.Resources)
	assert.True(t, slices.ContainsFunc(resources.Resources, func(r *mcp.Resource) bool { return r.URI == "webfetch://packet/"+id }))
	assert.Contains(t, read(t, session, "webfetch://content/"+id).Text, page.Packet.Content)
	_, err = session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "webfetch://content/0000000000000000"})
	assertInvalidParams(t, err)

	prompts, err := session.ListPrompts(t.Context(), nil)
	require.NoError(t, err)
	assert.Len(t, prompts.Prompts, 7)
	assert.Contains(t, getPrompt(t, session, "fetch", map[string]string{"url": web.URL + "/private/page"}), "eleven miles")
	assert.Equal(t, []string{"render"}, complete(t, session, completeMode))
	assert.Contains(t, complete(t, session, completeSource), id)
}

func assertInvalidParams(t *testing.T, err error) {
	t.Helper()
	var wire *jsonrpc.Error
	require.ErrorAs(t, err, &wire)
	assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
}
