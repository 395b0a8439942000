package writer_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/writer"
)

// written is a case of what HTML is written as.
type written struct{ name, html, want string }

func testWritten(t *testing.T, cases []written) {
	t.Helper()
	page := &url.URL{Scheme: "https", Host: "example.org", Path: "/docs/page"}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := writer.Write(writer.Input{Root: parse(t, c.html), Base: page})
			check(t, out)
			assert.Equal(t, c.want, out.Markdown, "of %s", c.html)
		})
	}
}

func TestEmphasis(t *testing.T) {
	testWritten(t, []written{
		{
			name: "within a word",
			html: "<p>un<b>believ</b>able",
			want: "un**believ**able",
		},
		{
			name: "spaces move out",
			html: "<p>a<b> b </b>c <i> d</i>",
			want: "a **b** c *d*",
		},
		{
			name: "nothing in it",
			html: "<p>a <b></b>b<i> </i>c",
			want: "a b c",
		},
		{
			name: "punctuation moves out where a letter touches",
			html: "<p><b>注意：</b>请看<em>「说明」</em>部分",
			want: "**注意**：请看「*说明*」部分",
		},
		{
			name: "both halves move out",
			html: `<p><b>(a)</b>b c<b>"d"</b>`,
			want: `(**a**)b c"**d**"`,
		},
		{
			name: "punctuation stays where none touches",
			html: "<p><b>(a)</b> <i>b.</i>, c",
			want: "**(a)** *b.*, c",
		},
		{
			name: "no-break space moves out",
			html: "<p>a<i>&nbsp;b&nbsp;</i>c",
			want: "a *b* c",
		},
		{
			name: "only punctuation",
			html: "<p>a<b>!</b>b",
			want: "a!b",
		},
		{
			name: "entity where code touches a letter",
			html: "<p><b><code>a</code></b>b",
			want: "**`a`**&#98;",
		},
		{
			name: "entity where a link touches a letter",
			html: "<p>a<b><a href=/x>b</a></b>",
			want: "&#97;**[b](https://example.org/x)**",
		},
		{
			name: "the same touching joins",
			html: "<p><b>a</b><b>b</b> <i>c</i><em>d</em>",
			want: "**ab** *cd*",
		},
		{
			name: "different touching",
			html: "<p><b>a</b><i>b</i><b>c</b>",
			want: "**a***b***c**",
		},
		{
			name: "the same nested says nothing",
			html: "<p><b>a <strong>b</strong> c</b>",
			want: "**a b c**",
		},
		{
			name: "nested em stays",
			html: "<p><em>a <em>b</em> c</em>",
			want: "*a *b* c*",
		},
		{
			name: "em in strong",
			html: "<p><b><i>a</i></b> <b>a <i>b</i></b> <b><i>a</i> b</b>",
			want: "**_a_** **a *b*** ***a* b**",
		},
		{
			name: "strong in em",
			html: "<p><i><b>a</b></i> <i>a <b>b</b></i>",
			want: "***a*** *a **b***",
		},
		{
			name: "around blocks",
			html: "<b><p>a<p>b</b>",
			want: "**a**\n\n**b**",
		},
		{
			name: "deleted",
			html: "<p><del>a</del>b <s>~c</s> ~<del>d</del>",
			want: "~~a~~b ~~\\~c~~ \\~d",
		},
		{
			name: "mark and cite",
			html: "<p><mark>a</mark> <cite>b</cite> <var>c</var>",
			want: "**a** *b* *c*",
		},
		{
			name: "broken line moves out",
			html: "<p><b>a<br></b>b",
			want: "**a**\\\nb",
		},
	})
}

