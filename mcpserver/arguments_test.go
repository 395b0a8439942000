package mcpserver_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// library notes what the library was asked for: it is the site, the browser and the
// extractor of a client.
type library struct {
	mu       sync.Mutex
	requests []*http.Request
	render   webfetch.Request
	options  extract.Options
	time     time.Duration // that the extractor has
}

func (l *library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch l.requests = append(l.requests, r); r.URL.Path {
	case "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
	case "/moved":
		http.Redirect(w, r, "/page", http.StatusFound)
	default:
		w.Header().Set("Cache-Control", "max-age=60")
		html(w, article)
	}
}

func (l *library) Render(_ context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	l.render = req
	return &webfetch.Rendered{URL: req.URL, Status: http.StatusOK, HTML: []byte(article)}, nil
}

func (l *library) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	deadline, _ := ctx.Deadline()
	l.options, l.time = src.Options, time.Until(deadline)
	return &extract.Document{Format: "html", Markdown: "A page about " + strings.Repeat("lighthouses and their keepers ", 40) + "."}, nil
}

// seen is how many requests for pages have come, and the last of them.
func (l *library) seen() (n int, last *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.requests {
		if r.URL.Path != "/robots.txt" {
			n, last = n+1, r
		}
	}
	return n, last
}

// openLibrary connects to a server whose client is l.
func openLibrary(t *testing.T, opts mcpserver.Options) (*library, *mcp.ClientSession) {
	l := &library{}
	world := newWorld(t, l).options()
	world.Renderer, world.Hooks.Extractors = l, map[string]extract.Extractor{"text/html": l}
	client, err := webfetch.New(world)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	return l, connect(t, must(mcpserver.New(client, opts)).MCP(), nil)
}

// No arguments are the same as none that are set.
func TestNoArguments(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for _, none := range []any{nil, json.RawMessage("null"), json.RawMessage("{}")} {
		r := call(t, session, "chunk", none)
		assert.Equal(t, "INVALID_INPUT", r.Error.Code)
		assert.Contains(t, r.Error.Message, "give exactly one of source_id, packet and content")
	}
}

// Each option of fetch does with the library what it says.
func TestEachOptionReachesTheLibrary(t *testing.T) {
	for options, check := range map[string]func(l *library, r *result) bool{
		`{}`:                                         func(l *library, r *result) bool { return r.Success && l.options.SingleRegion == false },
		`{"max_redirects":0}`:                        func(_ *library, r *result) bool { return r.Error.Code == "TOO_MANY_REDIRECTS" },
		`{"timeout_ms":9007199254740992}`:            func(l *library, r *result) bool { return r.Success && l.time > 0 && l.time <= time.Minute },
		`{"max_bytes":9007199254740992}`:             func(_ *library, r *result) bool { return r.Error.Code == "CONTENT_TOO_LARGE" },
		`{"respect_robots":false}`:                   func(_ *library, r *result) bool { return r.Success },
		`{"respect_robots":true}`:                    func(_ *library, r *result) bool { return r.Error.Code == "ROBOTS_BLOCKED" },
		`{"render":{"block_third_party":false}}`:     func(l *library, r *result) bool { return r.Success && l.render.Render.AllowThirdParty },
		`{"render":{"block_third_party":true}}`:      func(l *library, r *result) bool { return r.Success && !l.render.Render.AllowThirdParty },
		`{"extraction":{"keep_tables":false}}`:       func(l *library, r *result) bool { return l.options.DropTables && !l.options.DropCode },
		`{"extraction":{"keep_comments":true}}`:      func(l *library, r *result) bool { return l.options.Comments },
		`{"extraction":{"prefer_readability":true}}`: func(l *library, r *result) bool { return l.options.SingleRegion },
		`{"headers":{"x-a":"1"}}`: func(l *library, r *result) bool {
			_, last := l.seen()
			return last.Header.Get("X-A") == "1"
		},
	} {
		t.Run(options, func(t *testing.T) {
			opts, path := mcpserver.Options{Tools: tools.Options{MaxTimeout: time.Minute}}, "page"
			var o args
			require.NoError(t, json.Unmarshal([]byte(options), &o))
			switch {
			case o["max_redirects"] != nil:
				path = "moved"
			case o["max_bytes"] != nil:
				opts.Tools.MaxBytes = int64(len(article)) - 1
			case o["respect_robots"] != nil:
				path = "private"
			case o["render"] != nil:
				o["mode"] = "render"
			}
			l, session := openLibrary(t, opts)
			r := call(t, session, "fetch", args{"url": "https://example.com/" + path, "options": o})
			assert.True(t, check(l, r), r.text)
		})
	}
}

