package classify_test

import (
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestMainPartOfDocumentationIsKept(t *testing.T) {
	const (
		table  = "<table><tr><td class=bottomAlign>HGLRC<td><a href=#context>context</a> () const<tr><td>HWND<td><a href=#window>window</a> () const</table>"
		listed = "HGLRC | context () const | HWND | window () const"
		method = "<h2>Method details</h2><h3>combine</h3><p>Domain combine(Domain current, Domain assigned)</p>"
		said   = "Domain combine(Domain current, Domain assigned)"
		both   = "The module opens a context. | the tide comes in…"
		linked = "<p><a href=a.html>all the members of this class</a></p>"
	)
	long := "<p>The module opens a context.</p><p>" + words(50) + "</p>"
	manual := features.Hints{Generator: "Sphinx"}
	for name, test := range map[string]struct {
		body  string
		hints features.Hints
		score float32
		kept  string
		added string
	}{
		"table between kept text":       {"<main>" + long + table + "<p>The context is closed last.</p></main>", manual, 0.2, both + " | The context is closed last.", listed},
		"its heading":                   {"<main>" + long + "<h2>Functions</h2>" + table + "<p>The context is closed last.</p></main>", manual, 0.2, both + " | The context is closed last.", "Functions | " + listed},
		"table with its heading":        {"<main>" + long + "<table><tr><td colspan=2><h2>Classes</h2><tr><td>class<td>Base of all the decompositions</table></main>", manual, 0.2, both, "Classes | class | Base of all the decompositions"},
		"section at the end":            {"<main>" + long + method + "</main>", manual, 0.2, both, "Method details | combine | " + said},
		"one section of two is kept":    {"<main><div class=section>" + long + "</div><div class=section>" + method + "</div></main>", manual, 0.2, both, "Method details | combine | " + said},
		"quoted signature":              {"<main>" + long + "<h2>Value</h2><blockquote><p><a href=#c>convertible?</a></p></blockquote></main>", manual, 0.2, both, "Value | convertible?"},
		"line without a heading":        {"<main>" + long + "<p>This was changed on a Monday.</p></main>", manual, 0.2, both, ""},
		"links":                         {"<main>" + long + "<h2>Members</h2>" + linked + "</main>", manual, 0.2, both, ""},
		"short lines":                   {"<main>" + long + "<h2>Go to</h2><p>[ &lt;&lt; ]</p><p>the top</p></main>", manual, 0.2, both, ""},
		"menu by class":                 {"<main>" + long + "<div class=footer>" + method + "</div></main>", manual, 0.2, both, ""},
		"unlikely":                      {"<main>" + long + method + "</main>", manual, 0.04, both, ""},
		"outside of the main part":      {"<main>" + long + "<p>The context is closed last.</p></main><div>" + method + "</div>", manual, 0.2, both + " | The context is closed last.", ""},
		"little of the part is kept":    {"<main>" + long + "<p>" + words(90) + "</p>" + method + "</main>", manual, 0.2, both, ""},
		"a page that documents nothing": {"<main>" + long + method + "</main>", features.Hints{}, 0.2, both, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, hints: test.hints, score: test.score, kept: test.kept}, "keep main part").assertAdds(t, test.added)
		})
	}
}