func TestEscapes(t *testing.T) {
	testWritten(t, []written{
		{
			name: "plain text stays",
			html: "<p>Hello (world). 3.5% - good! x=1, a + b, #tag {x} C++ &amp; Q&amp;A; 5 &gt; 3; snake_case; 2 * 3; ~5; a|b; x &lt; y",
			want: "Hello (world). 3.5% - good! x=1, a + b, #tag {x} C++ & Q&A; 5 > 3; snake_case; 2 * 3; ~5; a|b; x < y",
		},
		{
			name: "lone signs stay",
			html: "<p>5* and *args, a ` b, [1] and [see], !important, C:\\dir\\x",
			want: "5* and *args, a ` b, [1] and [see], !important, C:\\dir\\x",
		},
		{
			name: "pairs",
			html: "<p>*a* _b_ ~~c~~ `d` a*b*c",
			want: "\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` a\\*b\\*c",
		},
		{
			name: "pairs across words",
			html: "<p>*a b* c",
			want: "\\*a b\\* c",
		},
		{
			name: "link",
			html: "<p>[a](b) ![c](d) [e] (f)",
			want: "[a\\](b) ![c\\](d) [e] (f)",
		},
		{
			name: "tag",
			html: "<p>&lt;b&gt; &lt;/b&gt; &lt;!-- &lt;?x &lt;3",
			want: "\\<b> \\</b> \\<!-- \\<?x <3",
		},
		{
			name: "entity",
			html: "<p>&amp;amp; &amp;copy; &amp;#35; &amp;nope; &amp;semi;",
			want: "\\&amp; \\&copy; \\&#35; &nope; \\&semi;",
		},
		{
			name: "backslash",
			html: "<p>a\\*b \\\\ c\\d e\\",
			want: "a\\\\*b \\\\\\ c\\d e\\",
		},
		{
			name: "address",
			html: "<p>http://a.example (www.b.example) c@d.example e@f @g https://h.example/i_j",
			want: "http\\://a.example (www\\.b.example) c\\@d.example e@f @g https\\://h.example/i_j",
		},
		{
			name: "address inside of a word stays",
			html: "<p>xhttp://a.example x,me@b.example",
			want: "xhttp://a.example x,me@b.example",
		},
		{
			name: "heading sign",
			html: "<p># a<p>#a<p>####### b",
			want: "\\# a\n\n#a\n\n####### b",
		},
		{
			name: "list signs",
			html: "<p>- a<p>+ b<p>* c<p>-d<p>1. e<p>2) f<p>1.5 g<p>1234567890. h",
			want: "\\- a\n\n\\+ b\n\n\\* c\n\n-d\n\n1\\. e\n\n2\\) f\n\n1.5 g\n\n1234567890. h",
		},
		{
			name: "rules",
			html: "<p>---<p>***<p>* * *<p>___<p>--",
			want: "\\---\n\n\\*\\*\\*\n\n\\* * *\n\n\\_\\_\\_\n\n--",
		},
		{
			name: "underlines",
			html: "<p>a<br>===<p>a<br>---<p>===",
			want: "a\\\n\\===\n\na\\\n\\---\n\n===",
		},
		{
			name: "quote",
			html: "<p>&gt; a<p>&gt;&gt;&gt; b",
			want: "\\> a\n\n\\>>> b",
		},
		{
			name: "fences",
			html: "<p>```<p>~~~ a<p>```a``` b",
			want: "\\`\\`\\`\n\n\\~\\~\\~ a\n\n\\`\\`\\`a\\`\\`\\` b",
		},
		{
			name: "definition",
			html: "<p>[a]: /b<p>[^1]: c",
			want: "\\[a]: /b\n\n\\[^1]: c",
		},
		{
			name: "table",
			html: "<p>a | b<br>- | -",
			want: "a | b\\\n\\- | -",
		},
		{
			name: "closing sequence",
			html: "<h2>a #</h2><h2>b ##</h2><h2>C#</h2>",
			want: "## a \\#\n\n## b #\\#\n\n## C#",
		},
		{
			name: "note label",
			html: "<p>a[^1] b[^x]",
			want: "a\\[^1] b[^x]",
		},
		{
			name: "task",
			html: "<ul><li>[x] a<li>[y] b</ul>",
			want: "- \\[x] a\n- [y] b",
		},
		{
			name: "rule with the marker of an item",
			html: "<ul><li>--<li>**</ul>",
			want: "- \\--\n- \\*\\*",
		},
		{
			name: "before a link",
			html: "<p>!<a href=/a>b</a> \\<a href=/c>d</a>",
			want: "\\![b](https://example.org/a) \\\\[d](https://example.org/c)",
		},
	})
}

