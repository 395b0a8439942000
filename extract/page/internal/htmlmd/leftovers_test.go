package htmlmd_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// testPages are cases of whole pages, which have a head: what only parts, names or
// repeats is left out of them, but not of fragments.
func testPages(t *testing.T, cases []written) {
	t.Helper()
	page := &url.URL{Scheme: "https", Host: "example.org", Path: "/docs/page"}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := htmlmd.Write(htmlmd.Input{Root: parse(t, "<!doctype html><title>t</title>"+c.html), Base: page})
			check(t, out)
			assert.Equal(t, c.want, out.Markdown, "of %s", c.html)
		})
	}
}

func TestRulesThatPartNothing(t *testing.T) {
	testPages(t, []written{
		{name: "at the ends", html: "<hr><p>a<hr><p>b<hr>", want: "a\n\n---\n\nb"},
		{name: "in a row", html: "<p>a<hr><div></div><hr><section><hr></section><p>b", want: "a\n\n---\n\nb"},
		{name: "in a quote", html: "<p>a<blockquote><hr><p>b<hr></blockquote><hr><p>c", want: "a\n\n> b\n\n---\n\nc"},
		{name: "in an item", html: "<ul><li><hr>a<hr>b<hr><li><hr><li>c</ul><p>d", want: "- a\n\n  b\n- c\n\nd"},
		{name: "between items", html: "<ul><hr><li>a<hr><li>b<hr></ul>", want: "- a\n- b"},
		{name: "beside headings", html: "<p>a<hr><h2>b</h2><hr><p>c", want: "a\n\n## b\n\nc"},
		{name: "in a link", html: "<p>a<div><a href=/b><div>b</div><hr><div>c</div></a></div>", want: "a\n\n[b](https://example.org/b)\n\nc"},
		{name: "nothing else", html: "<hr><hr>", want: ""},
		{name: "heading of signs", html: "<p>a<h2>___</h2><p>b<h2>***</h2>", want: "a\n\n---\n\nb"},
		{name: "after a table", html: "<table><tr><th>a<tr><td>b</table><hr>", want: "| a |\n| --- |\n| b |"},
	})
	testWritten(t, []written{{name: "in a fragment", html: "<hr><hr><p>a</p><hr>", want: "---\n\n---\n\na\n\n---"}})
}

// TestBulletsInARow are written once.
func TestBulletsInARow(t *testing.T) {
	testPages(t, []written{
		{name: "list alone in an item", html: "<ul><li>a<li><div><ul><li>b<li>c</ul></div><li>d</ul>", want: "- a\n- b\n- c\n- d"},
		{name: "three deep", html: "<ul><li><ul><li><nav><ul><li>a</ul></nav></ul></ul><p>b", want: "- a\n\nb"},
		{name: "of an item with text", html: "<ul><li>a<ul><li><ul><li>b</ul></ul></ul>", want: "- a\n  - b"},
		{name: "text beside it", html: "<ul><li><ul><li>a</ul>b</ul>", want: "- - a\n\n  b"},
		{name: "of a term", html: "<dl><dt>a<dd><ul><li>b<li>c</ul><dt>d<dd><ol><li>e</ol></dl>", want: "**a**\n\n- b\n- c\n\n**d**\n\n1. e"},
	})
	testWritten(t, []written{{name: "in a fragment", html: "<ul><li><ul><li>a</ul></ul>", want: "- - a"}})
}

