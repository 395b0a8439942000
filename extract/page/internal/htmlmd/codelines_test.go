package htmlmd_test

import "testing"

// TestCodeListings goes through the tables and elements that highlighters set
// lines against their numbers with: all are one block, without the numbers.
func TestCodeListings(t *testing.T) {
	const want = "```\nif a:\n  b\n\nc\n```"
	testWritten(t, []written{
		{name: "numbers that can't be selected", want: want, html: `<pre><code><span style="display:flex"><span style="color:#777;user-select:none">1</span><span>if a:
</span></span><span style="display:flex"><span style="color:#777;-webkit-user-select: none">2</span><span>  b
</span></span><span style="display:flex"><span style="user-select:none">3</span><span>
</span></span><span style="display:flex"><span style="user-select:none">4</span><span>c
</span></span></code></pre>`},
		{name: "numbers in attributes, too", want: want, html: `<pre><i data-line-number=7>7</i>if a:
<i data-line=8>8 </i>  b
<i unselectable=on>9.</i>
<i aria-hidden=true> 10|</i>c</pre>`},
		{name: "numbers by a class", want: want, html: `<pre><b class=codeLine_lineNumber>1</b>if a:
<b class=ln>2</b>  b
<b class="rs_line-no">3</b>
<b class=gutter__num>4</b>c</pre>`},
		{name: "links to the lines", want: want, html: `<pre><a name=L1 href="#L1">1</a>if a:
<a href=#2 id=2 data-nosnippet>2</a>  b
<a class=x href="b.c.html#line-3">3</a>
<a href="#c-4"> 4</a>c</pre>`},
		{name: "elements that count the lines", want: "```\nif a:\n  b\n```", html: "<pre><b>09</b> if a:\n<b>10</b>   b</pre>"},
		{name: "numbers with spaces or a bar", want: want + "\n\n" + want, html: "<pre><i class=lin> 9 </i>if a:\n<i class=lin>10 </i>  b\n<i class=lin>11 </i>\n<i class=lin>12 </i>c</pre><pre><i class=q>1|</i>if a:\n<i class=q>2|</i>  b\n<i class=q>3|</i>\n<i class=q>4|</i>c</pre>"},
		{name: "a number and an indent", want: "```\na\n              b\n```", html: "<pre><div class=line><i class=n> 1 </i><b>a</b></div><div class=line><i class=n> 2 </i><b>              b</b></div></pre>"},
		{name: "numbers in an element beside the code", want: want, html: "<title>t</title><div><div class=side><div>1</div><div>2</div><div>3</div><div>4</div></div><pre>if a:\n  b\n\nc</pre></div>"},
		{name: "numbers in a list beside the code", want: want, html: "<title>t</title><div><ul><li>1<li>2<li>3<li>4</ul></div><div><pre>if a:\n  b\n\nc</pre></div>"},
		{name: "numbers that are not beside code", want: "1\n\n2\n\nof all\n\n```\na\n```", html: "<title>t</title><div><p>1</p><p>2</p></div><p>of all</p><pre>a</pre>"},
		{name: "numbers of data", want: "```\n1 a\n2 b\n```\n\n```\n1 a\n3 b\n```", html: "<pre><i class=mi>1</i> a\n<i class=mi>2</i> b</pre><pre><b>1</b> a\n<b>3</b> b</pre>"},
		{name: "flexible lines", want: want, html: `<pre><span style="display: flex"><em style=user-select:none>1</em><span>if a:</span></span><span style="display:flex"><em style=user-select:none>2</em><span>  b</span></span><span style="display:flex"><em style=user-select:none>3</em><span></span></span><span style="display:flex"><em style=user-select:none>4</em><span>c</span></span></pre>`},
		{name: "GitHub", want: want, html: `<table class="highlight js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">if a:</td></tr>
<tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  b</td></tr>
<tr><td class="blob-num" data-line-number="3"></td><td class="blob-code">
</td></tr><tr><td class="blob-num" data-line-number="4"></td><td class="blob-code">c</td></tr></table>`},
		{name: "Rouge", want: want, html: "<pre><code><table class=rouge-table><tr><td class=\"rouge-gutter gl\"><pre class=lineno>1\n2\n3\n4\n</pre></td><td class=rouge-code><pre>if a:\n  b\n\nc\n</pre></td></tr></table></code></pre>"},
		{name: "Sphinx", want: want, html: "<div class=highlight><pre><span></span><div class=viewcode-block id=a><a class=viewcode-back href=../a.html#a>[docs]</a><span>if</span> a:\n  b\n</div>\nc\n</pre></div>"},
		{name: "Pygments", want: want, html: "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2\n3\n4</pre></div></td><td class=code><div><pre>if a:\n  b\n\nc\n</pre></div></td></tr></table>"},
		{name: "hljs-ln", want: want, html: "<pre><code><table class=hljs-ln><tr><td class=hljs-ln-numbers><div class=hljs-ln-n></div></td><td>if a:</td></tr><tr><td class=hljs-ln-numbers></td><td>  b</td></tr><tr><td class=hljs-ln-numbers></td><td></td></tr><tr><td class=hljs-ln-numbers></td><td>c</td></tr></table></code></pre>"},
		{name: "Hexo", want: want, html: "<figure class=highlight><table><tr><td class=gutter><pre><span class=line>1</span><br><span class=line>2</span><br></pre></td><td class=code><pre><span class=line>if a:</span><br><span class=line>  b</span><br><span class=line></span><br><span class=line>c</span><br></pre></td></tr></table></figure>"},
		{name: "Crayon", want: want, html: "<table class=crayon-table><tr><td class=crayon-nums><div class=crayon-num>1</div><div class=crayon-num>2</div></td><td><div class=crayon-line>if a:</div><div class=crayon-line>&nbsp;&nbsp;b</div><div class=crayon-line></div><div class=crayon-line>c</div></td></tr></table>"},
		{name: "SyntaxHighlighter", want: want, html: "<table class=syntaxhighlighter><tr><td class=gutter><div class=line>1</div></td><td class=code><div class=line><code>if</code> <code>a:</code></div><div class=line><code>&nbsp;&nbsp;</code><code>b</code></div><div class=line></div><div class=line><code>c</code></div></td></tr></table>"},
		{name: "numbers without a class", want: want, html: "<table><tr><td>1<br>2<br>3<br>4</td><td><pre>if a:\n  b\n\nc</pre></td></tr></table>"},
		{name: "rows without a class", want: "```\nif a:\n  b\n```", html: "<table><tr><td>7.</td><td><pre>if a:</pre></td></tr><tr><td>8.</td><td><pre>  b</pre></td></tr></table>"},
		{name: "divisions", want: want, html: "<pre><div class=line>if a:</div><div class=line>  b</div><div class=line></div><div class=line>c</div></pre>"},
		{name: "paragraphs after text", want: want, html: "<pre>if a:<p>  b</p><p></p><p>c</p></pre>"},
		{name: "code elements", want: "```\nif a:\n  b\nc\n```", html: "<pre><code>if a:</code><code>  b</code><code>c</code></pre>"},
		{name: "spans and breaks", want: want, html: "<pre><span>if a:</span><br><span>  b</span><br><br>c</pre>"},
		{name: "spans that are blocks", want: "```\nif a:\n  b\n```", html: `<pre><span style="display: block">if a:</span><span style="display:block">  b</span></pre>`},
		{name: "no-break spaces", want: want, html: "<pre>if a:\n&nbsp;&nbsp;b\n\nc</pre>"},
		{
			name: "a table of numbers is none",
			html: "<table><tr><td>1</td><td><code>ls</code></td></tr><tr><td>2</td><td><code>cd</code></td></tr></table>",
			want: "| 1 | `ls` |\n| --- | --- |\n| 2 | `cd` |",
		},
		{
			name: "numbers that do not go on",
			html: "<table><tr><td>1</td><td><pre>a</pre></td></tr><tr><td>5</td><td><pre>b</pre></td></tr></table>",
			want: "| 1 | `a` |\n| --- | --- |\n| 5 | `b` |",
		},
	})
}

