package mdwriter_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func TestEscape(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"plain words, and more", "plain words, and more"},
		{"# no heading", `\# no heading`},
		{"  > no quote", `\> no quote`},
		{"- no item", `\- no item`},
		{"-5 degrees", "-5 degrees"},
		{"---", `\---`},
		{"1. no item", `1\. no item`},
		{"2024. was", `2024\. was`},
		{"1.5 is a number", "1.5 is a number"},
		{"a\n# b\n1) c", "a\n\\# b\n1\\) c"},
		{"a  \nb", "a\nb"},
		{"a\r\nb\rc", "a\nb\nc"},
		{"title\n===", "title\n\\==="},
		{"*stress* and `code`", "\\*stress\\* and \\`code\\`"},
		{"snake_case and _stress_", `snake_case and \_stress\_`},
		{"https://a.example/_b_/~c (www.a.example/_d_/e) http://x/_y_", `https://a.example/_b_/~c (www.a.example/_d_/e) http://x/\_y\_`},
		{"me_too@a.example", "me_too@a.example"},
		{"<script>alert(1)</script>", "\\<script>alert(1)\\</script>"},
		{"3 < 4 & 5 > 2", "3 < 4 & 5 > 2"},
		{"&lt;b&gt; &#60; q?a=1&b=2", `\&lt;b\&gt; \&#60; q?a=1&b=2`},
		{"[a](javascript:x) ![b]", `\[a\](javascript:x) !\[b\]`},
		{"~~gone~~ ~5", `\~\~gone\~\~ \~5`},
		{"a\x1b[31mb\x07\u0086\x7f", "ab"},
		{"        code", "code"},
		{"été 日本 🙂", "été 日本 🙂"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, mdwriter.Escape(tt.in), "Escape(%q)", tt.in)
	}
}

// render returns the text that goldmark shows for md and whether it found any
// markup in it.
func render(md string) (shown string, markup bool) {
	source := []byte(md)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	var b strings.Builder
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(source))
			if n.SoftLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.AutoLink:
			b.Write(n.Label(source))
		case *ast.Document, *ast.Paragraph:
		default:
			markup = true
		}
		return ast.WalkContinue, nil
	})
	return b.String(), markup
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"# a\n- b\n1. c", "*a* _b_ `c` [d](e) ![f](g)", "<b>&amp;", "a\n===\n| b | c |\n|---|---|", "~~~\nx", "\\*", ": x", "+ y\n\tz", "a<!-- b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		md := mdwriter.Escape(s)
		if !utf8.ValidString(md) {
			t.Fatalf("Escape(%q) = %q: not UTF-8", s, md)
		}
		if _, markup := render(md); markup {
			t.Fatalf("Escape(%q) = %q has markup", s, md)
		}
	})
}

func TestTarget(t *testing.T) {
	base, err := url.Parse("https://example.org/docs/")
	require.NoError(t, err)
	tests := []struct{ in, want string }{
		{"", ""},
		{"a b(c)", "https://example.org/docs/a%20b%28c%29"},
		{"../x?a=1&b=2#f", "https://example.org/x?a=1&b=2#f"},
		{"mailto:a@example.org", "mailto:a@example.org"},
		{"javascript:alert(1)", ""},
		{" java\nscript:alert(1)", ""},
		{"JAVASCRIPT:alert(1)", ""},
		{"data:text/html,x", ""},
		{"vbscript:x", ""},
		{"file:///etc/passwd", ""},
		{"http://[bad", ""},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, mdwriter.Target(tt.in, base), "Target(%q)", tt.in)
	}
	assert.Equal(t, "../x", mdwriter.Target("../x", nil))
	assert.Equal(t, "label", mdwriter.Link("label", "javascript:x", nil))
	assert.Equal(t, "\x01[label\x02](/x)\x03", mdwriter.Link("label", "/x", nil))
	assert.Equal(t, "\x01[https://example.org/a\\_\x02](https://example.org/a_)\x03", mdwriter.Link("", "/a_", base))
}

func TestWriter(t *testing.T) {
	var w mdwriter.Writer
	w.Heading(1, "A *title*", "A title")
	w.Text("One & two")
	w.Heading(3, "Deep", "Deep")
	w.Code("go", "x := `a```b`\x00\n")
	w.Table([][]string{{"a", "b"}, {"1|2"}, {"x\ny", "z"}})
	w.Heading(2, "C#", "C#")
	w.Block(extract.List, "- a\n- b\n")
	w.Paragraph("  \n")
	doc := w.Document()
	require.NoError(t, doc.Check())
	assert.Equal(t, "# A *title*\n\nOne & two\n\n### Deep\n\n````go\nx := `a```b`\n````\n\n"+
		"| a | b |\n| --- | --- |\n| 1\\|2 |  |\n| x y | z |\n\n## C# #\n\n- a\n- b", doc.Markdown)
	kinds := []extract.Kind{}
	for _, b := range doc.Blocks {
		kinds = append(kinds, b.Kind)
	}
	assert.Equal(t, []extract.Kind{extract.HeadingBlock, extract.Paragraph, extract.HeadingBlock, extract.Code, extract.Table, extract.HeadingBlock, extract.List}, kinds)
	assert.Equal(t, "A title > Deep", doc.Outline[1].Path)
	assert.Equal(t, "A title > C#", doc.Outline[2].Path)
}

func TestWriterEmpty(t *testing.T) {
	var w mdwriter.Writer
	assert.True(t, w.Empty())
	doc := w.Document()
	assert.Equal(t, extract.VerdictEmpty, doc.Verdict.Kind)
	require.NoError(t, doc.Check())
}

func TestWriterAppend(t *testing.T) {
	var inner, outer mdwriter.Writer
	inner.Heading(1, "In", "In")
	inner.Text("body")
	outer.Heading(2, "Out", "Out")
	outer.Append(inner.Document(), 2)
	doc := outer.Document()
	require.NoError(t, doc.Check())
	assert.Equal(t, "## Out\n\n### In\n\nbody", doc.Markdown)
	assert.Equal(t, "Out > In", doc.Outline[1].Path)
}

// TestWriterAppendHeadings keeps the text of headings, whatever signs are in it.
func TestWriterAppendHeadings(t *testing.T) {
	for block, want := range map[string]string{
		"# Intro to C#":     "### Intro to C# #",
		"# Intro to C# #":   "### Intro to C# #",
		"## F# and C# ##":   "#### F# and C# #",
		"# a \\#":           "### a \\# #",
		"# #5 alive":        "### #5 alive",
		"Set\nup\n===":      "### Set up",
		"#tag\n---":         "### #tag",
		"# [C#](/c#) notes": "### [C#](/c#) notes",
	} {
		inner := &extract.Document{Markdown: block, Blocks: []extract.Block{{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{End: len(block)}}},
			Outline: []extract.Heading{{Level: 1, Text: "x", Span: extract.Span{End: len(block)}}}}
		if strings.HasPrefix(block, "##") {
			inner.Blocks[0].Level, inner.Outline[0].Level = 2, 2
		}
		var w mdwriter.Writer
		w.Append(inner, 2)
		assert.Equal(t, want, w.Document().Markdown, "of %q", block)
	}
}

func TestPrintable(t *testing.T) {
	assert.Equal(t, "a\nb\nc\td", mdwriter.Printable("a\r\nb\fc\td\x00\u200b\U000E0041"))
	assert.Equal(t, "plain", mdwriter.Printable("plain"))
}

func BenchmarkEscape(b *testing.B) {
	s := strings.Repeat("Some words with *signs*, [brackets] and a few_names of things.\n", 200)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		mdwriter.Escape(s)
	}
}
