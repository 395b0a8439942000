package htmlmd_test

import "testing"

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
			name: "a demonstration of a terminal",
			html: "<div class=termy><div class=highlight><pre><code>$ &lt;font color=\"#4E9A06\"&gt;fastapi&lt;/font&gt; dev &lt;u&gt;main.py&lt;/u&gt;&#10;A &amp;lt; B&#10;</code></pre></div></div>",
			want: "```\n$ fastapi dev main.py\nA < B\n```",
		},
		{
			name: "code that is HTML",
			html: "<div class=demo><pre><code>&lt;u&gt;main.py&lt;/u&gt;</code></pre></div>",
			want: "```\n<u>main.py</u>\n```",
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
			html: "<pre data-lang=go>a</pre><pre data-language=TS><code>b</code></pre><pre lang=rust>c</pre><pre data-enlighter-language=ruby>d</pre><pre data-syntaxhighlighter-params='brush: bash; gutter: false'>e</pre>",
			want: "```go\na\n```\n\n```ts\nb\n```\n\n```rust\nc\n```\n\n```ruby\nd\n```\n\n```bash\ne\n```",
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
			name: "backtick in the language",
			html: "<pre><code class=language-a`b>c</code></pre>",
			want: "~~~a`b\nc\n~~~",
		},
	})
}

func TestFormulasInCode(t *testing.T) {
	testWritten(t, []written{{
		name: "of a program for talks",
		html: "<p>a <code class=rendered><span class=katex><math><semantics><mi>x</mi><annotation encoding=application/x-tex>x^2</annotation></semantics></math></span></code> <code><span>y</span></code>",
		want: "a $x^2$ `y`",
	}})
}

func TestCodeSpans(t *testing.T) {
	testWritten(t, []written{
		{
			name: "backtick at one end",
			html: "<p><code>`a</code> <code>b`</code>",
			want: "`` `a `` `` b` ``",
		},
		{
			name: "runs of one and two",
			html: "<p><code>a`b``c</code>",
			want: "```a`b``c```",
		},
		{
			name: "nothing but a backtick",
			html: "<p><code>`</code>",
			want: "`` ` ``",
		},
		{
			name: "nothing but spaces",
			html: "<p>a<code> </code>b",
			want: "a` `b",
		},
		{
			name: "space at one end",
			html: "<p><code> a</code><i>x</i><code>b </code>",
			want: "` a`*x*`b `",
		},
		{
			name: "what is markup elsewhere",
			html: "<p><code>*a* [b](c) &lt;d> &amp;amp; \\*</code>",
			want: "`*a* [b](c) <d> &amp; \\*`",
		},
		{
			name: "backslash at the end",
			html: "<p><code>C:\\</code>",
			want: "`C:\\`",
		},
		{
			name: "markup in it",
			html: "<p><code>a <b>b</b> <span class=k>c</span></code>",
			want: "`a b c`",
		},
		{
			name: "links in it",
			html: "<p><code>func(<a href=/a>Reader</a>) <a href=/b>error</a></code>",
			want: "`func(Reader) error`",
		},
		{
			name: "line break in it",
			html: "<p>x <code>a<br>b</code>",
			want: "x `a`\\\n`b`",
		},
		{
			name: "line breaks in all of a block",
			html: "<div class=sample><code>if a:<br>&nbsp;&nbsp;b<br>c</code></div>",
			want: "```\nif a:\n  b\nc\n```",
		},
		{
			name: "line breaks at the ends of lines of the source",
			html: "<div class=sample><code>\nif a:<br>\n&nbsp;&nbsp;b<br>\nc</code></div>",
			want: "```\nif a:\n  b\nc\n```",
		},
		{
			name: "line break, and the end of a line of the source",
			html: "<p>Call <code>SELECT a<br>FROM\nt</code> then",
			want: "Call `SELECT a`\\\n`FROM t` then",
		},
		{
			name: "line breaks and lines of preformatted code",
			html: "<pre><code>if a:<br>\n  b</code></pre>",
			want: "```\nif a:\n\n  b\n```",
		},
		{
			name: "bar outside of a table",
			html: "<p><code>a|b</code>",
			want: "`a|b`",
		},
		{
			name: "no-break spaces",
			html: "<p><code>a&nbsp;b</code>",
			want: "`a\u00a0b`",
		},
		{
			name: "nested",
			html: "<p><code>a <code>b</code></code> <kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>",
			want: "`a b` `Ctrl+C`",
		},
		{
			name: "backtick of the text before it",
			html: "<p>a ` b <code>c</code> d",
			want: "a \\` b `c` d",
		},
		{
			name: "one backtick before two that pair",
			html: "<p>a ` b `` c `` d",
			want: "a \\` b \\`\\` c \\`\\` d",
		},
		{
			name: "one backtick before three that begin a line",
			html: "<p>a ` b<br>``` c",
			want: "a \\` b\\\n\\`\\`\\` c",
		},
		{
			name: "backticks that touch it",
			html: "<p>``<code>a</code>``` b",
			want: "\\`\\``a`\\`\\`\\` b",
		},
		{
			name: "in a heading",
			html: "<h3><code>New</code> returns <code>*T</code></h3>",
			want: "### `New` returns `*T`",
		},
		{
			name: "alone in a line",
			html: "<p><code>```</code>",
			want: "` ``` `",
		},
	})
}

func TestCodeLanguages(t *testing.T) {
	block := func(lang string) string { return "```" + lang + "\na\n```" }
	testWritten(t, []written{
		{name: "class of the code", html: "<pre><code class=language-python>a</code></pre>", want: block("python")},
		{name: "class of the block", html: "<pre class=language-rust><code>a</code></pre>", want: block("rust")},
		{name: "class among others", html: `<pre><code class="x hljs language-java y">a</code></pre>`, want: block("java")},
		{name: "brush", html: `<pre class="brush:sql">a</pre>`, want: block("sql")},
		{name: "Pandoc", html: `<div class=sourceCode id=cb1><pre class="sourceCode python"><code class="sourceCode python">a</code></pre></div>`, want: block("python")},
		{name: "GitHub", html: `<div class="highlight highlight-source-shell"><pre>a</pre></div>`, want: block("shell")},
		{name: "GitHub, HTML", html: `<div class="highlight highlight-text-html-basic"><pre>a</pre></div>`, want: block("html")},
		{name: "Org mode", html: `<pre class="src src-python">a</pre>`, want: block("python")},
		{name: "Jekyll", html: `<figure class=highlight><pre><code class=language-ruby data-lang=ruby>a</code></pre></figure>`, want: block("ruby")},
		{name: "Sphinx", html: `<div class="highlight-go notranslate"><div class=highlight><pre>a</pre></div></div>`, want: block("go")},
		{name: "Shiki", html: `<pre class="shiki" data-language=ts><code>a</code></pre>`, want: block("ts")},
		{name: "signs in the name", html: "<pre><code class=language-c#>a</code></pre>", want: block("c#")},
		{name: "Sphinx without colours", html: `<div class="highlight-none notranslate"><div class=highlight><pre>a</pre></div></div>`, want: block("")},
		{name: "far away", html: "<div class=language-go><div><div><div><div><pre>a</pre></div></div></div></div></div>", want: block("")},
		{name: "language of the text", html: "<pre lang=en>a</pre>", want: block("")},
		{name: "class of a text", html: "<div class=lang-en><p>x</p></div><pre>a</pre>", want: "x\n\n" + block("")},
	})
}