// TestCodeLinesByClass are lines that only their class tells: the text after one
// begins a line of its own, or a comment would take the next statement.
func TestCodeLinesByClass(t *testing.T) {
	const want = "```\nf() {\n  // Add\n  x++\n  y()\n}\n```"
	testWritten(t, []written{
		{name: "compounds", want: want, html: "<pre><code>f() {\n<span class=my-highlight-code-line>  <i>// Add</i></span><span class=my-highlight-code-line>  x++</span>  y()\n}</code></pre>"},
		{name: "before an element", want: want, html: "<pre>f() {\n<span class=highlight-line>  // Add</span><b>  x++</b>\n<span class=codeLine>  y()</span>}</pre>"},
		{name: "with line breaks of their own", want: want, html: "<pre><span class=line>f() {</span>\n<span class=line>  // Add</span>\n<span class=line>  x++\n</span><span class=line>  y()</span><br><span class=line>}</span></pre>"},
		{name: "spaces before the line break", want: "```\na  \nb\n```", html: "<pre><span class=line>a</span>  \n<span class=line>b</span></pre>"},
		{name: "a part of a line", want: "```\na // b\nc inline(d)\n```", html: "<pre>a <span class=comment-line>// b</span>\nc <span class=inline>inline</span><b>(d)</b></pre>"},
		{name: "hidden lines", want: "```\nlet x = 1;\n$ ls\n```", html: "<pre><code><span class=boring>fn main() {\n</span>let x = 1;\n$ ls\n<span class=boring>}</span></code></pre>"},
	})
}

