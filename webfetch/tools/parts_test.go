package tools_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// A page that was shrunk is not the page: its ID names all of it.
func TestShrunkPageIsAViewOfTheWhole(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	for _, how := range []string{`"max_tokens":120`, `"question":"What grows in bed 7?","max_tokens":120`} {
		res, env := call(t, set, "fetch", `{"url":"%s/garden",%s}`, web.URL, how)
		require.True(t, env.Success, res.Text)
		assert.NotContains(t, *env.Packet.Content, "Bed 33\n", how)
		id := env.Packet.SourceID
		whole := set.Packet(t.Context(), "", id)
		require.NotNil(t, whole)
		assert.Contains(t, whole.Content, "bed 39 grows", how)
		_, chunks := call(t, set, "chunk", `{"source_id":"%s"}`, id)
		all := ""
		for _, c := range chunks.Chunks.Chunks {
			all += c.Text
		}
		assert.Contains(t, all, "bed 39 grows", how)
		// The answer lists omissions after the text.
		assert.Regexp(t, `(?s)grows.*\nDetails \(truncated\): `, shown(t, res), how)
	}
	assert.EqualValues(t, 1, web.requests.Load(), "one download, by the cache")
}

// Parts of a reading are of one version, or say that they may not be.
func TestPartsAreOfOneVersion(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	read := func(set *tools.Set, tool, more string) string {
		res, env := call(t, set, tool, `{"url":"%s/garden","max_length":500%s}`, web.URL, more)
		require.True(t, env.Success, res.Text)
		return res.Text
	}
	const fresh = `,"options":{"cache_ttl_s":0}`
	read(set, "fetch", "")
	web.version.Store(2)
	kept := read(set, "fetch", `,"start_index":500`)
	assert.Contains(t, kept, "edition 1")
	assert.True(t, strings.HasPrefix(kept, "Contents of "), kept)

	read(set, "fetch", fresh)
	changed := read(set, "fetch", `,"start_index":500`+fresh)
	assert.Contains(t, changed, "edition 2")
	assert.True(t, strings.HasPrefix(changed, "Warning (page_changed): The page was read again and has changed"), changed)

	gone := read(set, "fetch", `,"start_index":500,"user_agent":"other"`)
	assert.True(t, strings.HasPrefix(gone, "Warning (read_anew): No earlier reading of this page is kept"), gone)

	first := read(set, "extract", "")
	assert.Contains(t, first, "edition 2")
	web.version.Store(3)
	assert.Contains(t, read(set, "extract", `,"start_index":500`), "edition 2", "extract reads on in its snapshot too")

	none := newSet(t, tools.Options{StoreTTL: webfetch.None})
	assert.True(t, strings.HasPrefix(read(none, "fetch", `,"start_index":500`), "Warning (read_anew): No earlier reading"))
}

// With cache=only the tool sends no request, even if the cache has nothing.
func TestCacheOnly(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	const only = `{"url":"%s/garden","options":{"cache":"Only"}}`
	res, _ := call(t, set, "fetch", only, web.URL)
	assert.Equal(t, webfetch.SourceNotFound, res.Code)
	assert.Zero(t, web.requests.Load())
	call(t, set, "fetch", `{"url":"%s/garden"}`, web.URL)
	res, env := call(t, set, "fetch", only, web.URL)
	assert.True(t, env.Success, res.Text)
	assert.EqualValues(t, 1, web.requests.Load())
	bad, _ := call(t, set, "fetch", `{"url":"%s/garden","options":{"cache":"only","cache_ttl_s":0}}`, web.URL)
	assert.Equal(t, webfetch.InvalidInput, bad.Code)
	raw, _ := call(t, set, "fetch", `{"raw_bytes":"QQ==","options":{"cache":"only"}}`)
	assert.Contains(t, raw.Text, "options.cache does nothing with raw_bytes")
}

func TestTruncatedPageTellsWhatFollows(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	_, whole := call(t, set, "fetch", `{"url":"%s/garden","max_length":0}`, web.URL)
	res, env := call(t, set, "fetch", `{"url":"%s/garden","max_length":700}`, web.URL)
	require.True(t, env.Truncated)
	assert.Contains(t, res.Text, fmt.Sprintf("<error>Content truncated. The output has been limited to 700 characters. Call fetch with start_index=700.</error>\n700 of %d characters.", env.TotalLength))
	_, list, found := strings.Cut(shown(t, res), "\n\n[Next, by start_index: ")
	require.True(t, found, res.Text)
	var bed, at int
	_, err := fmt.Sscanf(list, "Bed %d (%d);", &bed, &at)
	require.NoError(t, err, list)
	assert.Greater(t, at, 700)
	assert.True(t, strings.HasPrefix(string([]rune(*whole.Packet.Content)[at:]), fmt.Sprintf("## Bed %d\n", bed)), "the index is where the heading begins")
	assert.Equal(t, 2, strings.Count(list, "Bed "))

	last, env := call(t, set, "fetch", `{"url":"%s/garden","max_length":700,"start_index":%d}`, web.URL, env.TotalLength-300)
	assert.False(t, env.Truncated)
	assert.NotContains(t, last.Text, "Next, by")
	plain, _ := call(t, set, "fetch", `{"url":"%s/garden","max_length":700,"view":"plain"}`, web.URL)
	assert.NotContains(t, plain.Text, "Next, by", "places in Markdown are not those of other views")
}

