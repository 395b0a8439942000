package mcpserver_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func TestFetchShowsAPage(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/article"})
	require.True(t, r.Success, r.text)
	assert.Contains(t, r.text, "Contents of "+web.URL+"/article:\n")
	assert.Contains(t, r.text, "]\n# The lighthouse of Skerry\n")
	shown, _ := between(t, r.text)
	assert.Equal(t, r.Packet.Content, shown, "both forms show the same text")
	assert.Contains(t, shown, "eleven miles from the coast")
	assert.False(t, r.Truncated)
	assert.Equal(t, utf8.RuneCountInString(shown), r.TotalLength)
	assert.Equal(t, "markdown", r.View)
	require.Len(t, r.links, 1)
	assert.Equal(t, "webfetch://content/"+r.Packet.SourceID, r.links[0].URI)
}

func TestFetchViews(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	views := func(view string) (*result, string) {
		r := call(t, session, "fetch", args{"url": web.URL + "/article", "view": view})
		require.True(t, r.Success, r.text)
		assert.Equal(t, view, r.View)
		shown, _ := between(t, r.text)
		return r, shown
	}
	_, plain := views("plain")
	assert.NotContains(t, plain, "# ")
	assert.Contains(t, plain, "The lighthouse stands on a rock")

	_, markup := views("html")
	assert.Contains(t, markup, "<p>")
	assert.NotContains(t, markup, "<script")

	raw, body := views("raw")
	assert.Equal(t, article, body)
	assert.Equal(t, "utf-8", raw.Raw.Encoding)
	assert.Equal(t, article, raw.Raw.Body)

	links, list := views("links")
	assert.Contains(t, list, "links found on "+web.URL+"/article")
	assert.Contains(t, list, "- Map: "+web.URL+"/map\n")
	assert.Contains(t, list, web.URL+"/keepers")
	assert.Equal(t, list, links.Packet.Content)
	assert.NotEmpty(t, links.Packet.Links)
}

func TestRawIsAnAlias(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for _, a := range []args{
		{"url": web.URL + "/text", "raw": true},
		{"url": web.URL + "/text", "view": "raw"},
		{"url": web.URL + "/text", "options": args{"format": args{"output": "raw"}}},
	} {
		r := call(t, session, "fetch", a)
		assert.Equal(t, "Zwölf \"Zeilen\"\nmit <Zeichen> & mehr\n", r.Raw.Body)
	}
}

func TestRawBytesThatAreNoText(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/binary", "view": "raw"})
	require.True(t, r.Success, r.text)
	assert.Equal(t, "base64", r.Raw.Encoding)
	body, err := base64.StdEncoding.DecodeString(r.Raw.Body)
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 1, 2, 0xff, 0xfe, 7}, body)
	assert.Contains(t, above(t, r), "The body is binary, 6 bytes, and shown in base64.\n")
}

