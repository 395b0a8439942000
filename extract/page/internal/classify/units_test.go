package classify

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

func TestFindUnits(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		want string // the tags of the units, in order
	}{
		"table of data":           {"<table><tr><th>Depth</th><td>4 m</td></tr></table>", "table"},
		"table of a CMS":          {"<table><tr><td><p><strong>Depth</strong></p></td><td><p>4 m</p></td></tr><tr><td><p>Width</p></td><td><p>2 m</p></td></tr></table>", "table"},
		"table of layout":         {"<table role=presentation><tr><td><p>Menu</p></td><td><p>Text</p></td></tr></table>", ""},
		"table in a layout":       {"<table><tr><td><table><tr><th>a</th><td>b</td></tr></table></td></tr></table>", "table"},
		"code":                    {"<pre>a\nb</pre>", "pre"},
		"lines of code":           {"<pre><div>a</div><div>b</div></pre>", "pre"},
		"list":                    {"<ul><li>a<li>b<ul><li>c</ul></ul>", "ul"},
		"ordered list":            {"<ol><li><p>a</p><p>b</p><li>c</ol>", "ol"},
		"list of cards":           {"<ul><li><h3>a</h3><p>b</p><li><h3>c</h3><p>d</p></ul>", ""},
		"plain items among cards": {"<ul><li><h3>a</h3><li>b</ul>", "li"},
		"terms":                   {"<dl><dt>a<dd>b</dl>", "dl"},
		"figure":                  {"<figure><img src=a.png><figcaption>a</figcaption></figure>", "figure"},
		"figure of text":          {"<figure><h2>a</h2><p>b</p></figure>", ""},
		"units in a unit":         {"<ul><li>a<pre>b</pre><li><table><tr><th>c<td>d</table></ul>", "ul"},
		"empty":                   {"<table></table><ul></ul><pre></pre>", ""},
		"one after the other":     {"<ul><li>a</ul><pre>b</pre><ul><li>c</ul>", "ul pre ul"},
	} {
		r := begun(t, test.body)
		r.findUnits()
		var tags []string
		for _, u := range r.units {
			tags = append(tags, r.page.Nodes[u.elem].Data)
		}
		assert.Equal(t, test.want, strings.Join(tags, " "), name)
	}
}

func TestUniteGivesAUnitOneProbability(t *testing.T) {
	r := begun(t, "<p>a</p><table><tr><th>Depth</th><td>4 m</td></tr></table><p>b</p>")
	r.findUnits()
	prob := []float32{0.1, 1, 0, 0.2}
	r.of(prob, nil).averageUnits()
	assert.Equal(t, []float32{0.1, 0.4, 0.4, 0.2}, prob)
}

// Lists in columns or cards have one probability; those of different parts have
// their own.
func TestUniteOfListsSideBySide(t *testing.T) {
	const list = "<ul><li>a b c</ul>"
	for name, test := range map[string]struct {
		body string
		want []float32
	}{
		"columns":             {"<div>" + list + "</div><div>" + list + "</div>", []float32{0.3, 0.3}},
		"one after the other": {list + list, []float32{0.3, 0.3}},
		"cards":               {"<div><h3>d</h3>" + list + "</div><div><h3>e</h3>" + list + "</div>", []float32{0.2, 0.5, 0.4, 0.5}},
		"text between":        {list + "<p>d</p>" + list, []float32{0.2, 0.4, 0.4}},
		"of other classes":    {list + "<ul class=more><li>a b c</ul>", []float32{0.3, 0.3}},
		"of links":            {list + "<ul><li><a href=/a>a b c</a></ul>", []float32{0.2, 0.4}},
		"of other parts":      {"<div>" + list + "</div><section>" + list + "</section>", []float32{0.3, 0.3}},
		"one deeper":          {list + "<div>" + list + "</div>" + list, []float32{0.3333333, 0.3333333, 0.3333333}},
		"far apart":           {"<div><div><div>" + list + "</div></div></div><section>" + list + "</section>", []float32{0.2, 0.4}},
		"code":                {"<div><pre>a</pre></div><div><pre>a</pre></div>", []float32{0.2, 0.4}},
	} {
		r := begun(t, test.body)
		r.findUnits()
		prob := []float32{0.2, 0.4, 0.4, 0.6}[:len(r.page.Blocks)]
		r.of(prob, nil).averageUnits()
		assert.InDeltaSlice(t, test.want, prob, 1e-6, name)
	}
}

