package webfetch_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// packetFrom is the packet of a document.
func packetFrom(t *testing.T, doc *extract.Document, address string) *webfetch.Packet {
	c, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{
		"application/x-made": extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) { return doc, nil }),
	}}})
	require.NoError(t, err)
	defer c.Close()
	src := extract.Source{MediaType: "application/x-made", Body: []byte("made")}
	if address != "" {
		src.URL, err = url.Parse(address)
		require.NoError(t, err)
	}
	p, err := c.Extract(t.Context(), src, webfetch.ExtractOptions{})
	require.NoError(t, err)
	return p
}

// paragraph is a document of one paragraph, or of none for "".
func paragraph(text string) *extract.Document {
	if text == "" {
		return &extract.Document{Format: "made"}
	}
	return &extract.Document{Format: "made", Markdown: text, Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: len(text)}}}}
}

func TestFiguresOfASummary(t *testing.T) {
	for text, want := range map[string]string{
		"$53m, and":         "$53m",
		"**€1.5 million**":  "€1.5 million",
		"700 jobs,":         "700 jobs",
		"12.5% of":          "12.5%",
		"(3,400 people":     "",
		"3,400 visitors":    "3,400 visitors",
		"2025 elections":    "",
		"42 percent":        "42 percent",
		"7 is":              "",
		"1. items":          "",
		"v2.0 releases":     "",
		"http://x/12 pages": "",
		"5 miss":            "",
		"3 jobs, 3 jobs, 4 cats 5 dogs 6 cows 7 pigs 8 hens 9 bats": "3 jobs, 4 cats, 5 dogs, 6 cows, 7 pigs, 8 hens",
	} {
		figures := ""
		for _, line := range packetFrom(t, paragraph(text), "").SourceSummary {
			if list, found := strings.CutPrefix(line, "Key figures: "); found {
				figures = list
			}
		}
		assert.Equal(t, want, figures, text)
	}
}

func TestReadingTime(t *testing.T) {
	for text, want := range map[string]int{"": 0, "word": 1, strings.Repeat("word ", 900): 4, strings.Repeat("日", 1000): 2} {
		assert.Equal(t, want, packetFrom(t, paragraph(text), "").Metadata.ReadingTimeMin, "%.10q", text)
	}
	assert.Contains(t, packetFrom(t, paragraph(strings.Repeat("日", 1000)), "").SourceSummary, "Content length: ~1000 characters")
}

// What is longer than its limit is cut after a character, and says so.
func TestKeyBlocksAreClipped(t *testing.T) {
	const longest = 240
	for n, want := range map[int]string{1: "ä", longest: strings.Repeat("ä", longest), longest + 1: strings.Repeat("ä", longest-1) + "…"} {
		b := packetFrom(t, paragraph(strings.Repeat("ä", n)), "").KeyBlocks[0]
		assert.Equal(t, want, b.Text)
		assert.Equal(t, n, b.CharLen)
	}
}

func TestKeyBlocksOfALongDocument(t *testing.T) {
	const most = 20
	doc := &extract.Document{Format: "made"}
	add := func(kind extract.Kind, level int, text string) {
		start := len(doc.Markdown)
		doc.Markdown += text
		doc.Blocks = append(doc.Blocks, extract.Block{Kind: kind, Level: level, Span: extract.Span{Start: start, End: len(doc.Markdown)}})
		doc.Markdown += "\n\n"
	}
	for range 8 {
		add(extract.HeadingBlock, 2, "## Part")
		add(extract.Paragraph, 0, strings.Repeat("first ", 60))
		for range 6 {
			add(extract.Paragraph, 0, "more")
		}
	}
	p := packetFrom(t, doc, "")
	assert.Len(t, p.KeyBlocks, most)
	assert.Len(t, p.Citations, most)
	counts := map[string]int{}
	for i, b := range p.KeyBlocks {
		counts[strings.Fields(b.Text)[0]]++
		if i > 0 {
			assert.Less(t, p.Citations[i-1].Loc.StartChar, p.Citations[i].Loc.StartChar)
		}
	}
	assert.Equal(t, 8, counts["##"])
	assert.Equal(t, 8, counts["first"])
}

func TestSectionOfAFragment(t *testing.T) {
	const whole = "# A\n\none\n\n## B c\n\ntwo\n\n## D\n\nthree"
	for _, test := range []struct{ fragment, heading, first string }{
		{"b", "B c", "## B c\n\ntwo\n\n# A\n\none\n\n## D\n\nthree"},
		{"d", "D", "## D\n\nthree\n\n# A\n\none\n\n## B c\n\ntwo"},
		{"d:~:text=x", "D", "## D\n\nthree\n\n# A\n\none\n\n## B c\n\ntwo"},
		{"a", "A", whole},
		{"nothing", "", whole},
		{":~:text=two", "", whole},
	} {
		p := packetFrom(t, &extract.Document{
			Format: "made", Markdown: whole,
			Outline: []extract.Heading{
				{Level: 1, Text: "A", Span: extract.Span{Start: 0, End: 3}}, {Level: 2, Text: "B c", Anchor: "b", Span: extract.Span{Start: 10, End: 16}},
				{Level: 2, Text: "D", Span: extract.Span{Start: 23, End: 27}},
			},
		}, "https://a.example/#"+test.fragment)
		assert.Equal(t, test.heading, p.Provenance.Section, test.fragment)
		c, err := webfetch.New(webfetch.Options{})
		require.NoError(t, err)
		defer c.Close()
		shown, _, err := c.View(t.Context(), p, "markdown")
		require.NoError(t, err)
		assert.Equal(t, test.first, shown, test.fragment)
	}
}

// A section that begins with no heading is named by the fragment.
func TestSectionOfATerm(t *testing.T) {
	p := packetFrom(t, &extract.Document{Format: "made", Markdown: "# A\n\none\n\n**tide.low**\n\ntwo", Section: extract.Span{Start: 10, End: 27}}, "https://a.example/#tide.low")
	assert.Equal(t, "tide.low", p.Provenance.Section)
	c, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer c.Close()
	shown, _, err := c.View(t.Context(), p, "markdown")
	require.NoError(t, err)
	assert.Equal(t, "**tide.low**\n\ntwo\n\n# A\n\none", shown)
}

// What a person has asked for says so.
func TestAgents(t *testing.T) {
	s := serving(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("text")) })
	for agent, want := range map[string]string{
		"":      "webfetch-go/" + webfetch.Version + " (+https://github.com/webfetch-mcp/webfetch-go; user-initiated)",
		"Bot/1": "Bot/1 (user-initiated)",
	} {
		c := s.client(t, func(o *webfetch.Options) { o.UserAgent = agent })
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/page", UserInitiated: true, CacheTTL: webfetch.None})
		require.NoError(t, err)
		assert.Equal(t, want, s.last("/page").UserAgent())
	}
}
