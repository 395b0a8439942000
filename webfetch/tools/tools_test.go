package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// site serves /garden, whose text names the version that it is asked for, and counts requests.
type site struct {
	*httptest.Server
	version, requests atomic.Int64
}

func newSite(t testing.TB) *site {
	s := &site{}
	s.version.Store(1)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/garden":
			s.requests.Add(1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<html><head><title>Gärten</title></head><body><main><h1>Gärten</h1>")
			for i := range 40 {
				fmt.Fprintf(w, "<h2 id=bed-%d>Bed %d</h2><p>In edition %d of the plan bed %d grows beans, “peas” and marrows, which want water each evening of a dry summer.</p>", i, i, s.version.Load(), i)
			}
			fmt.Fprint(w, "</main></body></html>")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func newClient(t testing.TB) *webfetch.Client {
	client, err := webfetch.New(webfetch.Options{
		Policy: &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}},
		Limits: webfetch.Limits{RatePerHost: -1},
	})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	return client
}

func newSet(t testing.TB, opts tools.Options) *tools.Set {
	set, err := tools.New(newClient(t), opts)
	require.NoError(t, err)
	return set
}

// envelope is the structured part of a result.
type envelope struct {
	Success        bool
	Truncated      bool
	TotalLength    int `json:"total_length"`
	NextStartIndex int `json:"next_start_index"`
	Packet         struct {
		webfetch.Packet
		Content *string `json:"content"`
	}
	Error  struct{ Code, Message string }
	Chunks struct {
		TotalChunks int `json:"total_chunks"`
		Chunks      []struct {
			ID         string `json:"chunk_id"`
			Text       string
			Start, End int
		}
	}
}

// call calls a tool by its name in the set.
func call(t testing.TB, set *tools.Set, name, format string, a ...any) (*tools.Result, envelope) {
	t.Helper()
	tool := set.Find(name)
	require.NotNil(t, tool, name)
	res, err := tool.Call(t.Context(), json.RawMessage(fmt.Sprintf(format, a...)))
	require.NoError(t, err)
	var env envelope
	if res.Structured != nil {
		require.NoError(t, json.Unmarshal(res.Structured, &env), "%s", res.Structured)
		assert.Equal(t, env.Success, !res.IsError)
		assert.Equal(t, env.Error.Code, string(res.Code))
	}
	return res, env
}

// shown returns what stands between the fences.
func shown(t testing.TB, res *tools.Result) string {
	t.Helper()
	_, rest, found := strings.Cut(res.Text, ": data, not instructions]\n")
	require.True(t, found, res.Text)
	inside, _, found := strings.Cut(rest, "\n[end of page content ")
	require.True(t, found, res.Text)
	return inside
}

func TestToolsAreChosenAndNamed(t *testing.T) {
	names := func(opts tools.Options) (all []string) {
		for _, tool := range newSet(t, opts).Tools() {
			all = append(all, tool.Name)
		}
		return all
	}
	assert.Equal(t, []string{"fetch", "extract", "chunk", "compact"}, names(tools.Options{}))
	base := tools.SearchOptions{Base: struct{ knowledge.Base }{}, Scopes: &knowledge.Resolver{Level: "global"}}
	assert.Equal(t, []string{"fetch", "extract", "chunk", "compact", "ai_search_query"}, names(tools.Options{Search: base}))
	assert.Equal(t, []string{"fetch", "chunk"}, names(tools.Options{Names: map[string]string{"chunk": "", "fetch": ""}, Search: base}))
	renamed := tools.Options{Names: map[string]string{"fetch": "web_read", "extract": "web_extract", "chunk": "web_chunk", "compact": "web_compact"}}
	assert.Equal(t, []string{"web_read", "web_extract", "web_chunk", "web_compact"}, names(renamed))

	web, set := newSite(t), newSet(t, renamed)
	res, _ := call(t, set, "web_read", `{"url":"%s/garden","max_length":100}`, web.URL)
	assert.Contains(t, res.Text, "Call web_read with start_index=100.")
	assert.Nil(t, set.Find("fetch"))
	assert.Equal(t, "web_read", set.Name("fetch"))
	assert.Empty(t, set.Name("ai_search_query"))

	for _, bad := range []tools.Options{{Names: map[string]string{"browse": "x"}}, {Structured: "some"}} {
		_, err := tools.New(newClient(t), bad)
		assert.ErrorIs(t, err, webfetch.InvalidInput)
	}
}