func TestLinks(t *testing.T) {
	testWritten(t, []written{
		{
			name: "relative",
			html: "<p><a href=a>b</a> <a href=../c>d</a> <a href=/e>f</a> <a href=?g>h</a> <a href=#i>j</a> <a href=//k.example/l>m</a>",
			want: "[b](https://example.org/docs/a) [d](https://example.org/c) [f](https://example.org/e) [h](https://example.org/docs/page?g) [j](https://example.org/docs/page#i) [m](https://k.example/l)",
		},
		{
			name: "to itself",
			html: `<p><a href="">a</a>`,
			want: "[a](https://example.org/docs/page)",
		},
		{
			name: "absolute",
			html: `<p><a href="https://a.example/b?c=1&amp;d=2#e">f</a> <a href=mailto:a@b.example>write</a> <a href=tel:+1>call</a>`,
			want: "[f](https://a.example/b?c=1&d=2#e) [write](mailto:a@b.example) [call](tel:+1)",
		},
		{
			name: "nowhere",
			html: "<p><a href=#>a</a> <a>b</a> <a name=c>d</a>",
			want: "a b d",
		},
		{
			name: "schemes that run",
			html: `<p><a href="javascript:a">b</a> <a href=" java&#10;script:c">d</a> <a href=data:e>f</a> <a href=vbscript:g>h</a> <a href=file:///i>j</a>`,
			want: "b d f h j",
		},
		{
			name: "characters",
			html: "<p><a href=\"/a b(c\">d</a> <a href=\"/é&lt;`\">e</a> <a href=\"/f)g(h\">i</a> <a href=\"/j%zz%20\">k</a> <a href=\"/x&amp;copy;=1\">l</a>",
			want: "[d](https://example.org/a%20b%28c) [e](https://example.org/%C3%A9%3C%60) [i](https://example.org/f\\)g\\(h) [k](https://example.org/j%25zz%20) [l](https://example.org/x&amp;copy;=1)",
		},
		{
			name: "title",
			html: `<p><a href=/a title='b "c"'>d</a> <a href=/a title="b 'c' &quot;d&quot;">e</a> <a href=/f title=" g  h ">i</a>`,
			want: "[d](https://example.org/a 'b \"c\"') [e](https://example.org/a \"b 'c' \\\"d\\\"\") [i](https://example.org/f \"g h\")",
		},
		{
			name: "its own address",
			html: "<p><a href=https://a.example/b>https://a.example/b</a> <a href=mailto:a@b.example>a@b.example</a>",
			want: "<https://a.example/b> <a@b.example>",
		},
		{
			name: "brackets",
			html: "<p><a href=/a>b[0]</a> <a href=/c>d]</a> <a href=/e>[f](g)</a> <a href=/h>[^1]</a>",
			want: "[b[0]](https://example.org/a) [d\\]](https://example.org/c) [\\[f\\](g)](https://example.org/e) [\\[^1\\]](https://example.org/h)",
		},
		{
			name: "empty",
			html: "<p>a<a href=/b></a>c<a href=/d><i class=icon></i></a>",
			want: "ac",
		},
		{
			name: "image",
			html: "<p><a href=/a><img src=/b alt=c></a>",
			want: "[![c](https://example.org/b)](https://example.org/a)",
		},
		{
			name: "around blocks",
			html: "<a href=/a><div>b</div><div>c</div></a>",
			want: "[b](https://example.org/a)\n\nc",
		},
		{
			name: "around a heading",
			html: "<a href=/a><img src=/b><h2>c</h2><p>d</a>",
			want: "![](https://example.org/b)\n\n## [c](https://example.org/a)\n\n[d](https://example.org/a)",
		},
		{
			name: "around an item of a list",
			html: "<ul><li><a href=/a><div>b</div><div>c</div></a></ul>",
			want: "- [b\\\n  c](https://example.org/a)",
		},
		{
			name: "X is no task",
			html: "<ul><li><a href=/x>X</a></ul>",
			want: "- [X ](https://example.org/x)",
		},
		{
			name: "permalinks",
			html: "<h2 id=a>b <a class=headerlink href=#a>¶</a></h2><h3><a href=#c>#</a> d</h3><h4><a href=#e><svg></svg></a>f</h4>",
			want: "## b\n\n### d\n\n#### f",
		},
		{
			name: "code",
			html: "<p><code><a href=/a>b</a></code> <a href=/c><code>d</code></a>",
			want: "[`b`](https://example.org/a) [`d`](https://example.org/c)",
		},
		{
			name: "nested",
			html: "<a href=/a>b<object><a href=/c>d</a></object></a>",
			want: "[bd](https://example.org/a)",
		},
		{
			name: "space inside",
			html: "<p>a<a href=/b> c </a>d",
			want: "a [c](https://example.org/b) d",
		},
	})
}

func TestImages(t *testing.T) {
	testWritten(t, []written{
		{
			name: "lazy",
			html: "<p><img src=data:image/gif;base64,x data-src=/a.png alt=b>",
			want: "![b](https://example.org/a.png)",
		},
		{
			name: "placeholder",
			html: `<img src=/placeholder.png data-lazy-src=/a.png><img src=/blank.gif srcset="/b.png 1x, /c.png 2x">`,
			want: "![](https://example.org/a.png)![](https://example.org/c.png)",
		},
		{
			name: "candidates",
			html: `<img srcset="/a.png 320w, /b.png 1280w, /c.png 640w"><img srcset="/d.png, /e.png 1.5x">`,
			want: "![](https://example.org/b.png)![](https://example.org/e.png)",
		},
		{
			name: "source before candidates",
			html: `<img src=/a.png srcset="/b.png 2x">`,
			want: "![](https://example.org/a.png)",
		},
		{
			name: "picture",
			html: `<picture><source srcset="/a.avif 1x, /b.avif 2x"><img src=/c.jpg alt=d></picture><picture><source srcset="/e.webp 800w"><img alt=f></picture>`,
			want: "![d](https://example.org/c.jpg)![f](https://example.org/e.webp)",
		},
		{
			name: "no copy for noscript",
			html: "<img class=lazy data-src=/a.png><noscript><img src=/a.png></noscript>",
			want: "![](https://example.org/a.png)",
		},
		{
			name: "copy in place of it",
			html: "<img src=data:image/gif;base64,x alt=a><noscript><img src=/b.png alt=a></noscript>",
			want: "![a](https://example.org/b.png)",
		},
		{
			name: "within the page",
			html: `<p>a <img src=data:image/png;base64,x alt="b c"> <img src=data:image/png;base64,x>`,
			want: "a [image: b c]",
		},
		{
			name: "pixel",
			html: "<p>a<img src=/p.gif width=1 height=1>",
			want: "a",
		},
		{
			name: "alternative text",
			html: `<img src=/a alt="b [c] *d*&#10;e ]">`,
			want: "![b \\[c\\] \\*d\\* e \\]](https://example.org/a)",
		},
		{
			name: "title",
			html: `<img src=/a alt=b title="c"><img src=/a alt=b title=b>`,
			want: `![b](https://example.org/a "c")![b](https://example.org/a)`,
		},
		{
			name: "emoji",
			html: "<p>a <img class=emoji src=/a.png alt=🙂>",
			want: "a 🙂",
		},
		{
			name: "figure",
			html: "<figure><img src=/a alt=b><figcaption>c <i>d</i></figcaption></figure>",
			want: "![b](https://example.org/a)\n\nc *d*",
		},
	})
}

