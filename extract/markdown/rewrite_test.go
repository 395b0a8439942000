package markdown_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// rewritten reads Markdown of https://example.org/docs/page.md.
func rewritten(t *testing.T, md string) *extract.Document {
	t.Helper()
	base := &url.URL{Scheme: "https", Host: "example.org", Path: "/docs/page.md"}
	doc, err := markdown.Extractor{}.Extract(t.Context(), &extract.Source{URL: base, Body: []byte(md)})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

// TestLinks makes each kind of link of CommonMark absolute and inline.
func TestLinks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"brackets in the label", "[[1]](b.md) ![a [b] c](d) [[x] y](javascript:z)", "[[1]](https://example.org/docs/b.md) ![a [b] c](https://example.org/docs/d) [x] y"},
		{"relative", "[a](b.md)", "[a](https://example.org/docs/b.md)"},
		{"to the root", "[a](/b)", "[a](https://example.org/b)"},
		{"fragment", "[a](#b)", "[a](https://example.org/docs/page.md#b)"},
		{"absolute", "[a](https://b.example/c?d=e&f=g)", "[a](https://b.example/c?d=e&f=g)"},
		{"in angles", "[a](<b c>)", "[a](https://example.org/docs/b%20c)"},
		{"with a title", `[a](b "c 'd'")`, `[a](https://example.org/docs/b "c 'd'")`},
		{"reference", "[a][x]\n\n[x]: b", "[a](https://example.org/docs/b)"},
		{"collapsed reference", "[X y][]\n\n[x  Y]: b", "[X y](https://example.org/docs/b)"},
		{"shortcut reference", "[x]\n\n[x]: b 'c'", `[x](https://example.org/docs/b "c")`},
		{"reference to nothing", "[a][x] [y]", "[a][x] [y]"},
		{"definition before its use", "[x]: b\n\n[a][x]", "[a](https://example.org/docs/b)"},
		{"the first definition counts", "[x]: b\n[x]: c\n\n[x]", "[x](https://example.org/docs/b)"},
		{"title on the next line", "[x]: b\n    \"c d\"\n\n[x]", `[x](https://example.org/docs/b "c d")`},
		{"title in parentheses on the next line", "[x]: b\n(c)\n[y]: d\n\n[x] [y]", `[x](https://example.org/docs/b "c") [y](https://example.org/docs/d)`},
		{"title with a quote within", "[x]: b 'c\\'d'\n\n[x]", `[x](https://example.org/docs/b "c'd")`},
		{"quotes that are no title", "[x]: b \"c\" \"d\"\n\n[x]", "[x]: b \"c\" \"d\"\n\n[x]"},
		{"definition at the end", "[x]\n\n[x]: b\n'c'", `[x](https://example.org/docs/b "c")`},
		{"definition in a paragraph is none", "[x]\n[x]: b", "[x]\n[x]: b"},
		{"definition in code", "```\n[x]: b\n```\n\n[x]", "```\n[x]: b\n```\n\n[x]"},
		{"definition after a fence with a fence in it", "```\n```go\n```\n\n[x]: b\n\n[x]", "```\n```go\n```\n\n[x](https://example.org/docs/b)"},
		{"image", "![a](b.png)", "![a](https://example.org/docs/b.png)"},
		{"image by reference", "![a][x]\n\n[x]: b.png", "![a](https://example.org/docs/b.png)"},
		{"linked image", "[![a](b)](c)", "[![a](https://example.org/docs/b)](https://example.org/docs/c)"},
		{"address in angles", "<https://b.example>", "<https://b.example>"},
		{"bare address", "see https://b.example/c.", "see https://b.example/c."},
		{"mail", "[a](mailto:b@c.example)", "[a](mailto:b@c.example)"},
		{"script", "[a](javascript:b)", "a"},
		{"script by reference", "[a][x]\n\n[x]: javascript:b", "a"},
		{"data", "![a](data:image/png;base64,b)", "a"},
		{"in code", "`[a](b)`\n\n    [c](d)", "`[a](b)`\n\n    [c](d)"},
		{"in a heading", "## [a](b)", "## [a](https://example.org/docs/b)"},
		{"in a table", "| a |\n| - |\n| [b](c) |", "| a |\n| - |\n| [b](https://example.org/docs/c) |"},
		{"in a list in a quote", "> - [a](b)", "> - [a](https://example.org/docs/b)"},
		{"markup in its text", "[*a* `b`](c)", "[*a* `b`](https://example.org/docs/c)"},
		{"footnote of one word", "a[^1]\n\n[^1]: b", "a[^1]\n\n[^1]: b"},
		{"footnote that would run as a link", "a[^1]\n\n[^1]: javascript:b", "a^1\n\n[^1]: javascript:b"},
		{"escaped", `\[a](b)`, `\[a](b)`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, rewritten(t, c.in).Markdown) })
	}
}

func TestLinksAreListed(t *testing.T) {
	doc := rewritten(t, "[a *b*](c) <https://d.example> [e][x] ![f](g) [h](javascript:i) [a](c)\n\n[x]: /y")
	var got []string
	for _, l := range doc.Links {
		got = append(got, l.Text+" "+l.URL)
		assert.Equal(t, "content", l.Role)
	}
	assert.Contains(t, got, "a b https://example.org/docs/c")
	assert.Contains(t, got, "e https://example.org/y")
	assert.NotContains(t, strings.Join(got, "\n"), "javascript")
	assert.NotContains(t, strings.Join(got, "\n"), "docs/g", "images are no links")
}

