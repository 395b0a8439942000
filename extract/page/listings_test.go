package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Doxygen and editors on pages set each line of code as a div, which only a style sheet elsewhere makes code.
func TestLinesOfCodeInDivs(t *testing.T) {
	const before, after = `<title>Sluice</title><main><h1>Sluice</h1><p>The sluice is opened before high water and shut after it, as the listing below shows in full.</p>`,
		`<p>It has to be shut by hand when the mains fail, which the warden is told by a bell in the tower.</p></main>`
	for name, test := range map[string]struct{ html, want string }{
		"Doxygen": {`<div class="fragment"><div class="line"><span class="keywordflow">if</span> (open) {</div>
<div class="line">  <a class="code" href="a.html">shut</a>();</div>
<div class="ttc" id="a1"><div class="ttname">shut</div><div class="ttdeci">void shut()</div></div>
<div class="line">}</div>
</div><!-- fragment -->`, "```\nif (open) {\n  shut();\n}\n```"},
		"Doxygen, numbered and folded": {`<div class="fragment"><div class="line"><a id="l00001" name="l00001"></a><span class="lineno">    1</span>enum tide {</div>
<div class="foldopen" id="f1" data-start="{" data-end="}">
<div class="line"><span class="lineno"><a class="line" href="#l2">    2</a></span>  EBB = 0,</div>
<div class="line"><span class="lineno">    3</span> </div>
<div class="line"><span class="lineno">    4</span>};</div></div></div>`, "```\nenum tide {\n  EBB = 0,\n \n};\n```"},
		"CodeMirror":        {`<div class="cm-content"><div class="cm-line">def shut():</div><div class="cm-line">    return 7</div></div>`, "```\ndef shut():\n    return 7\n```"},
		"Monaco":            {`<div class="view-lines"><div class="view-line"><span>let</span> x = 1;</div><div class="view-line">shut(x);</div></div>`, "```\nlet x = 1;\nshut(x);\n```"},
		"Ace, folded":       {`<div class="ace_text-layer"><div class="ace_line_group"><div class="ace_line">let x = 1;</div></div><div class="ace_line_group"><div class="ace_line">shut(x,</div><div class="ace_line"> 2);</div></div></div>`, "```\nlet x = 1;\nshut(x,\n 2);\n```"},
		"SyntaxHighlighter": {`<div class="syntaxhighlighter"><table><tr><td class="code"><div class="container"><div class="line number1 index0 alt2"><code class="js plain">shut(</code><code class="js value">7</code>);</div><div class="line number2 index1 alt1"><code class="js plain">open();</code></div></div></td></tr></table></div>`, "```\nshut(7);\nopen();\n```"},
		"a poem":            {`<div class="stanza"><div class="line">The tide comes in</div><div class="line">and boats lie still</div></div>`, "The tide comes in\n\nand boats lie still"},
		"GeSHi":             {`<div class="python geshifilter-python"><ol><li style="font-family:monospace"><div>if open:</div></li><li><div>&nbsp; shut()</div></li></ol></div>`, "```python\nif open:\n  shut()\n```"},
		"Gitea":             {`<table><tr><td class="lines-num"><span data-line-number=1></span></td><td class="lines-code"><code>if open:</code></td></tr><tr><td class="lines-num"></td><td class="lines-code"><code>    shut()</code></td></tr></table>`, "```\nif open:\n    shut()\n```"},
		"text before":       {`<div class="fragment">Shut it: <div class="line">now</div></div>`, "Shut it:\n\nnow"},
	} {
		t.Run(name, func(t *testing.T) {
			doc := manual(t, before+test.html+after)
			got := strings.TrimSpace(doc.Markdown)
			_, got, _ = strings.Cut(got, "shows in full.\n\n")
			got, _, _ = strings.Cut(got, "\n\nIt has to be shut")
			assert.Equal(t, test.want, got)
		})
	}
}

// Selectors of style sheets match the divs of a listing, though it is written as a <pre>.
func TestHiddenLinesOfCodeInDivs(t *testing.T) {
	const listing = `<div class="fragment"><div class="line">open();</div><div class="line">shut();</div></div>`
	for _, rule := range []string{"div.fragment{display:none}", "div > .line{display:none}", "div.fragment{font-size:0}"} {
		doc := manual(t, `<title>Sluice</title><style>`+rule+`</style><main><h1>Sluice</h1><p>The sluice is opened before high water and shut after it, as all wardens know by heart.</p>`+listing+`</main>`)
		assert.Contains(t, doc.Markdown, "high water", rule)
		assert.NotContains(t, doc.Markdown, "open()", rule)
	}
}

// A box with a title of its own in the text of a manual is part of it, a sidebar of the page is not.
func TestBoxesOfManualsAreText(t *testing.T) {
	const text = `<title>Sluice</title><meta name="generator" content="Sphinx"><main><section><h1>Sluice</h1><p>The sluice is opened before high water and shut after it, as the tables of the harbour say for each day of the year.</p>`
	const rest = `<p>It has to be shut by hand when the mains fail, which the warden is told by a bell in the tower above the gate.</p></section></main>`
	box := manual(t, text+`<aside class="sidebar"><p class="sidebar-title">Reminder</p><p>Remember that the gate opens inwards at ebb tide.</p></aside>`+rest)
	assert.Contains(t, box.Markdown, "the gate opens inwards")
	side := manual(t, text+`<aside class="sidebar"><ul><li><a href="/a">The gate of the harbour</a><li><a href="/b">Tides</a></ul></aside>`+rest)
	assert.NotContains(t, side.Markdown, "The gate of the harbour")
}
