package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// blocksOf returns blocks as "kind:text".
func blocksOf(doc *extract.Document) (out []string) {
	for _, b := range doc.Blocks {
		out = append(out, string(b.Kind)+":"+doc.Text(b))
	}
	return out
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, md string
		want     []string
	}{
		{"empty", "", nil},
		{"blank", " \n\n", nil},
		{"headings", "# One\ntext\n\nTwo\n===\n\nThree\n---\nmore", []string{"heading:# One", "paragraph:text", "heading:Two\n===", "heading:Three\n---", "paragraph:more"}},
		{"lists", "- a\n- b\n\n  c\n\n1. d\n\ntext", []string{"list:- a\n- b\n\n  c", "list:1. d", "paragraph:text"}},
		{"code", "```go\na\n\n# b\n```\n\n    c\n\n    d\n\n~~~\ne", []string{"code:```go\na\n\n# b\n```", "code:    c\n\n    d", "code:~~~\ne"}},
		{"table", "| a | b |\n|---|---|\n| c | d |\n\ntext", []string{"table:| a | b |\n|---|---|\n| c | d |", "paragraph:text"}},
		{"quote and rule", "> a\nb\n\n---\n\n***", []string{"quote:> a\nb", "rule:---", "rule:***"}},
		{"html", "<div>\na\n</div>\n\nb", []string{"html:<div>\na\n</div>", "paragraph:b"}},
		{"image", "![a](b.png)\n\n![a](b) and ![c](d)", []string{"image:![a](b.png)", "paragraph:![a](b) and ![c](d)"}},
		{"math", "$$\nx_1 * y\n$$", []string{"math:$$\nx_1 * y\n$$"}},
		{"footnotes", "a[^1]\n\n[^1]: b\n\n    c\n\n[^2]: d", []string{"paragraph:a[^1]", "footnotes:[^1]: b\n\n    c", "footnotes:[^2]: d"}},
		{"definitions", "a [b]\n\n[b]: /c \"d\"\n[e]: <f>\n\ng", []string{"paragraph:a [b]", "paragraph:g"}},
		{"definition with a title below it", "a\n\n[b]: /c\n  \"d\"", []string{"paragraph:a"}},
		{"definition that is text", "a\n[b]: /c", []string{"paragraph:a\n[b]: /c"}},
		{"definition in code at the end", "    a\n    [b]: /c", []string{"code:    a\n    [b]: /c"}},
		{"heading with attributes", "# A {#b}", []string{"heading:# A {#b}"}},
		{"fence in a fence", "```\n```go\n# b\n```\n\n# c", []string{"code:```\n```go\n# b\n```", "heading:# c"}},
		{"unicode", "# Ä\n\n日本", []string{"heading:# Ä", "paragraph:日本"}},
		{"carriage returns", "# A\r\n\r\nb\r\n", []string{"heading:# A", "paragraph:b"}},
		{"invalid", "a\xff", []string{"paragraph:a\uFFFD"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := markdown.Parse(tt.md)
			require.NoError(t, extracttest.Check(withoutReturns(doc)))
			assert.Equal(t, tt.want, blocksOf(doc))
		})
	}
}

// withoutReturns hides carriage returns, which Parse keeps, from Check.
func withoutReturns(doc *extract.Document) *extract.Document {
	c := *doc
	c.Markdown = strings.ReplaceAll(c.Markdown, "\r", " ")
	return &c
}

func TestParseOutline(t *testing.T) {
	doc := markdown.Parse("Title *here*\n=====\n\n### A `code` and [link](u) &amp; \\*more\\* ###\n\n## B\n\n> ## quoted\n\n#no\n\n##\n\n### ![img](x) C")
	var got []string
	for _, h := range doc.Outline {
		got = append(got, fmt.Sprintf("%d %s | %s | %s", h.Level, h.Text, h.Path, doc.Markdown[h.Start:h.End]))
	}
	assert.Equal(t, []string{
		"1 Title here | Title here | Title *here*",
		"3 A code and link & *more* | Title here > A code and link & *more* | ### A `code` and [link](u) &amp; \\*more\\*",
		"2 B | Title here > B | ## B",
		"3 img C | Title here > B > img C | ### ![img](x) C",
	}, got)
}

// maxSegment is how much is parsed at once, in bytes.
const maxSegment = 64 << 10

