package mcpserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestDecodeTakesNothing(t *testing.T) {
	for _, raw := range []json.RawMessage{nil, json.RawMessage("null"), json.RawMessage("{}")} {
		var args chunkArgs
		require.NoError(t, decode(raw, chunkArguments(Options{}), &args))
		assert.Zero(t, args)
	}
}

func TestRequestFromArguments(t *testing.T) {
	for raw, check := range map[string]func(webfetch.Request) bool{
		`{"url":"u"}`: func(r webfetch.Request) bool {
			return r.MaxRedirects == 0 && r.CacheTTL == 0 && r.Timeout == 0 && !r.IgnoreRobots && r.Header == nil
		},
		`{"url":"u","options":{"max_redirects":0,"cache_ttl_s":0}}`:        func(r webfetch.Request) bool { return r.MaxRedirects < 0 && r.CacheTTL < 0 },
		`{"url":"u","options":{"timeout_ms":9007199254740992}}`:            func(r webfetch.Request) bool { return r.Timeout == Options{}.maxTimeout() },
		`{"url":"u","options":{"max_bytes":9007199254740992}}`:             func(r webfetch.Request) bool { return r.MaxBytes == 64<<20 },
		`{"url":"u","options":{"cache_ttl_s":9007199254740992}}`:           func(r webfetch.Request) bool { return r.CacheTTL > 0 },
		`{"url":"u","options":{"respect_robots":false}}`:                   func(r webfetch.Request) bool { return r.IgnoreRobots },
		`{"url":"u","options":{"render":{"block_third_party":false}}}`:     func(r webfetch.Request) bool { return r.Render.AllowThirdParty },
		`{"url":"u","options":{"extraction":{"keep_tables":false}}}`:       func(r webfetch.Request) bool { return r.Extract.DropTables && !r.Extract.DropCode },
		`{"url":"u","options":{"extraction":{"keep_comments":true}}}`:      func(r webfetch.Request) bool { return r.Extract.Comments },
		`{"url":"u","options":{"extraction":{"prefer_readability":true}}}`: func(r webfetch.Request) bool { return r.Extract.SingleRegion },
		`{"url":"u","view":"raw"}`:                                         func(r webfetch.Request) bool { return r.Extract.RawOnly },
		`{"url":"u","view":"links"}`:                                       func(r webfetch.Request) bool { return r.Extract.Links },
		`{"url":"u","max_tokens":5,"question":"q"}`:                        func(r webfetch.Request) bool { return r.Extract.MaxTokens == 5 && r.Extract.Question == "q" },
		`{"url":"u","options":{"headers":{"x-a":"1"}}}`:                    func(r webfetch.Request) bool { return r.Header.Get("X-A") == "1" },
	} {
		var args fetchArgs
		require.NoError(t, decode(json.RawMessage(raw), fetchArguments(Options{}), &args), raw)
		assert.True(t, check(args.request(Options{})), raw)
	}
}

// Arguments that only choose what is shown of a reading don't start another.
func TestSnapshotKey(t *testing.T) {
	key := func(raw string) string {
		var args fetchArgs
		require.NoError(t, decode(json.RawMessage(raw), fetchArguments(Options{}), &args), raw)
		return args.snapshotKey()
	}
	first := key(`{"url":"u"}`)
	for _, same := range []string{
		`{"url":"u","max_length":10,"start_index":7}`, `{"url":"u","view":"plain"}`, `{"url":"u","raw":false}`,
		`{"url":"u","options":{"timeout_ms":5,"cache_ttl_s":9}}`, `{"url":"u","options":{"format":{"output":"normalized"}}}`,
	} {
		assert.Equal(t, first, key(same), same)
	}
	for _, other := range []string{
		`{"url":"v"}`, `{"url":"u","raw":true}`, `{"url":"u","max_tokens":9}`, `{"url":"u","user_agent":"x"}`,
		`{"url":"u","options":{"headers":{"A":"b"}}}`, `{"url":"u","options":{"extraction":{"keep_tables":false}}}`,
		`{"url":"u","options":{"extraction":{"keep_comments":true}}}`,
	} {
		assert.NotEqual(t, first, key(other), other)
	}
	assert.Equal(t, key(`{"url":"u","raw":true}`), key(`{"url":"u","view":"raw","start_index":3}`))
}

func TestJoinChunks(t *testing.T) {
	for raw, want := range map[string]string{
		`[{"text":"One.","start":0,"end":4},{"text":"Two.","start":6,"end":10}]`:                 "One.\n\nTwo.",
		`[{"text":"One. Two.","start":0,"end":9},{"text":"Two.\n\nThree.","start":11,"end":17}]`: "One. Two.\n\n\n\nThree.",
		`[{"text":"One."},{"text":"Two."}]`:                                                      "One.\n\nTwo.",
	} {
		p, err := packetFromChunks("id", json.RawMessage(raw), "input")
		require.NoError(t, err)
		assert.Equal(t, strings.ReplaceAll(want, "\n\n\n\n", "\n\n"), strings.ReplaceAll(p.Content, "\n\n\n\n", "\n\n"))
		assert.Equal(t, "id", p.SourceID)
	}
	_, err := packetFromChunks("id", json.RawMessage(`[]`), "input")
	assert.ErrorContains(t, err, "input.chunks is empty")
}

// No argument list makes the check or the decoding panic, and what passes the
// check can be decoded.
func FuzzArguments(f *testing.F) {
	tables := []argSpec{fetchArguments(Options{}), extractArguments(Options{}), chunkArguments(Options{}), compactArguments(Options{}), searchArguments()}
	for _, seed := range []string{
		`{"url":"https://a.example/","max_length":5e3,"options":{"render":{"wait_ms":1},"extraction":{"remove_selectors":["a"]},"headers":{"A":"b"}}}`,
		`{"raw_bytes":"YQ==","view":"raw"}`, `{"packet":{"content":"a"},"options":{"margin_ratio":0.1}}`, `{"input":{"chunks":[{"text":"a"}]},"options":{"preserve":["dates"]}}`,
		`{"query":{"messages":[{"role":"user","content":"a"}],"ai_search_options":{"retrieval":{"filters":{"a":{"$in":[1]}}}}}}`, `null`, `[]`, `{"url":null}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return
		}
		for i, v := range []any{&fetchArgs{}, &fetchArgs{}, &chunkArgs{}, &compactArgs{}, &searchArgs{}} {
			if err := decode(raw, tables[i], v); err != nil {
				assert.ErrorIs(t, err, webfetch.InvalidInput)
				assert.NotContains(t, err.Error(), "Go ", "no Go types in what a model reads")
			} else if tables[i].check(raw, "") != nil {
				t.Fatal("decoded what the check refuses")
			}
		}
	})
}
