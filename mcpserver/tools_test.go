package mcpserver_test

import (
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func TestToolsAreDescribed(t *testing.T) {
	open := map[string]bool{"fetch": true, "extract": true, "chunk": false, "compact": false, "ai_search_query": false}
	tools := listTools(t)
	require.Len(t, tools, len(open))
	for _, tool := range tools {
		t.Run(tool.Name, func(t *testing.T) {
			world, known := open[tool.Name]
			require.True(t, known)
			assert.NotEmpty(t, tool.Title)
			assert.NotEmpty(t, tool.Description)
			require.NotNil(t, tool.Annotations)
			assert.True(t, tool.Annotations.ReadOnlyHint)
			require.NotNil(t, tool.Annotations.OpenWorldHint)
			assert.Equal(t, world, *tool.Annotations.OpenWorldHint)
			if paged := tool.Name == "fetch" || tool.Name == "extract" || tool.Name == "chunk"; paged {
				assert.EqualValues(t, 50000, tool.Meta["anthropic/maxResultSizeChars"])
			}
		})
	}
}

// One plain type and a description for every property, however deep: unions
// and untyped properties break some hosts.
func TestSchemasArePlain(t *testing.T) {
	plain := []any{"string", "integer", "number", "boolean", "object", "array"}
	for _, tool := range listTools(t) {
		for name, schema := range map[string]any{"input": tool.InputSchema, "output": tool.OutputSchema} {
			root, isObject := schema.(map[string]any)
			require.True(t, isObject)
			assert.Equal(t, "object", root["type"])
			for _, word := range []string{"oneOf", "anyOf", "allOf", "not", "$ref"} {
				assert.NotContains(t, root, word)
			}
			eachProperty(root, tool.Name+" "+name, func(path string, p map[string]any) {
				assert.Contains(t, plain, p["type"], path)
				assert.NotEmpty(t, p["description"], path)
			})
		}
	}
}

// What a model reads of the tools costs it few tokens, and names every option.
func TestToolsCostFewTokens(t *testing.T) {
	type shown struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		InputSchema any    `json:"inputSchema"`
	}
	var tools []shown
	for _, tool := range listTools(t) {
		tools = append(tools, shown{tool.Name, tool.Description, tool.InputSchema})
	}
	raw, err := json.Marshal(tools)
	require.NoError(t, err)
	counter, err := tiktoken.O200K()
	require.NoError(t, err)
	assert.LessOrEqual(t, counter.Count(string(raw)), 1700)
	whole, err := json.Marshal(listTools(t))
	require.NoError(t, err)
	assert.LessOrEqual(t, counter.Count(string(whole)), 2010, "with titles, hints and output schemas")

	for _, option := range []string{
		"url", "raw_bytes", "content_type", "canonical_url", "view", "raw", "max_length", "start_index", "max_tokens", "question", "method", "user_agent",
		"mode", "headers", "timeout_ms", "max_bytes", "max_redirects", "respect_robots", "cache_ttl_s",
		"wait_until", "wait_ms", "block_third_party", "screenshot", "selector",
		"prefer_readability", "keep_tables", "keep_code_blocks", "keep_comments", "remove_selectors", "output", "include_raw_excerpt",
		"enabled", "thread_key", "prefix", "max_file_bytes", "skip_if_exists", "require_success", "context", "metadata", "query",
		"messages", "role", "content", "stream", "model", "system_prompt", "retrieval", "filters", "max_num_results", "retrieval_type", "match_threshold", "cache", "reranking",
		"source_id", "packet", "input", "margin_ratio", "overlap_tokens", "strategy", "preserve",
	} {
		assert.Contains(t, string(raw), option)
	}
}

func eachProperty(schema map[string]any, path string, visit func(path string, p map[string]any)) {
	properties, _ := schema["properties"].(map[string]any)
	for name, p := range properties {
		sub := p.(map[string]any)
		visit(path+"."+name, sub)
		eachProperty(sub, path+"."+name, visit)
		if items, isArray := sub["items"].(map[string]any); isArray {
			eachProperty(items, path+"."+name+"[]", visit)
		}
	}
}