func TestParseInPieces(t *testing.T) {
	section := "## Part\n\nText of some length, to fill the section with words.\n\n- a\n- b\n\n```\ncode\n\n# no heading\n```\n\n"
	n := 3 * maxSegment / len(section)
	doc := markdown.Parse(strings.Repeat(section, n))
	require.NoError(t, doc.Check())
	assert.Len(t, doc.Outline, n)
	assert.Len(t, doc.Blocks, 4*n)

	fence := "```json\n" + strings.Repeat("{\"a\": 1}\n\n# b\n", maxSegment/4) + "```"
	doc = markdown.Parse("# A\n\n" + fence + "\n\n# C\n")
	require.NoError(t, doc.Check())
	require.Len(t, doc.Blocks, 3)
	assert.Equal(t, fence, doc.Text(doc.Blocks[1]))

	table := "| a | b |\n|---|---|\n" + strings.Repeat("| some cell | another |\n", maxSegment/16)
	doc = markdown.Parse("text\n\n" + table + "\nafter")
	require.NoError(t, doc.Check())
	require.Len(t, doc.Blocks, 3)
	assert.Equal(t, strings.TrimSpace(table), doc.Text(doc.Blocks[1]))

	doc = markdown.Parse(strings.Repeat("- item of a long list\n", maxSegment/8))
	require.NoError(t, doc.Check())
	assert.Len(t, doc.Blocks, 1)

	doc = markdown.Parse(strings.Repeat("é", maxSegment))
	require.NoError(t, doc.Check())
	assert.Len(t, doc.Blocks, 1)
}

// Pieces of a long text are parsed one after the other: none of it gets lost between them.
func TestPiecesCoverTheSource(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("a\n", maxSegment), strings.Repeat("a\n\n", maxSegment), strings.Repeat("x", 3*maxSegment+1),
		"```\n" + strings.Repeat("a\n", maxSegment), strings.Repeat("|a|\n", 2*maxSegment), strings.Repeat("日", maxSegment),
	} {
		doc := markdown.Parse(src)
		var got strings.Builder
		for _, b := range doc.Blocks {
			got.WriteString(strings.ReplaceAll(doc.Text(b), "\n", ""))
		}
		require.True(t, strings.ReplaceAll(src, "\n", "") == got.String(), "%.20q", src)
	}
}

// Blocks are bounded in number; what is beyond them is one more.
func TestParseManyBlocks(t *testing.T) {
	for blocks, want := range map[int]int{100_000: 100_000, 100_000 + 1: 100_000 + 1, 100_000 + 2: 100_000 + 1} {
		doc := markdown.Parse(strings.Repeat("# a\n", blocks))
		require.NoError(t, doc.Check())
		require.Len(t, doc.Blocks, want)
		assert.Len(t, doc.Outline, 100_000)
		last := doc.Blocks[want-1]
		if want > 100_000 {
			assert.Equal(t, extract.Paragraph, last.Kind)
			assert.Equal(t, blocks-100_000, strings.Count(doc.Text(last), "#"))
		}
	}
}

// Definitions are found wherever they stand, the first of each label.
func TestDefinitionsOfAllPieces(t *testing.T) {
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "[L%d]: /page/%d\n", i, i)
		if i%5000 == 4999 {
			b.WriteByte('\n')
		}
	}
	b.WriteString("\n[l7] [l19999] [L7][] [none]\n\n[l7]: /second\n[t]: /t\n'a title'\n\n[t]\n")
	doc, err := markdown.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/markdown", Body: []byte(b.String())})
	require.NoError(t, err)
	assert.Equal(t, "[l7](/page/7) [l19999](/page/19999) [L7](/page/7) [none]\n\n[t](/t \"a title\")", doc.Markdown)
}

