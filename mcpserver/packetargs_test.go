package mcpserver_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestChunkAndCompactTakeASource(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	page := call(t, session, "fetch", args{"url": web.URL + "/long"})
	id := page.Packet.SourceID

	chunks := call(t, session, "chunk", args{"source_id": id, "options": args{"max_tokens": 200}})
	require.True(t, chunks.Success, chunks.text)
	var set chunk.Set
	require.NoError(t, json.Unmarshal(chunks.Chunks, &set))
	assert.Equal(t, id, set.SourceID)
	assert.Greater(t, set.TotalChunks, 5)
	for _, c := range set.Chunks {
		assert.LessOrEqual(t, c.Tokens, 200)
		assert.Contains(t, chunks.text, c.Text)
	}

	small := call(t, session, "compact", args{"source_id": id, "options": args{"max_tokens": 300, "mode": "question_focused", "question": "What is in part 17?"}})
	require.True(t, small.Success, small.text)
	var res compact.Result
	require.NoError(t, json.Unmarshal(small.Compacted, &res))
	assert.Equal(t, id, res.SourceID)
	assert.LessOrEqual(t, res.EstTokens, 300)
	shown, _ := between(t, small.text)
	assert.Equal(t, res.Compacted.Summary, strings.Split(shown, "\n\n[Left out: ")[0])
	assert.Contains(t, shown, " tokens)]")
	assert.Equal(t, 1, web.count("/long"))
}

func TestUnknownSource(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for _, tool := range []string{"chunk", "compact"} {
		r := call(t, session, tool, args{"source_id": "0123456789abcdef"})
		assert.Equal(t, "SOURCE_NOT_FOUND", r.Error.Code)
		assert.Contains(t, r.Error.Message, "fetch the page again")
	}
}

// For every tool, the structured result is the library's, byte for byte but
// for what differs between two calls.
func TestResultsAreTheLibrarys(t *testing.T) {
	web := newSite(t)
	client := newClient(t)
	session := connect(t, must(mcpserver.New(client, mcpserver.Options{})).MCP(), nil)
	url := web.URL + "/long"

	p, err := client.Fetch(t.Context(), webfetch.Request{URL: url})
	require.NoError(t, err)
	r := call(t, session, "fetch", args{"url": url, "max_length": 0})
	sameJSON(t, shortened(*p, &r.Packet), member(t, r, "packet"))
	n := call(t, session, "fetch", args{"url": url, "max_length": 0, "options": args{"format": args{"output": "normalized"}}})
	var lean, want struct {
		Content string
		Blocks  []struct{ BlockID string }
	}
	require.NoError(t, json.Unmarshal(n.Normalized, &lean))
	whole, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "webfetch://normalized/" + p.SourceID})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal([]byte(whole.Contents[0].Text), &want))
	assert.Equal(t, want.Content, lean.Content)
	assert.Equal(t, want.Blocks[:len(lean.Blocks)], lean.Blocks)

	e, err := client.Extract(t.Context(), extract.Source{MediaType: "text/html", Body: []byte(article)}, webfetch.ExtractOptions{})
	require.NoError(t, err)
	x := call(t, session, "extract", args{"raw_bytes": []byte(article), "content_type": "text/html"})
	sameJSON(t, shortened(*e, &x.Packet), member(t, x, "packet"))

	set, err := client.Chunk(t.Context(), p, chunk.Options{MaxTokens: 500, MarginRatio: 0.1})
	require.NoError(t, err)
	c := call(t, session, "chunk", args{"source_id": p.SourceID, "options": args{"max_tokens": 500}})
	runes := func(at int) int { return utf8.RuneCountInString(p.Content[:at]) } // what offsets in JSON count
	for i := range set.Chunks {
		set.Chunks[i].Start, set.Chunks[i].End = runes(set.Chunks[i].Start), runes(set.Chunks[i].End)
	}
	sameJSON(t, set, c.Chunks)

	res, err := client.Compact(t.Context(), p, compact.Options{MaxTokens: 500, Mode: "salience"})
	require.NoError(t, err)
	k := call(t, session, "compact", args{"source_id": p.SourceID, "options": args{"max_tokens": 500, "mode": "salience"}})
	for i := range res.Compacted.Omissions {
		res.Compacted.Omissions[i].Start, res.Compacted.Omissions[i].End = runes(res.Compacted.Omissions[i].Start), runes(res.Compacted.Omissions[i].End)
	}
	sameJSON(t, res, k.Compacted)
}