// cache_ttl_s of 0 asks the site each time, and a long one doesn't.
func TestCacheLifetimeReachesTheLibrary(t *testing.T) {
	for ttl, want := range map[json.Number]int{"0": 2, "9007199254740992": 1} {
		l, session := openLibrary(t, mcpserver.Options{})
		for range 2 {
			require.True(t, call(t, session, "fetch", args{"url": "https://example.com/page", "options": args{"cache_ttl_s": ttl}}).Success)
		}
		n, _ := l.seen()
		assert.Equal(t, want, n, ttl)
	}
}

// Arguments that only choose what is shown of a reading don't start another one: start_index
// goes on with it. All others do.
func TestReadingGoesOnWithItsArguments(t *testing.T) {
	const url = `"url":"https://example.com/page"`
	for _, tt := range []struct {
		first, same, others []string
	}{
		{first: []string{`{` + url + `,"options":{"cache_ttl_s":0}}`},
			same: []string{
				`{` + url + `,"max_length":10,"options":{"cache_ttl_s":0}}`, `{` + url + `,"view":"plain"}`, `{` + url + `,"raw":false}`,
				`{` + url + `,"options":{"timeout_ms":5000,"cache_ttl_s":0}}`, `{` + url + `,"options":{"format":{"output":"normalized"}}}`,
			},
			others: []string{
				`{"url":"https://example.com/other"}`, `{` + url + `,"raw":true}`, `{` + url + `,"max_tokens":900}`, `{` + url + `,"user_agent":"x"}`,
				`{` + url + `,"options":{"headers":{"A":"b"}}}`, `{` + url + `,"options":{"extraction":{"keep_tables":false}}}`,
				`{` + url + `,"options":{"extraction":{"keep_comments":true}}}`,
			}},
		{first: []string{`{` + url + `,"raw":true,"options":{"cache_ttl_s":0}}`}, same: []string{`{` + url + `,"view":"raw"}`}},
	} {
		l, session := openLibrary(t, mcpserver.Options{})
		read := func(raw string, start int) (again bool) {
			var a args
			require.NoError(t, json.Unmarshal([]byte(raw), &a))
			a["start_index"] = start
			if a["options"] == nil {
				a["options"] = args{}
			}
			a["options"].(args)["cache_ttl_s"] = 0
			before, _ := l.seen()
			r := call(t, session, "fetch", a)
			require.True(t, r.Success, r.text)
			after, _ := l.seen()
			return after > before
		}
		for _, first := range tt.first {
			assert.True(t, read(first, 0), first)
		}
		for _, same := range tt.same {
			assert.False(t, read(same, 7), same)
		}
		for _, other := range tt.others {
			assert.True(t, read(other, 7), other)
		}
	}
}