func TestSchemasAreValidJSONSchema(t *testing.T) {
	for _, tool := range listTools(t) {
		for _, schema := range []any{tool.InputSchema, tool.OutputSchema} {
			raw, err := json.Marshal(schema)
			require.NoError(t, err)
			var s jsonschema.Schema
			require.NoError(t, json.Unmarshal(raw, &s), tool.Name)
			_, err = s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
			assert.NoError(t, err, tool.Name)
		}
	}
}

func TestSchemaDefaultsFollowOptions(t *testing.T) {
	session := open(t, mcpserver.Options{Tools: tools.Options{MaxLength: 777, DefaultMaxTokens: 55, MarginRatio: 0.25}})
	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	defaults := map[string]any{}
	for _, tool := range list.Tools {
		eachProperty(tool.InputSchema.(map[string]any), tool.Name, func(path string, p map[string]any) {
			defaults[path] = p["default"]
		})
	}
	assert.EqualValues(t, 777, defaults["fetch.max_length"])
	assert.EqualValues(t, 55, defaults["chunk.options.max_tokens"])
	assert.EqualValues(t, 55, defaults["compact.options.max_tokens"])
	assert.EqualValues(t, 0.25, defaults["chunk.options.margin_ratio"])
	assert.Equal(t, "markdown", defaults["fetch.view"])
}

func TestArgumentsAreChecked(t *testing.T) {
	session := open(t, withBase(mcpserver.Options{}))
	for name, tt := range map[string]struct {
		tool string
		args any
		say  string
	}{
		"neither source":       {"fetch", args{}, "exactly one of url and raw_bytes"},
		"both sources":         {"fetch", args{"url": "http://a.example/", "raw_bytes": "YQ=="}, "exactly one of url and raw_bytes"},
		"no arguments":         {"extract", nil, "exactly one of url and raw_bytes"},
		"unknown argument":     {"fetch", args{"url": "http://a.example/", "timeout": 3}, "timeout is not an argument"},
		"unknown option":       {"fetch", args{"url": "http://a.example/", "options": args{"render": args{"wait": 3}}}, "options.render.wait is not an argument"},
		"wrong type":           {"fetch", args{"url": 7}, "url must be a string, not a number"},
		"text for integer":     {"fetch", args{"url": "http://a.example/", "max_length": "many"}, "max_length must be an integer, not a string"},
		"text for boolean":     {"fetch", args{"url": "http://a.example/", "raw": "maybe"}, "raw must be a boolean, not a string"},
		"text for object":      {"fetch", args{"url": "http://a.example/", "options": "fast"}, "options must be an object, not a string"},
		"bound of a text":      {"fetch", args{"url": "http://a.example/", "start_index": "-1"}, "start_index must be at least 0"},
		"fraction":             {"fetch", args{"url": "http://a.example/", "max_length": 1.5}, "max_length must be an integer"},
		"below minimum":        {"fetch", args{"url": "http://a.example/", "start_index": -1}, "start_index must be at least 0"},
		"above maximum":        {"fetch", args{"url": "http://a.example/", "max_length": 1000000}, "max_length must be at most 999999"},
		"unknown view":         {"fetch", args{"url": "http://a.example/", "view": "pdf"}, "view must be one of markdown, plain, html, raw, links"},
		"header is a list":     {"fetch", args{"url": "http://a.example/", "options": args{"headers": args{"X-A": []any{"1"}}}}, "options.headers.X-A must be a string"},
		"selector is a number": {"fetch", args{"url": "http://a.example/", "options": args{"extraction": args{"remove_selectors": []any{1}}}}, "options.extraction.remove_selectors[0] must be a string"},
		"not base64":           {"fetch", args{"raw_bytes": "%%%"}, "raw_bytes is not base64"},
		"relative canonical":   {"fetch", args{"raw_bytes": "YQ==", "canonical_url": "/a"}, "canonical_url is not an absolute URL"},
		"no input":             {"chunk", args{}, "exactly one of source_id, packet and content"},
		"two inputs":           {"compact", args{"source_id": "1", "content": "a"}, "exactly one of source_id, input and content"},
		"margin":               {"chunk", args{"content": "a", "options": args{"margin_ratio": 0.6}}, "options.margin_ratio must be at most 0.5"},
		"strategy":             {"chunk", args{"content": "a", "options": args{"strategy": "best"}}, "options.strategy must be one of"},
		"preserve":             {"compact", args{"content": "a", "options": args{"preserve": []any{"jokes"}}}, "options.preserve[0] must be one of"},
		"question missing":     {"compact", args{"content": "a", "options": args{"mode": "question_focused"}}, "options.question is required"},
		"packet in packets":    {"chunk", args{"packet": args{"packet": args{"packet": args{"content": "a"}}}}, "packet.packet.content is required"},
		"content is a number":  {"chunk", args{"packet": args{"content": 7}}, "packet.content must be a string, not a number"},
		"chunks are numbers":   {"compact", args{"input": args{"chunks": []any{7}}}, "input: "},
		"no chunks":            {"compact", args{"input": args{"chunks": args{"chunks": []any{}}}}, "input.chunks.chunks is empty"},
		"empty packet":         {"chunk", args{"packet": args{}}, "packet.content is required"},
		"query missing":        {"ai_search_query", args{}, "query is required"},
		"query empty":          {"ai_search_query", args{"query": args{"mode": "search"}}, "query.messages or query.query is required"},
		"role":                 {"ai_search_query", args{"query": args{"messages": []any{args{"content": "a", "role": "bot"}}}}, "query.messages[0].role must be one of"},
		"argument list":        {"fetch", []any{}, "the argument list must be an object"},
	} {
		t.Run(name, func(t *testing.T) {
			r := call(t, session, tt.tool, tt.args)
			assert.Equal(t, "INVALID_INPUT", r.Error.Code)
			assert.False(t, r.Error.Retryable)
			assert.Contains(t, r.Error.Message, tt.say)
			assert.Contains(t, r.text, r.Error.Message, "the text says what the envelope says")
			assert.NotEmpty(t, r.RequestID)
		})
	}
}

