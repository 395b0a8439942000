package mcpserver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// max_length counts the text of the view and nothing else, exactly, in both
// forms of the reply; start_index goes on where that ends.
func TestMaxLengthIsExact(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for _, path := range []string{"/long", "/article", "/hostile", "/huge/1"} {
		for _, view := range []string{"markdown", "plain", "html", "raw"} {
			whole := []rune(shownText(call(t, session, "fetch", args{"url": web.URL + path, "max_length": 0, "view": view})))
			for _, limit := range []int{1, 100, 652, 1000, 1200, 1400, 2000, 5000, 20000} {
				r := call(t, session, "fetch", args{"url": web.URL + path, "max_length": limit, "view": view})
				require.True(t, r.Success, r.text)
				what := fmt.Sprintf("%s as %s to %d", path, view, limit)
				part := string(whole[:min(limit, len(whole))])
				assert.Equal(t, part, shownText(r), what)
				text, _ := between(t, r.text)
				assert.True(t, strings.HasSuffix(text, part), what)
				assert.Equal(t, limit < len(whole), r.Truncated, what)
				assert.Equal(t, r.Truncated, strings.Contains(r.text, "<error>Content truncated."))
				assert.Equal(t, len(whole), r.TotalLength)
				if !r.Truncated {
					continue
				}
				require.Equal(t, limit, r.NextStartIndex, what)
				next := call(t, session, "fetch", args{"url": web.URL + path, "max_length": limit, "start_index": limit, "view": view})
				assert.Equal(t, string(whole[limit:min(2*limit, len(whole))]), shownText(next), what)
			}
		}
	}
}

// shownText is the text of the view in the structured part.
func shownText(r *result) string {
	if r.View == "raw" {
		return r.Raw.Body
	}
	return r.Packet.Content
}

// What stands beside the content is small, however much a page says of itself,
// and costs less than what it describes.
func TestStructureIsBounded(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for _, path := range []string{"/long", "/article", "/hostile", "/huge/1", "/vain"} {
		for _, limit := range []int{0, 500, 5000} {
			r := call(t, session, "fetch", args{"url": web.URL + path, "max_length": limit})
			require.True(t, r.Success, r.text)
			what := fmt.Sprintf("%s to %d", path, limit)
			lists := 0
			for _, list := range []any{r.Packet.Outline, r.Packet.KeyBlocks, r.Packet.Citations} {
				raw, err := json.Marshal(list)
				require.NoError(t, err)
				lists += utf8.RuneCount(raw)
			}
			assert.LessOrEqual(t, lists, 2010, what)
			repeated := 0
			for i, b := range r.Packet.KeyBlocks {
				repeated += utf8.RuneCountInString(b.Text)
				assert.Equal(t, b.BlockID, r.Packet.Citations[i].BlockID)
			}
			assert.LessOrEqual(t, repeated, max(r.TotalLength/10, 80), what)
			var fields map[string]any
			raw, err := json.Marshal(r.Packet.Metadata)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(raw, &fields))
			for name, value := range fields {
				if text, isText := value.(string); isText {
					assert.LessOrEqual(t, utf8.RuneCountInString(text), 300, "%s: %s", what, name)
				}
			}
			content, err := json.Marshal(r.Packet.Content)
			require.NoError(t, err)
			assert.LessOrEqual(t, utf8.RuneCount(r.raw)-utf8.RuneCount(content), 7000, what)
		}
	}
}

// A host that shows a model the structured part pays little for what is not
// content.
func TestStructureCostsFewTokens(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	counter, err := tiktoken.O200K()
	require.NoError(t, err)
	for path, most := range map[string]int{"/long": 750, "/article": 650, "/page/1": 550} {
		r := call(t, session, "fetch", args{"url": web.URL + path})
		content, err := json.Marshal(r.Packet.Content)
		require.NoError(t, err)
		beside := counter.Count(string(r.raw)) - counter.Count(string(content))
		assert.Less(t, beside, most, path)
	}
}

func TestDefaultMaxLength(t *testing.T) {
	web := newSite(t)
	for limit, cut := range map[int]bool{0: false, 3000: true, -1: false} {
		r := call(t, open(t, mcpserver.Options{Tools: tools.Options{MaxLength: limit}}), "fetch", args{"url": web.URL + "/long"})
		assert.Equal(t, cut, r.Truncated, limit)
	}
}