func TestKeys(t *testing.T) {
	testWritten(t, []written{
		{name: "one after another", html: "<p><kbd>Ctrl</kbd>+<kbd>F</kbd><kbd>TAB</kbd><kbd>TAB</kbd>", want: "`Ctrl`+`F` `TAB` `TAB`"},
		{name: "cells", html: "<pre><table><tr><td>LSG Aalen I</td> <td>WÜ</td> <td>55,75</td></tr><tr><td>SG<td> B</table></pre>", want: "```\nLSG Aalen I WÜ 55,75\nSG  B\n```"},
		{name: "within another", html: "<p><kbd><kbd>F</kbd><kbd>TAB</kbd></kbd>", want: "`F TAB`"},
		{name: "pieces of code", html: "<p><code>a</code><code>b</code>", want: "`ab`"},
	})
}

// TestNumbersOfCode keeps what is no number of a line.
func TestNumbersOfCode(t *testing.T) {
	testWritten(t, []written{
		{name: "numbers of the program", html: "<pre><span class=mi>1</span> + <span class=mi>2</span>&#10;<span class=mi>2</span></pre>", want: "```\n1 + 2\n2\n```"},
		{name: "by an ending", html: "<pre><b class=hl-ln>1</b>  a&#10;<b class=hl-ln>2</b>  b<small class=shcb-language>Code language: Go</small></pre>", want: "```\na\nb\n```"},
		{name: "of Org", html: "<pre class=src><span class=linenr>1: </span>a&#10;<span class=linenr>2: </span>  b</pre>", want: "```\na\n  b\n```"},
		{name: "a prompt", html: "<pre><span style=user-select:none>$ </span>ls&#10;a</pre>", want: "```\n$ ls\na\n```"},
		{name: "within a line", html: "<pre>a = <span style=user-select:none>1</span></pre>", want: "```\na = 1\n```"},
	})
}

func TestParagraphsOfCode(t *testing.T) {
	testWritten(t, []written{
		{name: "lines", html: "<p><code>if a {</code><br><code>&nbsp;&nbsp;b()</code><br>\n<code>}</code>", want: "```\nif a {\n  b()\n}\n```"},
		{name: "one line", html: "<p><code>a</code><br>", want: "`a`"},
		{name: "beside text", html: "<p><code>a</code><br><code>b</code> c", want: "`a`\\\n`b` c"},
		{name: "side by side", html: "<p><code>a</code> <code>b</code>", want: "`a` `b`"},
	})
}

func TestNumbersBesideCode(t *testing.T) {
	testPages(t, []written{
		{name: "before it", html: "<p>x<pre>1\n2</pre><pre>a\nb</pre>", want: "x\n\n```\na\nb\n```"},
		{name: "in a division of their own", html: "<p>x<div><pre>1\n2</pre></div><div><div><pre>a\nb</pre></div></div>", want: "x\n\n```\na\nb\n```"},
		{name: "with a label", html: "<p>x<div><b>n</b><pre>1\n2</pre></div><pre>a\nb</pre>", want: "x\n\n**n**\n\n```\n1\n2\n```\n\n```\na\nb\n```"},
		{name: "with a space behind", html: "<pre><div class=line><i class=lineno>1</i>&nbsp;a</div><div class=line><i class=lineno>2</i>&nbsp;&nbsp;b</div></pre>", want: "```\na\n b\n```"},
	})
}
