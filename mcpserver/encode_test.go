package mcpserver

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// page is a packet of which everything that a page can choose is chosen by it.
func page(content, words string) *webfetch.Packet {
	p := &webfetch.Packet{
		SourceID:     "0123456789abcdef",
		OriginalURL:  "https://a.example/page",
		CanonicalURL: "https://a.example/" + words,
		RetrievedAt:  time.Date(2026, 1, 2, 3, 4, 5, 678901234, time.UTC),
		Status:       200,
		ContentType:  words,
		Content:      content,
		Raw:          []byte(content),
		Hashes:       webfetch.Hashes{ContentHash: strings.Repeat("a", 64), RawHash: strings.Repeat("b", 64)},
		Metadata:     webfetch.Metadata{Title: words, Author: words, Description: words, SiteName: words, Language: words, Tags: []string{words, words}},
		Provenance:   webfetch.Provenance{Via: "http", FinalURL: "https://a.example/" + words, Redirects: []string{words}},
	}
	p.Warnings = append(p.Warnings, extract.Warning{Type: extract.WarnFallback, Message: webfetch.RawFallback})
	for range len(words) % 30 {
		p.Outline = append(p.Outline, webfetch.Heading{Level: 2, Text: words, Path: words})
		p.KeyBlocks = append(p.KeyBlocks, webfetch.KeyBlock{BlockID: "b1", Kind: "paragraph", Text: words})
		p.Citations = append(p.Citations, webfetch.Citation{BlockID: "b1"})
		p.Warnings = append(p.Warnings, extract.Warning{Type: "truncated", Message: "some parts are left out", Detail: words})
		p.Injections = append(p.Injections, webfetch.Finding{Text: words, Reason: words, Category: "override"})
	}
	return p
}

// Whatever a page consists of and says of itself: the part is exactly what
// max_length and start_index ask for, what stands beside it is bounded, and
// nothing that the page says stands above the fence.
func FuzzReply(f *testing.F) {
	f.Add("# A page\n\nWith “text” of <some> kinds\\ and a\ttab.\u2028", "Title", uint16(0), uint16(700))
	f.Add(strings.Repeat("größer ", 400), strings.Repeat("long ", 300), uint16(30), uint16(500))
	f.Add(strings.Repeat("\x01", 2000), "\"", uint16(1), uint16(1500))
	f.Add("- a: https://a.example/\n- b: https://a.example/b", "\x00\x1b[31m", uint16(3), uint16(5000))
	s := newServer(&webfetch.Client{}, Options{})
	f.Fuzz(func(t *testing.T, content, words string, start, limit uint16) {
		content, words = strings.ToValidUTF8(content, "?"), "STRANGER"+strings.ToValidUTF8(words, "?")
		p := page(content, words)
		for _, shown := range []struct {
			view webfetch.View
			put  func(*envelope, string, bool)
		}{
			{webfetch.ViewMarkdown, packetEncoder(p, true, nil)},
			{webfetch.ViewPlain, normalizedEncoder(p, nil)},
			{webfetch.ViewRaw, rawEncoder(p, "utf-8", nil)},
		} {
			a := &answer{source: p, text: content, view: shown.view, put: shown.put, start: int(start), limit: int(limit)}
			res, err := s.encode(&call{id: "0123456789abcdef", began: time.Now()}, a)
			require.NoError(t, err)
			if res.IsError {
				assert.GreaterOrEqual(t, int(start), utf8.RuneCountInString(content))
				continue
			}
			want, err := window(content, int(start), int(limit))
			require.NoError(t, err)
			text := res.Content[0].(*mcp.TextContent).Text
			above, inside, _ := strings.Cut(text, "[begin of page content ")
			assert.NotContains(t, above, "STRANGER")
			assert.Contains(t, inside, want.Text+"\n[end of page content ")
			assert.Less(t, jsonLen(res.StructuredContent)-jsonLen(want.Text), 20000)
			if b := a.env.Packet; b != nil {
				assert.Equal(t, want.Text, b.Content)
				assert.LessOrEqual(t, jsonLen(b.Outline)+jsonLen(b.KeyBlocks)+jsonLen(b.Citations), mostExtras+6)
				assert.LessOrEqual(t, utf8.RuneCountInString(b.Metadata.Title), longestField)
			}
			if n := a.env.Normalized; n != nil {
				assert.Equal(t, want.Text, n.Content)
				assert.LessOrEqual(t, jsonLen(n.Outline)+jsonLen(n.Blocks), mostExtras+4)
			}
		}
	})
}

func TestReplyOfTextThatTheCallerGave(t *testing.T) {
	a := &answer{text: "a chunk"}
	res, err := newServer(&webfetch.Client{}, Options{}).encode(&call{began: time.Now()}, a)
	require.NoError(t, err)
	text := res.Content[0].(*mcp.TextContent).Text
	assert.True(t, strings.HasPrefix(text, "[begin of page content "), "no header of a page: %s", text)
	assert.Contains(t, text, "]\na chunk\n[")
}

func FuzzDecodeInput(f *testing.F) {
	for _, in := range []string{
		`{"content":"a"}`, `{"packet":{"content":"a"}}`, `{"chunks":{"chunks":[{"text":"a","start":0,"end":1}]}}`, `{"chunks":[{"text":"ab","start":0,"end":1},{"text":"bc","start":2,"end":3}]}`,
		`{"packet":{"packet":{}}}`, `{"content":7}`, `[]`, `{"chunks":[{"start":5,"end":-5,"text":"x"}]}`, `{"content":"\ud800"}`, `null`,
	} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		p, err := decodeInput(in, "input")
		if err != nil {
			var e *webfetch.Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, webfetch.InvalidInput, e.Code)
			return
		}
		assert.NotEmpty(t, p.Content)
		assert.True(t, utf8.ValidString(p.Content))
	})
}

func FuzzReadCursor(f *testing.F) {
	f.Add(writeCursor("p", "12"))
	f.Add(writeCursor("s", "of the SDK"))
	f.Add("cA")
	f.Fuzz(func(t *testing.T, cursor string) {
		before, rest, err := readCursor(cursor)
		if err == nil && cursor != "" && (before == 0) == (rest == nil) {
			t.Errorf("readCursor(%q) = %d, %v", cursor, before, rest)
		}
	})
}