func TestLists(t *testing.T) {
	testWritten(t, []written{
		{
			name: "tight",
			html: "<ul><li>a<li>b</ul>",
			want: "- a\n- b",
		},
		{
			name: "loose",
			html: "<ul><li><p>a<li><p>b</ul>",
			want: "- a\n\n- b",
		},
		{
			name: "nested",
			html: "<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>",
			want: "- a\n  1. b\n     - c\n- d",
		},
		{
			name: "numbers",
			html: "<ol start=9><li>a<li>b</ol><ol><li>c<li value=7>d<li>e</ol><ol reversed><li>f<li>g</ol>",
			want: "9. a\n10. b\n\n1) c\n7) d\n8) e\n\n2. f\n1. g",
		},
		{
			name: "next to each other",
			html: "<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul><ol><li>d</ol><ol><li>e</ol>",
			want: "- a\n\n* b\n\n- c\n\n1. d\n\n1) e",
		},
		{
			name: "blocks in an item",
			html: "<ul><li><p>a<blockquote>b</blockquote><pre>c</pre><li><p>d</ul>",
			want: "- a\n\n  > b\n\n  ```\n  c\n  ```\n\n- d",
		},
		{
			name: "code in a tight item",
			html: "<ol><li>a<pre>b&#10;&#10;c</pre><li>d</ol>",
			want: "1. a\n   ```\n   b\n\n   c\n   ```\n2. d",
		},
		{
			name: "lines in a tight item",
			html: "<ul><li><div>a</div><div>b</div></ul>",
			want: "- a\\\n  b",
		},
		{
			name: "text after a list",
			html: "<ul><li>a<ul><li>b</ul>c<li>d</ul>",
			want: "- a\n\n  - b\n\n  c\n\n- d",
		},
		{
			name: "list in a list",
			html: "<ul><li>a<ul><li>b</ul></li><ul><li>c</ul><li>d</ul>",
			want: "- a\n  - b\n  - c\n- d",
		},
		{
			name: "stray text",
			html: "<ul>a <b>b</b><li>c</ul>",
			want: "- a **b**\n- c",
		},
		{
			name: "stray item",
			html: "<div><li>a<li>b</div>",
			want: "- a\n- b",
		},
		{
			name: "heading between",
			html: "<ul><li>a<h3>b</h3><li>c</ul>",
			want: "- a\n  ### b\n- c",
		},
		{
			name: "tasks",
			html: "<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>",
			want: "- [x] a\n- [ ] b",
		},
		{
			name: "empty items",
			html: "<ul><li>a<li><li>b<li><span></span></ul>",
			want: "- a\n-\n- b",
		},
		{
			name: "rule in an item",
			html: "<ul><li>a<hr>b</ul>",
			want: "- a\n  ___\n  b",
		},
		{
			name: "heading in an item",
			html: "<ul><li><h3>a</h3>b</ul>",
			want: "- ### a\n  b",
		},
		{
			name: "table in an item",
			html: "<ol><li><p>a<table><tr><th>b<tr><td>c</table></ol>",
			want: "1. a\n\n   | b |\n   | --- |\n   | c |",
		},
		{
			name: "terms",
			html: "<dl><dt>a<dd>b<dd>c<dt><code>d</code><dd><p>e<p>f</dl>",
			want: "**a**\n\n- b\n- c\n\n**`d`**\n\n- e\n\n  f",
		},
		{
			name: "grouped terms",
			html: "<dl><div><dt>a<dd>b</div><div><dt>c<dt>d<dd>e</div></dl>",
			want: "**a**\n\n- b\n\n**c**\n\n**d**\n\n- e",
		},
	})
}

