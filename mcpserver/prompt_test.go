package mcpserver_test

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func getPrompt(t *testing.T, session *mcp.ClientSession, name string, arguments map[string]string) string {
	t.Helper()
	res, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: name, Arguments: arguments})
	require.NoError(t, err)
	require.Len(t, res.Messages, 1)
	assert.EqualValues(t, "user", res.Messages[0].Role)
	text, isText := res.Messages[0].Content.(*mcp.TextContent)
	require.True(t, isText)
	return text.Text
}

func TestPromptsBuildInstructions(t *testing.T) {
	session := open(t, withBase(mcpserver.Options{}))
	for name, tt := range map[string]struct {
		prompt string
		args   map[string]string
		say    []string
	}{
		"fetch_url":            {"fetch_url", map[string]string{"url": "https://a.example/"}, []string{`fetch with {"url":"https://a.example/"}`}},
		"fetch_url, all":       {"fetch_url", map[string]string{"url": "https://a.example/", "mode": "http", "extraction": `{"keep_tables":false}`}, []string{`"options":{"mode":"http","extraction":{"keep_tables":false}}`}},
		"fetch_and_chunk":      {"fetch_and_chunk", map[string]string{"url": "https://a.example/", "max_tokens": "500", "strategy": "balanced"}, []string{"chunk", `{"max_tokens":500,"strategy":"balanced"}`}},
		"fetch_and_compact":    {"fetch_and_compact", map[string]string{"url": "https://a.example/", "question": "Who?"}, []string{"compact", `{"mode":"question_focused","question":"Who?"}`}},
		"fetch_ai_search":      {"fetch_ai_search", map[string]string{"url": "https://a.example/", "query": "Who?", "wait_ms": "10", "mode": "search"}, []string{`"ai_search":{"enabled":true,"wait_ms":10,"query":{"query":"Who?","mode":"search"}}`}},
		"ai_search_query":      {"ai_search_query", map[string]string{"query": "Who?", "thread_key": "t"}, []string{`ai_search_query with {"query":{"query":"Who?"},"thread_key":"t"}`}},
		"resources_tips":       {"resources_tips", nil, []string{"webfetch://content/{source_id}", "start_index"}},
		"quotes can't be left": {"fetch_url", map[string]string{"url": `https://a.example/"},"x":{"`}, []string{`{"url":"https://a.example/\"},\"x\":{\""}`}},
	} {
		t.Run(name, func(t *testing.T) {
			text := getPrompt(t, session, tt.prompt, tt.args)
			for _, want := range tt.say {
				assert.Contains(t, text, want)
			}
		})
	}
}

func TestPromptArgumentsAreChecked(t *testing.T) {
	session := open(t, withBase(mcpserver.Options{}))
	for name, tt := range map[string]struct {
		prompt string
		args   map[string]string
		say    string
	}{
		"missing":        {"fetch_url", nil, "argument url is required"},
		"empty":          {"fetch", map[string]string{"url": ""}, "argument url is required"},
		"second missing": {"fetch_ai_search", map[string]string{"url": "https://a.example/"}, "argument query is required"},
		"not in set":     {"fetch_url", map[string]string{"url": "https://a.example/", "mode": "fast"}, "mode must be one of auto, http, render"},
		"no number":      {"fetch_and_chunk", map[string]string{"url": "https://a.example/", "max_tokens": "many"}, "max_tokens must be an integer of at least 1"},
		"too small":      {"fetch_and_chunk", map[string]string{"url": "https://a.example/", "max_tokens": "0"}, "max_tokens must be an integer of at least 1"},
		"no JSON":        {"fetch_url", map[string]string{"url": "https://a.example/", "extraction": "{"}, "extraction must be a JSON object"},
		"wrong JSON":     {"fetch_url", map[string]string{"url": "https://a.example/", "extraction": `{"x":1}`}, "extraction must be a JSON object"},
		"no question":    {"fetch_and_compact", map[string]string{"url": "https://a.example/", "mode": "question_focused"}, "mode question_focused needs question"},
		"other mode":     {"fetch_and_compact", map[string]string{"url": "https://a.example/", "mode": "salience", "question": "Why?"}, "question does nothing with mode salience"},
		"unknown prompt": {"summarise", nil, "unknown prompt"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: tt.prompt, Arguments: tt.args})
			var wire *jsonrpc.Error
			require.ErrorAs(t, err, &wire)
			assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
			assert.Contains(t, wire.Message, tt.say)
		})
	}
}

