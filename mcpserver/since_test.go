package mcpserver_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// changingPage is a page of 40 paragraphs, whose last one is the number of the
// version that it is at.
func changingPage(t *testing.T) (url string, version *atomic.Int64) {
	t.Helper()
	version = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cache-Control", "no-store")
		var b strings.Builder
		for i := range 40 {
			fmt.Fprintf(&b, "<p>On day %d high water is at six in the morning, and again in the evening.</p>", i)
		}
		_, _ = fmt.Fprintf(w, "<html><body><main><h1>Tides</h1>%s<h2>News</h2><p>This is version %d of the tables of the harbour.</p></main></body></html>", b.String(), version.Load())
	}))
	t.Cleanup(s.Close)
	return s.URL + "/", version
}

func TestFetchSince(t *testing.T) {
	session := open(t, mcpserver.Options{})
	page, version := changingPage(t)
	first := call(t, session, "fetch", args{"url": page})
	require.True(t, first.Success, first.text)
	since := func(earlier string) args { return args{"url": page, "options": args{"since": earlier}} }
	counter, err := tiktoken.O200K()
	require.NoError(t, err)
	for _, earlier := range []string{first.Packet.SourceID, first.Packet.Hashes.ContentHash} {
		same := call(t, session, "fetch", since(earlier))
		require.True(t, same.Success, same.text)
		assert.True(t, same.Packet.Changes.Unchanged)
		assert.Equal(t, first.Packet.SourceID, same.Packet.SourceID)
		assert.Contains(t, same.text, "The page has not changed since it was read before.")
		assert.Contains(t, same.text, first.Packet.Hashes.ContentHash)
		assert.NotContains(t, same.text, "High water")
		assert.Less(t, counter.Count(same.text), 250, same.text)
	}
	version.Add(1)
	changed := call(t, session, "fetch", since(first.Packet.SourceID))
	require.True(t, changed.Success, changed.text)
	const kept = 40 + 2 // paragraphs and headings
	assert.Equal(t, []int{1, 1, kept}, []int{changed.Packet.Changes.Added, changed.Packet.Changes.Removed, changed.Packet.Changes.Kept})
	assert.Contains(t, changed.text, fmt.Sprintf("1 block is new or changed and shown, 1 removed, %d unchanged", kept))
	assert.Contains(t, changed.text, "version 1 of the tables")
	assert.NotContains(t, changed.text, "On day 7")
	assert.Less(t, counter.Count(changed.text), 300, changed.text)

	whole := call(t, session, "compact", args{"source_id": changed.Packet.SourceID})
	assert.Contains(t, whole.text, "On day", "the whole page is what the ID names")

	lost := call(t, session, "fetch", since("0123456789abcdef"))
	require.True(t, lost.Success)
	assert.Nil(t, lost.Packet.Changes)
	assert.Contains(t, lost.text, "On day 7")
	assert.Contains(t, lost.text, "all of it is shown")
}

func TestSinceThatCannotBeKeptTo(t *testing.T) {
	session := open(t, mcpserver.Options{})
	page, _ := changingPage(t)
	for name, given := range map[string]args{
		"no ID":     {"options": args{"since": "yesterday"}},
		"a view":    {"view": "raw", "options": args{"since": "0123456789abcdef"}},
		"HEAD":      {"method": "HEAD", "options": args{"since": "0123456789abcdef"}},
		"budget":    {"max_tokens": 100, "options": args{"since": "0123456789abcdef"}},
		"knowledge": {"options": args{"since": "0123456789abcdef", "ai_search": args{"enabled": true}}},
	} {
		given["url"] = page
		r := call(t, session, "fetch", given)
		assert.Equal(t, "INVALID_INPUT", r.Error.Code, name)
		assert.Contains(t, r.Error.Message, "options.since", name)
	}
}
