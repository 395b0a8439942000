package page_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// manual extracts a page of a manual at an address of its own.
func manual(t *testing.T, body string) *extract.Document {
	t.Helper()
	address, err := url.Parse("https://docs.example/manual/page.html")
	require.NoError(t, err)
	doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{
		URL: address, MediaType: "text/html; charset=utf-8", Body: []byte(body),
	})
	require.NoError(t, err)
	return doc
}

func warningTypes(doc *extract.Document) (types []string) {
	for _, w := range doc.Warnings {
		types = append(types, w.Type)
	}
	return types
}

const scripts = `<script src="/static/theme.js"></script><script src="/static/search.js"></script><script>jQuery(function () { Theme.Navigation.enable(true); });</script>`

// A theme has a class for pages with a menu, on what is around all of the page.
func TestAPageIsNoMenuByTheClassOfItsFrame(t *testing.T) {
	doc := manual(t, `<html class="no-js"><head><title>Harbour lights</title>`+scripts+`</head><body class="wy-body-for-nav"><div class="wy-grid-for-nav">
<nav class="wy-nav-side"><ul><li><a href="a.html">Tides</a></li><li><a href="b.html">Lights</a></li></ul></nav>
<section class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content"><div role="main" class="document"><div class="section" id="lights">
<h1>Harbour lights</h1><p>The light on the mole burns from dusk to dawn, and shows two flashes every ten seconds to ships that come from the west.</p>
<p>The light on the pier is red and burns without a break; keep it to port when you enter.</p></div></div></div></div></section></div></body></html>`)
	assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, doc.Verdict.Evidence)
	assert.Contains(t, doc.Markdown, "two flashes every ten seconds")
}

// A menu by its class alone is one if the text isn't in it.
func TestAMenuByItsClassIsNoContentOfAShell(t *testing.T) {
	doc := manual(t, `<title>Harbour</title>`+scripts+`<body><div class="site-nav"><a href="/a">Tides and currents of the bay</a> <a href="/b">Lights of the harbour and the mole</a>
<a href="/c">The ferry to the islands</a> <a href="/d">Offices of the harbour</a> <a href="/e">Fees and berths for guests</a></div><div id="root"></div></body>`)
	assert.Equal(t, extract.VerdictJSShell, doc.Verdict.Kind)
}

func TestAnIconIsNoListToBeFilled(t *testing.T) {
	doc := manual(t, `<title>berths</title>`+scripts+`<body><main role="main"><h1>berths</h1><dl class="py property"><dt class="sig" id="harbour.TideWriter.berths"><em>property</em> TideWriter.berths</dt>
<dd><p>Mapping of names of berths to their lengths in metres.</p></dd></dl></main><div class="tocsection"><i class="fas fa-list"></i> On this page</div></body>`)
	assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, doc.Verdict.Evidence)
}

// A name with brackets or signs of paragraphs is one of code, whatever its element is called.
func TestASignatureIsNoAuthor(t *testing.T) {
	doc := manual(t, `<title>sheets</title><body><main><h1>sheets<a class="headerlink" href="#x">¶</a></h1><dl><dt id="harbour.TideWriter.sheets">TideWriter. sheets <a href="src.html">[source]</a> ¶</dt>
<dd><p>Mapping of the names of sheets to the sheets that were written for the tides of the year.</p></dd></dl></main></body>`)
	assert.Empty(t, doc.Meta.Authors)
}

// The ID of a term is an address, and no claim about an author.
func TestAnIDOfATermIsNoByline(t *testing.T) {
	for head, want := range map[string][]string{
		`<h3 id="visitAuthor">visitAuthor</h3>`: nil,
		`<h2 id="author">Ada Finch</h2>`:        {"Ada Finch"},
	} {
		doc := manual(t, `<title>Visitors</title><body><h1>Visitors</h1>`+head+`<p>Visits the tag for the author of a chart, with the parameter that was given to it.</p></body>`)
		assert.Equal(t, want, doc.Meta.Authors, head)
	}
}

func TestTheTitleOfALoginEndsWithItsWord(t *testing.T) {
	const form = `<form><input type="text" name="q"></form>`
	doc := manual(t, `<title>Signing charts</title><body><h1>Signing charts</h1><p>Choose Tools and Sign to add your name to a chart.</p>`+form+`</body>`)
	assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, doc.Verdict.Evidence)
	doc = manual(t, `<title>Signin</title><body><h1>Signin</h1><p>Give your name to go on.</p>`+form+`</body>`)
	assert.Equal(t, extract.VerdictLogin, doc.Verdict.Kind)
}