func TestQuotes(t *testing.T) {
	testWritten(t, []written{
		{
			name: "nested",
			html: "<blockquote>a<blockquote><p>b<p>c</blockquote></blockquote>",
			want: "> a\n>\n> > b\n> >\n> > c",
		},
		{
			name: "next to each other",
			html: "<blockquote>a</blockquote><blockquote>b</blockquote>",
			want: "> a\n\n> b",
		},
		{
			name: "with blocks",
			html: "<blockquote><h2>a</h2><ul><li>b</ul><pre>c&#10;&#10;d</pre></blockquote>",
			want: "> ## a\n>\n> - b\n>\n> ```\n> c\n>\n> d\n> ```",
		},
		{
			name: "admonition",
			html: `<div class="admonition tip"><p class=admonition-title>Try <i>it</i></p><p>a</div>`,
			want: "> **Try *it***\n>\n> a",
		},
		{
			name: "alert",
			html: `<div class="alert alert-danger">a</div><div class="markdown-alert markdown-alert-note"><p class=markdown-alert-title><svg></svg>Note</p><p>b</div>`,
			want: "> **Danger**\n>\n> a\n\n> **Note**\n>\n> b",
		},
		{
			name: "aside",
			html: "<aside class=warning><p>a</aside><aside>b</aside>",
			want: "> **Warning**\n>\n> a\n\nb",
		},
		{
			name: "label said by the text",
			html: `<div class="notecard warning"><p><b>Warning:</b> a</div>`,
			want: "> **Warning:** a",
		},
		{
			name: "Docusaurus",
			html: `<div class="theme-admonition alert alert--info"><div class=admonitionHeading_x><span><svg></svg></span>info</div><div class=admonitionContent_x><p>a</div></div>`,
			want: "> **info**\n>\n> a",
		},
		{
			name: "AsciiDoc",
			html: `<div class="admonitionblock note"><table><tr><td class=icon><div class=title>Note</div><td class=content>a</table></div>`,
			want: "> **Note**\n>\n> a",
		},
		{
			name: "not one",
			html: `<div class=note>a</div><div class="hero-banner box">b</div>`,
			want: "a\n\nb",
		},
		{
			name: "details",
			html: "<details><summary>a <b>b</b></summary>c<details><summary><h3>d</h3></summary><p>e</details></details>",
			want: "**a b**\n\nc\n\n### d\n\ne",
		},
	})
}

func TestLines(t *testing.T) {
	testWritten(t, []written{
		{
			name: "break",
			html: "<p>a<br>b<br/>&#10;c",
			want: "a\\\nb\\\nc",
		},
		{
			name: "two breaks",
			html: "<p>a<br><br>b",
			want: "a\n\nb",
		},
		{
			name: "at the ends",
			html: "<p><br>a<br></p><p><br></p>",
			want: "a",
		},
		{
			name: "in a heading",
			html: "<h2>a<br>b</h2>",
			want: "## a b",
		},
		{
			name: "in a link",
			html: "<p><a href=/a>b<br>c</a>",
			want: "[b\\\nc](https://example.org/a)",
		},
		{
			name: "white space",
			html: "<div>  a&#10;  b <span> c</span></div><div>d</div>e<p>f</p>g",
			want: "a b c\n\nd\n\ne\n\nf\n\ng",
		},
		{
			name: "no-break spaces alone",
			html: "<p>a<p>&nbsp;<p>b",
			want: "a\n\nb",
		},
		{
			name: "invisible characters",
			html: "<p>a&shy;b c&#8203;d &#x202e;e x&#8288;y",
			want: "ab cd e xy",
		},
	})
}

func TestPhrases(t *testing.T) {
	testWritten(t, []written{
		{
			name: "keys",
			html: "<p><kbd>Ctrl</kbd>+<kbd>C</kbd> <kbd><kbd>Alt</kbd>+<kbd>F4</kbd></kbd> <samp>a_b</samp> <tt>c</tt>",
			want: "`Ctrl`+`C` `Alt+F4` `a_b` `c`",
		},
		{
			name: "raised digits",
			html: "<p>x<sup>2</sup> 10<sup>-6</sup> H<sub>2</sub>O Ca<sup>2+</sup> <sup>1</sup> a",
			want: "x² 10⁻⁶ H₂O Ca²⁺ ¹ a",
		},
		{
			name: "raised words",
			html: "<p>x<sub>i</sub> x<sub>max</sub> a<sup>n+1</sup> a<sup>b c</sup> 1<sup>st</sup> a<sup>TM</sup>",
			want: "x_i x_max aⁿ⁺¹ a^(b c) 1st a™",
		},
		{
			name: "raised link",
			html: "<p>a<sup><a href=/b>c</a></sup>",
			want: "a[c](https://example.org/b)",
		},
		{
			name: "abbreviation",
			html: `<p><abbr title="World Health Organization">WHO</abbr>, <abbr title="World Health Organization">WHO</abbr>, <abbr title=a>a</abbr>`,
			want: "WHO (World Health Organization), WHO, a",
		},
		{
			name: "quotation",
			html: "<p>a <q> b </q>c",
			want: `a "b"c`,
		},
		{
			name: "ruby",
			html: "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字 <ruby>東<rt>とう</rt></ruby>",
			want: "漢(kan)字 東(とう)",
		},
		{
			name: "inserted",
			html: "<p><ins>a</ins> <u>b</u> <small>c</small> <font>d</font>",
			want: "a b c d",
		},
	})
}