// TestNeighbouringLinks are two labels, or one that an editor left in pieces.
func TestNeighbouringLinks(t *testing.T) {
	const a, b = "(https://example.org/a)", "(https://example.org/b)"
	testPages(t, []written{
		{name: "words", html: "<a href=/a>Tides</a><a href=/b>ropes</a>", want: "[Tides]" + a + " [ropes]" + b},
		{name: "other scripts", html: "<a href=/a>рус</a><a href=/b>日本</a>", want: "[рус]" + a + " [日本]" + b},
		{name: "tags", html: "<a href=/a>Tides</a><a href=/b>#ropes</a>", want: "[Tides]" + a + " [#ropes]" + b},
		{name: "in spans", html: "<span><a href=/a>Tides</a></span><span><a href=/b>ropes</a></span>", want: "[Tides]" + a + " [ropes]" + b},
		{name: "image and words", html: "<a href=/a><img src=i></a><a href=/b>ropes</a>", want: "[![](https://example.org/docs/i)]" + a + " [ropes]" + b},
		{name: "punctuation", html: "<a href=/a>Tides</a><a href=/b>, ropes</a>", want: "[Tides]" + a + "[, ropes]" + b},
		{name: "notes", html: "<a href=/a>[1]</a><a href=/b>[2]</a>", want: "[[1]]" + a + "[[2]]" + b},
		{name: "pieces", html: "<a href=/a>Ti</a><a href=/a><b>d</b></a><a href=/a>es</a> <a href=/a>ropes</a>", want: "[Ti**d**es]" + a + " [ropes]" + a},
		{name: "pieces of words and an image", html: "<a href=/a><img src=i></a><a href=/a>Tides</a>", want: "[![](https://example.org/docs/i)]" + a + " [Tides]" + a},
		{name: "spaces at the ends of a label", html: "<p>See<a href=/a>&nbsp;<b>Tides</b>&nbsp;</a>and<a href=/b>&nbsp;</a>ropes", want: "See [**Tides**]" + a + " and ropes"},
		{name: "after a sentence", html: "<p><span>Tides turn.</span><a href=/a>Read on</a>", want: "Tides turn. [Read on]" + a},
		{name: "nothing but a space", html: "<p>Tides<a href=/a>&nbsp;</a>ropes", want: "Tides ropes"},
	})
}

func TestIconLinks(t *testing.T) {
	testPages(t, []written{
		{name: "named drawing", html: `<a href=/a aria-label="Source code"><svg aria-hidden=true><path/></svg></a>`, want: "[Source code](https://example.org/a)"},
		{name: "icon of a font", html: `<a href=/a aria-label="Feed"><span><i class=icon-feed></i></span></a>`, want: "[Feed](https://example.org/a)"},
		{name: "text of its own", html: `<a href=/a aria-label="Read the article on tides"><svg></svg> Tides</a>`, want: "[Tides](https://example.org/a)"},
		{name: "no name", html: `<p>a <a href=/a><svg></svg></a>`, want: "a"},
		{name: "no icon", html: `<p>a <a href=/a aria-label="Cover of the card"></a>`, want: "a"},
		{name: "to share the page", html: `<p>a <a href="https://www.facebook.com/sharer/sharer.php?u=x" aria-label="Share"><svg></svg></a><a href="mailto:?subject=x" aria-label="Mail"><i></i></a>`, want: "a"},
		{name: "of the page itself", html: `<p>a <a href="#menu" aria-label="Menu"><svg></svg></a>`, want: "a"},
		{name: "of the front page", html: `<p>a <a href="/" aria-label="Shore"><svg></svg></a> <a href="https://example.org" aria-label="Shore"><svg></svg></a>`, want: "a"},
		{name: "image", html: `<p>a <a href="/a" aria-label="Tides"><img src=data:x></a>`, want: "a"},
		{name: "code to run", html: `<p>a <a href="javascript:x()" aria-label="Menu"><svg></svg></a>`, want: "a"},
	})
}

// TestPageMarks are numbers of pages of the printed book, within a sentence or a word.
func TestPageMarks(t *testing.T) {
	for html, want := range map[string]string{
		`<p>It ran <span epub:type="pagebreak" id=p12 title=12>12</span>to sea.`:            "It ran to sea.",
		`<p>It ran<span role="doc-pagebreak" aria-label="Page 12"> 12 </span>to sea.`:       "It ran to sea.",
		`<p>The har<span class="x-ebook pagenum"><a name=p>[Pg 12]</a></span>bour.`:         "The harbour.",
		`<p>It ran <a epub:type="pagebreak" id=p>[xii]</a>to sea.`:                          "It ran to sea.",
		`<p>It ran <span class=pageno title=13>{13}</span>to sea.`:                          "It ran to sea.",
		`<p>It ran <span class=pagebreak title=13>13</span>to sea.`:                         "It ran to sea.",
		`<ul><li>Tides <span class=pageno>12</span></ul>`:                                   "- Tides 12",
		`<p>One. <span class=pagebreak>* * *</span> Two.`:                                   "One. * * * Two.",
		`<p>See page <span class=page>12</span> of it.`:                                     "See page 12 of it.",
		`<p>A <span class=pagenum>word that somebody gave this class</span> stays.`:         "A word that somebody gave this class stays.",
		`<table><tr><th>Part<th>Page<tr><td>Tides<td><span class=pagenum>12</span></table>`: "| Part | Page |\n| --- | --- |\n| Tides | 12 |",
	} {
		testPages(t, []written{{name: want, html: html, want: want}})
	}
}

