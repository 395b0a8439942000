package htmlmd_test

import "testing"

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
			name: "call-out that begins with its kind",
			html: "<div class=NOTE><p>Note</p><p>b</p></div>",
			want: "> **Note**\n>\n> b",
		},
		{
			name: "division that begins with another word",
			html: "<div class=note><p>Notes</p><p>b</p></div>",
			want: "Notes\n\nb",
		},
		{
			name: "admonition of DocBook",
			html: `<h3>Where</h3><div class=note><h3 class=title>Hinweis</h3><p>a</div><div class=caution> <h3>Caution</h3>b</div>`,
			want: "### Where\n\n> **Hinweis**\n>\n> a\n\n> **Caution**\n>\n> b",
		},
		{
			name: "no admonition",
			html: `<div class=note><h3>Spring tide</h3><p>a</div><div class=note><h2 class=title>Note</h2>b</div><div class=part><h3 class=title>Note</h3>c</div>`,
			want: "### Spring tide\n\na\n\n## Note\n\nb\n\n### Note\n\nc",
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

func TestQuoteContents(t *testing.T) {
	testWritten(t, []written{
		{
			name: "three deep and back",
			html: "<blockquote>a<blockquote>b<blockquote>c</blockquote>d</blockquote>e</blockquote>",
			want: "> a\n>\n> > b\n> >\n> > > c\n> >\n> > d\n>\n> e",
		},
		{
			name: "line break",
			html: "<blockquote>a<br>b</blockquote>",
			want: "> a\\\n> b",
		},
		{
			name: "attribution",
			html: "<blockquote><p>a</p><footer>— <cite>b</cite></footer></blockquote>",
			want: "> a\n>\n> — *b*",
		},
		{
			name: "after a list",
			html: "<ul><li>a</ul><blockquote>b</blockquote>",
			want: "- a\n\n> b",
		},
		{
			name: "begins with a list",
			html: "<blockquote><ol><li>a<li>b</ol></blockquote>",
			want: "> 1. a\n> 2. b",
		},
		{
			name: "rule",
			html: "<blockquote>a<hr>b</blockquote>",
			want: "> a\n>\n> ---\n>\n> b",
		},
		{
			name: "angle that is text",
			html: "<blockquote>&gt; a<br>&gt; b</blockquote>",
			want: "> \\> a\\\n> \\> b",
		},
		{
			name: "image",
			html: "<blockquote><img src=/a alt=b></blockquote>",
			want: "> ![b](https://example.org/a)",
		},
		{
			name: "between two an empty one",
			html: "<blockquote>a</blockquote><blockquote> </blockquote><blockquote>b</blockquote>",
			want: "> a\n\n>\n\n> b",
		},
		{
			name: "of Substack",
			html: `<div class=tweet><a class=tweet-link-top href=/x><div>Ada @ada</div><div>Low tide</div></a><a href=/x><div>3 May</div><div class=tweet-ufi>7 Likes</div></a></div><div class=tweet>b</div>`,
			want: "> [Ada @ada](https://example.org/x)\n>\n> Low tide\n>\n> [3 May](https://example.org/x)\n\nb",
		},
		{
			name: "preview of Discourse",
			html: `<aside class="onebox"><header><a href=/x>x.example</a></header><article><h3>Low tide</h3><p>Ebb</article></aside>`,
			want: "> [x.example](https://example.org/x)\n>\n> ### Low tide\n>\n> Ebb",
		},
		{
			name: "only an empty element in it",
			html: "a<blockquote><p></p></blockquote>b",
			want: "a\n\nb",
		},
	})
}

func TestCallOuts(t *testing.T) {
	testWritten(t, []written{
		{
			name: "Sphinx",
			html: `<div class="admonition warning"><p class="admonition-title">Warning</p><p>Mind the tide.</p></div>`,
			want: "> **Warning**\n>\n> Mind the tide.",
		},
		{
			name: "GitHub",
			html: `<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title"><svg aria-hidden=true></svg>Tip</p><p>a</p><p>b</p></div>`,
			want: "> **Tip**\n>\n> a\n>\n> b",
		},
		{
			name: "Docusaurus",
			html: `<div class="theme-admonition theme-admonition-info alert alert--info"><div class="admonitionHeading_x">info</div><div class="admonitionContent_y"><p>a</p></div></div>`,
			want: "> **info**\n>\n> a",
		},
		{
			name: "Bootstrap",
			html: `<div class="alert alert-primary" role=alert>a <a href=/b>c</a></div>`,
			want: "> **Note**\n>\n> a [c](https://example.org/b)",
		},
		{
			name: "class that only looks like one",
			html: `<div class="message">a</div><div class="note-list">b</div><div class="box">c</div>`,
			want: "a\n\nb\n\nc",
		},
		{
			name: "label in its own text",
			html: `<div class="alert alert-warning"><strong>Warning!</strong> a</div>`,
			want: "> **Warning!** a",
		},
		{
			name: "role",
			html: "<div role=note>a</div>",
			want: "> a",
		},
		{
			name: "article is none",
			html: `<article class="admonition note">a</article>`,
			want: "a",
		},
		{
			name: "heading in it",
			html: `<div class="admonition note"><h3>a</h3><p>b</div>`,
			want: "> **Note**\n>\n> ### a\n>\n> b",
		},
		{
			name: "in a list",
			html: `<ul><li><p>a<div class="admonition tip"><p class=admonition-title>Tip<p>b</div></ul>`,
			want: "- a\n\n  > **Tip**\n  >\n  > b",
		},
		{
			name: "in a cell",
			html: `<table><tr><th>a<tr><td><div class="admonition tip"><p class=admonition-title>Tip<p>b</div></table>`,
			want: "| a |\n| --- |\n| Tip<br>b |",
		},
		{
			name: "nothing in it",
			html: `a<div class="admonition"></div>b`,
			want: "a\n\nb",
		},
		{
			name: "details",
			html: "<details><summary>a <b>b</b></summary><p>c<ul><li>d</ul></details>",
			want: "**a b**\n\nc\n\n- d",
		},
		{
			name: "control of a fold",
			html: "<details open><summary class=hideme><span>Expand description</span></summary><p>b</details>",
			want: "b",
		},
		{
			name: "details with a heading",
			html: "<details open><summary><h3>a</h3></summary>b</details>",
			want: "### a\n\nb",
		},
		{
			name: "details without a summary",
			html: "<details>a</details>",
			want: "a",
		},
		{
			name: "details in details",
			html: "<details><summary>a</summary>b<details><summary>c</summary>d</details></details>",
			want: "**a**\n\nb\n\n**c**\n\nd",
		},
	})
}