func TestCode(t *testing.T) {
	testWritten(t, []written{
		{
			name: "backticks",
			html: "<p><code>`a`</code> <code>a``b</code> <code> b </code> <code>a  &#10; b</code><code></code>",
			want: "`` `a` `` `a``b` `  b  ` `a b`",
		},
		{
			name: "touching",
			html: "<p><code>a</code><code>b</code>",
			want: "`ab`",
		},
		{
			name: "fences",
			html: "<pre><code>```&#10;~~~~</code></pre>",
			want: "````\n```\n~~~~\n````",
		},
		{
			name: "no code element",
			html: "<pre>&#10;&#10;  a&#10;&#10;</pre>",
			want: "```\n\n  a\n```",
		},
		{
			name: "breaks",
			html: "<pre>a<br>b</pre>",
			want: "```\na\nb\n```",
		},
		{
			name: "lines of elements",
			html: "<pre><code><span class=line>a</span><span class=line>b</span></code></pre><pre><div>c</div><div></div><div>d</div></pre>",
			want: "```\na\nb\n```\n\n```\nc\n\nd\n```",
		},
		{
			name: "line numbers",
			html: "<pre><span class=lineno>1</span>a&#10;<span class=lineno>2</span>b</pre><pre><code>c&#10;d<span class=line-numbers-rows><span></span></span></code></pre>",
			want: "```\na\nb\n```\n\n```\nc\nd\n```",
		},
		{
			name: "copy button",
			html: "<pre><code>a</code><button>Copy</button></pre><clipboard-copy>Copy</clipboard-copy>",
			want: "```\na\n```",
		},
		{
			name: "table of numbers and code",
			html: "<table><tr><td class=gutter><pre>1&#10;2</pre><td class=code><pre>a&#10;b</pre></table>",
			want: "```\na\nb\n```",
		},
		{
			name: "table of lines",
			html: "<table class=hljs-ln><tr><td class=hljs-ln-numbers>1<td>a<tr><td class=hljs-ln-numbers>2<td>b</table>",
			want: "```\na\nb\n```",
		},
		{
			name: "language prefixes",
			html: `<pre><code class=language-c++>a</code></pre><pre class=lang-py>b</pre><div class=highlight-source-js><pre>c</pre></div><pre class="brush: php; x">d</pre>`,
			want: "```c++\na\n```\n\n```py\nb\n```\n\n```js\nc\n```\n\n```php\nd\n```",
		},
		{
			name: "language attributes",
			html: "<pre data-lang=go>a</pre><pre data-language=TS><code>b</code></pre><pre lang=rust>c</pre><pre data-enlighter-language=ruby>d</pre>",
			want: "```go\na\n```\n\n```ts\nb\n```\n\n```rust\nc\n```\n\n```ruby\nd\n```",
		},
		{
			name: "language of the wrapper",
			html: `<div class="language-rb highlighter-rouge"><div class=highlight><pre class=highlight><code>a</code></pre></div></div><div class="highlight-python notranslate"><div class=highlight><pre>b</pre></div></div>`,
			want: "```rb\na\n```\n\n```python\nb\n```",
		},
		{
			name: "bare names",
			html: `<pre class="sourceCode haskell"><code>a</code></pre><pre><code class="hljs java">b</code></pre><pre class=note>c</pre><div class=go><pre>d</pre></div>`,
			want: "```haskell\na\n```\n\n```java\nb\n```\n\n```\nc\n```\n\n```\nd\n```",
		},
		{
			name: "no language",
			html: "<pre><code class=language-plaintext>a</code></pre><pre><code class=nohighlight>b</code></pre>",
			want: "```\na\n```\n\n```\nb\n```",
		},
		{
			name: "label of the language",
			html: "<div class=language-js><span class=lang>js</span><pre><code>a</code></pre></div>",
			want: "```js\na\n```",
		},
		{
			name: "backtick in the language",
			html: "<pre><code class=language-a`b>c</code></pre>",
			want: "~~~a`b\nc\n~~~",
		},
	})
}