// TestToolsInHeadings are no part of their text.
func TestToolsInHeadings(t *testing.T) {
	for html, want := range map[string]string{
		`<h2>Tides <a href="#t">¶</a></h2>`:                                              "## Tides",
		`<h2>Tides<a href="#t" aria-label="Permalink"><img src=/link.svg></a></h2>`:      "## Tides",
		`<h2>Gezeiten <span class=editsection>[<a href="/w">Bearbeiten</a>]</span></h2>`: "## Gezeiten",
		`<h2>Tides<button>Copy link</button><button>#</button></h2>`:                     "## Tides",
		`<h2><button aria-expanded=false>Tides?</button></h2>`:                           "## Tides?",
		`<h2><a href="/edit">Edit</a></h2>`:                                              "## [Edit](https://example.org/edit)",
		`<h2>Tides of <a href="/other#t">#</a></h2>`:                                     "## Tides of [#](https://example.org/other#t)",
		`<p><a href="/docs/page#t">Permalink</a></p>`:                                    "[Permalink](https://example.org/docs/page#t)",
		`<h2>Intro to C<a href="#c">#</a></h2>`:                                          "## Intro to C",
	} {
		testPages(t, []written{{name: want, html: html, want: want}})
	}
}

func TestPixels(t *testing.T) {
	for _, img := range []string{
		`<img src=/a.png width=1 height=1>`, `<img src=/a.png width="1px" height="1px" style="width:1px;height:1px">`, `<img src=/a.png style="border: 0; width: 1px !important; height: 0">`,
		`<img src="https://b.scorecardresearch.com/p?c1=2" alt=comScore>`, `<img src="https://pixel.wp.com/b.gif?v=noscript">`, `<img src="https://www.facebook.com/tr?id=1&ev=x">`,
		`<img src="https://vg05.met.vgwort.de/na/1234">`, `<img src="/stats/matomo.php?idsite=1&rec=1">`, `<img src=/spacer.gif>`, `<img src="/i/1x1.png?x=/b">`, `<img src=/i/clear.gif>`, `<img src="/_mzblank.gif?r=1">`, `<img src=/lazy_placeholder.gif>`,
		`<img src="https://px.moatads.com?a=Tides">`, `<img src=/i/pixel-vfl3z5WfW.gif>`, `<img src="/counter/news/3103218?rnd=3">`,
		`<noscript><img src="https://mc.yandex.ru/watch/1"></noscript>`, `<picture><source srcset=/pixel.webp><img src=/pixel.gif></picture>`,
	} {
		assert.Equal(t, "a b", write(t, "<p>a "+img+" b").Markdown, img)
	}
	for _, img := range []string{`<img src=/clear.png>`, `<img src=/a.png width=1>`, `<img src=/a.png style="width:1px">`, `<img src=/track-pixel-art.png>`, `<img src=/a.png style="width:0;height:0;min-width:100%">`, `<img src=/a.png style="min-width:100%; min-height:100%; width:0; height:0">`, `<img src=/a.png style="width:400px;height:300px;line-height:0;border-width:0">`, `<img src="https://pixel.example/a.png">`, `<img src="https://statsmuseum.example/a.gif?b">`, `<img src="https://images.example/?id=7&width=600">`} {
		assert.Contains(t, write(t, "<p>a "+img+" b").Markdown, "![]", img)
	}
}

