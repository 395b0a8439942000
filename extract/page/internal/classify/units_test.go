package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

func TestInUnit(t *testing.T) {
	for name, test := range map[string]struct{ body, in string }{
		"table of data":           {"<table><tr><th>Depth</th><td>4 m</td></tr></table>", "Depth | 4 m"},
		"table of a CMS":          {"<table><tr><td><p><strong>Depth</strong></p></td><td><p>4 m</p></td></tr><tr><td><p>Width</p></td><td><p>2 m</p></td></tr></table>", "Depth | 4 m | Width | 2 m"},
		"table of layout":         {"<table role=presentation><tr><td><p>Menu</p></td><td><p>Text</p></td></tr></table>", ""},
		"table in a layout":       {"<table><tr><td>Menu<table><tr><th>Depth</th><td>4 m</td></tr></table></td></tr></table>", "Depth | 4 m"},
		"code":                    {"<pre>ebb\nflood</pre>", "ebb flood"},
		"lines of code":           {"<pre><div>ebb</div><div>flood</div></pre>", "ebb | flood"},
		"list":                    {"<ul><li>Oslo<li>Bergen<ul><li>Quay</ul></ul>", "Oslo | Bergen | Quay"},
		"ordered list":            {"<ol><li><p>Oslo</p><p>Bergen</p><li>Quay</ol>", "Oslo | Bergen | Quay"},
		"list of cards":           {"<ul><li><h3>Oslo</h3><p>north</p><li><h3>Bergen</h3><p>west</p></ul>", ""},
		"plain items among cards": {"<ul><li><h3>Oslo</h3><li>Bergen</ul>", "Bergen"},
		"terms":                   {"<dl><dt>Depth<dd>4 m</dl>", "Depth | 4 m"},
		"figure":                  {"<figure><img src=a.png><figcaption>The quay</figcaption></figure>", "The quay"},
		"figure of text":          {"<figure><h2>Oslo</h2><p>north</p></figure>", ""},
		"units in a unit":         {"<ul><li>Oslo<pre>ebb</pre><li><table><tr><th>Depth<td>4 m</table></ul>", "Oslo | ebb | Depth | 4 m"},
		"empty":                   {"<table></table><ul></ul><pre></pre>", ""},
		"one after the other":     {"<ul><li>Oslo</ul><pre>ebb</pre><ul><li>Bergen</ul>", "Oslo | ebb | Bergen"},
		"text between":            {"<p>Before</p><ul><li>Oslo<li>Bergen</ul><p>After</p><pre>ebb</pre>", "Oslo | Bergen | ebb"},
	} {
		t.Run(name, func(t *testing.T) {
			root, p := measuretest.Page(t, test.body)
			var c classify.Classifier
			c.Classify(t.Context(), gbdt.Embedded(), p, features.Hints{PathSegments: -1}, classify.Options{})
			var in []string
			for i, name := range blockNames(root, p) {
				if c.InUnit(i) {
					in = append(in, name)
				}
			}
			assert.Equal(t, test.in, joined(in))
		})
	}
}

func TestUnitsHaveOneScore(t *testing.T) {
	for name, test := range map[string]struct {
		body         string
		scores, want map[string]float32
	}{
		"a table": {"<p>Before</p><table><tr><th>Depth</th><td>4 m</td></tr></table><p>After</p>",
			map[string]float32{"Before": 0.1, "Depth": 1, "After": 0.2},
			map[string]float32{"Before": 0.1, "Depth": 0.4, "4 m": 0.4, "After": 0.2}},
		"a unit in a unit": {"<ul><li>Oslo<pre>ebb</pre></ul>",
			map[string]float32{"Oslo": 1, "ebb": 0.5}, map[string]float32{"Oslo": 0.75, "ebb": 0.75}},
		"one after the other": {"<ul><li>Oslo</ul><pre>ebb</pre>",
			map[string]float32{"Oslo": 1, "ebb": 0.5}, map[string]float32{"Oslo": 1, "ebb": 0.5}},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, scores: test.scores}, "average units")
			assert.Equal(t, test.want, got.scores)
		})
	}
}