func TestSettle(t *testing.T) {
	const table = "<table><tr><th>Season</th><td>Fare</td></tr></table>"
	const links = "<ul><li><a href=/a>a</a><li><a href=/b>b</a></ul>"
	for name, test := range map[string]struct {
		body, kept, want string // x for each block that is kept
		prob             float32
	}{
		"half of it":               {table, "x.", "..", 0},
		"all of it":                {table, "xx", "xx", 0},
		"most words":               {"<table><tr><th>Season of the year</th><td>Fare</td></tr></table>", "x.", "xx", 0},
		"between paragraphs":       {"<p>a</p>" + table + "<p>b</p>", "x..x", "xxxx", 0},
		"in a wrapper":             {"<div><p>a</p><div><div>" + table + "</div></div><p>b</p></div>", "x..x", "xxxx", 0},
		"list between":             {"<p>a</p><ul><li>b<li>c</ul><p>d</p>", "x..x", "xxxx", 0},
		"code between":             {"<p>a</p><pre>b</pre><p>d</p>", "x.x", "xxx", 0},
		"terms between":            {"<p>a</p><dl><dt>b<dd>c</dl><p>d</p>", "x..x", "xxxx", 0},
		"links between":            {"<p>a</p>" + links + "<p>d</p>", "x..x", "x..x", 0},
		"likely links between":     {"<p>a</p>" + links + "<p>d</p>", "x..x", "xxxx", 0.25},
		"unlikely links between":   {"<p>a</p>" + links + "<p>d</p>", "x..x", "x..x", 0.24},
		"under a heading":          {"<p>a</p><h3>Fares</h3>" + table + "<p>b</p>", "x...x", "xxxxx", 0},
		"under two headings":       {"<p>a</p><h2>Travel</h2><h3>Fares</h3>" + table + "<p>b</p>", "x....x", "x....x", 0},
		"caption between":          {"<p>a</p><figure><figcaption>b</figcaption></figure><p>d</p>", "x.x", "x.x", 0},
		"text before is left out":  {"<p>a</p>" + table + "<p>b</p>", "...x", "...x", 0},
		"text after is left out":   {"<p>a</p>" + table + "<p>b</p>", "x...", "x...", 0},
		"in a part of the element": {"<p>a</p><div><p>title</p>" + table + "</div><p>b</p>", "xx..x", "xxxxx", 0},
		"of another element":       {"<div><p>a</p></div><aside>" + table + "<p>b</p></aside>", "x..x", "x..x", 0},
		"at the end":               {"<p>a</p><p>b</p>" + table, "xx..", "xx..", 0},
		"lists that read as one":   {"<ul><li>a b</ul><div><ul><li>c</ul></div><ul><li>d e</ul>", "x.x", "xxx", 0},
		"most of them left out":    {"<ul><li>a b</ul><div><ul><li>c</ul></div><ul><li>d e</ul>", "x..", "...", 0},
		"text between lists":       {"<ul><li>a b</ul><p>c</p><ul><li>d e</ul>", "x..", "x..", 0},
		"lists between":            {"<p>a</p><ul><li>b</ul><div><ul><li>c</ul></div><p>d</p>", "x..x", "xxxx", 0},
		"table of layout":          {"<p>a</p><table role=none><tr><td>b<td>c</table><p>d</p>", "x.xx", "x.xx", 0},
	} {
		r := begun(t, test.body)
		r.findUnits()
		require.Len(t, r.page.Blocks, len(test.kept), name)
		kept := make([]bool, len(test.kept))
		for i := range kept {
			kept[i] = test.kept[i] == 'x'
		}
		prob := make([]float32, len(kept))
		for i := range prob {
			prob[i] = test.prob
		}
		r.of(prob, kept).settleUnits()
		assert.Equal(t, test.want, marked(kept), name)
	}
}