func TestNotesOfImages(t *testing.T) {
	testWritten(t, []written{
		{name: "in a cell", html: "<table><tr><th>a<th>b<tr><td><img src=data:x alt=Yes><td>c</table>", want: "| a | b |\n| --- | --- |\n| Yes | c |"},
		{name: "beside another", html: "<p><img src=data:x alt=Tides><img src=data:x alt=Ropes>", want: "[image: Tides] [image: Ropes]"},
		{name: "before lines left blank", html: "<p><img src=data:x alt=Tides><br><br>a", want: "[image: Tides]\n\na"},
		{name: "that tell nothing", html: "<p>a <img src=data:x alt=undefined><img src=data:x alt=Image><img src=data:x alt=IMG_1.JPG>", want: "a"},
		{name: "beside words", html: "<p><img src=/a>Tides<img src=/b>. <a href=/c><img src=/d></a>Ropes", want: "![](https://example.org/a) Tides ![](https://example.org/b). [![](https://example.org/d)](https://example.org/c) Ropes"},
	})
}

// TestLineEndsBetweenIdeographs are no spaces: CSS Text Level 3, section 4.1.3.
func TestLineEndsBetweenIdeographs(t *testing.T) {
	testWritten(t, []written{
		{name: "text", html: "<p>潮が\n  満ちる。\n船が出る。", want: "潮が満ちる。船が出る。"},
		{name: "around markup", html: "<p>潮が\n<b>満ちる</b>\n<a href=/a>港</a>\nから", want: "潮が**満ちる**[港](https://example.org/a)から"},
		{name: "spaces stay", html: "<p>潮 港", want: "潮 港"},
		{name: "other scripts", html: "<p>潮\ntide\n港\n1\n밀물\n썰물", want: "潮 tide 港 1 밀물 썰물"},
		{name: "breaks stay", html: "<p>潮<br>\n港", want: "潮\\\n港"},
		{name: "headings", html: "<h2>潮と\n港</h2>", want: "## 潮と港"},
	})
}

// TestDrawnLists are lines that begin with signs of lists.
func TestDrawnLists(t *testing.T) {
	testPages(t, []written{
		{name: "dashes", html: "<p><br>- Slim fit<br>- <b>Crew</b> neck<br>- SKU: A2", want: "- Slim fit\n- **Crew** neck\n- SKU: A2"},
		{name: "after a line", html: "<p>Including:<br>•&nbsp;<a href=/a>Ohm</a><br>• Switches <i>and</i> <img src=/b.jpg>", want: "Including:\n\n- [Ohm](https://example.org/a)\n- Switches *and* ![](https://example.org/b.jpg)"},
		{name: "sign in an element of its own", html: "<p><b>Never</b><br><i></i>- a<br>- b<p>c", want: "**Never**\n\n- a\n- b\n\nc"},
		{name: "in an item", html: "<ul><li>a<br>- b<br>- c<li>d</ul>", want: "- a\n  - b\n  - c\n- d"},
		{name: "in a quote", html: "<blockquote>- b<br>- c</blockquote>", want: "> - b\n> - c"},
		{name: "one line", html: "<p>a<br>- b", want: "a\\\n\\- b"},
		{name: "lines after it", html: "<p>- a<br>- b<br>c", want: "\\- a\\\n\\- b\\\nc"},
		{name: "no space", html: "<p>-a<br>-b", want: "-a\\\n-b"},
		{name: "emphasis around lines", html: "<p><b>- a<br>- b</b>", want: "**- a\\\n\\- b**"},
	})
	testWritten(t, []written{{name: "in a fragment", html: "<p>- a<br>- b", want: "\\- a\\\n\\- b"}})
}

// TestSaidTwice is what the text of a page and its markup both say.
func TestSaidTwice(t *testing.T) {
	testPages(t, []written{
		{name: "brackets around an address", html: "<p>at &lt;<a href=https://a.example/b>https://a.example/b</a>>, <b>&lt;</b><a href=https://a.example/>https://a.example/</a> x", want: "at <https://a.example/b>, **<**<https://a.example/> x"},
		{name: "quote in a quote with text", html: "<blockquote><p>a<blockquote><p>b</blockquote></blockquote>", want: "> a\n>\n> > b"},
		{name: "amounts", html: "<ol><li>1 egg<li>3 cups<li>3 spoons</ol><ol><li>1<li>2<li>3</ol>", want: "1. 1 egg\n2. 3 cups\n3. 3 spoons\n\n1) 1\n2) 2\n3) 3"},
	})
}