// Lists in columns have one probability; those of different parts have
// their own.
func TestScoresOfListsSideBySide(t *testing.T) {
	const first, second = "<ul><li>Oslo and Bergen</ul>", "<ul><li>Ebb and flood</ul>"
	for name, test := range map[string]struct {
		body string
		want map[string]float32
	}{
		"columns":             {"<div>" + first + "</div><div>" + second + "</div>", map[string]float32{"Oslo and Bergen": 0.3, "Ebb and flood": 0.3}},
		"one after the other": {first + second, map[string]float32{"Oslo and Bergen": 0.3, "Ebb and flood": 0.3}},
		"text between":        {first + "<p>Tides</p>" + second, map[string]float32{"Oslo and Bergen": 0.2, "Tides": 0.5, "Ebb and flood": 0.4}},
		"of other classes":    {first + "<ul class=more><li>Ebb and flood</ul>", map[string]float32{"Oslo and Bergen": 0.3, "Ebb and flood": 0.3}},
		"of links":            {first + "<ul><li><a href=/a>Ebb and flood</a></ul>", map[string]float32{"Oslo and Bergen": 0.2, "Ebb and flood": 0.4}},
		"of other parts":      {"<div>" + first + "</div><section>" + second + "</section>", map[string]float32{"Oslo and Bergen": 0.3, "Ebb and flood": 0.3}},
		"one deeper": {first + "<div>" + second + "</div><ul><li>Quay and pier</ul>",
			map[string]float32{"Oslo and Bergen": 11. / 30, "Ebb and flood": 11. / 30, "Quay and pier": 11. / 30}},
		"far apart": {"<div><div><div>" + first + "</div></div></div><section>" + second + "</section>", map[string]float32{"Oslo and Bergen": 0.2, "Ebb and flood": 0.4}},
		"code":      {"<div><pre>Oslo and Bergen</pre></div><div><pre>Ebb and flood</pre></div>", map[string]float32{"Oslo and Bergen": 0.2, "Ebb and flood": 0.4}},
	} {
		t.Run(name, func(t *testing.T) {
			scores := map[string]float32{"Oslo and Bergen": 0.2, "Ebb and flood": 0.4}
			got := run(t, state{html: test.body, score: 0.5, scores: scores}, "average units")
			require.Len(t, got.scores, len(test.want))
			for name, want := range test.want {
				assert.InDelta(t, want, got.scores[name], 1e-6, name)
			}
		})
	}
}

