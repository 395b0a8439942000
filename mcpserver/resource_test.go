package mcpserver_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func itoa(n int) string { return strconv.Itoa(n) }

func read(t *testing.T, session *mcp.ClientSession, uri string) *mcp.ResourceContents {
	t.Helper()
	res, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
	require.NoError(t, err)
	require.Len(t, res.Contents, 1)
	assert.Equal(t, uri, res.Contents[0].URI)
	return res.Contents[0]
}

func TestResources(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	cut := call(t, session, "fetch", args{"url": web.URL + "/long", "max_length": 2000})
	require.True(t, cut.Truncated)
	id := cut.Packet.SourceID

	content := read(t, session, "webfetch://content/"+id)
	assert.Equal(t, "text/markdown", content.MIMEType)
	shown, _ := between(t, content.Text)
	assert.Contains(t, shown, "part 59", "the resource is whole")
	linked, _ := between(t, read(t, session, cut.links[0].URI).Text)
	assert.Equal(t, shown, linked)

	packet := read(t, session, "webfetch://packet/"+id)
	assert.Equal(t, "application/json", packet.MIMEType)
	var p webfetch.Packet
	require.NoError(t, json.Unmarshal([]byte(packet.Text), &p))
	assert.Equal(t, shown, p.Content)
	assert.Equal(t, id, p.SourceID)

	normalized := read(t, session, "webfetch://normalized/"+id)
	assert.True(t, json.Valid([]byte(normalized.Text)))

	list, err := session.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, list.Resources, 1)
	entry := list.Resources[0]
	assert.Equal(t, "webfetch://packet/"+id, entry.URI)
	assert.Equal(t, web.URL+"/long", entry.Title, "not what the page calls itself")
	assert.EqualValues(t, len(packet.Text), entry.Size)
	_, err = time.Parse(time.RFC3339, entry.Annotations.LastModified)
	assert.NoError(t, err)

	// The list says until when a page is kept.
	expires, err := time.Parse(time.RFC3339, entry.Meta["io.github.webfetch-mcp/expires"].(string))
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now().Add(5*time.Minute), expires, time.Minute)
	res, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "webfetch://content/" + id})
	require.NoError(t, err)
	assert.InDelta(t, 5*60*1000, res.TTLMs, 60*1000)
	assert.Equal(t, "private", res.CacheScope)

	templates, err := session.ListResourceTemplates(t.Context(), nil)
	require.NoError(t, err)
	var uris []string
	for _, tpl := range templates.ResourceTemplates {
		uris = append(uris, tpl.URITemplate)
	}
	assert.ElementsMatch(t, []string{"webfetch://packet/{source_id}", "webfetch://content/{source_id}", "webfetch://normalized/{source_id}", "webfetch://screenshot/{source_id}"}, uris)
}

func TestUnknownResources(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	id := call(t, session, "fetch", args{"url": web.URL + "/article"}).Packet.SourceID
	for _, uri := range []string{
		"webfetch://packet/0000000000000000", "webfetch://content/", "webfetch://screenshot/" + id,
		"webfetch://secret/" + id, "file:///etc/passwd", "webfetch://packet/" + id + "/x",
	} {
		_, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		var wire *jsonrpc.Error
		require.ErrorAs(t, err, &wire, uri)
		assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code, uri)
		var data struct{ URI string }
		require.NoError(t, json.Unmarshal(wire.Data, &data))
		assert.Equal(t, uri, data.URI)
	}
}

// Newest first, 50 a page, each once, also while more are being stored.
func TestResourcePages(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	store := func(n int) string {
		r := call(t, session, "fetch", args{"url": web.URL + "/page/" + itoa(n)})
		require.True(t, r.Success, r.text)
		return "webfetch://packet/" + r.Packet.SourceID
	}
	var want []string
	for i := range 120 {
		want = append([]string{store(i)}, want...)
	}
	var got []string
	params := &mcp.ListResourcesParams{}
	for page := 0; ; page++ {
		res, err := session.ListResources(t.Context(), params)
		require.NoError(t, err)
		for _, r := range res.Resources {
			got = append(got, r.URI)
		}
		if res.NextCursor == "" {
			assert.Len(t, res.Resources, 20)
			break
		}
		assert.Len(t, res.Resources, 50)
		params.Cursor = res.NextCursor
		store(1000 + page)
	}
	assert.Equal(t, want, got)
}