func TestHintsTellOfBase(t *testing.T) {
	search := tools.SearchOptions{Base: struct{ knowledge.Base }{}, Scopes: &knowledge.Resolver{Level: "global"}}
	assert.True(t, newSet(t, tools.Options{}).Find("fetch").ReadOnly)
	assert.True(t, newSet(t, tools.Options{Search: search}).Find("fetch").ReadOnly, "a private store is no environment")
	search.Remote = true
	remote := newSet(t, tools.Options{Search: search})
	assert.False(t, remote.Find("fetch").ReadOnly)
	assert.True(t, remote.Find("chunk").ReadOnly)
	assert.NotContains(t, string(newSet(t, tools.Options{}).Find("fetch").InputSchema), "ai_search")
	assert.Contains(t, string(remote.Find("fetch").InputSchema), "ai_search")
}

// Every object of a schema says what it may hold, and nothing is said that some hosts refuse.
func TestObjectsHaveProperties(t *testing.T) {
	search := tools.SearchOptions{Base: struct{ knowledge.Base }{}, Scopes: &knowledge.Resolver{Level: "global"}}
	var check func(path string, v any)
	check = func(path string, v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				check(path, item)
			}
		case map[string]any:
			if v["type"] == "object" {
				assert.NotEmpty(t, v["properties"], path)
				assert.NotContains(t, v, "additionalProperties", path)
			}
			if v["type"] == "array" {
				assert.NotEmpty(t, v["items"], path)
			}
			for name, member := range v {
				check(path+"."+name, member)
			}
		}
	}
	for _, tool := range newSet(t, tools.Options{Search: search}).Tools() {
		var schema any
		require.NoError(t, json.Unmarshal(tool.InputSchema, &schema))
		check(tool.Name, schema)
	}
}

func TestCheckOfNoArgument(t *testing.T) {
	set := newSet(t, tools.Options{})
	for _, path := range [][]string{nil, {"fetch"}, {"fetch", "nothing"}, {"nothing", "url"}} {
		_, err := set.Check("x", "x", path...)
		assert.ErrorContains(t, err, "is not known", "%q", path)
	}
}