func TestArgumentsAreTakenLeniently(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for name, arguments := range map[string]string{
		"a number as a text":    `{"raw_bytes": "YQ==", "max_length": "5000", "start_index": " 0 ", "options": {"timeout_ms": "2e4"}}`,
		"a switch as a text":    `{"raw_bytes": "YQ==", "raw": "False", "options": {"format": {"include_raw_excerpt": "true"}}}`,
		"0 and no":              `{"raw_bytes": "YQ==", "raw": 0, "options": {"format": {"include_raw_excerpt": "No"}, "extraction": {"keep_tables": 1}}}`,
		"[] for an object":      `{"raw_bytes": "YQ==", "options": {"headers": [], "render": [ ]}}`,
		"an object as a text":   `{"raw_bytes": "YQ==", "options": "{\"extraction\": \"{\\\"keep_tables\\\": false}\"}"}`,
		"a list as a text":      `{"raw_bytes": "YQ==", "options": {"extraction": {"remove_selectors": "[\".a\", \"nav\"]"}}}`,
		"one item of a list":    `{"raw_bytes": "YQ==", "options": {"extraction": {"remove_selectors": "nav"}}}`,
		"either case":           `{"raw_bytes": "YQ==", "view": "Plain", "options": {"mode": "HTTP"}}`,
		"empty is not given":    `{"url": "", "raw_bytes": "YQ==", "content_type": "", "max_length": "", "view": "", "raw": "", "question": "", "options": {"mode": "", "headers": "", "extraction": {"remove_selectors": ["", null]}, "ai_search": {"enabled": ""}}}`,
		"unknown, not given":    `{"raw_bytes": "YQ==", "urls": null}`,
		"all in a text":         `"{\"raw_bytes\": \"YQ==\"}"`,
		"null is not given":     `{"url": null, "raw_bytes": "YQ==", "options": null, "max_length": null}`,
		"integral float":        `{"raw_bytes": "YQ==", "max_length": 5000.0, "start_index": 0e0}`,
		"unpadded base64":       `{"raw_bytes": "YQ"}`,
		"base64 of URLs":        `{"raw_bytes": "_-8"}`,
		"base64 over two lines": `{"raw_bytes": "YWJj\nZGVm"}`,
	} {
		t.Run(name, func(t *testing.T) {
			r := call(t, session, "fetch", json.RawMessage(arguments))
			assert.True(t, r.Success, r.text)
		})
	}
}

func TestUnknownToolIsAProtocolError(t *testing.T) {
	_, err := tryCall(t.Context(), open(t, mcpserver.Options{}), "browse", args{})
	assert.ErrorContains(t, err, "unknown tool")
}