// A class of signatures in documentation is that of functions, not of what members of a forum sign with.
func TestSignaturesOfFunctionsAreKept(t *testing.T) {
	doc := manual(t, `<head><title>Tide.max</title><meta name="generator" content="Docutils 0.17"></head><body><main role="main"><h1>Tide.max<a class="headerlink" href="#m">¶</a></h1>
<dl class="py attribute"><dt class="sig sig-object py" id="Tide.max">Tide.max = Tide('106 days')</dt><dd></dd></dl></main></body>`)
	assert.Contains(t, doc.Markdown, "106 days")
}

// A signature may name a program of scripts.
func TestCodeAsksForNoScripts(t *testing.T) {
	doc := manual(t, `<title>WeakValue.value</title>`+scripts+`<body><main><h1>WeakValue.value</h1><h4>Declaration</h4><pre>property value: JavaScriptCore.Value [ write, enable ]</pre><h4>Description</h4><p>The value.</p></main></body>`)
	assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, doc.Verdict.Evidence)
}

// Javadoc says on every page that scripts are off, to those for whom they are.
func TestANoteOnScriptsMakesNoShellOfDocumentation(t *testing.T) {
	doc := manual(t, `<head><title>Tree</title><meta name="generator" content="javadoc/TreeWriter">`+scripts+`</head><body class="tree-page"><noscript><div>JavaScript is disabled on your browser.</div></noscript>
<main role="main"><h1>Hierarchy For Package harbour.tide</h1><h2>Class Hierarchy</h2><ul><li class="circle">harbour.Object<ul><li class="circle">harbour.tide.<a href="Table.html">Table</a> (implements harbour.<a href="S.html">Storable</a>)</li>
<li class="circle">harbour.tide.<a href="Mark.html">Mark</a> (implements harbour.<a href="S.html">Storable</a>)</li><li class="circle">harbour.tide.<a href="Gauge.html">Gauge</a></li></ul></li></ul></main></body>`)
	assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, doc.Verdict.Evidence)
}

// Readers run scripts, so that a refresh for those who don't says nothing of the page.
func TestARefreshWithoutScriptsIsNoRedirect(t *testing.T) {
	const text = `<h1>Adding berths</h1><p>Choose Tools - Berths and click on the pier that you want to change. The berth is added at its end, with the length of the last one.</p>`
	doc := manual(t, `<head><title>Berths</title><noscript><meta http-equiv="refresh" content="0; URL=/noscript.html"></noscript></head><body>`+text+`</body>`)
	assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind, doc.Verdict.Evidence)
	doc = manual(t, `<head><title>Berths</title><meta http-equiv="refresh" content="0; URL=/moved.html"></head><body>`+text+`</body>`)
	assert.Equal(t, extract.VerdictEmpty, doc.Verdict.Kind)
}

func TestAShortPageMaySpeakOfWhatIsNotFound(t *testing.T) {
	for text, want := range map[string]extract.VerdictKind{
		"Recent charts lists the charts that you have opened. See the history at the end of the list if you cannot find your chart.": extract.VerdictContent,
		"Sorry, we cannot find the page you asked for.": extract.VerdictSoft404,
		"We could not find what you were looking for.":  extract.VerdictSoft404,
	} {
		doc := manual(t, `<title>Charts</title><body><p>`+text+`</p></body>`)
		assert.Equal(t, want, doc.Verdict.Kind, text)
	}
}

// A title with the words of a page that is missing is that of an article if the text has sentences of its own.
func TestAnArticleMaySpeakOfWhatIsNotFound(t *testing.T) {
	const prose = `<p>On the third day the rangers had not seen the man who left for the hut on Sunday. Forty helpers with dogs searched the northern slope until dark.</p>`
	for page, want := range map[string]extract.VerdictKind{
		`<title>Vermisster Wanderer nicht gefunden</title><h1>Vermisster Wanderer nicht gefunden</h1>` + prose:                                                  extract.VerdictContent,
		`<title>404 errors: what a page not found means</title><h1>404 errors</h1><p>The server says that the file could not be found.</p>` + prose + prose:     extract.VerdictContent,
		`<title>Page not found - Shore</title><h1>Page not found</h1><p>The page you are looking for may have been moved or deleted.</p>`:                       extract.VerdictSoft404,
		`<title>Page Not Found</title><h1>Oops!</h1>` + prose:                                                                                                   extract.VerdictSoft404,
		`<title>404</title><main><h1>404</h1><p>Sorry, we could not find that page.</p><ul><li><a href="/a">The harbour is full of boats again</a></ul></main>`: extract.VerdictSoft404,
	} {
		doc := manual(t, page)
		assert.Equal(t, want, doc.Verdict.Kind, page)
	}
}

