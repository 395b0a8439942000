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

func sectionAt(t testing.TB, body, fragment string) string {
	t.Helper()
	u, err := url.Parse("https://a.example/tides#" + fragment)
	require.NoError(t, err)
	doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{URL: u, Body: []byte(body)})
	require.NoError(t, err)
	require.NoError(t, doc.Check())
	return doc.Markdown[doc.Section.Start:doc.Section.End]
}

// A fragment leads to any element, not to headings alone: to a term of a manual, a row of a table, an anchor in a paragraph.
func TestFragmentsLeadToElements(t *testing.T) {
	const body = `<html><head><title>Tides</title></head><body><div id=wrapper><main><h1 id=tides>Tides</h1>
<p>The tables are printed once a year, in December, from the readings of the gauge at the pier and the log of the pilot.</p>
<p>They are read <a name=by-hand></a>by hand in the first weeks, and checked against those of the year before.</p>
<p id=errors>A reading that differs by more than a hand is done again on the next day.</p>
<h2 id=calls>Calls</h2>
<dl><dt id=tide.high>tide.high(port)</dt><dd><p>Returns the time of the next high water at a port.</p></dd><dd>Never fails.</dd>
<dt id=tide.low>tide.low(port)</dt><dd><p>Returns the time of the next low water at a port.</p></dd></dl>
<div id=notes><h3>Notes</h3><p>Ports without a gauge have no tables of their own.</p></div>
<p>All of them are listed below, with the depth of the fairway.</p><pre id=code>tide norwick</pre><p>This asks for a port.</p>
<a id=depths></a><table><tr><th>Port<th>Depth</tr><tr id=norwick><td>Norwick<td>4 m</tr><tr><td>Skaw<td>3 m</tr></table>
<h2>Thanks</h2><p>The society thanks the pilots for their logs, and the widow of the last one for the key.</p>
</main></div><footer id=foot><a href=/imprint>Imprint</a></footer></body></html>`
	for fragment, want := range map[string]string{
		"tide.high":  "**tide.high(port)**\n\n- Returns the time of the next high water at a port.\n\n- Never fails.",
		"tide.low":   "**tide.low(port)**\n\n- Returns the time of the next low water at a port.",
		"by-hand":    "They are read by hand in the first weeks, and checked against those of the year before.\n\nA reading that differs by more than a hand is done again on the next day.",
		"errors":     "A reading that differs by more than a hand is done again on the next day.",
		"code":       "```\ntide norwick\n```",
		"depths":     "| Port | Depth |\n| --- | --- |\n| Norwick | 4 m |\n| Skaw | 3 m |",
		"norwick":    "| Port | Depth |\n| --- | --- |\n| Norwick | 4 m |\n| Skaw | 3 m |",
		"tide%2Elow": "**tide.low(port)**\n\n- Returns the time of the next low water at a port.",
		"foot":       "",
		"nothing":    "",
	} {
		assert.Equal(t, want, sectionAt(t, body, fragment), fragment)
	}
	assert.True(t, strings.HasPrefix(sectionAt(t, body, "calls"), "## Calls\n\n**tide.high"))
	assert.True(t, strings.HasPrefix(sectionAt(t, body, "tides"), "The tables"), "the title is not repeated")
	assert.True(t, strings.HasSuffix(sectionAt(t, body, "wrapper"), "the key."))
}

// What a fragment names may show nothing itself: an empty anchor with a hidden heading behind it, or that heading.
func TestFragmentsLeadPastWhatIsHidden(t *testing.T) {
	const body = `<html><head><title>Marks</title></head><body><main><h1>Marks</h1>
<p>The marks of the fairway are listed here as the pilot sees them from the sea, in the order of the chart.</p>
<a name=buoys></a><h style="display:none">Buoys</h><hr><p>The buoys are laid in April, when the ice has gone.</p>
<h3 id=lights style="display:none">Lights</h3><p>The lights are lit at dusk, from October on at four.</p>
<div><a id=horns></a><!-- horns --><span hidden>Horns</span></div><p>The horns are tried on the first day of each month.</p></main></body></html>`
	const lights, horns = "The lights are lit at dusk, from October on at four.", "The horns are tried on the first day of each month."
	assert.Equal(t, "---\n\nThe buoys are laid in April, when the ice has gone.\n\n"+lights+"\n\n"+horns, sectionAt(t, body, "buoys"))
	assert.Equal(t, lights+"\n\n"+horns, sectionAt(t, body, "lights"))
	assert.Equal(t, horns, sectionAt(t, body, "horns"))
}

func TestFragmentsOfHostilePages(t *testing.T) {
	for name, body := range map[string]string{
		"an empty page":      `<p id=x>`,
		"nothing after it":   `<p>The quay</p><a id=x></a>`,
		"many of one name":   strings.Repeat(`<p id=x>The quay at noon</p>`, 2000),
		"deep":               strings.Repeat(`<div id=x>`, 400) + "The quay at noon",
		"a cell in a cell":   `<table><tr><td><table><tr><td id=x>The quay</td></tr></table></td><td>noon</td></tr></table>`,
		"a list in a list":   `<ul><li>The quay<ul><li id=x>at noon</ul></ul>`,
		"within a heading":   `<h2><span id=x>The quay</span></h2><p>At noon it is empty.</p>`,
		"a row of nothing":   `<table><tr id=x></tr><tr><td>The quay</td></tr></table>`,
		"a term with no end": `<dl><dt id=x>The quay</dl>`,
	} {
		assert.NotPanics(t, func() { sectionAt(t, body, "x") }, name)
	}
}