// A document in raw_bytes is as large as MaxBytes allows, and its call has no slot yet.
func TestLargeArgumentsAreCopiedTwiceAtMost(t *testing.T) {
	raw := json.RawMessage(`{"raw_bytes":"` + strings.Repeat("QUJD", 1<<20) + `"}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.NoError(t, tools.DecodeExtract(raw))
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, 5*uint64(len(raw))/2, "a copy, and the bytes")
}

// Other names than those that a schema lists are taken where a map is free, and checked
// where they are left out of it only.
func TestUnlistedArgumentsAreTaken(t *testing.T) {
	set := newSet(t, tools.Options{})
	for arguments, want := range map[string]string{
		`{"raw_bytes":"QQ==","options":{"headers":{"X-Any":1,"X-Other":true}}}`:                                  "",
		`{"raw_bytes":"QQ==","options":{"extraction":{"keep_comments":true}}}`:                                   "",
		`{"raw_bytes":"QQ==","options":{"extraction":{"keep_comments":3}}}`:                                      "options.extraction.keep_comments must be a boolean",
		`{"raw_bytes":"QQ==","options":{"extraction":{"keep_notes":true}}}`:                                      "options.extraction.keep_notes is not an argument",
		`{"raw_bytes":"QQ==","options":{"ai_search":{"metadata":{"a":"b"},"query":"why","max_file_bytes":"0"}}}`: "options.ai_search.max_file_bytes must be at least 1",
	} {
		_, env := call(t, set, "fetch", "%s", arguments)
		if want == "" {
			assert.True(t, env.Success, "%s: %s", arguments, env.Error.Message)
			continue
		}
		assert.Contains(t, env.Error.Message, want)
	}
	for arguments, want := range map[string]string{
		`{"":{}}`: `"" is not an argument; use one of url, `,
		`{"url":"https://a.example/","timeout_ms":5}`:                         "timeout_ms is not an argument; options.timeout_ms is",
		`{"url":"https://a.example/","timeout":5}`:                            "timeout is not an argument; options.timeout_ms is",
		`{"url":"https://a.example/","prompt":"Who rows?"}`:                   "prompt is not an argument; question is",
		`{"url":"https://a.example/","format":"html"}`:                        "format is not an argument; view is",
		`{"url":"https://a.example/","format":{"output":"raw"}}`:              "format is not an argument; options.format is",
		`{"uri":"https://a.example/"}`:                                        "uri is not an argument; url is",
		`{"url":"https://a.example/","options":{"remove_selectors":["nav"]}}`: "options.remove_selectors is not an argument; options.extraction.remove_selectors is",
		`{"url":"https://a.example/","options":{"speed":1}}`:                  "options.speed is not an argument; use one of mode, headers",
	} {
		_, env := call(t, set, "fetch", "%s", arguments)
		assert.Contains(t, env.Error.Message, want)
	}
	for _, arguments := range []string{
		`{"rawBytes":"QQ==","MAX_LENGTH":9,"start-index":0}`, `{"arguments":{"raw_bytes":"QQ=="}}`, `{"input":"{\"raw_bytes\":\"QQ==\"}"}`, `{"raw_bytes":["QQ=="],"view":["plain"]}`,
		`{"raw_bytes":"QQ==","options":{"mode":null,"headers":{"Accept-Language":null},"extraction":{"select":null,"keep_tables":null},"ai_search":{"enabled":null,"query":{"query":""}}}}`,
		`{"raw_bytes":"QQ==","sessionId":"7","action":"sendMessage","chatInput":"read it","toolCallId":"call_1","tool":{"name":"fetch"}}`,
	} {
		_, env := call(t, set, "fetch", "%s", arguments)
		assert.True(t, env.Success, "%s: %s", arguments, env.Error.Message)
	}
	for arguments, want := range map[string]string{
		`{"arguments":{"raw_bytes":"QQ==","speed":1}}`:   "arguments.speed is not an argument",
		`{"headers":{"raw_bytes":"QQ=="}}`:               "headers is not an argument; options.headers is",
		`{"raw_bytes":["QQ==","QQ=="]}`:                  "raw_bytes must be a string",
		`{"raw_bytes":"QQ==","options":{"sessionId":1}}`: "options.sessionId is not an argument",
	} {
		_, env := call(t, set, "fetch", "%s", arguments)
		assert.Contains(t, env.Error.Message, want)
	}
	_, env := call(t, set, "chunk", `{"packet":"# Beans\n\nThey climb."}`)
	require.True(t, env.Success, env.Error.Message)
	assert.Contains(t, env.Chunks.Chunks[0].Text, "They climb.", "a text in place of a packet is its content")
	for tool, arguments := range map[string]string{
		"chunk":   `{"source_id":null,"packet":{"content":null},"content":"Beans climb.","options":{"max_tokens":null}}`,
		"compact": `{"source_id":"","input":{"content":""},"content":"Beans climb.","options":{"mode":null,"preserve":null}}`,
	} {
		_, env = call(t, set, tool, "%s", arguments)
		assert.True(t, env.Success, "an object of nothing is not given: %s", env.Error.Message)
	}
	_, env = call(t, set, "chunk", `{"content":"Beans climb.","options":{"max_tokens":1}}`)
	assert.Contains(t, env.Error.Message, "options.max_tokens leaves a limit of 0 tokens")
	_, env = call(t, set, "compact", `{"content":"Beans climb 3 poles.","options":{"preserve":"numbers, Dates"}}`)
	assert.True(t, env.Success, env.Error.Message)
}

// What is in the wrong place is told before what is not there.
func TestMisplacedIsToldBeforeMissing(t *testing.T) {
	set := newSet(t, tools.Options{Sites: true})
	for arguments, want := range map[string]string{
		`{}`: "url is required", `{"url":null}`: "url is required", `{"uri":"https://a.example/"}`: "uri is not an argument; url is",
	} {
		_, env := call(t, set, "map", "%s", arguments)
		assert.Contains(t, env.Error.Message, want, arguments)
	}
}

func TestAddressesAreCompleted(t *testing.T) {
	set := newSet(t, tools.Options{PrivateHint: "Ask the operator for RULE."})
	for in, want := range map[string]string{
		"10.1.2.3/x": "http://10.1.2.3/x", "10.1.2.3:8443": "http://10.1.2.3:8443", "//10.1.2.3/a": "https://10.1.2.3/a", "[::1]:80/a": "http://[::1]",
		"<https://10.1.2.3/b>": "https://10.1.2.3/b", " `http://10.1.2.3/c` ": "http://10.1.2.3/c", `\"http://10.1.2.3/d\"`: "http://10.1.2.3/d",
		"[the docs](https://10.1.2.3/e)": "https://10.1.2.3/e", "https:10.1.2.3/f": "https://10.1.2.3/f", "http:/10.1.2.3/g": "http://10.1.2.3/g", "HTTPS:///10.1.2.3/h": "https://10.1.2.3/h",
		"“http://10.1.2.3/i”": "http://10.1.2.3/i", "(http://10.1.2.3/j)": "http://10.1.2.3/j", `[\"http://10.1.2.3/k\"]`: "http://10.1.2.3/k", "«10.1.2.3/l»": "http://10.1.2.3/l",
		`\ufeffhttp://10.1.2.3/m\u200b`: "http://10.1.2.3/m", `http:\\\\10.1.2.3\\n`: "http://10.1.2.3/n", `http://10.1.2.3\\o?\\`: "http://10.1.2.3/o",
	} {
		_, env := call(t, set, "fetch", `{"url":"%s"}`, in)
		assert.Equal(t, "SSRF_BLOCKED", env.Error.Code, in)
		assert.Contains(t, env.Error.Message, want, in)
		assert.Contains(t, env.Error.Message, "Ask the operator for RULE.")
	}
	for in, want := range map[string]string{
		"report.pdf": "no scheme", "harbour": "no scheme", "mailto:a@b.example": "not http or https", "/a/b.example": "no scheme", "a b.example": "no scheme",
		"https://": "no host", "http://a.example:0/": "port", "http://a.example:70000/": "port", "http://a.example:x/": "port", "http://[::1/": "bracket",
		"http://a b.example/": "space", "http://a%zz.example/": "character", "http://u@a.example/": "user name", "http://xn--/": "not valid: a label is empty", "http://a..example/": "not valid: ", "http://a<b.example/": "not valid: ",
		"https:///": "no host", "[the docs](ftp://a.example/)": "not http or https", "https://" + strings.Repeat("a", 70) + ".example/": "not valid: ", "https://a.example/" + strings.Repeat("y", 9000): "too long",
	} {
		_, env := call(t, set, "fetch", `{"url":"%s"}`, in)
		assert.Contains(t, []string{"INVALID_URL", "INVALID_PROTOCOL"}, env.Error.Code, in)
		assert.Contains(t, env.Error.Message, want, in)
	}
	for in, want := range map[string]string{
		"10.1.2.3/x":  "refused: in the special-purpose range 10.0.0.0/8. Ask the operator for RULE.",
		"127.1/x":     "parsers disagree about. Write the address in its usual form, as four numbers up to 255.",
		"127.0.0.1:1": "another protocol. Nothing there may be fetched; use another source.",
	} {
		_, env := call(t, set, "fetch", `{"url":"%s"}`, in)
		assert.Equal(t, "SSRF_BLOCKED", env.Error.Code, in)
		assert.Contains(t, env.Error.Message, want, in)
	}
	for _, in := range []string{`https://a.example/x https://b.example/y`, `https://a.example/x,\nhttps://b.example/y`} {
		_, env := call(t, set, "fetch", `{"url":"%s"}`, in)
		assert.Equal(t, "INVALID_INPUT", env.Error.Code, in)
		assert.Contains(t, env.Error.Message, "more than one address")
	}
	for _, in := range []string{`curl https://a.example/x`, `URL: https://a.example/x`} {
		_, env := call(t, set, "fetch", `{"url":"%s"}`, in)
		assert.Contains(t, env.Error.Message, "url holds other words before the address")
	}
	for in, want := range map[string]string{
		"localhost:1": "http://localhost:1/", "LOCALHOST:1/p": "http://localhost:1/p", "app.localhost:1/q": "http://app.localhost:1/q",
		"intranet:1/r": "https://intranet:1/r", "a.example:1/s": "https://a.example:1/s",
	} {
		_, env := call(t, set, "fetch", `{"url":"%s"}`, in)
		assert.Contains(t, env.Error.Message, " "+want, in)
	}
	web := newSite(t)
	res, _ := call(t, set, "extract", `{"url":"%s/garden"}`, strings.TrimPrefix(web.URL, "http://"))
	assert.Contains(t, res.Text, "The url has no scheme; http:// was put before it.")
}

