package htmlmd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

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
			name: "title that repeats the label",
			html: `<p><a href=/a title="Low tides">Low tides</a> <a href=/b title="LOW  tides ">Low <b>tides</b></a> <a href=/c title="Low tides">Low</a> <a href=/d title=Low>Low tides</a> <a href=/e title="the tides"><code>the</code> tides</a> <a href=/f title=Tides><img src=/g alt=Tides></a>`,
			want: "[Low tides](https://example.org/a) [Low **tides**](https://example.org/b) [Low](https://example.org/c \"Low tides\") [Low tides](https://example.org/d \"Low\") [`the` tides](https://example.org/e) [![Tides](https://example.org/g)](https://example.org/f)",
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
			name: "to what they stand in",
			html: "<section id=a><h2><a href=#a>b c</a></h2></section><dl><dt id=d><a href=#d>e</a><dd>f</dl><p id=g>h<a href=#g class=pilcrow>¶</a><p id=i>j <a href=#g>k</a>",
			want: "## b c\n\n**e**\n\n- f\n\nh\n\nj [k](https://example.org/docs/page#g)",
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

func TestLinkTexts(t *testing.T) {
	testWritten(t, []written{
		{
			name: "punctuation",
			html: "<p><a href=/a>*b* _c_ `d` &lt;e></a>",
			want: "[\\*b\\* \\_c\\_ \\`d\\` \\<e>](https://example.org/a)",
		},
		{
			name: "its address without the scheme",
			html: "<p><a href=https://a.example/>a.example</a>",
			want: "[a.example](https://a.example/)",
		},
		{
			name: "its address with a title",
			html: "<p><a href=https://a.example/b title=c>https://a.example/b</a>",
			want: `[https://a.example/b](https://a.example/b "c")`,
		},
		{
			name: "another address",
			html: "<p><a href=https://evil.example/>https://good.example/</a>",
			want: "[https://good.example/](https://evil.example/)",
		},
		{
			name: "image and text",
			html: "<p><a href=/a><img src=/b alt=c> d</a>",
			want: "[![c](https://example.org/b) d](https://example.org/a)",
		},
		{
			name: "image without a description",
			html: "<p><a href=/a><img src=/b></a>",
			want: "[![](https://example.org/b)](https://example.org/a)",
		},
		{
			name: "name for assistive readers alone",
			html: "<p>a <a href=/b aria-label=c></a>",
			want: "a",
		},
		{
			name: "touching words",
			html: "<p>a<a href=/b>c</a>d",
			want: "a[c](https://example.org/b)d",
		},
		{
			name: "touching links",
			html: "<p><a href=/a>b</a><a href=/c>d</a>",
			want: "[b](https://example.org/a)[d](https://example.org/c)",
		},
		{
			name: "bracket before it",
			html: "<p>[<a href=/a>1</a>] (<a href=/b>2</a>)",
			want: "[[1](https://example.org/a)] ([2](https://example.org/b))",
		},
		{
			name: "parenthesis after it",
			html: "<p><a href=/a>b</a>(c) [d](<a href=/e>f</a>)",
			want: "[b](https://example.org/a)(c) [d\\]([f](https://example.org/e))",
		},
		{
			name: "code with a bracket",
			html: "<p><a href=/a><code>b[0]</code> c</a>",
			want: "[`b[0]` c](https://example.org/a)",
		},
		{
			name: "emphasis inside of a word",
			html: "<p><a href=/a>un<i>believ</i>able</a>",
			want: "[un*believ*able](https://example.org/a)",
		},
		{
			name: "formula",
			html: "<p><a href=/a><math alttext=x^2></math> b</a>",
			want: "[$x^2$ b](https://example.org/a)",
		},
	})
}

func TestLinkPlaces(t *testing.T) {
	testWritten(t, []written{
		{
			name: "file and its button",
			html: "<div class=wp-block-file><a href=/f.pdf>Form A</a> <a href=/f.pdf class=wp-block-file__button download>Download</a></div><div class=wp-block-file><a href=/g.pdf class=wp-block-file__button>Download</a></div>",
			want: "[Form A](https://example.org/f.pdf)\n\n[Download](https://example.org/g.pdf)",
		},
		{
			name: "all of a heading",
			html: "<h2><a href=/a>b</a></h2>",
			want: "## [b](https://example.org/a)",
		},
		{
			name: "card with a heading",
			html: "<a href=/a><div><img src=/i alt=pic><h3>Title</h3><p>One line.</p></div></a>",
			want: "![pic](https://example.org/i)\n\n### [Title](https://example.org/a)\n\nOne line.",
		},
		{
			name: "all of a quote",
			html: "<a href=/a><blockquote>b</blockquote></a>",
			want: "> [b](https://example.org/a)",
		},
		{
			name: "all of a list",
			html: "<a href=/a><ul><li>b<li>c</ul></a>",
			want: "- [b](https://example.org/a)\n- c",
		},
		{
			name: "around a table",
			html: "<a href=/a><table><tr><th>b<th>c<tr><td>d<td>e</table></a>",
			want: "| [b](https://example.org/a) | c |\n| --- | --- |\n| d | e |",
		},
		{
			name: "between two lines",
			html: "<p>a<br><a href=/b>c</a><br>d",
			want: "a\\\n[c](https://example.org/b)\\\nd",
		},
		{
			name: "named target",
			html: "<p><a name=x></a>a <a id=y>b</a>",
			want: "a b",
		},
	})
}

// TestLinksWithoutBase leaves what is relative as the page has it.
func TestLinksWithoutBase(t *testing.T) {
	for _, c := range []written{
		{name: "path", html: "<p><a href=/a/../b>c</a>", want: "[c](/a/../b)"},
		{name: "sibling", html: "<p><a href=a.html>b</a>", want: "[b](a.html)"},
		{name: "fragment", html: "<p><a href=#a>b</a>", want: "[b](#a)"},
		{name: "nothing", html: "<p><a href=''>b</a>", want: "[b]()"},
		{name: "absolute", html: "<p><a href=https://a.example>b</a>", want: "[b](https://a.example)"},
		{name: "script", html: "<p><a href=javascript:a()>b</a>", want: "b"},
		{name: "image", html: "<p><img src=a.png alt=b>", want: "![b](a.png)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, write(t, c.html).Markdown)
		})
	}
}
