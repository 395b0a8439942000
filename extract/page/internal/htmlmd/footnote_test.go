package htmlmd_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

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
			name: "brackets around the references",
			html: "<p>a<sup>[<a id=r1 href=#fn1>1</a>]</sup> b [<a href=#fn2 class=footnote>2</a>] [<a href=/c>3</a>]<div id=fn1><a href=#r1>1</a>. c</div><div id=fn2>[2] d</div>",
			want: "a[^1] b [^2] [[3](https://example.org/c)]\n\n[^1]: c\n\n[^2]: d",
		},
		{
			name: "marks in the text of notes",
			html: "<p>a<sup><a href=#fn1>*</a></sup> b<sup><a href=#fn2>2</a></sup> c<sup><a href=#fn3>3</a></sup><p id=fn1>* d<p id=fn2>2) e<p id=fn3>3.5 m",
			want: "a[^1] b[^2] c[^3]\n\n[^1]: d\n\n[^2]: e\n\n[^3]: 3.5 m",
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
			name: "Asciidoctor",
			html: "<p>a<sup class=footnote>[<a id=_footnoteref_1 class=footnote href=#_footnotedef_1>1</a>]</sup><div id=footnotes><hr><div class=footnote id=_footnotedef_1><a href=#_footnoteref_1>1</a>. b</div></div>",
			want: "a[^1]\n\n---\n\n[^1]: b",
		},
		{
			name: "with the numbers that are shown",
			html: "<p>a<sup><a href=#fn2>2</a></sup> b<sup><a href=#fn1>1</a></sup><ol><li id=fn1>c<li id=fn2>d</ol>",
			want: "a[^2] b[^1]\n\n[^1]: c\n\n[^2]: d",
		},
		{
			name: "letters, and a number twice",
			html: "<p>a<sup><a href=#fna>a</a></sup> b<sup><a href=#fn1>1</a></sup> c<sup><a href=#fn1b>1</a></sup><ul><li id=fna>d<li id=fn1>e<li id=fn1b>f</ul>",
			want: "a[^1] b[^2] c[^3]\n\n[^1]: d\n\n[^2]: e\n\n[^3]: f",
		},
		{
			name: "from twelve on",
			html: "<p>a<sup><a href=#fn12>12</a></sup><ol start=12><li id=fn12>b</ol>",
			want: "a[^12]\n\n[^12]: b",
		},
		{
			name: "EPUB 3",
			html: "<p>a<a epub:type=noteref href=#n1>*</a><aside epub:type=footnote id=n1><p>b</aside>",
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "InDesign",
			html: "<p>a<span class=_idFootnoteLink><a class=_idFootnoteLink href=#f1>1</a></span><section class=_idFootnotes><div id=f1 class=_idFootnote><p><a class=_idFootnoteAnchor href=#f1-b>1</a> b</div></section>",
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "marked as a reference to another page",
			html: "<p>a<a epub:type=noteref href=/n#x>1</a> b<a role=doc-noteref href=#>2</a>",
			want: "a[[1]](https://example.org/n#x) b[2]",
		},
		{
			name: "no note to it",
			html: "<p>a<sup><a href=#x>1</a></sup>",
			want: "a[[1]](https://example.org/docs/page#x)",
		},
		{
			name: "note before it",
			html: "<ol><li id=fn1>a</ol><p>b<sup><a href=#fn1>1</a></sup>",
			want: "1. a\n\nb[[1]](https://example.org/docs/page#fn1)",
		},
	})
}

