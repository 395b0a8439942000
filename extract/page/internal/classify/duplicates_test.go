package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDropCopies(t *testing.T) {
	long := func(tag string) string {
		return "<" + tag + ">" + strings.Repeat("word ", minCopyWords-1) + "end</" + tag + ">"
	}
	short := "<p>" + strings.Repeat("word ", minCopyWords-1) + "</p>"
	for name, test := range map[string]struct {
		body string
		kept []bool
		want []bool
	}{
		"in another container":  {"<div>" + long("p") + "</div><div>" + long("p") + "</div>", []bool{true, true}, []bool{true, false}},
		"a third time":          {strings.Repeat("<div>"+long("p")+"</div>", 3), []bool{true, true, true}, []bool{true, false, false}},
		"the first is left out": {"<div>" + long("p") + "</div><div>" + long("p") + "</div>", []bool{false, true}, []bool{false, true}},
		"side by side":          {long("p") + long("p"), []bool{true, true}, []bool{true, true}},
		"short":                 {"<div>" + short + "</div><div>" + short + "</div>", []bool{true, true}, []bool{true, true}},
		"another text":          {"<div>" + long("p") + "</div><div>" + strings.Replace(long("p"), "end", "other", 1) + "</div>", []bool{true, true}, []bool{true, true}},
		"code":                  {"<div>" + long("pre") + "</div><div>" + long("pre") + "</div>", []bool{true, true}, []bool{true, true}},
		"quotation":             {"<div>" + long("p") + "</div><blockquote>" + long("p") + "</blockquote>", []bool{true, true}, []bool{true, true}},
		"a heading":             {"<div>" + long("p") + "</div><div>" + long("h2") + "</div><div>" + long("p") + "</div>", []bool{true, true, true}, []bool{false, true, false}},
		"a heading first":       {"<div>" + long("h2") + "</div><div>" + long("h3") + "</div>", []bool{true, true}, []bool{true, false}},
		"with other figures":    {"<div>" + long("p") + "</div><section><p>" + words(minCopyWords-1) + " 17</p></section><div><p>" + words(minCopyWords-1) + " 18</p></div>", []bool{true, true, true}, []bool{true, true, true}},
		"with the same figures": {"<section><p>" + words(minCopyWords-1) + " 17</p></section><div><p>" + words(minCopyWords-1) + " <b>17</b></p></div>", []bool{true, true}, []bool{true, false}},
		"in a list":             {"<div>" + long("p") + "</div><ul>" + long("li") + "</ul>", []bool{true, true}, []bool{true, true}},
	} {
		r := begun(t, test.body)
		r.findUnits()
		r.of(nil, test.kept).dropDuplicates()
		assert.Equal(t, test.want, test.kept, name)
	}
}

func TestDropEchoes(t *testing.T) {
	const title, text = "<h3>Boots</h3>", "<p>one two three four</p>"
	for name, test := range map[string]struct{ body, kept, want string }{ // x for each block that is kept
		"a title for two layouts": {"<div>" + title + "</div><div>" + title + "</div><p>$5</p>", "xxx", "x.x"},
		"a label and its heading": {"<div><span>Boots</span></div><section>" + title + "</section>", "xx", ".x"},
		"a heading and its label": {"<section>" + title + "</section><div><span>Boots</span></div>", "xx", "x."},
		"with the other left out": {"<div>" + title + "</div><div>" + title + "</div>", ".x", ".x"},
		"text between, left out":  {"<div>" + title + "</div><p>new</p><div>" + title + "</div>", "x.x", "x.."},
		"text between":            {"<div>" + title + "</div><p>new</p><div>" + title + "</div>", "xxx", "xxx"},
		"three times":             {"<div>" + title + "</div><section>" + title + "</section><main>" + title + "</main>", "xxx", "x.."},
		"some words":              {"<div>" + text + "</div><section>" + text + "</section>", "xx", "x."},
		"fewer words":             {"<div><p>one two three</p></div><section><p>one two three</p></section>", "xx", "xx"},
		"a figure":                {"<div><p>12</p></div><section><p>12</p></section>", "xx", "xx"},
		"headings in a row":       {"<h2>one two three four</h2><h2>one two three four</h2><p>a", "xxx", "x.x"},
		"of other levels":         {"<h2>one two three four</h2><h3>one two three four</h3><p>a", "xxx", "xxx"},
		"headings with figures":   {"<div><h2>the plan of 1 user</h2></div><section><h2>the plan of 2 user</h2></section>", "xx", "xx"},
		"lines of a song":         {text + text, "xx", "xx"},
		"cards of a row":          {strings.Repeat("<div class=card>"+title+"</div>", 3), "xxx", "xxx"},
		"two cards":               {strings.Repeat("<div class=card>"+text+"<p>$5</p></div>", 2), "x.xx", "x.xx"},
		"another case":            {"<div>" + title + "</div><section><h3>Shoes</h3></section>", "xx", "xx"},
		"code":                    {"<div><pre>one two three four</pre></div><section>" + text + "</section>", "xx", "xx"},
		"a cell":                  {"<h2>Boots</h2><table><tr><th>Boots</th><td>5</td></tr></table>", "xxx", "xxx"},
	} {
		r := begun(t, test.body)
		r.findUnits()
		kept := make([]bool, len(test.kept))
		for i := range kept {
			kept[i] = test.kept[i] == 'x'
		}
		r.of(nil, kept).dropRepeatedNeighbours()
		assert.Equal(t, test.want, marked(kept), name)
	}
}

// words is a text of so many words.
func words(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