// A source with more of what takes a parser quadratic time than the bounds allow is text, with a
// warning: brackets and marks of emphasis in one paragraph, quotes and lists that begin on one line,
// cells that a table doesn't write.
func TestLimitsOfShapes(t *testing.T) {
	const kept, text = false, true
	link := "[a](https://bees.example/wax) "
	for name, c := range map[string]struct {
		src    string
		isText bool
	}{
		"links of one paragraph":      {strings.Repeat(link, 2_200), kept},
		"links of many items":         {strings.Repeat("- "+strings.Repeat(link, 10)+"\n", 5000), kept},
		"links of many rows":          {"|a|\n|-|\n" + strings.Repeat("|"+strings.Repeat(link, 10)+"|\n", 5000), kept},
		"brackets of one paragraph":   {strings.Repeat("[a](", 2_300), text},
		"brackets below the bound":    {strings.Repeat("[a](", 2_200), kept},
		"brackets in code":            {"```\n" + strings.Repeat("[a](", 20_000) + "\n```", kept},
		"marks of one paragraph":      {strings.Repeat("_a_b* ", 1_000), text},
		"marks below the bound":       {strings.Repeat("_a_b* ", 700), kept},
		"marks of many paragraphs":    {strings.Repeat("*a* **b** _c_\n\n", 20_000), kept},
		"quotes on one line":          {strings.Repeat(">", 101) + "a", text},
		"quotes below the bound":      {strings.Repeat(">", 100) + "a", kept},
		"lists on one line":           {strings.Repeat("- ", 101) + "a", text},
		"lists below the bound":       {strings.Repeat("1. ", 50) + strings.Repeat("* ", 50) + "a", kept},
		"numbers are no lists":        {strings.Repeat("1.5 ", 200), kept},
		"cells that are not written":  {strings.Repeat("|a", 500) + "|\n" + strings.Repeat("|-", 500) + "|\n" + strings.Repeat("|\n", 500), text},
		"cells that are written":      {strings.Repeat("|a", 100) + "|\n" + strings.Repeat("|-", 100) + "|\n" + strings.Repeat(strings.Repeat("|b", 100)+"|\n", 500), kept},
		"many definitions and labels": {strings.Repeat("[a]: b\n", 5000) + "\n" + strings.Repeat("[a] ", 1000), kept},
	} {
		doc := read(t, c.src)
		require.NoError(t, extracttest.Check(doc), name)
		assert.Equal(t, c.isText, len(doc.Warnings) > 0, name)
		parsed := markdown.Parse(c.src)
		require.NoError(t, parsed.Check(), name)
		if c.isText {
			assert.Equal(t, "extraction_fallback", doc.Warnings[0].Type, name)
			assert.Empty(t, doc.Links, name)
			assert.Equal(t, strings.Trim(c.src, "\n"), markdown.Plain(c.src), name)
			again := read(t, doc.Markdown)
			assert.Equal(t, doc.Markdown, again.Markdown, name)
		}
	}
	doc := markdown.Parse("# a\n\nb\nc\n\n\n" + strings.Repeat(">", 101) + "d\n")
	assert.Equal(t, []string{"paragraph:# a", "paragraph:b\nc", "paragraph:" + strings.Repeat(">", 101) + "d"}, blocksOf(doc))
}

func TestPlain(t *testing.T) {
	tests := []struct{ md, want string }{
		{"", ""},
		{"# A *b*\n\nc [d](e) ![f](g) `h_i` <b>j</b> &amp; \\*", "A b\n\nc d f h_i j & *"},
		{"- a\n- b\n  - c\n\n3. d\n4. e", "- a\n- b\n  - c\n\n3. d\n4. e"},
		{"- [x] done\n- [ ] open", "- [x] done\n- [ ] open"},
		{"> q\n> r", "> q\n> r"},
		{"```go\na\n\n  b\n```", "a\n\n  b"},
		{"| a | b |\n|---|---|\n| c | \\| |", "a\tb\nc\t|"},
		{"<div>x <i>y</i></div>\n\nz", "x y\n\nz"},
		{"[a][1] https://e.org/x_y\n\n[1]: /b", "a https://e.org/x_y"},
		{"a\n\n---\n\nb", "a\n\n\nb"},
		{"a<br>b<br/>c<BR />d<bread>e", "a b c de"},
		{"| a<br>b |\n|---|\n| c |", "a b\nc"},
		{"a[^1]\n\n[x]: /y\n'z'\n\n[x]", "a[^1]\n\nx"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, markdown.Plain(tt.md), "Plain(%q)", tt.md)
	}
	long := "```\n" + strings.Repeat("a\n", maxSegment) + "```\nend"
	assert.Equal(t, strings.Repeat("a\n", maxSegment)+"\nend", strings.Replace(markdown.Plain(long), "a\nend", "a\n\nend", 1))
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"# a\n- b\n```\nc", "a\n===\n> b\n\n[c]: d", "|a|\n|-|\n|b|", "<div>\n\n[^1]: x\n\n    y", "\t\n  1) a\n\f", "+++\n$$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, md string) {
		doc := markdown.Parse(md)
		if err := doc.Check(); err != nil {
			t.Fatalf("%v\n%q", err, md)
		}
		markdown.Plain(md)
	})
}

func BenchmarkParse(b *testing.B) {
	md := strings.Repeat("## Part *two*\n\nText with a [link](https://example.org/) and more words in it, *some* in stress.\n\n- a\n- b\n\n| a | b |\n|---|---|\n| c | d |\n\n", 500)
	b.SetBytes(int64(len(md)))
	b.ReportAllocs()
	for b.Loop() {
		markdown.Parse(md)
	}
}