func TestFootnoteMarks(t *testing.T) {
	testWritten(t, []written{
		{
			name: "Word",
			html: `<p>a<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p><div id=ftn1><p><a href="#_ftnref1" name="_ftn1">[1]</a> b</p></div>`,
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "EPUB",
			html: `<p>a<a epub:type=noteref href=#n1>*</a></p><aside epub:type=footnote id=n1 class=footnote><p>b</p></aside>`,
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "Kramdown",
			html: `<p>a<sup id="fnref:1"><a href="#fn:1" class=footnote rel=footnote role=doc-noteref>1</a></sup></p><div class=footnotes role=doc-endnotes><ol><li id="fn:1"><p>b <a href="#fnref:1" class=reversefootnote role=doc-backlink>&#8617;</a></p></li></ol></div>`,
			want: "a[^1]\n\n[^1]: b",
		},
		{
			name: "marks with names that the notes lead back to, among their siblings",
			html: `<p>a<a id=footnote-anchor-1 href=#footnote-1>1</a></p><p>b<a id=footnote-anchor-2 href=#footnote-2>2</a></p>` +
				`<div class=note><a id=footnote-1 href=#footnote-anchor-1>1</a><div><p>c</p></div></div><div class=note><a id=footnote-2 href=#footnote-anchor-2>2</a><div><p>d</p></div></div>`,
			want: "a[^1]\n\nb[^2]\n\n[^1]: c\n\n[^2]: d",
		},
		{
			name: "the first paragraph of an item",
			html: `<p>a<sup><a href=#ref-1>1</a></sup> b<sup><a href=#ref-2>2</a></sup><ol><li><p id=ref-1>c<p><a href=/d>Article</a><li><p id=ref-2>e</ol>`,
			want: "a[^1] b[^2]\n\n[^1]: c\n\n    [Article](https://example.org/d)\n\n[^2]: e",
		},
		{
			name: "within the text, with their marks again",
			html: `<p>a<span><sup>1</sup><span><span><sup>1</sup><span>1</span>With a <em>b</em>.</span></span></span> c<sup>∗</sup><span><sup>∗</sup>d</span>, x<sup>2</sup><span> is e</span></p>`,
			want: "a¹ (With a *b*.) c∗ (d), x² is e",
		},
		{
			name: "a button with a note beside it",
			html: `<p>a<sup><a href="javascript:void(0)" role=button>1</a></sup><span role=tooltip>A note.</span> b</p>`,
			want: "a[1] (A note.) b",
		},
		{
			name: "within the text, by a class",
			html: `<p>a<label class=margin-toggle></label><span class=sidenote>Of b.</span> c<d-footnote>Of d.</d-footnote> e<label class=footref>1</label><input type=checkbox><span class=sidenote><sup>1</sup> f</span>`,
			want: "a (Of b.) c (Of d.) e[1] (f)",
		},
		{
			name: "behind the button that shows it",
			html: `<p>a<button aria-controls=n>1</button><span id=n hidden>Of b.</span> c`,
			want: "a (Of b.) c",
		},
		{
			name: "beside its reference",
			html: `<p>a<a href=#n1 role=doc-noteref>1</a><span id=n1 role=doc-footnote>Of b.</span> c<fn>Of d.</fn>`,
			want: "a[[1]](https://example.org/docs/page#n1) (Of b.) c (Of d.)",
		},
		{
			name: "a mark that is not raised",
			html: `<p>a<span class=note-ref>3</span> b.<span class=fn>4</span> <span class=note>x2</span> version<span class=nr>5</span> c<label for=x>6</label>`,
			want: "a[3] b.[4] x2 version5 c[6]",
		},
		{
			name: "names that lead to each other",
			html: `<p>a<a name=_ftnref1 href=#_ftn1>[1]</a> b<a name=_ftnref2 href=#_ftn2>[2]</a></p><p><a name=_ftn1 href=#_ftnref1>[1]</a> c</p><p><a name=_ftn2 href=#_ftnref2>[2]</a> d</p>`,
			want: "a[^1] b[^2]\n\n[^1]: c\n\n[^2]: d",
		},
		{
			name: "a number behind a word, and others",
			html: `<p>twice<a class=ref href=#n4>4</a> so.<a href=#n5>5</a> in <a href=#n6>6</a> was<a href=/x#n1>1</a> see<a href=/n7>7</a> 8<a href=#n9>9</a></p>`,
			want: "twice[[4]](https://example.org/docs/page#n4) so.[[5]](https://example.org/docs/page#n5) in [6](https://example.org/docs/page#n6) was[[1]](https://example.org/x#n1) see[7](https://example.org/n7) 8[9](https://example.org/docs/page#n9)",
		},
		{
			name: "a link marked as a reference",
			html: `<p>a<a class=noteref href=#n1>1</a> b<a class=noteref href=#n2>2</a></p><div id=n1><p>c</p></div>`,
			want: "a[^1] b[[2]](https://example.org/docs/page#n2)\n\n[^1]: c",
		},
		{
			name: "WordPress",
			html: `<p>a<sup class=fn data-fn=8c1f><a href=#8c1f id=8c1f-link>1</a></sup></p><ol class=wp-block-footnotes><li id=8c1f>Of b. <a href=#8c1f-link>↩︎</a></ol>`,
			want: "a[^1]\n\n[^1]: Of b.",
		},
		{
			name: "a paragraph that begins with the mark",
			html: `<p>a<sup><a href=#x1>1</a></sup> b<sup><a href=#x2>2</a></sup></p><div id=x1><sup>1</sup><p>c</p></div><p id=x2>Second`,
			want: "a[^1] b[[2]](https://example.org/docs/page#x2)\n\n[^1]: c\n\nSecond",
		},
		{
			name: "many back links",
			html: `<p>a<sup><a href=#cite_note-x>[1]</a></sup> b<sup><a href=#cite_note-x>[1]</a></sup><ol class=references><li id=cite_note-x><a href=#r1>a</a> <a href=#r2>b</a> <a href=#r3>↑</a> Smith</ol>`,
			want: "a[^1] b[^1]\n\n[^1]: Smith",
		},
		{
			name: "symbols",
			html: `<p>a<sup><a href=#fnstar>*</a></sup> b<sup><a href=#fndagger>†</a></sup><p id=fnstar>c<p id=fndagger>d`,
			want: "a[^1] b[^2]\n\n[^1]: c\n\n[^2]: d",
		},
		{
			name: "note that refers to a note",
			html: `<p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>b<sup><a href=#fn2>2</a></sup><li id=fn2>c</ol>`,
			want: "a[^1]\n\n[^1]: b[^2]\n\n[^2]: c",
		},
		{
			name: "note that links elsewhere",
			html: `<p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>see <a href=/b>the report</a> <a href=#r>↩</a></ol>`,
			want: "a[^1]\n\n[^1]: see [the report](https://example.org/b)",
		},
		{
			name: "link back in brackets",
			html: `<p>a<sup><a href=#fn1>1</a></sup> b<sup><a href=#fn2>2</a></sup><ol><li id=fn1>c [d] [<a href=#r>↩</a>]<li id=fn2>e [<a href=#r>↩</a> back]</ol>`,
			want: "a[^1] b[^2]\n\n[^1]: c [d]\n\n[^2]: e [ back]",
		},
		{
			name: "with a list and a quote",
			html: `<p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1><p>b<ul><li>c</ul><blockquote>d</blockquote></ol>`,
			want: "a[^1]\n\n[^1]: b\n\n    - c\n\n    > d",
		},
		{
			name: "some items are no notes",
			html: `<p>a<sup><a href=#fn1>1</a></sup><ol><li id=fn1>b<li>c</ol>`,
			want: "a[^1]\n\n[^1]: b\n\n2. c",
		},
		{
			name: "an item between notes",
			html: `<p>a<sup><a href=#fn3>3</a></sup> b<sup><a href=#fn1>1</a></sup><ol><li id=fn1>c</li> <li>d</li> <li id=fn3>e</li> <li>f</li> <li value=9>g</li></ol>`,
			want: "a[^3] b[^1]\n\n[^1]: c\n\n2. d\n\n[^3]: e\n\n4. f\n9. g",
		},
		{
			name: "heading of the notes stays if it shows",
			html: `<p>a<sup><a href=#fn1>1</a></sup><section class=footnotes><h2>Notes</h2><ol><li id=fn1>b</ol></section>`,
			want: "a[^1]\n\n## Notes\n\n[^1]: b",
		},
		{
			name: "in a heading",
			html: `<h2>a<sup><a href=#fn1>1</a></sup></h2><ol><li id=fn1>b</ol>`,
			want: "## a[^1]\n\n[^1]: b",
		},
		{
			name: "in a table",
			html: `<table><tr><th>a<th>b<tr><td>c<sup><a href=#fn1>1</a></sup><td>d</table><ol><li id=fn1>e</ol>`,
			want: "| a | b |\n| --- | --- |\n| c[^1] | d |\n\n[^1]: e",
		},
		{
			name: "in a table that holds the note",
			html: `<table><tr><th>a<th>b<tr><td>c<sup><a href=#fn1>1</a></sup><td>d<tr><td>1<td><p id=fn1>e</table>`,
			want: "| a | b |\n| --- | --- |\n| c[[1]](https://example.org/docs/page#fn1) | d |\n| 1 | e |",
		},
		{
			name: "in a list",
			html: `<ul><li>a<sup><a href=#fn1>1</a></sup></ul><ol><li id=fn1>b</ol>`,
			want: "- a[^1]\n\n[^1]: b",
		},
	})
}

