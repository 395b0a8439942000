package mcpserver_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// Neither form of the reply is longer than max_length, metadata and all.
func TestMaxLengthBoundsTheWholeReply(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for _, path := range []string{"/long", "/article", "/hostile", "/huge/1"} {
		for _, view := range []string{"markdown", "plain", "html", "links", "raw"} {
			for _, limit := range []int{1500, 3000, 5000, 20000} {
				r := call(t, session, "fetch", args{"url": web.URL + path, "max_length": limit, "view": view})
				require.True(t, r.Success, r.text)
				assert.LessOrEqual(t, utf8.RuneCountInString(r.text), limit, "text of %s as %s", path, view)
				assert.LessOrEqual(t, utf8.RuneCount(compactJSON(t, r.raw)), limit, "structure of %s as %s", path, view)
				assert.Equal(t, r.Truncated, strings.Contains(r.text, "<error>Content truncated."))
			}
		}
	}
}

// Where the packet alone would fill the reply, the page is named and warned of,
// and nothing more: from 500 characters on everything fits.
func TestSmallRepliesAreBrief(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	longURL := "/article?q=" + strings.Repeat("x", 1500)
	for _, path := range []string{"/long", "/article", "/hostile", longURL} {
		for _, view := range []string{"markdown", "plain", "html", "links", "raw"} {
			for _, output := range []string{"llm_packet", "normalized"} {
				for limit := 500; limit <= 1300; limit += 100 {
					r := call(t, session, "fetch", args{"url": web.URL + path, "max_length": limit, "view": view, "options": args{"format": args{"output": output}}})
					require.True(t, r.Success, r.text)
					shown, _ := between(t, r.text)
					assert.NotEmpty(t, shown)
					assert.LessOrEqual(t, utf8.RuneCountInString(r.text), limit, "text of %.20s as %s %s", path, view, output)
					assert.LessOrEqual(t, utf8.RuneCount(compactJSON(t, r.raw)), limit, "structure of %.20s as %s %s", path, view, output)
				}
			}
		}
	}
	r := call(t, session, "fetch", args{"url": web.URL + "/hostile", "max_length": 600})
	assert.Len(t, r.Packet.SourceID, 16)
	assert.Equal(t, web.URL+"/hostile", r.Packet.OriginalURL)
	assert.Equal(t, 200, r.Packet.Status)
	assert.Contains(t, r.text, "Security warning: ")
	r = call(t, session, "fetch", args{"url": web.URL + "/hostile", "max_length": 1300})
	assert.NotEmpty(t, r.Packet.Hashes.ContentHash, "there is room for the packet")
}

// compactJSON is raw without the escapes that only encoding/json adds.
func compactJSON(t testing.TB, raw json.RawMessage) []byte {
	var v any
	require.NoError(t, json.Unmarshal(raw, &v))
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(v))
	return []byte(strings.TrimSpace(b.String()))
}

func TestDefaultMaxLength(t *testing.T) {
	web := newSite(t)
	for limit, cut := range map[int]bool{0: false, 3000: true, -1: false} {
		r := call(t, open(t, mcpserver.Options{MaxLength: limit}), "fetch", args{"url": web.URL + "/long"})
		assert.Equal(t, cut, r.Truncated, limit)
	}
}
