package markdown_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

const page = `---
title: "Bridge: open"
author: [Ada Ek, 'Bo Ek']
date: 2024-03-05
tags:
  - town
  - river # comment
---

# Bridge

See [the *plan*][1], [map](../map.png "A \"map\"") and <https://auto.example/x>.
[bad](javascript:alert(1)) ![pic](data:image/png;base64,x) <javascript:alert(2)>

<details><summary>More</summary>

Inner **text**

</details>

A <b>bold</b> word,<br>a <a href="/in">raw link</a>, <script>alert(3)</script><!-- note --><img src="p.png" alt="A pic">.

` + "```\n[not](edited) <b>\n```" + `

- item <i>one</i>
- <div>two</div>

[1]: /plan (Title)
`

func TestConformance(t *testing.T) {
	extracttest.Run(t, markdown.Extractor{},
		extracttest.Case{
			Name: "page", MediaType: "text/markdown", URL: "https://lund.example/docs/sub/x.md", Body: []byte(page), Format: "markdown", Title: "Bridge: open",
			Outline: []string{"Bridge"},
			Want: []string{
				"See [the *plan*](https://lund.example/plan \"Title\"), [map](https://lund.example/docs/map.png \"A \\\"map\\\"\") and <https://auto.example/x>.\nbad pic &lt;javascript:alert(2)>",
				"More\n\nInner **text**\n", "A bold word, a [raw link](https://lund.example/in), ![A pic](https://lund.example/docs/sub/p.png).",
				"```\n[not](edited) <b>\n```", "- item one\n- two",
			},
			HasNot: []string{"(javascript", "alert(3)", "note", "data:", "[1]:", "<script", "<details", "tags:"},
		},
		extracttest.Case{Name: "toml", MediaType: "text/markdown", Body: []byte("+++\ntitle = 'T'\n+++\n\n## Sub\n"), Title: "T", Outline: []string{"Sub"}, HasNot: []string{"+++"}},
		extracttest.Case{Name: "rules, no front matter", MediaType: "text/markdown", Body: []byte("---\n\ntext\n\n---\n"), Want: []string{"---\n\ntext\n\n---"}},
	)
}

func read(t *testing.T, md string) *extract.Document {
	t.Helper()
	doc, err := markdown.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(md)})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

func TestFrontMatter(t *testing.T) {
	m := read(t, page).Meta
	assert.Equal(t, []string{"Ada Ek", "Bo Ek"}, m.Authors)
	assert.Equal(t, []string{"town", "river"}, m.Tags)
	assert.Equal(t, "2024-03-05", m.Published.Format("2006-01-02"))
	open := "---\ntitle: x\n" + strings.Repeat("a: b\n", 5)
	assert.Empty(t, read(t, open).Meta.Title, "front matter that is not closed is text")
	long := "---\ntitle: x\na: " + strings.Repeat("y", (64<<10))
	assert.Equal(t, "x", read(t, long[:(64<<10)/2]+"\n---\nz").Meta.Title)
	assert.Empty(t, read(t, long+"\n---\nz").Meta.Title, "front matter that is too long is text")
}

func TestRewriteIsSafe(t *testing.T) {
	for _, md := range []string{
		"[x]<b></b>(javascript:alert(1))",
		"<scr<b></b>ipt>alert(1)</scr<b></b>ipt>",
		"<<b></b>img src=x onerror=alert(1)>",
		"[x](<javascript:alert(1)>)",
		"[x](java&#115;cript:alert(1))",
		"[x](java\tscript:alert(1))",
		"[x][y]\n\n[y]: javascript:alert(1)",
		"[x][y]\n\n[y]:\n  javascript:alert(1)",
		"![x](vbscript:y)",
		"<a href='javascript:alert(1)'>x</a>",
		"a <a\nhref='javascript:alert(1)'\n>x</a>",
		"> <script>\n> alert(1)\n> </script>",
		strings.Repeat("[x](y) ", 500) + "[x](javascript:alert(1))",
		strings.Repeat("<<b>", 10) + "script>",
	} {
		doc := read(t, md)
		assert.NotContains(t, strings.ToLower(doc.Markdown), "<script", md)
		assert.NotContains(t, strings.ToLower(doc.Markdown), "<img", md)
		if i := strings.Index(doc.Markdown, "](javascript"); i >= 0 {
			assert.Contains(t, doc.Markdown, `\[x](javascript`, md)
		}
		again := read(t, doc.Markdown)
		assert.True(t, doc.Markdown == again.Markdown, "a second reading changes nothing")
	}
}