// TestNotesBesideTheLine are notes that a style sets into the margin.
func TestNotesBesideTheLine(t *testing.T) {
	testWritten(t, []written{
		{
			name: "Tufte",
			html: "<p>In 1911<label for=a class='margin-toggle sidenote-number'></label><input type=checkbox id=a class=margin-toggle><span class=sidenote>Or later.</span> it stood, <label class=margin-toggle>&#8853;</label><span class=marginnote>By <i>Finch</i></span>.",
			want: "In 1911 (Or later.) it stood, (By *Finch*).",
		},
		{
			name: "Pandoc",
			html: "<p>It was<span class=sidenote-wrapper><label class=margin-toggle></label><span class=sidenote>a<br><br></span></span> good.",
			want: "It was (a) good.",
		},
		{
			name: "in brackets, empty or at the head",
			html: "<p>a <span class=sidenote>(b)</span> c <span class=tooltiptext> </span> d<p><span class=sidenote>e</span> f",
			want: "a (b) c d\n\ne f",
		},
	})
}

// TestFootnoteLookalikes are raised links and short links that are none.
func TestFootnoteLookalikes(t *testing.T) {
	testWritten(t, []written{
		{
			name: "to another page",
			html: "<p>a<sup><a href=/b#fn1>1</a></sup>",
			want: "a[[1]](https://example.org/b#fn1)",
		},
		{
			name: "a number with a name that leads elsewhere",
			html: "<p>see <a id=c3 href=#chapter-3>3</a><div id=chapter-3>b</div>",
			want: "see [3](https://example.org/docs/page#chapter-3)\n\nb",
		},
		{
			name: "to a heading",
			html: "<p>a<sup><a href=#b>1</a></sup><h2 id=b>c</h2>",
			want: "a[[1]](https://example.org/docs/page#b)\n\n## c",
		},
		{
			name: "to a section",
			html: "<p>a<sup><a href=#part>1</a></sup><section id=part><p>b</section>",
			want: "a[[1]](https://example.org/docs/page#part)\n\nb",
		},
		{
			name: "long text",
			html: "<p>a<sup><a href=#fn1>see the note on tides</a></sup><p id=fn1>b",
			want: "a[see the note on tides](https://example.org/docs/page#fn1)\n\nb",
		},
		{
			name: "not raised",
			html: "<p>see <a href=#fn1>1</a><p id=fn1>b",
			want: "see [1](https://example.org/docs/page#fn1)\n\nb",
		},
		{
			name: "from a heading to the table of contents",
			html: "<h2><a class=toc-backref role=doc-backlink href=#id1>Known issues</a><a class=headerlink href=#known-issues>¶</a></h2><p>b",
			want: "## Known issues\n\nb",
		},
	})
}

// References to notes may have the whole address of the page, by either scheme and with or without a slash at its end.
func TestFootnotesByWholeAddress(t *testing.T) {
	const note = "<p id=fn1>b <a href=https://example.org/docs/page#r1>↩</a>"
	base, err := url.Parse("https://example.org/docs/page")
	require.NoError(t, err)
	for href, want := range map[string]string{
		"https://example.org/docs/page#fn1": "a[^1]\n\n[^1]: b",
		"http://example.org/docs/page/#fn1": "a[^1]\n\n[^1]: b",
		"/docs/page#fn1":                    "a[^1]\n\n[^1]: b",
		"/docs/other#fn1":                   "a[[1]](https://example.org/docs/other#fn1)\n\nb [↩](https://example.org/docs/page#r1)",
	} {
		root := parse(t, "<title>t</title><p>a<sup><a id=r1 href="+href+">1</a></sup>"+note)
		out := htmlmd.Write(htmlmd.Input{Root: root, Base: base, Page: base.String()})
		assert.Equal(t, want, out.Markdown, href)
	}
}