// The prompt fetch does the work itself: no robots check, its own User-Agent,
// nothing cut off; the egress policy holds.
func TestFetchPrompt(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{Tools: tools.Options{MaxLength: 1000}})
	assert.Equal(t, "ROBOTS_BLOCKED", call(t, session, "fetch", args{"url": web.URL + "/private/page"}).Error.Code)

	text := getPrompt(t, session, "fetch", map[string]string{"url": web.URL + "/private/page"})
	assert.Contains(t, text, "eleven miles from the coast")
	assert.Contains(t, web.agent("/private/page"), "user-initiated")

	call(t, session, "fetch", args{"url": web.URL + "/article"})
	assert.NotContains(t, web.agent("/article"), "user-initiated")

	long, _ := between(t, getPrompt(t, session, "fetch", map[string]string{"url": web.URL + "/long"}))
	assert.Contains(t, long, "part 59")
	assert.False(t, strings.Contains(long, "<error>"))

	assert.Contains(t, getPrompt(t, session, "fetch", map[string]string{"url": "http://10.1.2.3/"}), "SSRF_BLOCKED")
	assert.Contains(t, getPrompt(t, session, "fetch", map[string]string{"url": web.URL + "/missing"}), "HTTP_ERROR")
}

func TestCompletion(t *testing.T) {
	web, session := newSite(t), open(t, withBase(mcpserver.Options{}))
	ask := func(ref *mcp.CompleteReference, name, value string) (*mcp.CompleteResult, error) {
		return session.Complete(t.Context(), &mcp.CompleteParams{Ref: ref, Argument: mcp.CompleteParamsArgument{Name: name, Value: value}})
	}
	prompt := func(name string) *mcp.CompleteReference {
		return &mcp.CompleteReference{Type: "ref/prompt", Name: name}
	}
	resource := func(uri string) *mcp.CompleteReference {
		return &mcp.CompleteReference{Type: "ref/resource", URI: uri}
	}
	for _, tt := range []struct {
		ref         *mcp.CompleteReference
		name, value string
		want        []string
	}{
		{prompt("fetch_url"), "mode", "", []string{"auto", "http", "render"}},
		{prompt("fetch_url"), "mode", "RE", []string{"render"}},
		{prompt("fetch_url"), "mode", "x", []string{}},
		{prompt("fetch_url"), "url", "h", []string{}},
		{prompt("fetch_and_chunk"), "strategy", "", []string{"headings_first", "balanced"}},
		{prompt("fetch_and_compact"), "mode", "s", []string{"structural", "salience"}},
		{prompt("fetch_ai_search"), "mode", "a", []string{"ai_search"}},
		{prompt("ai_search_query"), "mode", "", []string{"search", "ai_search"}},
		{prompt("resources_tips"), "x", "", []string{}},
		{resource("webfetch://content/{source_id}"), "source_id", "", []string{}},
		{resource("webfetch://content/{source_id}"), "kind", "", []string{}},
	} {
		res, err := ask(tt.ref, tt.name, tt.value)
		require.NoError(t, err)
		assert.Equal(t, tt.want, res.Completion.Values, "%+v %s=%s", tt.ref, tt.name, tt.value)
		assert.Equal(t, len(tt.want), res.Completion.Total)
	}
	for _, ref := range []*mcp.CompleteReference{prompt("nothing"), resource("webfetch://nothing/{source_id}"), resource("file:///{x}")} {
		_, err := ask(ref, "mode", "")
		var wire *jsonrpc.Error
		require.ErrorAs(t, err, &wire)
		assert.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
	}

	id := call(t, session, "fetch", args{"url": web.URL + "/article"}).Packet.SourceID
	for _, kind := range []string{"packet", "content", "normalized"} {
		res, err := ask(resource("webfetch://"+kind+"/{source_id}"), "source_id", id[:3])
		require.NoError(t, err)
		assert.Equal(t, []string{id}, res.Completion.Values)
	}
	res, err := ask(resource("webfetch://screenshot/{source_id}"), "source_id", "")
	require.NoError(t, err)
	assert.Empty(t, res.Completion.Values, "no screenshot was taken")
}

func TestCompletionAnswersAHundred(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for i := range 105 {
		require.True(t, call(t, session, "fetch", args{"url": web.URL + "/page/" + itoa(i)}).Success)
	}
	res, err := session.Complete(t.Context(), &mcp.CompleteParams{
		Ref:      &mcp.CompleteReference{Type: "ref/resource", URI: "webfetch://packet/{source_id}"},
		Argument: mcp.CompleteParamsArgument{Name: "source_id"},
	})
	require.NoError(t, err)
	assert.Len(t, res.Completion.Values, 100)
	assert.Equal(t, 105, res.Completion.Total)
	assert.True(t, res.Completion.HasMore)
}