func TestFetchReadsGivenBytes(t *testing.T) {
	session := open(t, mcpserver.Options{})
	for _, tool := range []string{"fetch", "extract"} {
		r := call(t, session, tool, args{
			"raw_bytes":     base64.StdEncoding.EncodeToString([]byte(article)),
			"content_type":  "text/html; charset=utf-8",
			"canonical_url": "https://skerry.example/lighthouse",
		})
		require.True(t, r.Success, r.text)
		assert.Equal(t, "The lighthouse of Skerry", r.Packet.Metadata.Title)
		assert.Equal(t, "https://skerry.example/lighthouse", r.Packet.CanonicalURL)
		r = call(t, session, tool, args{"raw_bytes": "data:text/html;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(article))})
		require.True(t, r.Success, r.text)
		assert.Equal(t, "The lighthouse of Skerry", r.Packet.Metadata.Title)
		assert.Equal(t, "text/html;charset=utf-8", r.Packet.ContentType)
	}
}

// extract asks the site each time, and leaves nothing for fetch to find.
func TestExtractUsesNoCache(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for n := range 3 {
		r := call(t, session, "extract", args{"url": web.URL + "/article"})
		require.True(t, r.Success, r.text)
		assert.False(t, r.FromCache)
		assert.Equal(t, n+1, web.count("/article"))
	}
	assert.False(t, call(t, session, "fetch", args{"url": web.URL + "/article"}).FromCache)
	cached := call(t, session, "fetch", args{"url": web.URL + "/article"})
	assert.True(t, cached.FromCache)
	assert.Contains(t, string(cached.raw), `"age_s":`)
	assert.False(t, call(t, session, "extract", args{"url": web.URL + "/article"}).FromCache, "nor looks for what fetch left")
}

func TestRawBytesOverTheLimit(t *testing.T) {
	session := open(t, mcpserver.Options{Tools: tools.Options{MaxBytes: 1000}})
	for size, success := range map[int]bool{1000: true, 1001: false} {
		r := call(t, session, "extract", args{"raw_bytes": base64.StdEncoding.EncodeToString([]byte(strings.Repeat("a", size))), "content_type": "text/plain"})
		assert.Equal(t, success, r.Success, size)
		if !success {
			assert.Equal(t, "CONTENT_TOO_LARGE", r.Error.Code)
		}
	}
}

func TestNormalizedOutput(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"format": args{"output": "normalized"}}})
	require.True(t, r.Success, r.text)
	assert.NotEmpty(t, r.Normalized)
	assert.Empty(t, r.Packet.SourceID)
}

// Reading on with start_index comes to the whole text, without a gap, a
// repetition or a download.
func TestReadingOn(t *testing.T) {
	for name, limit := range map[string]int{"pages": 2500, "small pages": 700, "one character at a time": 1} {
		t.Run(name, func(t *testing.T) {
			web, session := newSite(t), open(t, mcpserver.Options{})
			url := web.URL + "/long"
			if limit == 1 {
				url = web.URL + "/text"
			}
			whole := call(t, session, "fetch", args{"url": url, "max_length": 0})
			require.True(t, whole.Success, whole.text)
			require.False(t, whole.Truncated)
			var got strings.Builder
			for start, more := 0, true; more; {
				r := call(t, session, "fetch", args{"url": url, "max_length": limit, "start_index": start})
				require.True(t, r.Success, r.text)
				shown, _ := between(t, r.text)
				require.Equal(t, shown, r.Packet.Content)
				require.True(t, utf8.ValidString(shown))
				require.Equal(t, whole.TotalLength, r.TotalLength)
				got.WriteString(shown)
				if more = r.Truncated; more {
					require.Greater(t, r.NextStartIndex, start)
					require.True(t, strings.HasSuffix(r.text, truncated(limit, start, r)), r.text)
					start = r.NextStartIndex
				}
			}
			assert.Equal(t, whole.Packet.Content, got.String())
			assert.Equal(t, 1, web.count(strings.TrimPrefix(url, web.URL)), "one download")
		})
	}
}

// truncated is how a text ends that was cut at limit.
func truncated(limit, start int, r *result) string {
	from := ""
	if start > 0 {
		from = fmt.Sprintf("%d to ", start)
	}
	return fmt.Sprintf("<error>Content truncated. The output has been limited to %d characters. Call fetch with start_index=%d.</error>\n%s%d of %d characters.",
		limit, r.NextStartIndex, from, r.NextStartIndex, r.TotalLength)
}

// A page that changes while it is read does not mix into the reading.
func TestReadingOnKeepsToOneVersion(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	web.version.Store(1)
	url := web.URL + "/changing"
	first := call(t, session, "fetch", args{"url": url, "max_length": 3000})
	require.True(t, first.Truncated)
	web.version.Store(2)
	next := call(t, session, "fetch", args{"url": url, "max_length": 3000, "start_index": first.NextStartIndex})
	assert.Equal(t, first.Packet.SourceID, next.Packet.SourceID)
	assert.Equal(t, first.Packet.Hashes, next.Packet.Hashes)
	assert.NotContains(t, next.Packet.Content, "Version 2")
	assert.Equal(t, 1, web.count("/changing"))
}