// shortened is p with the lists of a reply, which are the beginnings of its own.
func shortened(p webfetch.Packet, reply *webfetch.Packet) webfetch.Packet {
	p.Outline = p.Outline[:len(reply.Outline)]
	p.KeyBlocks = slices.Clone(p.KeyBlocks[:len(reply.KeyBlocks)])
	p.Citations = p.Citations[:len(reply.Citations)]
	for i := range p.KeyBlocks {
		short := strings.TrimSuffix(reply.KeyBlocks[i].Text, "…")
		if strings.HasPrefix(p.KeyBlocks[i].Text, short) {
			p.KeyBlocks[i].Text = reply.KeyBlocks[i].Text
		}
	}
	return p
}

func member(t *testing.T, r *result, name string) json.RawMessage {
	var all map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(r.raw, &all))
	return all[name]
}

func sameJSON(t *testing.T, want any, got json.RawMessage) {
	t.Helper()
	raw, err := json.Marshal(want)
	require.NoError(t, err)
	assert.JSONEq(t, withoutTime(t, raw), withoutTime(t, got))
}

func withoutTime(t *testing.T, raw json.RawMessage) string {
	var v map[string]any
	require.NoError(t, json.Unmarshal(raw, &v))
	delete(v, "retrieved_at")
	if provenance, there := v["provenance"].(map[string]any); there {
		delete(provenance, "via")
		delete(provenance, "robots")
	}
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

// On the wire a packet has its fields in the order of the contract, what names
// the page before its content: the SDK's own way sorts them.
func TestPacketKeepsItsOrder(t *testing.T) {
	web := newSite(t)
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	_, body := post(t, h.URL+"/mcp", nil, toolCall(1, "fetch", `{"url":"`+web.URL+`/article"}`))
	_, structured, found := strings.Cut(body, `"structuredContent":`)
	require.True(t, found, body)
	at := -1
	for _, name := range []string{
		"success", "request_id", "duration_ms", "packet", "source_id", "original_url", "canonical_url", "retrieved_at", "status", "content_type",
		"metadata", "outline", "key_blocks", "content", "source_summary", "citations", "unsafe_instructions_detected", "warnings", "hashes", "verdict", "provenance",
	} {
		next := strings.Index(structured, `"`+name+`":`)
		assert.Greater(t, next, at, name)
		at = next
	}
}

// A limit far too small for a large document is an error that names one that is
// large enough.
func TestTooManyChunks(t *testing.T) {
	session := connect(t, must(mcpserver.New(must(webfetch.New(webfetch.Options{})), mcpserver.Options{})).MCP(), nil)
	content := strings.Repeat("Some words, more of them. ", 20_000)

	r := call(t, session, "chunk", args{"content": content, "options": args{"max_tokens": 8}})
	require.NotNil(t, r.Error)
	assert.Equal(t, string(webfetch.InvalidInput), r.Error.Code)
	found := regexp.MustCompile(`has more than 10000 chunks of that size\. Set options\.max_tokens to (\d+) or more\.$`).FindStringSubmatch(r.Error.Message)
	require.NotNil(t, found, r.Error.Message)

	r = call(t, session, "chunk", args{"content": content, "options": args{"max_tokens": json.Number(found[1])}})
	assert.True(t, r.Success)
}