func TestInUnit(t *testing.T) {
	p := measured(t, "<p>a</p><ul><li>b<li>c</ul><p>d</p><pre>e</pre>")
	var c Classifier
	c.Classify(t.Context(), gbdt.Embedded(), p, features.Hints{PathSegments: -1}, Options{})
	var in []int
	for i := range p.Blocks {
		if c.InUnit(i) {
			in = append(in, i)
		}
	}
	assert.Equal(t, []int{1, 2, 4}, in)
}

// What lastInside finds by halves is what a walk finds.
func TestLastInside(t *testing.T) {
	r := begun(t, "<div><p>a<b>b</b></p><ul><li>c<li>d</ul></div><p>e")
	for e := range r.page.Elements {
		end := r.page.Next[r.page.Elements[e].Index]
		want := slices.IndexFunc(r.page.Elements[e:], func(el measure.Element) bool { return el.Index >= end })
		if want < 0 {
			want = len(r.page.Elements) - e
		}
		assert.Equal(t, int32(e+want-1), lastInside(r.page, int32(e)))
	}
}

// A breadcrumb between kept text is left out, a list of links is not.
func TestSettleUnitsLeavesOutBreadcrumbs(t *testing.T) {
	for class, want := range map[string]bool{"breadcrumbs": false, "links": true} {
		s := begun(t, "<p>a</p><ul class="+class+"><li><a href=/>Home</a><li><a href=/b>Boats</a></ul><p>b</p>")
		s.of([]float32{1, 0.4, 0.4, 1}, []bool{true, false, false, true})
		s.findUnits()
		s.settleUnits()
		assert.Equal(t, []bool{true, want, want, true}, s.kept, class)
	}
}

// A list of text at the end of what an article says belongs to it; links below it may not.
func TestListsThatEndAnArticle(t *testing.T) {
	text := "<p>" + strings.Repeat("word ", 20) + "</p>"
	const list = "<ul><li>Oslo</li><li>Bergen</li></ul>"
	for name, test := range map[string]struct {
		body, kept, want string // x for each block that is kept
		score            float32
	}{
		"at its end":          {"<article>" + text + list + "</article>", "x..", "xxx", 0.125},
		"unlikely":            {"<article>" + text + list + "</article>", "x..", "x..", 0.12},
		"of terms":            {"<article>" + text + "<dl><dt>Oslo</dt><dd>north</dd></dl></article>", "x..", "xxx", 0.2},
		"of links":            {"<article>" + text + "<ul><li><a href=/a>Oslo</a></li></ul></article>", "x.", "x.", 0.2},
		"before more":         {"<article>" + text + list + "<p>Share it</p></article>", "x...", "x...", 0.2},
		"below a short line":  {"<article><p>Cities</p>" + list + "</article>", "x..", "x..", 0.2},
		"in another element":  {"<main><div>" + text + "</div>" + list + "</main>", "x..", "x..", 0.2},
		"text above left out": {"<article>" + text + list + "</article>", "...", "...", 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body)
			require.Len(t, s.kept, len(test.kept))
			for i := range s.kept {
				s.kept[i], s.scores[i] = test.kept[i] == 'x', test.score
			}
			s.findUnits()
			s.settleUnits()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}

// The caption of a figure that is left out doesn't part a list from the text around.
func TestListsBesideCaptions(t *testing.T) {
	text := "<p>" + strings.Repeat("word ", 20) + "</p>"
	const list, figure = "<ol><li>Cleanser</li></ol>", "<figure><img src=/a.jpg><figcaption>Amazon $30</figcaption></figure>"
	for name, test := range map[string]struct{ body, kept, want string }{
		"above":      {text + figure + list + text, "x..x", "x.xx"},
		"unlikely":   {text + figure + list + text, "x..x", "x..x"},
		"below":      {text + list + figure + text, "x..x", "xx.x"},
		"both":       {text + figure + figure + list + figure + text, "x....x", "x..x.x"},
		"no caption": {text + "<p>Amazon $30</p>" + list + text, "x..x", "x..x"},
		"at the end": {text + figure + list, "x..", "x.."},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body)
			require.Len(t, s.kept, len(test.kept))
			for i := range s.kept {
				s.kept[i], s.scores[i] = test.kept[i] == 'x', 0.25
				if name == "unlikely" {
					s.scores[i] = 0.24
				}
			}
			s.findUnits()
			s.settleUnits()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}
