package mcpserver_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// The examples of the reference servers' documents, as they are written there.

const completeMode = `{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "completion/complete",
  "params": {
    "ref": { "type": "ref/prompt", "name": "fetch_url" },
    "argument": { "name": "mode", "value": "re" }
  }
}`

const completeSource = `{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "completion/complete",
  "params": {
    "ref": { "type": "ref/resource", "uri": "webfetch://packet/{source_id}" },
    "argument": { "name": "source_id", "value": "" }
  }
}`

func complete(t *testing.T, session *mcp.ClientSession, request string) []string {
	var message struct{ Params mcp.CompleteParams }
	require.NoError(t, json.Unmarshal([]byte(request), &message))
	res, err := session.Complete(t.Context(), &message.Params)
	require.NoError(t, err)
	return res.Completion.Values
}

func TestExampleCompletions(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	assert.Equal(t, []string{"render"}, complete(t, session, completeMode))
	assert.Empty(t, complete(t, session, completeSource))
	r := call(t, session, "fetch", args{"url": web.URL + "/article"})
	assert.Equal(t, []string{r.Packet.SourceID}, complete(t, session, completeSource))
}

// What the documents ask of the knowledge base is understood; that there is
// none is the only complaint.
func TestExampleQueries(t *testing.T) {
	session := open(t, withBase(mcpserver.Options{}))
	filters := []string{
		`{ "tag": "docs" }`, `{ "tag": { "$ne": "draft" } }`, `{ "tag": { "$in": ["docs", "guides"] } }`, `{ "tag": { "$nin": ["draft"] } }`,
		`{ "score": { "$gte": 0.8 } }`, `{ "score": { "$gt": 0.8 } }`, `{ "score": { "$lt": 1.0 } }`, `{ "score": { "$lte": 1.0 } }`,
		`{ "folder": { "$in": ["docs/", "guides/"] } }`, `{ "timestamp": { "$gte": "2026-01-01" } }`, `{ "filename": "", "timestamp": null }`, `{ "filename": { "$ne": "a.md" } }`,
		`{ "type": "and", "filters": [{ "type": "eq", "key": "tag", "value": "docs" }] }`,
	}
	examples := []string{
		`{
  "query": { "query": "authentication setup", "mode": "search" }
}`,
		`{
  "query": {
    "messages": [
      { "role": "system", "content": "Use only indexed material." },
      { "role": "user", "content": "Summarize the setup docs" }
    ],
    "mode": "ai_search",
    "stream": true
  }
}`,
		`{"query": {"query": "x", "ai_search_options": {"retrieval": {"match_threshold": 0.4}, "cache": {"enabled": false}, "reranking": {"enabled": true}}}}`,
		`{"query": {"query": "x", "model": "m", "system_prompt": "s"}, "thread_key": "t1"}`,
		`{"query": {"query": "x", "max_num_results": 5, "retrieval_type": "hybrid", "match_threshold": 0.5, "reranking": {"enabled": true}, "cache": {"enabled": true}, "ranking_options": {"score_threshold": 0.5}}}`,
	}
	for _, filter := range filters {
		examples = append(examples,
			`{"query": {"query": "x", "filters": `+filter+`}}`,
			`{"query": {"query": "x", "ai_search_options": {"retrieval": {"filters": `+filter+`}}}}`)
	}
	for _, example := range examples {
		r := call(t, session, "ai_search_query", json.RawMessage(example))
		assert.True(t, r.Success, "%s: %s", example, r.Error.Message)
	}
}

func TestExampleFetches(t *testing.T) {
	session := serveIn(t, newWorld(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { html(w, article) })).options())
	for _, example := range []string{
		`{
  "url": "https://example.com/docs/setup",
  "options": {
    "ai_search": {
      "enabled": true,
      "query": {
        "messages": [{ "content": "How do I configure authentication?", "role": "user" }],
        "mode": "ai_search",
        "ai_search_options": {
          "retrieval": { "max_num_results": 5, "retrieval_type": "hybrid" }
        }
      }
    }
  }
}`,
		`{"url": "https://example.com/docs/setup", "options": {"mode": "http", "headers": {"Accept-Language": "de"}, "timeout_ms": 5000, "max_bytes": 100000,
		  "render": {"wait_until": "domcontentloaded", "wait_ms": 0, "block_third_party": true, "screenshot": false, "selector": "main"},
		  "extraction": {"prefer_readability": true, "keep_tables": true, "keep_code_blocks": true, "remove_selectors": [".ad"]},
		  "cache_ttl_s": 60, "format": {"output": "llm_packet", "include_raw_excerpt": true},
		  "ai_search": {"enabled": false, "thread_key": "t", "prefix": "p/", "max_file_bytes": 1000, "wait_ms": 10, "skip_if_exists": true, "require_success": false, "context": "c", "metadata": { "category": "docs" }}}}`,
		`{"url": "https://example.com/docs/setup", "max_length": 5000, "start_index": 0, "raw": false}`,
		`{"url": "https://example.com/docs/setup", "max_length": 0, "raw": true}`,
	} {
		r := call(t, session, "fetch", json.RawMessage(example))
		assert.True(t, r.Success, "%s: %s", example, r.text)
		assert.Contains(t, r.text, "Contents of https://example.com/docs/setup:\n")
	}
}