// TestLinksWithoutText take their names, or are left out.
func TestLinksWithoutText(t *testing.T) {
	const a = "(https://example.org/a)"
	testPages(t, []written{
		{name: "space in an element", html: "<p>b <a href=/a aria-label='4 of 5'><i></i><span>&thinsp;</span></a> c <a href=/a><span>&thinsp;</span></a> d", want: "b [4 of 5]" + a + " c d"},
		{name: "title", html: "<p>b <a href=/a title='4 of 5'><i></i><span>&thinsp;</span></a>", want: "b [4 of 5]" + a},
		{name: "link of a signature to itself", html: "<p class=src>read :: <a href=t.html>Int</a> <a href=#v:read class=selflink>#</a>", want: "read :: [Int](https://example.org/docs/t.html)"},
		{name: "type behind a colon", html: "<dl><dt>depth <span class=classifier-delimiter>:</span> <span class=classifier>int</span><dd>In metres.</dl>", want: "**depth : int**\n\n- In metres."},
		{name: "class beside a term", html: "<p><b>depth</b><span class=classifier>s</span>", want: "**depth**s"},
		{name: "sign of a font", html: "<dl><dt>b<a href=#c class=headerlink title='Link to this'>\uf0c1</a></dl>", want: "**b**"},
		{name: "film without a name", html: "<video src=https://www.films.example/a.mp4></video><video src=/b.mp4 title=Tides></video>", want: "[a.mp4](https://www.films.example/a.mp4)\n\n[Tides](https://example.org/b.mp4)"},
	})
}

func TestControlsOfThreads(t *testing.T) {
	testPages(t, []written{
		{name: "sign with an address", html: `<p>See <a href=/next>→</a></p>`, want: "See [→](https://example.org/next)"},
		{name: "nothing but bars", html: `<p>x<p> | |<p>y`, want: "x\n\n| |\n\ny"},
		{name: "lines that indent", html: `<p><img src=/s.gif width=40 height=1>Low water<img src=/s.gif width=0 height=20></p>`, want: "Low water"},
		{name: "a wide picture", html: `<p><img src=/banner.gif width=400 height=2 alt=Tides></p>`, want: "![Tides](https://example.org/banner.gif)"},
	})
}

// The answers of a page by different people are set apart; those of a list of frequent
// questions stand below their question.
func TestAnswersAreSetApart(t *testing.T) {
	answers := func(kind string) string {
		return `<main itemscope itemtype="https://schema.org/` + kind + `"><p>Why?</p><h2>2 Answers</h2>` +
			`<div itemtype="https://schema.org/Answer">a</div><div itemtype="https://schema.org/Answer">b</div></main>`
	}
	testPages(t, []written{
		{name: "of one question", html: answers("QAPage"), want: "Why?\n\n## 2 Answers\n\na\n\n---\n\nb"},
		{name: "of many", html: answers("FAQPage"), want: "Why?\n\n## 2 Answers\n\na\n\nb"},
	})
}