// The text of a chunk set is put together again, without what chunks repeat of each other.
func TestChunksAreJoined(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for raw, want := range map[string]string{
		`[{"text":"One.","start":0,"end":4},{"text":"Two.","start":6,"end":10}]`:                 "One.\n\nTwo.",
		`[{"text":"One. Two.","start":0,"end":9},{"text":"Two.\n\nThree.","start":11,"end":17}]`: "One. Two.\n\nThree.",
		`[{"text":"One."},{"text":"Two."}]`:                                                      "One.\n\nTwo.",
	} {
		r := call(t, session, "compact", args{"input": args{"source_id": "id", "chunks": json.RawMessage(raw)}})
		require.True(t, r.Success, r.text)
		var res compact.Result
		require.NoError(t, json.Unmarshal(r.Compacted, &res))
		assert.Equal(t, want, strings.ReplaceAll(res.Compacted.Summary, "\n\n\n\n", "\n\n"))
		assert.Equal(t, "id", res.SourceID)
	}
	r := call(t, session, "compact", args{"input": args{"chunks": []any{}}})
	assert.Contains(t, r.Error.Message, "input.chunks is empty")
}

// No argument list makes a tool fail otherwise than by saying what is wrong with it, in
// words that name no type of Go.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		`{"url":"https://a.example/","max_length":5e3,"options":{"render":{"wait_ms":1},"extraction":{"remove_selectors":["a"]},"headers":{"A":"b"}}}`,
		`{"raw_bytes":"YQ==","view":"raw"}`, `{"packet":{"content":"a"},"options":{"margin_ratio":0.1}}`, `{"input":{"chunks":[{"text":"a"}]},"options":{"preserve":["dates"]}}`,
		`{"query":{"messages":[{"role":"user","content":"a"}],"ai_search_options":{"retrieval":{"filters":{"a":{"$in":[1]}}}}}}`, `null`, `[]`, `{"url":null}`,
		`{"content":"a"}`, `{"input":{"packet":{"content":"a"}}}`, `{"packet":{"chunks":{"chunks":[{"text":"a","start":0,"end":1}]}}}`,
		`{"input":{"chunks":[{"text":"ab","start":0,"end":1},{"text":"bc","start":2,"end":3}]}}`, `{"packet":{"packet":{}}}`, `{"input":{"content":7}}`, `{"packet":[]}`,
		`{"input":{"chunks":[{"start":5,"end":-5,"text":"x"}]}}`, `{"packet":{"content":"\ud800"}}`, `{"":{}}`, `{"url":"https://a.example/","":"x","options":{"":1}}`,
	} {
		f.Add([]byte(seed))
	}
	client, err := webfetch.New(newWorld(f, http.NotFoundHandler()).options())
	require.NoError(f, err)
	f.Cleanup(func() { assert.NoError(f, client.Close()) })
	session := connect(f, must(mcpserver.New(client, withBase(mcpserver.Options{}))).MCP(), nil)
	schema := outputSchema(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return
		}
		for _, tool := range []string{"fetch", "extract", "chunk", "compact", "ai_search_query"} {
			r, err := tryCall(t.Context(), session, tool, json.RawMessage(raw))
			require.NoError(t, err)
			require.NoError(t, r.check(schema))
			assert.NotEqual(t, "INTERNAL", r.Error.Code)
			assert.NotContains(t, r.Error.Message, "Go ", "no Go types in what a model reads")
			assert.True(t, utf8.ValidString(r.text))
		}
	})
}

// No cursor makes the list of resources fail otherwise than by saying that it is none.
func FuzzCursor(f *testing.F) {
	session := open(f, mcpserver.Options{})
	for i := range 51 {
		r := call(f, session, "extract", args{"raw_bytes": base64.StdEncoding.EncodeToString([]byte("Page " + itoa(i))), "content_type": "text/plain"})
		require.True(f, r.Success)
	}
	first, err := session.ListResources(f.Context(), &mcp.ListResourcesParams{})
	require.NoError(f, err)
	require.NotEmpty(f, first.NextCursor)
	f.Add(first.NextCursor)
	f.Add("cA")
	f.Add(base64.RawURLEncoding.EncodeToString([]byte("sof the SDK")))
	f.Fuzz(func(t *testing.T, cursor string) {
		page, err := session.ListResources(t.Context(), &mcp.ListResourcesParams{Cursor: cursor})
		if err != nil {
			assert.Contains(t, err.Error(), "invalid")
			return
		}
		assert.LessOrEqual(t, len(page.Resources), 50)
	})
}
