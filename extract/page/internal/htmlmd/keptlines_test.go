package htmlmd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// TestKeptLines writes text whose lines a style keeps.
func TestKeptLines(t *testing.T) {
	testWritten(t, []written{
		{
			name: "lines of prose",
			html: "<div style='white-space: pre-wrap'>Dear all,\nthe boat\n\nleaves <b>at\ntwo</b>.\n</div><p style='color:red;white-space:pre-line'>\n  one\n  two</p>",
			want: "Dear all,\\\nthe boat\n\nleaves **at\\\ntwo**.\n\none\\\ntwo",
		},
		{
			name: "code by its font, class and columns",
			html: "<div style='white-space:pre;font-family:monospace'>a\nb</div><p class=server-log style=white-space:pre-wrap>c\nd</p><div style=white-space:pre>x  1\nyy 2</div><code style=white-space:pre>e\n  f</code>",
			want: "```\na\nb\n```\n\n```\nc\nd\n```\n\n```\nx  1\nyy 2\n```\n\n```\ne\n  f\n```",
		},
		{
			name: "lines that are elements",
			html: "<p style=white-space:pre>if open {</p>\n<p style=white-space:pre>  go()</p>\n<p style=white-space:pre>}</p><div style='white-space:pre;font:1em monospace'>BEGIN</div><div style='white-space:pre;font:1em monospace'>END</div>",
			want: "```\nif open {\n  go()\n}\n```\n\n```\nBEGIN\nEND\n```",
		},
		{
			name: "verses, a link, other classes and one line are no code",
			html: "<p style=white-space:pre>Low tide</p><p style=white-space:pre>High tide</p><div style='white-space:pre;font:1em monospace'><a href=/a>b</a></div><div style='white-space:pre;font:1em monospace'>c</div><p class=d style='white-space:pre;font:1em monospace'>e</p><p>f",
			want: "Low tide\n\nHigh tide\n\n[b](https://example.org/a)\n\nc\n\ne\n\nf",
		},
		{
			name: "no code within a line, and none of one line",
			html: "<p>so <span class=code style=white-space:pre>a\nb</span> c</p><p class=code style=white-space:pre>d</p>",
			want: "so a\\\nb c\n\nd",
		},
		{
			name: "code within a line, and by breaks",
			html: "<p>so <code style=white-space:pre-wrap>a\n  b\n\nc</code> d <code>e<br>f</code><br>g</p><table><tr><th>h<th>i<tr><td><code>j<br>k</code> l<td>m</table><h2><code>n<br>o</code></h2>",
			want: "so `a`\\\n`  b`\\\n`c` d `e`\\\n`f`\\\ng\n\n| h | i |\n| --- | --- |\n| `j`<br>`k` l | m |\n\n## `n o`",
		},
		{
			name: "set back",
			html: "<div style=white-space:pre-wrap>a\nb <span style=white-space:normal>c\nd</span>\ne</div><p>f\ng",
			want: "a\\\nb c d\\\ne\n\nf g",
		},
		{
			name: "in lists, cells and headings",
			html: "<ul><li style=white-space:pre-line>a\nb</ul><table><tr><th>c<th>d<tr><td style=white-space:break-spaces>e\nf<td>g</table><h2 style=white-space:pre>h\ni</h2>",
			want: "- a\\\n  b\n\n| c | d |\n| --- | --- |\n| e<br>f | g |\n\n## h i",
		},
	})
}

// TestFormsOfStyles writes lines by the names and values that style attributes have for them.
func TestFormsOfStyles(t *testing.T) {
	for style, want := range map[string]string{
		"WHITE-SPACE: PRE-LINE": "a\\\nb", "white-space-collapse: preserve; text-wrap: wrap": "a\\\nb", "white-space:preserve-breaks": "a\\\nb",
		"white-space: pre; white-space: normal": "a b", "white-space-collapse: collapse": "a b", "white-space:preserve nowrap;font-family:monospace": "```\na\nb\n```",
	} {
		assert.Equal(t, want, write(t, "<title>t</title><div style='"+style+"'>a\nb</div>").Markdown, style)
	}
}

// The classes of Tailwind say what its style sheet, which is elsewhere, does.
func TestLinesByClass(t *testing.T) {
	for class, want := range map[string]string{
		"whitespace-pre-line": "a\\\nb", "p-2 whitespace-pre-wrap": "a\\\nb", "whitespace-normal": "a b", "md:whitespace-pre-line": "a b", "whitespace-nowrap": "a b",
	} {
		assert.Equal(t, want, write(t, "<title>t</title><div class='"+class+"'>a\nb</div>").Markdown, class)
	}
}

// TestStyles tells the writer what style sheets declare: that is what the cascade makes of it and of the attribute.
func TestStyles(t *testing.T) {
	doc := parse(t, "<p style=white-space:normal class=x>a\nb<ol class=y><li>c</ol><p>d<span class=z>2</span><pre><i class=n>1</i>e\n<i class=n>2</i>f</pre>")
	styles := map[*html.Node]string{}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			styles[n] = map[string]string{"x": "white-space:pre", "y": "list-style-type:upper-roman", "z": "vertical-align:super", "n": "user-select:none"}[a.Val]
		}
	}
	out := htmlmd.Write(htmlmd.Input{Root: doc, Styles: styles})
	assert.Equal(t, "a\\\nb\n\n- I. c\n\nd²\n\n```\ne\nf\n```", out.Markdown)
}