// TestSectionsInLists are written as sections, so that their headings are in the outline.
func TestSectionsInLists(t *testing.T) {
	testPages(t, []written{
		{name: "sections", html: "<ul><li><section><h2>a</h2><p>b</section><li><h2>c</h2>d</ul>", want: "## a\n\nb\n\n## c\n\nd"},
		{name: "in sections", html: "<ul><li><h2>a</h2><ul><li><div><h3>b</h3></div><pre>c</pre></ul></ul>", want: "## a\n\n### b\n\n```\nc\n```"},
		{name: "one of two without text", html: "<ul><li><h2>a</h2><li><h2>b</h2><p>c</ul>", want: "## a\n\n## b\n\nc"},
		{name: "headings alone", html: "<ul><li><h2>a</h2><li><h2>b</h2><li><h2>c</h2>d</ul>", want: "- ## a\n- ## b\n- ## c\n  d"},
		{name: "text first", html: "<ul><li>a<h2>b</h2>c</ul>", want: "- a\n  ## b\n  c"},
		{name: "an item without heading", html: "<ul><li><h2>a</h2>b<li>c</ul>", want: "- ## a\n  b\n- c"},
		{name: "in an item", html: "<ul><li>a<ul><li><h2>b</h2>c</ul></ul>", want: "- a\n  - ## b\n    c"},
	})
	testWritten(t, []written{{name: "in a fragment", html: "<ul><li><h2>a</h2><p>b</ul>", want: "- ## a\n\n  b"}})
}

// TestToolsOfThePage are left out where they are all of their block.
func TestToolsOfThePage(t *testing.T) {
	testPages(t, []written{
		{name: "in a sentence", html: "<p>See the <a href=#t>top</a>.", want: "See the [top](https://example.org/docs/page#t)."},
		{name: "another page", html: "<p><a href=/top>Top</a>", want: "[Top](https://example.org/top)"},
		{name: "another sign", html: "<p><a href=/star>★</a>", want: "[★](https://example.org/star)"},
		{name: "in a cell", html: "<table><tr><th>a<th>b<tr><td>c<td><a href=/up>↑</a></table>", want: "| a | b |\n| --- | --- |\n| c | [↑](https://example.org/up) |"},
	})
}

// TestNotesInTables are call-outs as DocBook lays them out.
func TestNotesInTables(t *testing.T) {
	const begin = "<div class=tip><table><tr><td rowspan=2><img alt='[Tip]' src=tip.png></td>"
	testPages(t, []written{
		{name: "more rows", html: begin + "<th>Tip</th></tr><tr><td>a<tr><td>b</table></div>", want: "|  |  |\n| --- | --- |\n| ![[Tip]](https://example.org/docs/tip.png) | Tip |\n| ![[Tip]](https://example.org/docs/tip.png) | a |\n| b |  |"},
		{name: "another class", html: "<div class=prices><table><tr><th>a<th>b<tr><td>c<td>d</table></div>", want: "| a | b |\n| --- | --- |\n| c | d |"},
	})
}

// TestColumnsOfLineNumbers are left out beside their code.
func TestColumnsOfLineNumbers(t *testing.T) {
	var numbers strings.Builder
	for i := range 200 {
		numbers.WriteString(strconv.Itoa(i+8) + "\n")
	}
	testPages(t, []written{
		{name: "rustdoc", html: "<div><pre class=line-numbers><span id=1>1</span>\n<span id=2>2</span>\n</pre><pre class=rust><code>a\nb</code></pre></div>", want: "```rust\na\nb\n```"},
		{name: "from a later line", html: "<pre>98\n99\n100\n</pre><pre>a\nb\nc</pre>", want: "```\na\nb\nc\n```"},
		{name: "no code after them", html: "<pre>1\n2</pre><p>a", want: "```\n1\n2\n```\n\na"},
		{name: "other numbers", html: "<pre>1\n3</pre><pre>a</pre>", want: "```\n1\n3\n```\n\n```\na\n```"},
		{name: "many", html: "<pre>" + numbers.String() + "</pre><pre>" + strings.Repeat("a\n", 200) + "</pre>", want: "```\n" + strings.Repeat("a\n", 200) + "```"},
		{name: "items above code", html: "<ul><li>1<li>2<li>3</ul><pre>x = 1</pre>", want: "- 1\n- 2\n- 3\n\n```\nx = 1\n```"},
		{name: "years above code", html: "<p>2019 2020 2021</p><pre>x = 1</pre>", want: "2019 2020 2021\n\n```\nx = 1\n```"},
		{name: "blank", html: "<pre>" + strings.Repeat(" ", 200) + "</pre><pre>a</pre>", want: "```\na\n```"},
		{name: "one number", html: "<pre>7</pre><pre>a</pre>", want: "```\n7\n```\n\n```\na\n```"},
	})
}
