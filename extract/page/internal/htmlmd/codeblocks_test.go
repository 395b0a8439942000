package htmlmd_test

import "testing"

func TestCodeBlocks(t *testing.T) {
	testWritten(t, []written{
		{
			name: "white space stays",
			html: "<pre><code>if a {&#10;&#9;b  =  c&#10;&#10;&#10;}  &#10;</code></pre>",
			want: "```\nif a {\n\tb  =  c\n\n\n}  \n```",
		},
		{
			name: "first line break of the source is none",
			html: "<pre>\na\n</pre>",
			want: "```\na\n```",
		},
		{
			name: "carriage returns",
			html: "<pre>a\r\nb\rc</pre>",
			want: "```\na\nb\nc\n```",
		},
		{
			name: "what is markup elsewhere",
			html: "<pre># a\n* b &lt;c> &amp;amp; [d](e)</pre>",
			want: "```\n# a\n* b <c> &amp; [d](e)\n```",
		},
		{
			name: "coloured",
			html: `<pre><code class="language-go"><span class=kd>func</span> <span class=nf>main</span><span class=p>()</span> <span class=p>{</span><span class=p>}</span></code></pre>`,
			want: "```go\nfunc main() {}\n```",
		},
		{
			name: "fence longer than any in it",
			html: "<pre>`````\n```</pre>",
			want: "``````\n`````\n```\n``````",
		},
		{
			name: "tildes in it",
			html: "<pre>~~~\na\n~~~</pre>",
			want: "```\n~~~\na\n~~~\n```",
		},
		{
			name: "nothing in it",
			html: "a<pre></pre><pre>&#10; </pre>b",
			want: "a\n\nb",
		},
		{
			name: "one after another",
			html: "<pre>a</pre><pre>b</pre>",
			want: "```\na\n```\n\n```\nb\n```",
		},
		{
			name: "in a quote",
			html: "<blockquote><pre>a\n\nb</pre></blockquote>",
			want: "> ```\n> a\n>\n> b\n> ```",
		},
		{
			name: "in an item",
			html: "<ol><li>Run<pre>a\n\n  b</pre>then<pre>c</pre></ol>",
			want: "1. Run\n   ```\n   a\n\n     b\n   ```\n   then\n   ```\n   c\n   ```",
		},
		{
			name: "in a paragraph that it ends",
			html: "<p>a<pre>b</pre>c",
			want: "a\n\n```\nb\n```\n\nc",
		},
		{
			name: "figure with a caption",
			html: "<figure><figcaption>main.go</figcaption><pre>a</pre></figure>",
			want: "main.go\n\n```\na\n```",
		},
		{
			name: "figure in it",
			html: "<pre>a <img src=/b alt=c> d<sup>2</sup></pre>",
			want: "```\na  d2\n```",
		},
		{
			name: "list of lines",
			html: "<pre><ol><li>a</li><li>  b</li></ol></pre>",
			want: "```\na\n  b\n```",
		},
		{
			name: "code elements as lines",
			html: "<pre><code class=line>a</code><code class=line>b</code></pre>",
			want: "```\na\nb\n```",
		},
		{
			name: "old elements",
			html: "<listing>a</listing><xmp>&lt;b></xmp>",
			want: "```\na\n```\n\n```\n&lt;b>\n```",
		},
	})
}