func TestSettleUnits(t *testing.T) {
	const table = "<table><tr><th>Season</th><td>Fare</td></tr></table>"
	const links = "<ul><li><a href=/a>Ebb</a><li><a href=/b>Flood</a></ul>"
	for name, test := range map[string]struct {
		body, kept, want string
		score            float32
	}{
		"half of it":               {table, "Season", "", 0},
		"all of it":                {table, all, "Season | Fare", 0},
		"most words":               {"<table><tr><th>Season of the year</th><td>Fare</td></tr></table>", "Season of the year", "Season of the year | Fare", 0},
		"between paragraphs":       {"<p>Ebb</p>" + table + "<p>Flood</p>", "Ebb | Flood", "Ebb | Season | Fare | Flood", 0},
		"in a wrapper":             {"<div><p>Ebb</p><div><div>" + table + "</div></div><p>Flood</p></div>", "Ebb | Flood", "Ebb | Season | Fare | Flood", 0},
		"list between":             {"<p>Ebb</p><ul><li>Flood<li>Slack</ul><p>Banks</p>", "Ebb | Banks", "Ebb | Flood | Slack | Banks", 0},
		"code between":             {"<p>Ebb</p><pre>Flood</pre><p>Banks</p>", "Ebb | Banks", "Ebb | Flood | Banks", 0},
		"terms between":            {"<p>Ebb</p><dl><dt>Flood<dd>Slack</dl><p>Banks</p>", "Ebb | Banks", "Ebb | Flood | Slack | Banks", 0},
		"links between":            {"<p>Ebb</p>" + links + "<p>Banks</p>", "Ebb | Banks", "Ebb | Banks", 0},
		"likely links between":     {"<p>Ebb</p>" + links + "<p>Banks</p>", "Ebb | Banks", "Ebb | Ebb (2) | Flood | Banks", 0.25},
		"unlikely links between":   {"<p>Ebb</p>" + links + "<p>Banks</p>", "Ebb | Banks", "Ebb | Banks", 0.24},
		"under a heading":          {"<p>Ebb</p><h3>Fares</h3>" + table + "<p>Flood</p>", "Ebb | Flood", "Ebb | Fares | Season | Fare | Flood", 0},
		"under two headings":       {"<p>Ebb</p><h2>Travel</h2><h3>Fares</h3>" + table + "<p>Flood</p>", "Ebb | Flood", "Ebb | Flood", 0},
		"caption between":          {"<p>Ebb</p><figure><figcaption>Flood</figcaption></figure><p>Banks</p>", "Ebb | Banks", "Ebb | Banks", 0},
		"text before is left out":  {"<p>Ebb</p>" + table + "<p>Flood</p>", "Flood", "Flood", 0},
		"text after is left out":   {"<p>Ebb</p>" + table + "<p>Flood</p>", "Ebb", "Ebb", 0},
		"in a part of the element": {"<p>Ebb</p><div><p>title</p>" + table + "</div><p>Flood</p>", "Ebb | title | Flood", "Ebb | title | Season | Fare | Flood", 0},
		"of another element":       {"<div><p>Ebb</p></div><aside>" + table + "<p>Flood</p></aside>", "Ebb | Flood", "Ebb | Flood", 0},
		"at the end":               {"<p>Ebb</p><p>Flood</p>" + table, "Ebb | Flood", "Ebb | Flood", 0},
		"lists that read as one":   {"<ul><li>Ebb Flood</ul><div><ul><li>Slack</ul></div><ul><li>Banks Poles</ul>", "Ebb Flood | Banks Poles", "Ebb Flood | Slack | Banks Poles", 0},
		"most of them left out":    {"<ul><li>Ebb Flood</ul><div><ul><li>Slack</ul></div><ul><li>Banks Poles</ul>", "Ebb Flood", "", 0},
		"text between lists":       {"<ul><li>Ebb Flood</ul><p>Slack</p><ul><li>Banks Poles</ul>", "Ebb Flood", "Ebb Flood", 0},
		"lists between":            {"<p>Ebb</p><ul><li>Flood</ul><div><ul><li>Slack</ul></div><p>Banks</p>", "Ebb | Banks", "Ebb | Flood | Slack | Banks", 0},
		"table of layout":          {"<p>Ebb</p><table role=none><tr><td>Flood<td>Slack</table><p>Banks</p>", "Ebb | Slack | Banks", "Ebb | Slack | Banks", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score, kept: test.kept}, "settle units")
			assert.Equal(t, test.want, got.kept)
		})
	}
}

