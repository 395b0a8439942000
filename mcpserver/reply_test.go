package mcpserver_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// vainType is the media type of documents that vainDocuments reads.
const vainType = "application/x-vain"

// vainDocuments reads a body as content and, behind a zero byte, the words that the
// document says of itself wherever it can.
type vainDocuments struct{}

func (vainDocuments) Extract(_ context.Context, src *extract.Source) (*extract.Document, error) {
	at := strings.LastIndexByte(string(src.Body), 0)
	content, words := string(src.Body[:at]), string(src.Body[at+1:])
	doc := &extract.Document{
		Format: "vain", Markdown: content,
		Meta:    extract.Metadata{Title: words, Authors: []string{words}, Description: words, SiteName: words, Language: words, Tags: []string{words, words}},
		Verdict: extract.Verdict{Kind: extract.VerdictContent, Evidence: []string{words}},
	}
	end := 0
	for range len(words) % 30 {
		doc.Outline = append(doc.Outline, extract.Heading{Level: 2, Text: words, Path: words})
		if _, n := utf8.DecodeRuneInString(content[end:]); n > 0 {
			doc.Blocks = append(doc.Blocks, extract.Block{Kind: extract.Paragraph, Span: extract.Span{Start: end, End: end + n}})
			end += n
		}
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: "some parts are left out", Detail: words})
	}
	return doc, nil
}

// Whatever a page consists of and says of itself: the part is exactly what
// max_length and start_index ask for, what stands beside it is bounded, and
// nothing that the page says stands above the fence.
func FuzzReply(f *testing.F) {
	f.Add("# A page\n\nWith “text” of <some> kinds\\ and a\ttab.\u2028", "Title", uint16(0), uint16(700))
	f.Add(strings.Repeat("größer ", 400), strings.Repeat("long ", 300), uint16(30), uint16(500))
	f.Add(strings.Repeat("\x01", 2000), "\"", uint16(1), uint16(1500))
	f.Add("- a: https://a.example/\n- b: https://a.example/b", "\x00\x1b[31m", uint16(3), uint16(5000))
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{vainType: vainDocuments{}}}})
	require.NoError(f, err)
	f.Cleanup(func() { assert.NoError(f, client.Close()) })
	session := connect(f, must(mcpserver.New(client, mcpserver.Options{})).MCP(), nil)
	f.Fuzz(func(t *testing.T, content, words string, start, limit uint16) {
		content, words = strings.ToValidUTF8(content, "?"), "STRANGER"+strings.ReplaceAll(strings.ToValidUTF8(words, "?"), "\x00", "?")
		read := func(view string, start, limit int) *result {
			a := args{"raw_bytes": base64.StdEncoding.EncodeToString([]byte(content + "\x00" + words)), "content_type": vainType, "canonical_url": "https://a.example/page",
				"start_index": start, "max_length": limit, "view": view}
			if view == "normalized" {
				a["view"], a["options"] = "plain", args{"format": args{"output": "normalized"}}
			}
			return call(t, session, "fetch", a)
		}
		for _, view := range []string{"markdown", "plain", "normalized", "raw"} {
			whole := read(view, 0, 0)
			require.True(t, whole.Success, whole.text)
			all := []rune(whole.shown(t))
			part := read(view, int(start), int(limit))
			if start > 0 && int(start) >= len(all) {
				assert.Equal(t, "START_INDEX_OUT_OF_RANGE", part.Error.Code)
				continue
			}
			require.True(t, part.Success, part.text)
			want := string(all[start:])
			if limit > 0 {
				want = string(all[start:min(int(start)+int(limit), len(all))])
			}
			assert.Equal(t, want, part.shown(t))
			above, inside, _ := strings.Cut(part.text, "[begin of page content ")
			if view != "raw" { // that is the words too
				assert.NotContains(t, above, "STRANGER")
			}
			assert.Contains(t, inside, want+"\n", "and behind it what warnings quote")
			assert.Less(t, runesOf(t, part.raw)-runesOf(t, want), 20000)
			assert.LessOrEqual(t, runesOf(t, part.Packet.Outline)+runesOf(t, part.Packet.KeyBlocks)+runesOf(t, part.Packet.Citations), 2010)
			assert.LessOrEqual(t, utf8.RuneCountInString(part.Packet.Metadata.Title), 300)
		}
	})
}

// shown is the text of the view in the structured part.
func (r *result) shown(t *testing.T) string {
	if r.Normalized != nil {
		var n struct{ Content string }
		require.NoError(t, json.Unmarshal(r.Normalized, &n))
		return n.Content
	}
	return shownText(r)
}

// runesOf is the length of v as JSON in code points.
func runesOf(t *testing.T, v any) int {
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return utf8.RuneCount(raw)
}

// What the caller has given has no header of a page.
func TestReplyOfTextThatTheCallerGave(t *testing.T) {
	r := call(t, open(t, mcpserver.Options{}), "chunk", args{"content": "a chunk"})
	require.True(t, r.Success, r.text)
	shown, _ := inside(t, r.text)
	assert.Contains(t, shown, "a chunk")
	above, _, _ := strings.Cut(r.text, "[begin of page content ")
	assert.NotContains(t, above, "Contents of", "no header of a page")
}