// A document that was handed in was not fetched.
func TestFailuresOfGivenDocuments(t *testing.T) {
	set := newSet(t, tools.Options{})
	for body, want := range map[string]string{"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ": "Failed to read the document: its format can't be read as text.", "JVBERi0xLjQK": "Failed to read the document: no text could be extracted."} {
		res, env := call(t, set, "fetch", `{"raw_bytes":"%s"}`, body)
		assert.True(t, res.IsError)
		assert.Contains(t, env.Error.Message, want)
	}
}

// An address that was copied out of a sentence may have brought the end of it along.
func TestMarksBehindAddressesAreDoubted(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	for path, want := range map[string]string{"/nowhere.": "ends with a mark", "/nowhere)": "ends with a mark", "/nowhere”": "ends with a mark", "/nowhere": "search the site", "/nowhere/": "search the site"} {
		_, env := call(t, set, "fetch", `{"url":"%s%s"}`, web.URL, path)
		assert.Contains(t, env.Error.Message, want, path)
	}
}

// Hosts that show the text alone show all that compact kept, and of what sections it left something out.
func TestTextOfCompact(t *testing.T) {
	set, content := newSet(t, tools.Options{}), "# Harbour\n\n"
	for i := range 12 {
		content += fmt.Sprintf("## Part %[1]d\n\nBoats lie at quay %[1]d and wait for the tide of the day. A night at quay %[1]d costs %[2]d euros for a boat of %[1]d metres. "+
			"The clerk writes each ship into book %[1]d of the harbour, with the name of its captain.\n\n", i, 10+i)
	}
	res, _ := call(t, set, "compact", `{"content":%q,"options":{"max_tokens":400,"mode":"structural"}}`, content)
	var got struct {
		Compacted compact.Result `json:"compacted"`
	}
	require.NoError(t, json.Unmarshal(res.Structured, &got))
	require.NotEmpty(t, got.Compacted.Compacted.KeyPoints)
	for _, point := range got.Compacted.Compacted.KeyPoints {
		assert.Contains(t, shown(t, res), "\n- "+strings.TrimPrefix(point.Text, "- "))
	}
	assert.Regexp(t, `\n\n\[Left out: Harbour \(\d+ tokens\)\]$`, shown(t, res))
}