func TestSection(t *testing.T) {
	u, err := url.Parse("https://example.org/x.md#set-up-1")
	require.NoError(t, err)
	doc, err := markdown.Extractor{}.Extract(t.Context(), &extract.Source{URL: u, Body: []byte("# A\n\n## Set up!\n\nb\n\n## Set-up\n\nc\n\n### d\n\n# e\n")})
	require.NoError(t, err)
	assert.Equal(t, "## Set-up\n\nc\n\n### d", doc.Markdown[doc.Section.Start:doc.Section.End])
}

// TestHeadingAttributes are those of Pandoc, kramdown and Docusaurus.
func TestHeadingAttributes(t *testing.T) {
	for _, c := range []struct{ in, text, anchor string }{
		{"# Set up {#start}", "Set up", "start"},
		{"# Set up {#start .unnumbered data-x=1}", "Set up", "start"},
		{"# Set up { .x #start }", "Set up", "start"},
		{"# Set up {: #start}", "Set up", "start"},
		{"# Set up {#start} ##", "Set up", "start"},
		{"Set up {#start}\n===", "Set up", "start"},
		{"# Set `up` {#s_1.2}", "Set up", "s_1.2"},
		{"# Set up", "Set up", "set-up"},
		{"# Set {up}", "Set {up}", "set-up"},
		{"# Set up {.x}", "Set up {.x}", "set-up-x"},
		{"# Set up {#}", "Set up {#}", "set-up-"},
		{"# Set up {#a b}", "Set up {#a b}", "set-up-a-b"},
		{"# Set up #start}", "Set up #start}", "set-up-start"},
		{"# {#start}", "{#start}", "start"},
	} {
		doc := read(t, c.in)
		require.Len(t, doc.Outline, 1, c.in)
		assert.Equal(t, c.text, doc.Outline[0].Text, c.in)
		assert.Equal(t, c.anchor, doc.Outline[0].Anchor, c.in)
	}
	var got []string
	for _, h := range read(t, "# A {#b}\n\n## B\n\n## B\n").Outline {
		got = append(got, h.Anchor)
	}
	assert.Equal(t, []string{"b", "b-1", "b-2"}, got, "a name that is taken is numbered")
}

func TestHTMLHook(t *testing.T) {
	hook := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		assert.True(t, src.Options.WholePage)
		return &extract.Document{Markdown: "**centred**", Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: 11}}},
			Links: []extract.Link{{URL: "https://l.example/"}}, Removed: []extract.Removed{{Text: "r"}}}, nil
	})
	doc, err := markdown.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: []byte("a\n\n<p align=center><b>centred</b></p>\n\nb")})
	require.NoError(t, err)
	assert.Equal(t, []string{"paragraph:a", "paragraph:**centred**", "paragraph:b"}, blocksOf(doc))
	assert.Len(t, doc.Links, 1)
	assert.Len(t, doc.Removed, 1)
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte(page))
	f.Add([]byte("[a]<b>(javascript:x)</b>\n\n<script>\n- <i>[b]: c\n"))
	f.Add([]byte("+++\ntitle = \"\"\"a\nb\"\"\"\n[[x]]\n+++\n"))
	f.Add([]byte("---\na: [b\n---\n|a|\n|-|\n|<br>[x](y)|"))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := markdown.Extractor{}.Extract(t.Context(), &extract.Source{Body: body})
		if err != nil {
			t.Fatal(err)
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	body := []byte(strings.Repeat("## Part\n\nText with a [link](/rel) and <b>raw</b> tags, *some* in stress.\n\n- a\n- b\n\n", 500))
	base, _ := url.Parse("https://example.org/")
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := (markdown.Extractor{}).Extract(b.Context(), &extract.Source{URL: base, Body: body}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestFrontMatterGoesToTheScan(t *testing.T) {
	doc := read(t, "---\ntitle: Short\nnote: \"words that no reader sees\"\nlong: >\n  folded over\n  two lines\n---\n\ntext\n")
	assert.Equal(t, "text", doc.Markdown)
	assert.Equal(t, []extract.Removed{
		{Text: "words that no reader sees", Where: "meta", Reason: "front matter"},
		{Text: "folded over two lines", Where: "meta", Reason: "front matter"},
	}, doc.Removed)
}
