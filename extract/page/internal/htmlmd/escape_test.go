package htmlmd_test

import "testing"

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
			want: "http://a.example (www.b.example) c@d.example e@f @g https://h.example/i_j",
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

// TestEscapesInPlace has each sign where it means something to a reader of
// Markdown, and where it doesn't.
func TestEscapesInPlace(t *testing.T) {
	testWritten(t, []written{
		{
			name: "thematic break with spaces",
			html: "<p>- - -<p>_ _ _<p>*** a",
			want: "\\- - -\n\n\\_ _ _\n\n*** a",
		},
		{
			name: "numbers that begin a sentence",
			html: "<p>1984. A novel<p>1984 was hot.<p>5) a<p>5)a<p>0. b",
			want: "1984\\. A novel\n\n1984 was hot.\n\n5\\) a\n\n5)a\n\n0\\. b",
		},
		{
			name: "number in the middle of a paragraph",
			html: "<p>in<br>1984. It<br>1. a",
			want: "in\\\n1984. It\\\n1\\. a",
		},
		{
			name: "number alone",
			html: "<p>7.<p>7)<p>7",
			want: "7\\.\n\n7\\)\n\n7",
		},
		{
			name: "signs alone",
			html: "<p>-<p>+<p>*<p>#<p>&gt;<p>=<p>~<p>`<p>|<p>:",
			want: "\\-\n\n\\+\n\n\\*\n\n\\#\n\n\\>\n\n=\n\n~\n\n`\n\n|\n\n:",
		},
		{
			name: "dash in the place of an underline",
			html: "<p>a<br>-<p>a<br>=<p>a<br>- b",
			want: "a\\\n\\-\n\na\\\n\\=\n\na\\\n\\- b",
		},
		{
			name: "dialogue",
			html: "<p>– Yes.<p>— No.<p>-Maybe.",
			want: "– Yes.\n\n— No.\n\n-Maybe.",
		},
		{
			name: "hash tags and channels",
			html: "<p>#go is #1 ## a<p>#",
			want: "#go is #1 ## a\n\n\\#",
		},
		{
			name: "headings that end in signs",
			html: "<h2>F#</h2><h2>a #b</h2><h2>#</h2><h2>a \\#</h2>",
			want: "## F#\n\n## a #b\n\n## \\#\n\n## a \\\\#",
		},
		{
			name: "arithmetic",
			html: "<p>2*3*4 2 * 3 * 4 a*b a_b_c _a 2**3",
			want: "2\\*3\\*4 2 * 3 * 4 a\\*b a_b_c _a 2\\*\\*3",
		},
		{
			name: "stars of a rating",
			html: "<p>*** good, **** better",
			want: "*** good, **** better",
		},
		{
			name: "python",
			html: "<p>__init__ and **kwargs and *args",
			want: "\\_\\_init\\_\\_ and **kwargs and *args",
		},
		{
			name: "paths",
			html: `<p>C:\new\[x] \\server\share ~/.config /*.go`,
			want: `C:\new\\[x] \\\server\share ~/.config /*.go`,
		},
		{
			name: "comparisons",
			html: "<p>a &lt; b, a &lt;b, a&lt;= b, &lt;3, &lt;-, -> <br>&lt;a@b.example> &lt;https://c.example>",
			want: "a < b, a \\<b, a<= b, <3, <-, ->\\\n\\<a@b.example> \\<https://c.example>",
		},
		{
			name: "references",
			html: "<p>&amp;#x41; &amp;#65 &amp;lt &amp;nbsp; AT&amp;T; &amp;",
			want: "\\&#x41; &#65 &lt \\&nbsp; AT&T; &",
		},
		{
			name: "brackets that are no link",
			html: "<p>[a] [b][c] (d) a[0](1) ![",
			want: "[a] [b][c] (d) a[0\\](1) ![",
		},
		{
			name: "definitions of references",
			html: "<p>[a]: b<br>[c]: d<p>x [e]: f",
			want: "\\[a]: b\\\n[c]: d\n\nx [e]: f",
		},
		{
			name: "delimiter row",
			html: "<p>| a | b |<br>| --- | --- |<br>| c | d |",
			want: "| a | b |\\\n\\| --- | --- |\\\n| c | d |",
		},
		{
			name: "front matter",
			html: "<p>---<br>title: a<br>---",
			want: "\\---\\\ntitle: a\\\n\\---",
		},
		{
			name: "template signs",
			html: "<p>{{a}} {% b %} ${c} #{d} %e% @f",
			want: "{{a}} {% b %} ${c} #{d} %e% @f",
		},
		{
			name: "tildes",
			html: "<p>~5 a~~~<p>~5 ~a~ ~~~a~~~",
			want: "~5 a~~~\n\n\\~5 \\~a\\~ ~~~a~~~",
		},
	})
}

// TestEscapesAddresses goes by the "extended autolinks" of GFM, section 6.9:
// what was no link on the page is none to a reader of Markdown.
func TestEscapesAddresses(t *testing.T) {
	testWritten(t, []written{
		{
			name: "schemes",
			html: "<p>https://a.example ftp://b.example ssh://c.example HTTP://d.example",
			want: "https://a.example ftp://b.example ssh://c.example HTTP://d.example",
		},
		{
			name: "after punctuation",
			html: "<p>(http://a.example) \"http://b.example\" «www.c.example»",
			want: "(http://a.example) \"http://b.example\" «www.c.example»",
		},
		{
			name: "host without an address",
			html: "<p>http:// www. www http://. a.example",
			want: "http:// www. www http://. a.example",
		},
		{
			name: "mail",
			html: "<p>a.b+c@d-e.example f@g a@b.c@d.e",
			want: "a.b+c@d-e.example f@g a@b.c@d.e",
		},
		{
			name: "in code",
			html: "<p><code>http://a.example</code>",
			want: "`http://a.example`",
		},
		{
			name: "in emphasis",
			html: "<p><b>http://a.example</b>",
			want: "**http://a.example**",
		},
		{
			name: "signs within",
			html: "<p>_a_ ~~b~~ https://a.example/_b_/~~c~~/ (www.a.example/__d__/e) http://localhost/_e_ http://a.example/f_ <del>x</del>",
			want: "\\_a\\_ \\~\\~b\\~\\~ https://a.example/_b_/~~c~~/ (www.a.example/__d__/e) http://localhost/\\_e\\_ http://a.example/f\\_ ~~x~~",
		},
		{
			name: "signs at the end",
			html: "<p>_a_ https://a.example/_b_ www.a.example/c~~",
			want: "\\_a\\_ https://a.example/_b_ www.a.example/c~~",
		},
		{
			name: "before markup that would be part of it",
			html: "<p>http://a.example/<a href=/b>c</a> www.d.example<code>e</code> <del>http://f.example</del>g <i>http://h.example</i>, i",
			want: "http\\://a.example/[c](https://example.org/b) www\\.d.example`e` ~~http\\://f.example~~g *http://h.example*, i",
		},
		{
			name: "at the end of a line",
			html: "<p>http://a.example<br>www.b.example",
			want: "http://a.example\\\nwww.b.example",
		},
		{
			name: "in a heading and a cell",
			html: "<h2>www.a.example</h2><table><tr><th>b@c.example<tr><td>d</table>",
			want: "## www.a.example\n\n| b@c.example |\n| --- |\n| d |",
		},
	})
}