func TestStartIndexPastTheEnd(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	whole := call(t, session, "fetch", args{"url": web.URL + "/article"})
	last := call(t, session, "fetch", args{"url": web.URL + "/article", "start_index": whole.TotalLength - 1})
	assert.True(t, last.Success)
	past := call(t, session, "fetch", args{"url": web.URL + "/article", "start_index": whole.TotalLength + 1})
	assert.Equal(t, "START_INDEX_OUT_OF_RANGE", past.Error.Code)
	assert.Equal(t, 1, web.count("/article"))
}

// A page can't close the fence, and a page that tries to give orders is
// announced above it.
func TestFence(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	marks := map[string]bool{}
	for range 5 {
		r := call(t, session, "fetch", args{"url": web.URL + "/hostile"})
		require.True(t, r.Success, r.text)
		shown, mark := between(t, r.text)
		assert.NotContains(t, shown, mark)
		marks[mark] = true
		head, _, _ := strings.Cut(r.text, "[begin of page content "+mark)
		assert.Contains(t, head, "Security warning: ")
		assert.NotContains(t, head, "\n[end of page content", "a title stays on its line")
		assert.NotEmpty(t, r.Packet.Injections)
	}
	assert.Len(t, marks, 5, "a new mark for every reply")
	for _, view := range []string{"plain", "html", "links", "raw"} {
		r := call(t, session, "fetch", args{"url": web.URL + "/hostile", "view": view})
		assert.Contains(t, r.text, "Security warning: ", view)
		assert.Contains(t, string(r.raw), "injection_detected", view)
	}
}

func TestNoLinks(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/page/1", "view": "links"})
	assert.Contains(t, r.text, "No links found on "+web.URL+"/page/1 - it may require JavaScript or authentication.")
}

func TestHead(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/article", "method": "HEAD"})
	require.True(t, r.Success, r.text)
	assert.Equal(t, 200, r.Packet.Status)
	assert.Empty(t, r.Packet.Content)
}

func TestOptionsReachTheLibrary(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/article", "user_agent": "Mine/1.0", "options": args{
		"extraction": args{"keep_tables": false, "keep_code_blocks": false},
		"format":     args{"include_raw_excerpt": true},
	}})
	require.True(t, r.Success, r.text)
	assert.Equal(t, "Mine/1.0", web.agent("/article"))
	assert.NotContains(t, r.Packet.Content, "1203")
	assert.NotContains(t, r.Packet.Content, "lamp --test")
	assert.NotEmpty(t, r.Packet.RawExcerpt)

	again := call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"cache_ttl_s": 0}})
	assert.False(t, again.FromCache)
	cached := call(t, session, "fetch", args{"url": web.URL + "/article"})
	assert.False(t, cached.FromCache, "other headers, other entry")
	assert.True(t, call(t, session, "fetch", args{"url": web.URL + "/article"}).FromCache)

	selected := call(t, session, "extract", args{"url": web.URL + "/article", "options": args{"extraction": args{"remove_selectors": []any{"h2"}}}})
	assert.NotContains(t, selected.Packet.Content, "How it was built")
}

func TestBudgetAndQuestion(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	whole := call(t, session, "fetch", args{"url": web.URL + "/long"})
	small := call(t, session, "fetch", args{"url": web.URL + "/long", "max_tokens": 300, "question": "What is in part 17?"})
	require.True(t, small.Success, small.text)
	assert.Less(t, len(small.Packet.Content), len(whole.Packet.Content)/2)
	assert.Contains(t, small.Packet.Content, "part 17")
}

// options.extraction.select reads a part of the page.
func TestSelect(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	for _, tool := range []string{"fetch", "extract"} {
		r := call(t, session, tool, args{"url": web.URL + "/article", "options": args{"extraction": args{"select": []any{"h2"}}}})
		require.True(t, r.Success, r.text)
		assert.Contains(t, r.Packet.Content, "How it was built", tool)
		assert.NotContains(t, r.Packet.Content, "lighthouse stands", tool)
	}
}