func TestTables(t *testing.T) {
	testWritten(t, []written{
		{
			name: "header",
			html: "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |",
		},
		{
			name: "alignment",
			html: `<table><tr><th align=left>a<th style="text-align: right">b<th align=center>c<th>d<tr><td>1<td>2<td>3<td align=right>4</table>`,
			want: "| a | b | c | d |\n| :-- | --: | :-: | --: |\n| 1 | 2 | 3 | 4 |",
		},
		{
			name: "alignment of columns",
			html: "<table><colgroup><col><col align=right></colgroup><tr><th>a<th>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --: |\n| 1 | 2 |",
		},
		{
			name: "bars",
			html: "<table><tr><th>a|b<th><code>c||d</code><tr><td>\\|<td><a href=\"/x|y\">z|</a></table>",
			want: "| a\\|b | `c\\|\\|d` |\n| --- | --- |\n| \\\\\\| | [z\\|](https://example.org/x%7Cy) |",
		},
		{
			name: "spans",
			html: "<table><tr><th>a<th colspan=2>b<tr><td rowspan=2>c<td>d<td>e<tr><td colspan=2>f</table>",
			want: "| a | b | b |\n| --- | --- | --- |\n| c | d | e |\n| c | f | f |",
		},
		{
			name: "long content is not repeated",
			html: "<table><tr><th colspan=2>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<tr><td>b<td>c</table>",
			want: "| aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |  |\n| --- | --- |\n| b | c |",
		},
		{
			name: "ragged",
			html: "<table><tr><th>a<tr><td>b<td>c<tr></table>",
			want: "| a |  |\n| --- | --- |\n| b | c |",
		},
		{
			name: "blocks in cells",
			html: "<table><tr><th>a<th>b<tr><td><p>c<p>d<td><ul><li>e<li>f</ul><tr><td><ol><li>g<li>h</ol><td><h3>i</h3><pre>j</pre></table>",
			want: "| a | b |\n| --- | --- |\n| c<br>d | - e<br>- f |\n| 1. g<br>2. h | **i**<br>`j` |",
		},
		{
			name: "caption",
			html: "<table><caption>a <b>b</b></caption><tr><th>c<tr><td>d</table>",
			want: "a **b**\n\n| c |\n| --- |\n| d |",
		},
		{
			name: "row headers",
			html: "<table><tr><th>a<td>1<tr><th>b<td>2</table>",
			want: "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |",
		},
		{
			name: "no header",
			html: "<table><tr><td>a<td>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |",
		},
		{
			name: "layout",
			html: "<table><tr><td>a <b>b</b><td>c</table><table role=presentation><tr><th>d<tr><td><p>e</table><table><tr><td><h2>f</h2><tr><td>g</table>",
			want: "a **b** c\n\nd\n\ne\n\n## f\n\ng",
		},
		{
			name: "table in a layout",
			html: "<table><tr><td><p>a<table><tr><th>b<tr><td>c</table></table>",
			want: "a\n\n| b |\n| --- |\n| c |",
		},
		{
			name: "rich cells",
			html: "<table><tr><th>a<th>b<tr><td>c<td><pre>d&#10;e</pre><tr><td rowspan=2>f<td><blockquote>g</blockquote><tr><td>h</table>",
			want: "1. - **a**: c\n\n   - **b**:\n\n     ```\n     d\n     e\n     ```\n2. - **a**: f\n\n   - **b**:\n\n     > g\n3. - **b**: h",
		},
		{
			name: "table in a cell",
			html: "<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>d<td>e<tr><td>f<td>g</table></table>",
			want: "1. - **a**: c\n\n   - **b**:\n\n     | d | e |\n     | --- | --- |\n     | f | g |",
		},
		{
			name: "nothing in it",
			html: "<table></table><table><tr></table>",
			want: "",
		},
	})
}

func TestFormulas(t *testing.T) {
	testWritten(t, []written{
		{
			name: "annotation",
			html: "<p>a <math><semantics><mi>x</mi><annotation encoding=application/x-tex>x^2</annotation></semantics></math> b",
			want: "a $x^2$ b",
		},
		{
			name: "KaTeX",
			html: "<p><span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding=application/x-tex>x_1</annotation></semantics></math></span><span class=katex-html aria-hidden=true>x1</span></span>",
			want: "$x_1$",
		},
		{
			name: "KaTeX display",
			html: "<span class=katex-display><span class=katex><span class=katex-mathml><math display=block><semantics><mi>x</mi><annotation encoding=application/x-tex>\\sum&#10;x</annotation></semantics></math></span><span class=katex-html>x</span></span></span>",
			want: "$$\\sum x$$",
		},
		{
			name: "MathJax 2",
			html: `<p><span class=MathJax_Preview>x</span><span class=MathJax>x</span><script type=math/tex>x_{i*j}</script> a<script type="math/tex; mode=display">y</script>`,
			want: "$x_{i*j}$ a\n\n$$y$$",
		},
		{
			name: "MathJax 3",
			html: "<mjx-container display=true><mjx-math aria-hidden=true>x</mjx-math><mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>",
			want: "$$x^{2}$$",
		},
		{
			name: "Wikipedia",
			html: "<span class=mwe-math-element><span class=mwe-math-mathml-inline style=display:none><math alttext=\"{\\displaystyle x}\"><semantics><mi>x</mi><annotation encoding=application/x-tex>{\\displaystyle x}</annotation></semantics></math></span><img class=mwe-math-fallback-image-inline alt=\"{\\displaystyle x}\" src=/x.svg></span>",
			want: "$x$",
		},
		{
			name: "alternative text",
			html: "<math alttext=\"\\alpha\"><mi>α</mi></math>",
			want: "$\\alpha$",
		},
		{
			name: "MathML alone",
			html: "<math><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac><mo>=</mo><msubsup><mi>c</mi><mn>1</mn><mn>2</mn></msubsup><mroot><mi>d</mi><mn>3</mn></mroot><mtext>or</mtext></math>",
			want: "$\\frac{a}{\\sqrt{b}}=c_{1}^{2}\\sqrt[3]{d}\\text{or}$",
		},
		{
			name: "matrix",
			html: "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable></math>",
			want: "$\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}$",
		},
		{
			name: "Pandoc",
			html: "<p><span class=\"math inline\">\\(x\\)</span> <span class=\"math display\">\\[y\\]</span><div class=arithmatex>\\[z\\]</div>",
			want: "$x$\n\n$$y$$\n\n$$z$$",
		},
		{
			name: "nothing that Markdown runs",
			html: "<p><script type=math/tex>a <b>c</b> [d](javascript:e) `f` $ % g</script>",
			want: "$a < b>c< /b> [d] (javascript:e) 'f'$",
		},
	})
}