// The packet of the reference server's document is good input for chunk and
// compact.
func TestExamplePacket(t *testing.T) {
	const packet = `{
  "source_id": "abc123...",
  "original_url": "https://example.com/page",
  "canonical_url": "https://example.com/page",
  "retrieved_at": "2024-01-15T10:30:00Z",
  "status": 200,
  "content_type": "text/html",
  "metadata": {
    "title": "Page Title",
    "author": "John Doe",
    "published_at": "2024-01-10T00:00:00Z",
    "estimated_reading_time_min": 5
  },
  "outline": [
    {"level": 1, "text": "Introduction", "path": "Introduction"},
    {"level": 2, "text": "Background", "path": "Introduction > Background"}
  ],
  "key_blocks": [
    {"block_id": "b0", "kind": "heading", "text": "# Introduction", "char_len": 14},
    {"block_id": "b1", "kind": "paragraph", "text": "Content...", "char_len": 500}
  ],
  "content": "# Introduction\n\nContent in markdown format...",
  "source_summary": [
    "Main topics: Introduction, Background, Results",
    "Key figures: $53m, 700 jobs",
    "Content length: ~2500 words"
  ],
  "unsafe_instructions_detected": [],
  "warnings": [],
  "hashes": {
    "content_hash": "sha256...",
    "raw_hash": "sha256..."
  }
}`
	session := open(t, mcpserver.Options{})
	r := call(t, session, "chunk", args{"packet": json.RawMessage(packet), "options": args{"max_tokens": 100, "margin_ratio": 0.1, "overlap_tokens": 0, "strategy": "headings_first"}})
	require.True(t, r.Success, r.text)
	var set struct {
		SourceID string `json:"source_id"`
		Chunks   []struct {
			Text string `json:"text"`
		}
	}
	require.NoError(t, json.Unmarshal(r.Chunks, &set))
	assert.Equal(t, "abc123...", set.SourceID)
	require.Len(t, set.Chunks, 1)
	assert.Equal(t, "# Introduction\n\nContent in markdown format...", set.Chunks[0].Text)

	for _, input := range []json.RawMessage{json.RawMessage(packet), r.Chunks, r.raw} {
		c := call(t, session, "compact", args{"input": input, "options": args{
			"max_tokens": 100, "mode": "structural", "preserve": []any{"numbers", "dates", "names", "definitions", "procedures"},
		}})
		require.True(t, c.Success, c.text)
		assert.Contains(t, string(c.Compacted), "Content in markdown format")
	}
}

// The prompts of the reference server, with the arguments it names.
func TestExamplePrompts(t *testing.T) {
	session := open(t, withBase(mcpserver.Options{}))
	list, err := session.ListPrompts(t.Context(), nil)
	require.NoError(t, err)
	want := map[string][]string{
		"fetch":             {"url!"},
		"fetch_url":         {"url!", "mode", "extraction"},
		"fetch_and_chunk":   {"url!", "max_tokens", "strategy"},
		"fetch_and_compact": {"url!", "max_tokens", "mode", "question"},
		"fetch_ai_search":   {"url!", "query!", "wait_ms", "mode"},
		"ai_search_query":   {"query!", "mode", "thread_key"},
		"resources_tips":    nil,
	}
	got := map[string][]string{}
	for _, p := range list.Prompts {
		assert.NotEmpty(t, p.Title)
		assert.NotEmpty(t, p.Description)
		got[p.Name] = nil
		for _, a := range p.Arguments {
			name := a.Name
			if a.Required {
				name += "!"
			}
			got[p.Name] = append(got[p.Name], name)
		}
	}
	assert.Equal(t, want, got)
}