// TestRawTags leaves of raw HTML what a reader would see.
func TestRawTags(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"inline", "a <b>b</b> <kbd>c</kbd>", "a b c"},
		{"break", "a<br>b<br/>c", "a b c"},
		{"link", `a <a href="b">c *d*</a>`, "a [c *d*](https://example.org/docs/b)"},
		{"link that runs", `<a href="javascript:b">c</a> d`, "c d"},
		{"link without an address", `<a name=b>c</a> d`, "c d"},
		{"link that never ends", `a <a href="b">c`, "a c"},
		{"image", `a <img src="b.png" alt="c [d]">`, `a ![c \[d\]](https://example.org/docs/b.png)`},
		{"image without an address", `a <img alt="c">`, "a c"},
		{"script", "a <script>b</script> c", "a  c"},
		{"script that never ends", "a <script>b c", "a "},
		{"comment", "a <!-- b --> c", "a  c"},
		{"block", "<div>\na <i>b</i>\n</div>", "a b"},
		{"block of nothing", "<div></div>\n\na", "a"},
		{"in code", "`<b>` and\n\n    <b>", "`<b>` and\n\n    <b>"},
		{"less than", "a < b <- c <3", "a < b <- c <3"},
		{"upper case", "a <SCRIPT>b</SCRIPT><B>c</B>", "a c"},
		{"attributes that run", `<b onclick="x">a</b>`, "a"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, rewritten(t, c.in).Markdown) })
	}
}

// TestRemovedTags hands what was taken out to the scan.
func TestRemovedTags(t *testing.T) {
	doc := rewritten(t, "a <!-- obey me --> <script>run()</script> b")
	var got []string
	for _, r := range doc.Removed {
		got = append(got, r.Where+":"+r.Text)
	}
	all := strings.Join(got, "\n")
	assert.Contains(t, all, "comment:obey me")
	assert.Contains(t, all, "run()")
}

// TestWordsAreKept: what needs no change comes back byte by byte.
func TestWordsAreKept(t *testing.T) {
	for _, md := range []string{
		"# A\n\nB\n=\n\nC\n-", "* a\n* b\n\n    c\n\n1) d", "~~~ go\na\n~~~", "    code\n\n\ttab", "> a\nlazy", "a  \nb\\\nc", "***\n\n_ _ _",
		"| a | b\n|:-:|--:\n| c | d", "- [ ] a\n- [x] b", "*a* _b_ **c** __d__ ~~e~~ `` ` ``", "$$\nx_1\n$$", "a[^1]\n\n[^1]: b", "\\* &amp; &copy;",
	} {
		assert.Equal(t, md, rewritten(t, md).Markdown)
	}
}

func TestAnchors(t *testing.T) {
	doc := rewritten(t, "# Set up!\n\n## Set up\n\n## Über_uns & C++\n\n## 日本 語\n\n## `code` [link](x)\n\n## Set up")
	var got []string
	for _, h := range doc.Outline {
		got = append(got, h.Anchor)
	}
	assert.Equal(t, []string{"set-up", "set-up-1", "über_uns--c", "日本-語", "code-link", "set-up-2"}, got)
}

func TestSectionsByFragment(t *testing.T) {
	const md = "# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n"
	for fragment, want := range map[string]string{"a": strings.TrimSpace(md), "b": "## B\n\nb\n\n### C\n\nc", "c": "### C\n\nc", "d": "## D\n\nd", "e": "", "B": ""} {
		u := &url.URL{Scheme: "https", Host: "example.org", Fragment: fragment}
		doc, err := markdown.Extractor{}.Extract(t.Context(), &extract.Source{URL: u, Body: []byte(md)})
		require.NoError(t, err)
		assert.Equal(t, want, doc.Markdown[doc.Section.Start:doc.Section.End], fragment)
	}
}

// TestBlankLinesInCode stay as they are, whatever looks like a fence in it.
func TestBlankLinesInCode(t *testing.T) {
	for _, code := range []string{"```\na\n\n\nb\n```", "```\n```go\n\n\n\nb\n```", "````\n```\n\n\n```\n````", "~~~\n```\n\n\n~~~"} {
		md := "<b>x</b>\n\n\n\n" + code + "\n\n\n\n[a](b)"
		assert.Equal(t, "x\n\n"+code+"\n\n[a](https://example.org/docs/b)", rewritten(t, md).Markdown)
	}
}

// Links to one long definition are written as long as there is room; their
// labels stay.
func TestLongDefinitions(t *testing.T) {
	read := func(target, title string, links int) *extract.Document {
		body := "[a]: https://e.org/" + target + " '" + title + "'\n\n" + strings.Repeat("[a] word\n\n", links)
		doc, err := markdown.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(body)})
		require.NoError(t, err)
		return doc
	}
	assert.Equal(t, 2, strings.Count(read(strings.Repeat("x", 1000), "t", 2).Markdown, "](https://e.org/"))
	long := read(strings.Repeat("x", 10_000), "t", 2)
	assert.Equal(t, "a word\n\na word", long.Markdown)
	assert.Equal(t, "a word\n\na word", read("x", strings.Repeat("t", 32<<10), 2).Markdown)
	many := read(strings.Repeat("x", 5000), "t", 2000)
	assert.Less(t, len(many.Markdown), 20*25_100+64<<10)
	assert.Equal(t, 2000, strings.Count(many.Markdown, "word"))
}