func TestBadCursors(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for _, cursor := range []string{"%", "cA", "cHg", "eA", "cC0x", "cDA"} {
		_, err := session.ListResources(t.Context(), &mcp.ListResourcesParams{Cursor: cursor})
		var wire *jsonrpc.Error
		require.ErrorAs(t, err, &wire, cursor)
		assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
	}
	_, err := session.ListTools(t.Context(), &mcp.ListToolsParams{Cursor: "%"})
	var wire *jsonrpc.Error
	require.ErrorAs(t, err, &wire)
	assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
}

// Resources that the caller adds to the server follow those of the store, at most 50 a page.
func TestResourcesOfOthers(t *testing.T) {
	srv := newServer(t, mcpserver.Options{})
	for i := range 60 {
		srv.MCP().AddResource(&mcp.Resource{URI: "test://" + itoa(100+i), Name: itoa(i)}, nil)
	}
	web, session := newSite(t), connect(t, srv.MCP(), nil)
	id := call(t, session, "fetch", args{"url": web.URL + "/article"}).Packet.SourceID
	var got []string
	params := &mcp.ListResourcesParams{}
	for more := true; more; more = params.Cursor != "" {
		res, err := session.ListResources(t.Context(), params)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(res.Resources), 50)
		for _, r := range res.Resources {
			got = append(got, r.URI)
		}
		params.Cursor = res.NextCursor
	}
	require.Len(t, got, 61)
	assert.Equal(t, "webfetch://packet/"+id, got[0])
	assert.Equal(t, "test://159", got[60])
}

func TestListChangedIsAnnounced(t *testing.T) {
	changed := make(chan struct{}, 10)
	srv := newServer(t, mcpserver.Options{})
	session := connect(t, srv.MCP(), &mcp.ClientOptions{
		ResourceListChangedHandler: func(_ context.Context, _ *mcp.ResourceListChangedRequest) { changed <- struct{}{} },
	})
	web := newSite(t)
	for n := 0; ; n++ { // what is stored before the client listens is not announced to it
		call(t, session, "fetch", args{"url": web.URL + "/article?n=" + strconv.Itoa(n)})
		select {
		case <-changed:
			return
		case <-time.After(200 * time.Millisecond):
			require.Less(t, n, 300)
		}
	}
}

func TestNothingIsStoredWithoutATTL(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{Tools: tools.Options{StoreTTL: -1}})
	r := call(t, session, "fetch", args{"url": web.URL + "/article"})
	require.True(t, r.Success)
	assert.Empty(t, r.links)
	gone := call(t, session, "chunk", args{"source_id": r.Packet.SourceID})
	assert.Equal(t, "SOURCE_NOT_FOUND", gone.Error.Code)
	assert.Contains(t, gone.Error.Message, "this server keeps no pages")
}

// Whose source_id is no more is told how long one lasts.
func TestExpiredSources(t *testing.T) {
	for ttl, say := range map[time.Duration]string{
		0: "for 5 minutes", time.Second: "for 1 second", 90 * time.Second: "for 90 seconds", 3 * time.Hour: "for 3 hours",
	} {
		gone := call(t, open(t, mcpserver.Options{Tools: tools.Options{StoreTTL: ttl}}), "compact", args{"source_id": "0000000000000000"})
		assert.Equal(t, "SOURCE_NOT_FOUND", gone.Error.Code)
		assert.Contains(t, gone.Error.Message, say)
	}
}

// The content of a resource is fenced, and a page that gives orders is announced above the
// fence, as the tool does it.
func TestContentIsFencedAndWarnedOf(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for page, warned := range map[string]bool{"/hostile": true, "/article": false} {
		r := call(t, session, "fetch", args{"url": web.URL + page})
		require.True(t, r.Success, r.text)
		text := read(t, session, "webfetch://content/"+r.Packet.SourceID).Text
		shown, mark := between(t, text)
		assert.NotContains(t, shown, mark)
		head, _, _ := strings.Cut(text, "[begin of page content "+mark)
		assert.Equal(t, warned, strings.Contains(head, "Security warning: "), page)
		assert.NotContains(t, head, "Ignore", page)
	}
}