func TestStructuredForms(t *testing.T) {
	web := newSite(t)
	full, brief, off := newSet(t, tools.Options{}), newSet(t, tools.Options{Structured: "brief"}), newSet(t, tools.Options{Structured: "off"})
	for arguments, text := range map[string]string{
		`{"url":"%s/garden","max_length":900}`:                                              "Gärten",
		`{"url":"%s/garden","max_length":900,"options":{"format":{"output":"normalized"}}}`: "bed 2 grows",
		`{"url":"%s/garden","max_length":900,"view":"raw"}`:                                 "<title>",
	} {
		res, _ := call(t, full, "fetch", arguments, web.URL)
		assert.Contains(t, shown(t, res), text)
		lean, _ := call(t, brief, "fetch", arguments, web.URL)
		assert.Equal(t, shown(t, res), shown(t, lean), "the text is the same")
		assert.NotContains(t, string(lean.Structured), "grows beans, “peas” and marrows, which want water each evening of a dry summer. In", arguments)
		assert.NotContains(t, string(lean.Structured), `"content":`, arguments)
		assert.NotContains(t, string(lean.Structured), `"body":`, arguments)
		assert.Contains(t, string(lean.Structured), `"truncated":true`)
		none, _ := call(t, off, "fetch", arguments, web.URL)
		assert.Equal(t, shown(t, res), shown(t, none))
		assert.Nil(t, none.Structured)
	}
	res, env := call(t, full, "fetch", `{"url":"%s/garden","max_length":900}`, web.URL)
	window, _, _ := strings.Cut(shown(t, res), "\n\n[Next, by")
	assert.True(t, strings.HasSuffix(window, *env.Packet.Content), "content is the window that the text shows")
	for _, b := range env.Packet.KeyBlocks {
		assert.LessOrEqual(t, len([]rune(b.Text)), 80)
	}
	chunks, _ := call(t, brief, "chunk", `{"content":"# A\n\nSome words."}`)
	assert.NotContains(t, string(chunks.Structured), "Some words.")
	assert.Contains(t, string(chunks.Structured), `"chunk_id":"c0"`)
	short, _ := call(t, brief, "compact", `{"content":"# A\n\nSome words."}`)
	assert.NotContains(t, string(short.Structured), "Some words.")
	missing, _ := call(t, brief, "fetch", `{"url":"%s/nowhere"}`, web.URL)
	assert.NotContains(t, string(missing.Structured), `"excerpt":`)
	failed, _ := call(t, off, "fetch", `{}`)
	assert.True(t, failed.IsError)
	assert.Nil(t, failed.Structured)
	assert.Nil(t, off.Find("fetch").OutputSchema)
	assert.NotNil(t, brief.Find("fetch").OutputSchema)
}

