package classify_test

import (
	"strings"
	"testing"
)

// Hours, prices and codes below the last text of a page are kept with their heading.
func TestKeepFacts(t *testing.T) {
	const hours = "<table><tr><td>Mon<td>8 to 12<tr><td>Tue<td>9 to 17</table>"
	for name, test := range map[string]struct {
		body  string // below a text
		score float32
		added string
	}{
		"a table below a heading":     {"<h2>Hours</h2>" + hours, 0.13, "Hours | Mon | 8 to 12 | Tue | 9 to 17"},
		"less likely":                 {"<h2>Hours</h2>" + hours, 0.12, ""},
		"a table without a heading":   {hours, 0.13, "Mon | 8 to 12 | Tue | 9 to 17"},
		"in a section":                {"<section><h2>Hours</h2><div>" + hours + "</div></section>", 0.13, "Hours | Mon | 8 to 12 | Tue | 9 to 17"},
		"terms":                       {"<h3>Sizes</h3><dl><dt>Keel<dd>oak<dt>Mast<dd>pine</dl>", 0.13, "Sizes | Keel | oak | Mast | pine"},
		"a list with digits":          {"<h3>Ring</h3><ul><li>Gate 17<li>Ward 23</ul>", 0.13, "Ring | Gate 17 | Ward 23"},
		"a list of words":             {"<h3>Tags</h3><ul><li>boats<li>nets</ul>", 0.13, ""},
		"half of the lines":           {"<h3>Ring</h3><ul><li>Gate 17<li>at night</ul>", 0.13, "Ring | Gate 17 | at night"},
		"lines":                       {"<h3>Fares</h3><p>Walkers 4<p>Carts 25", 0.13, "Fares | Walkers 4 | Carts 25"},
		"lines that a text announces": {"<p>These are the fares:</p><p>Walkers 4<p>Carts 25", 0.13, ""},
		"one line":                    {"<h3>Seen</h3><p>Last on 4 June", 0.13, ""},
		"lines without a heading":     {"<p>Seen on 4 June<p>Put right on 5 June", 0.13, ""},
		"links":                       {"<h3>More</h3><ul><li><a href=/a>Tides of 1910</a><li><a href=/b>Tides of 1911</a></ul>", 0.13, ""},
		"in a footer":                 {"<footer><h3>Ring</h3><ul><li>Gate 17<li>Ward 23</ul></footer>", 0.13, ""},
		"of a class of related":       {"<div class=related><h3>Ring</h3><ul><li>Gate 17<li>Ward 23</ul></div>", 0.13, ""},
		"far away":                    {"<div><p>One</p><div><p>Two</p><div><p>Three</p><div><p>Four</p><div><h3>Ring</h3>" + hours + "</div></div></div></div></div>", 0.13, ""},
		"at the bound of blocks":      {"<h3>Ring</h3><ul>" + strings.Repeat("<li>Gate 17", 80) + "</ul>", 0.13, joined(append([]string{"Ring"}, numbered("Gate 17", 80)...))},
		"beyond the bound":            {"<h3>Ring</h3><ul>" + strings.Repeat("<li>Gate 17", 81) + "</ul>", 0.13, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: "<main><p>" + words(24) + "</p>" + test.body + "</main>", score: test.score, kept: "the tide comes in…"}, "keep facts").assertAdds(t, test.added)
		})
	}
}

// A colon announces facts, too.
func TestKeepAnnouncedFacts(t *testing.T) {
	page := state{html: "<p>The fares in pence:</p><p>Walkers 4<p>Carts 25<h2>Next</h2>", score: 0.13, kept: "The fares in pence:"}
	run(t, page, "keep facts").assertAdds(t, "Walkers 4 | Carts 25")
	page.html = strings.Replace(page.html, ":", ".", 1)
	page.kept = "The fares in pence."
	run(t, page, "keep facts").assertAdds(t, "")
}
