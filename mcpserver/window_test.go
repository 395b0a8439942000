package mcpserver_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// readText reads a part of a text that the call gives.
func readText(t *testing.T, session *mcp.ClientSession, text string, start, limit int) *result {
	return call(t, session, "fetch", args{
		"raw_bytes": base64.StdEncoding.EncodeToString([]byte(text)), "content_type": "text/plain; charset=utf-8",
		"view": "raw", "start_index": start, "max_length": limit,
	})
}

// max_length and start_index count characters, of which none is cut.
func TestPartsCountCharacters(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for name, tt := range map[string]struct {
		start, limit int
		want         string
		next         int
	}{
		"all":          {0, 0, "größe", 0},
		"at the limit": {0, 5, "größe", 0},
		"one over":     {0, 4, "größ", 4},
		"the rest":     {4, 4, "e", 0},
		"middle":       {1, 2, "rö", 3},
	} {
		t.Run(name, func(t *testing.T) {
			r := readText(t, session, "größe", tt.start, tt.limit)
			require.True(t, r.Success, r.text)
			assert.Equal(t, tt.want, r.Raw.Body)
			assert.Equal(t, 5, r.TotalLength)
			assert.Equal(t, tt.next > 0, r.Truncated)
			assert.Equal(t, tt.next, r.NextStartIndex)
		})
	}
}

func TestPartsBeyondTheEnd(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for _, start := range []int{5, 6, 1 << 40} {
		r := readText(t, session, "größe", start, 0)
		assert.Equal(t, "START_INDEX_OUT_OF_RANGE", r.Error.Code)
		assert.Contains(t, r.Error.Message, "outside of 0 to 4")
	}
	for _, bad := range []args{{"start_index": -1}, {"max_length": -1}} {
		bad["url"] = "https://example.com/"
		assert.Equal(t, "INVALID_INPUT", call(t, session, "fetch", bad).Error.Code)
	}
}

// A list of links ends after a whole line, unless not even one fits, and its parts join
// to the whole list.
func TestListsOfLinksEndOnWholeLines(t *testing.T) {
	var page strings.Builder
	page.WriteString("<html><body><main><h1>Links</h1>")
	for _, word := range []string{"größe", "日本", "drei", "vier", "fünf"} {
		page.WriteString(`<p><a href="/` + word + `">` + word + `</a> and some words beside it.</p>`)
	}
	session := open(t, mcpserver.Options{})
	read := func(start, limit int) *result {
		r := call(t, session, "fetch", args{"raw_bytes": base64.StdEncoding.EncodeToString([]byte(page.String())), "content_type": "text/html; charset=utf-8",
			"canonical_url": "https://a.example/", "view": "links", "start_index": start, "max_length": limit})
		require.True(t, r.Success, r.text)
		return r
	}
	whole := read(0, 0).Packet.Content
	require.Equal(t, 5, strings.Count(whole, "\n- "))
	for limit := 5; limit <= len(whole); limit += 3 {
		var all strings.Builder
		for start := 0; ; {
			r := read(start, limit)
			part := r.Packet.Content
			assert.LessOrEqual(t, len([]rune(part)), limit)
			all.WriteString(part)
			if !r.Truncated {
				break
			}
			if rest := whole[all.Len():]; !strings.HasPrefix(rest, "\n") {
				assert.NotContains(t, part[1:], "\n", "limit %d: a line is cut only where no line before it fits", limit)
			}
			require.Equal(t, start+len([]rune(part)), r.NextStartIndex)
			start = r.NextStartIndex
		}
		require.Equal(t, whole, all.String(), "limit %d", limit)
	}
}