// All that is kept of a page with long menus stands in its main element: nothing is in doubt.
func TestAShortMainElementIsNotInDoubt(t *testing.T) {
	menu := strings.Repeat(`<li class="toctree-l2"><a class="reference internal" href="x.html">harbour.tides.Table.method</a></li>`, 600)
	doc := manual(t, `<title>harbour.Table.fill</title><body><nav class="bd-links"><ul>`+menu+`</ul></nav><main role="main" class="bd-content"><div><section><h1>harbour.Table.fill</h1>
<dl class="py method"><dt class="sig">Table.fill(<em>limit=None</em>)<a class="reference" href="src.html">[source]</a></dt><dd><p>Synonym for <a href="y.html"><code>Table.fillna()</code></a> with <code>method='bfill'</code>.</p></dd></dl></section></div>
<div class="prev-next-area"><a href="p.html"><p class="prev-next-title">harbour.Table.between</p></a><a href="n.html"><p class="prev-next-title">harbour.Table.bool</p></a></div></main></body>`)
	assert.NotContains(t, warningTypes(doc), "low_confidence_content")
	assert.Contains(t, doc.Markdown, "Synonym for")
	assert.NotContains(t, doc.Markdown, "harbour.Table.between", "the page before")
}

// Footnotes are part of the text, also in the element that docutils writes them in.
func TestFootnotesInAsidesAreKept(t *testing.T) {
	doc := manual(t, `<head><title>Backups</title><meta name="generator" content="Docutils 0.19"></head><body><main role="main"><h1>Backups</h1><p>The flags of a file are kept with it.<a class="footnote-reference" href="#id10" id="id5">[1]</a> What they mean differs between the systems, as the table below tells.</p>
<aside class="footnote-list brackets"><aside class="footnote brackets" id="id10" role="note"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id5">1</a><span class="fn-bracket">]</span></span><p>Only two of the flags are kept on the oldest of the systems.</p></aside></aside></main>
<aside class="related"><p>Read about tides</p></aside></body>`)
	assert.Contains(t, doc.Markdown, "kept with it.[^1]")
	assert.Contains(t, doc.Markdown, "[^1]: Only two of the flags")
}

// Code of a manual is kept right below what is kept, though the model takes it for the foot of the
// page.
func TestCodeOfManualsIsKept(t *testing.T) {
	const text = `<p>A pathname component of the form (<var>berth</var>/)# matches a path that consists of zero or more folders that match the pattern <var>berth</var>.</p>
<p>As a shorthand, <tt>**/</tt> is equivalent to <tt>(*/)#</tt>; note that this therefore matches files in the folder at hand as well as those below.</p>`
	for end, want := range map[string]string{
		`<p>is equivalent to</p><div class="example"><pre class="example">ls -ld -- **/*.c</pre></div><hr>`:                   "ls -ld -- **/*.c",
		`<h3>Synopsis</h3><pre><a href="a.html">mark</a> <a href="b.html">of tides</a></pre><p><a href="n.html">Next</a></p>`: "## Synopsis\n\n```\nmark of tides\n```",
		`<h3>Example</h3><pre>:w</pre><h3>See also</h3><p><a href="n.html">Windows</a></p>`:                                   "# Example\n\n```\n:w\n```",
		`<nav><pre>Previous: Tides</pre></nav>`: "",
	} {
		doc := manual(t, `<head><title>Expansion</title><meta name="generator" content="makeinfo"></head><body><table class="header"><tr><td>[<a href="i.html">Contents</a>]</td><td>[<a href="x.html">Index</a>]</td></tr></table>
<h1>14 Expansion</h1><h2>14.8.8 Recursive globbing</h2>`+text+end+`</body>`)
		assert.Contains(t, doc.Markdown, want, end)
		assert.Equal(t, want != "", strings.Contains(doc.Markdown, "```"), end)
	}
}