func TestEmbeds(t *testing.T) {
	testWritten(t, []written{
		{
			name: "frame",
			html: `<p>a<iframe src=/b title="c d"></iframe><iframe src=https://e.example></iframe><iframe src=about:blank></iframe><iframe srcdoc=x></iframe>`,
			want: "a\n\n[c d](https://example.org/b)\n\n<https://e.example>",
		},
		{
			name: "media",
			html: "<video title=a><source src=/b.mp4>no</video><audio src=/c.mp3></audio><embed src=/d.swf><video></video>",
			want: "[a](https://example.org/b.mp4)\n\n<https://example.org/c.mp3>\n\n<https://example.org/d.swf>",
		},
		{
			name: "object",
			html: "<object data=/a.pdf>b</object><object data=/c.pdf title=d></object>",
			want: "b\n\n[d](https://example.org/c.pdf)",
		},
		{
			name: "drawing",
			html: "<svg role=img aria-label=a><path/></svg> <svg><title>b</title><text>c</text></svg> <svg aria-hidden=true><title>d</title></svg>",
			want: "a b",
		},
		{
			name: "linked drawing",
			html: "<a href=/a><svg><title>b</title></svg></a>",
			want: "[b](https://example.org/a)",
		},
		{
			name: "form",
			html: "<form><label>a <input value=b></label><select><option>c</select><textarea>d</textarea><button>e</button><fieldset><legend>f</legend></fieldset></form>",
			want: "a\n\nf",
		},
		{
			name: "buttons with content",
			html: "<h3><button>a</button></h3><button aria-expanded=false>b</button><button><code>c</code></button><div role=button>d</div>",
			want: "### a\n\nb`c`",
		},
		{
			name: "not shown",
			html: "<p>x<script>a</script><style>b</style><template>c</template><noscript>d</noscript><canvas>e</canvas><!-- f --><head><title>g</title>h",
			want: "xh",
		},
		{
			name: "long noscript",
			html: "<noscript><p>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</noscript>",
			want: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		},
		{
			name: "custom elements",
			html: "<my-page><my-a>a</my-a><my-b><h2>b <x-i></x-i>c</h2><p>d</my-b></my-page>",
			want: "a\n\n## b c\n\nd",
		},
		{
			name: "shadow tree",
			html: "<x-a><template shadowrootmode=open><h2><slot name=t>no</slot></h2><slot></slot></template><p>b</p><i slot=t>a</i><i slot=u>c</i></x-a>",
			want: "## *a*\n\nb",
		},
		{
			name: "slot without content",
			html: "<x-a><template shadowrootmode=open>a <slot>b</slot></template></x-a>",
			want: "a b",
		},
		{
			name: "headings by role",
			html: "<div role=heading aria-level=4>a</div><div role=heading>b</div>",
			want: "#### a\n\n## b",
		},
	})
}

func TestFootnotes(t *testing.T) {
	testWritten(t, []written{
		{
			name: "GitHub",
			html: "<p>a<sup><a href=#user-content-fn-1 data-footnote-ref>1</a></sup><section data-footnotes class=footnotes><h2 class=sr-only>Footnotes</h2><ol><li id=user-content-fn-1><p>b <a href=#user-content-fnref-1 data-footnote-backref>↩</a></ol></section>",
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "Pandoc",
			html: "<p>a<a href=#fn1 class=footnote-ref role=doc-noteref><sup>1</sup></a><section class=footnotes role=doc-endnotes><hr><ol><li id=fn1><p>b<a href=#fnref1 class=footnote-back role=doc-backlink>↩︎</a></ol></section>",
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "Wikipedia",
			html: "<p>a<sup class=reference><a href=#cite_note-1>[1]</a></sup> b<sup class=reference><a href=#cite_note-1>[1]</a></sup><ol class=references><li id=cite_note-1><span class=mw-cite-backlink>^ <a href=#cite_ref-1>a</a></span> <span>c</span></ol>",
			want: "a[^1] b[^1]\n\n[^1]: c",
		},
		{
			name: "paragraphs",
			html: "<p>a<sup><a href=#note1>[1]</a></sup><p id=note1><a href=#r>[1]</a> b",
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "of many blocks",
			html: "<p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1><p>b<p>c<pre>d</pre></ol>",
			want: "a[^1]\n\n[^1]: b\n\n    c\n\n    ```\n    d\n    ```",
		},
		{
			name: "in the order of the references",
			html: "<p>a<sup><a href=#fn2>2</a></sup> b<sup><a href=#fn1>1</a></sup><ol><li id=fn1>c<li id=fn2>d</ol>",
			want: "a[^1] b[^2]\n\n[^2]: c\n\n[^1]: d",
		},
		{
			name: "no note to it",
			html: "<p>a<sup><a href=#x>1</a></sup>",
			want: "a[1](https://example.org/docs/page#x)",
		},
		{
			name: "note before it",
			html: "<ol><li id=fn1>a</ol><p>b<sup><a href=#fn1>1</a></sup>",
			want: "1. a\n\nb[1](https://example.org/docs/page#fn1)",
		},
	})
}