func TestMissingSectionIsTold(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	for fragment, told := range map[string]bool{"#bed-3": false, "#cellar": true, "#top": false, "": false, "#:~:text=beans": false, "#/route": false, "#!x": false, "#page=3&zoom=50": false, "#t=1:20": false, "#k%C3%BCche": true} {
		res, _ := call(t, set, "fetch", `{"url":"%s/garden%s"}`, web.URL, fragment)
		assert.Equal(t, told, strings.Contains(res.Text, "section_not_found"), "%s: %s", fragment, res.Text[:200])
	}
}

// Without the note the page would read as if the section that stands first went on into it.
func TestSectionThatComesFirstIsTold(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	for view, want := range map[string]bool{"markdown": true, "plain": true, "raw": false, "links": false} {
		res, env := call(t, set, "fetch", `{"url":"%s/garden#bed-3","view":"%s"}`, web.URL, view)
		n := regexp.MustCompile(`comes first, in (\d+) characters; the page follows from its beginning\.`).FindStringSubmatch(res.Text)
		assert.Equal(t, want, n != nil, "%s: %s", view, res.Text[:200])
		if n != nil && view == "markdown" {
			length, err := strconv.Atoi(n[1])
			require.NoError(t, err)
			section := string([]rune(*env.Packet.Content)[:length])
			assert.True(t, strings.HasPrefix(section, "## Bed 3"), section)
			assert.NotContains(t, section, "## Bed 4")
			rest := string([]rune(*env.Packet.Content)[length:])
			assert.False(t, strings.HasPrefix(strings.TrimSpace(rest), "## Bed 4"), "the page follows: %.80s", rest)
		}
		res, _ = call(t, set, "fetch", `{"url":"%s/garden#bed-3","view":"%s","start_index":5}`, web.URL, view)
		assert.NotContains(t, res.Text, "comes first")
	}
	res, _ := call(t, set, "fetch", `{"url":"%s/garden"}`, web.URL)
	assert.NotContains(t, res.Text, "comes first")
}

// Parts of a chunk set end behind whole chunks and add up to all of it.
func TestChunksArePaged(t *testing.T) {
	web, set := newSite(t), newSet(t, tools.Options{})
	_, page := call(t, set, "fetch", `{"url":"%s/garden","max_length":0}`, web.URL)
	id, content := page.Packet.SourceID, []rune(*page.Packet.Content)
	_, whole := call(t, set, "chunk", `{"source_id":"%s","max_length":0,"options":{"max_tokens":100}}`, id)
	require.Greater(t, len(whole.Chunks.Chunks), 20)
	require.False(t, whole.Truncated)
	for _, limit := range []int{600, 1500, 3000} {
		var ids []string
		start := 0
		for {
			res, env := call(t, set, "chunk", `{"source_id":"%s","max_length":%d,"start_index":%d,"options":{"max_tokens":100}}`, id, limit, start)
			require.True(t, env.Success, res.Text)
			assert.Equal(t, len(whole.Chunks.Chunks), env.Chunks.TotalChunks)
			assert.LessOrEqual(t, len([]rune(shown(t, res))), limit)
			for _, c := range env.Chunks.Chunks {
				ids = append(ids, c.ID)
				assert.Contains(t, shown(t, res), c.Text)
				assert.Contains(t, c.Text, strings.TrimSpace(string(content[c.Start:c.End])), "offsets count code points")
			}
			if !env.Truncated {
				break
			}
			require.Greater(t, env.NextStartIndex, start)
			start = env.NextStartIndex
		}
		require.Len(t, ids, len(whole.Chunks.Chunks), "limit %d", limit)
		for i, c := range whole.Chunks.Chunks {
			assert.Equal(t, c.ID, ids[i])
		}
	}
	res, env := call(t, set, "chunk", `{"source_id":"%s","max_length":50,"options":{"max_tokens":100}}`, id)
	assert.True(t, env.Truncated)
	assert.Equal(t, 50, env.NextStartIndex, "one chunk alone is longer")
	assert.Len(t, []rune(shown(t, res)), 50)
	assert.Len(t, env.Chunks.Chunks, 1)
	beyond, _ := call(t, set, "chunk", `{"source_id":"%s","start_index":999999}`, id)
	assert.Equal(t, webfetch.StartIndexOutOfRange, beyond.Code)
}