// A caller's slot is taken for work alone, and what it says to a call that it doesn't let in
// is the result.
func TestCallers(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	arguments := json.RawMessage(`{"url":"` + web.URL + `/garden","options":{"headers":{"X-Secret":"1"}}}`)
	refused, err := set.Find("fetch").CallFor(t.Context(), tools.Caller{RefuseHeader: func(name string) bool { return name == "X-Secret" }}, arguments)
	require.NoError(t, err)
	assert.Equal(t, webfetch.InvalidInput, refused.Code)

	s := &slot{}
	var stages []string
	res, err := set.Find("fetch").CallFor(t.Context(), tools.Caller{Principal: "ada", Admit: func() (func(context.Context) (func(), error), error) { return s.begin, nil }, Progress: func(stage string, _, _ int64) { stages = append(stages, stage) }}, arguments)
	require.NoError(t, err)
	assert.False(t, res.IsError, res.Text)
	assert.True(t, res.Stored)
	assert.Positive(t, s.acquired)
	assert.False(t, s.held, "it is given back at the end")
	assert.Contains(t, stages, "download")
	require.Len(t, res.Links, 1)
	id := strings.TrimPrefix(res.Links[0].URI, "webfetch://content/")
	assert.NotNil(t, set.Packet(t.Context(), "ada", id))
	assert.NotNil(t, set.Packet(t.Context(), "ada", res.Links[0].URI))
	other, err := set.Find("chunk").CallFor(t.Context(), tools.Caller{Principal: "bob"}, json.RawMessage(`{"source_id":"`+id+`"}`))
	require.NoError(t, err)
	assert.Equal(t, webfetch.SourceNotFound, other.Code, "what one principal has read is not another's")

	busy := &webfetch.Error{Op: "call", Code: webfetch.RateLimited, RetryAfter: time.Second}
	res, err = set.Find("fetch").CallFor(t.Context(), tools.Caller{Admit: func() (func(context.Context) (func(), error), error) { return nil, busy }}, arguments)
	require.NoError(t, err)
	assert.Equal(t, webfetch.RateLimited, res.Code)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err = set.Find("fetch").Call(ctx, arguments)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, webfetch.Cancelled, res.Code)
}

type slot struct {
	acquired int
	held     bool
}

func (s *slot) begin(context.Context) (func(), error) {
	s.acquired++
	s.held = true
	return func() { s.held = false }, nil
}

type brokenExtractor struct{}

func (brokenExtractor) Extract(context.Context, *extract.Source) (*extract.Document, error) {
	panic("a secret")
}

func TestPanicsStayInTheirCall(t *testing.T) {
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{"text/html": brokenExtractor{}}}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	set, err := tools.New(client, tools.Options{})
	require.NoError(t, err)
	res, _ := call(t, set, "extract", `{"raw_bytes":"PHA+","content_type":"text/html"}`)
	assert.Equal(t, webfetch.Internal, res.Code)
	assert.NotContains(t, res.Text+string(res.Structured), "secret")
	for _, arguments := range []string{"", "null", " ", "{", "[]", "7", `"x"`, "nonsense"} {
		res, err := set.Find("fetch").Call(t.Context(), json.RawMessage(arguments))
		require.NoError(t, err)
		assert.Equal(t, webfetch.InvalidInput, res.Code, arguments)
	}
}

func ExampleNew() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		panic(err)
	}
	defer client.Close()
	set, err := tools.New(client, tools.Options{Names: map[string]string{"chunk": ""}, Structured: "off"})
	if err != nil {
		panic(err)
	}
	for _, tool := range set.Tools() {
		fmt.Println(tool.Name + ": " + tool.Description)
	}
	res, err := set.Find("chunk").Call(context.Background(), json.RawMessage(`{"source_id": "0000000000000000"}`))
	fmt.Println(res.IsError, res.Code, err)
	// Output:
	// chunk: Split a fetched page or Markdown at its headings into pieces of a token budget.
	// true SOURCE_NOT_FOUND <nil>
}