// A list of text at the end of what an article says belongs to it; links below it may not.
func TestListsThatEndAnArticle(t *testing.T) {
	text := "<p>" + words(20) + "</p>"
	const list = "<ul><li>Oslo</li><li>Bergen</li></ul>"
	for name, test := range map[string]struct {
		body, kept, added string
		score             float32
	}{
		"at its end":          {"<article>" + text + list + "</article>", "the tide comes in…", "Oslo | Bergen", 0.125},
		"unlikely":            {"<article>" + text + list + "</article>", "the tide comes in…", "", 0.12},
		"of terms":            {"<article>" + text + "<dl><dt>Oslo</dt><dd>north</dd></dl></article>", "the tide comes in…", "Oslo | north", 0.2},
		"of links":            {"<article>" + text + "<ul><li><a href=/a>Oslo</a></li></ul></article>", "the tide comes in…", "", 0.2},
		"of documents":        {"<article>" + text + "<ul><li><a href=/a.pdf>Oslo</a></li><li><a href=/b.pdf?v=2>Bergen</a></li></ul></article>", "the tide comes in…", "Oslo | Bergen", 0.2},
		"of their pages":      {"<article>" + text + "<ul><li><a href=/a.pdf#page=2>Oslo</a></li></ul></article>", "the tide comes in…", "Oslo", 0.2},
		"of sources":          {"<article>" + text + "<ul><li><a href=https://a.example/o>Oslo</a></li><li><a href=https://b.example/>Bergen</a></li></ul></article>", "the tide comes in…", "Oslo | Bergen", 0.2},
		"of one site":         {"<article>" + text + "<ul><li><a href=https://a.example/o>Oslo</a></li><li><a href=https://a.example/b>Bergen</a></li></ul></article>", "the tide comes in…", "", 0.2},
		"of buttons to share": {"<article>" + text + "<ul><li><a href='https://www.facebook.com/sharer/sharer.php?u=x'>Oslo</a></li><li><a href='https://x.com/intent/post?url=x'>Bergen</a></li></ul></article>", "the tide comes in…", "", 0.2},
		"below a table":       {"<article><table><tr><td>Season<td>4<tr><td>Day<td>2</table>" + list + "</article>", "Season | 4 | Day | 2", "Oslo | Bergen", 0.2},
		"before more":         {"<article>" + text + list + "<p>Share it</p></article>", "the tide comes in…", "", 0.2},
		"below a short line":  {"<article><p>Cities</p>" + list + "</article>", "Cities", "", 0.2},
		"below a colon":       {"<article><p>Cities:</p>" + list + "</article>", "Cities:", "Oslo | Bergen", 0.2},
		"in another element":  {"<main><div>" + text + "</div>" + list + "</main>", "the tide comes in…", "", 0.2},
		"text above left out": {"<article>" + text + list + "</article>", "", "", 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score, kept: test.kept}, "settle units")
			got.assertAdds(t, test.added)
		})
	}
}

// A figure around a table, code or a quotation is kept with its caption where that would be kept
// without it; one with a picture isn't.
func TestSettleFigures(t *testing.T) {
	for name, test := range map[string]struct {
		figure string
		score  float32
		added  string
	}{
		"a table":                         {"<table><tr><td>Tern<td>4<tr><td>Swan<td>2</table><figcaption>In May</figcaption>", 0.1, "Tern | 4 | Swan | 2 | In May"},
		"a table below its caption":       {"<figcaption>In May</figcaption><div><table><tr><td>Tern<td>4<tr><td>Swan<td>2</table></div>", 0.1, "In May | Tern | 4 | Swan | 2"},
		"code":                            {"<pre>go run .</pre>", 0.1, "go run ."},
		"a quotation":                     {"<blockquote>Tides wait</blockquote><figcaption>Ann Lee</figcaption>", 0.25, "Tides wait | Ann Lee"},
		"a film":                          {"<div><iframe src=https://film.example/1></iframe></div><figcaption>The pier</figcaption>", 0.25, "The pier"},
		"a sound":                         {"<audio src=a.ogg></audio><figcaption>The bell</figcaption>", 0.25, "The bell"},
		"a formula":                       {"<math><mi>a</mi></math><figcaption>Equation 1</figcaption>", 0.25, "Equation 1"},
		"code beside pictures":            {"<img src=a.png><figcaption>The pier</figcaption></figure><figure><pre>go run .</pre></figure><figure><img src=b.png><p>The quay</p>", 0.1, "go run ."},
		"a list beside a picture":         {"<ul><li>One<li>Two</ul></figure><figure><img src=b.png><figcaption>The quay</figcaption>", 0.1, ""},
		"a picture":                       {"<img src=a.png><figcaption>The pier</figcaption>", 0.4, ""},
		"a table that lays out a picture": {"<table><tr><td><img src=a.png></table><figcaption>The pier</figcaption>", 0.4, ""},
	} {
		t.Run(name, func(t *testing.T) {
			page := state{html: "<p>Before</p><figure>" + test.figure + "</figure><p>After</p>", score: test.score, kept: "Before | After"}
			run(t, page, "settle units").assertAdds(t, test.added)
		})
	}
}
