package classify_test

import "testing"

func TestDropStraySigns(t *testing.T) {
	for name, test := range map[string]struct{ body, dropped string }{
		"a stop":             {"<p>Text</p><p>.</p><p>Text</p>", "."},
		"a currency":         {"<p>Text</p><div>$</div>", "$"},
		"three signs":        {"<p>Text</p><p>***</p><p>Text</p>", ""},
		"a star":             {"<p>Text</p><p>*</p><p>Text</p>", ""},
		"within a text":      {"<div>of BIA (<p>1</p>,<p>2</p>)</div>", ""},
		"in a paragraph":     {"<p>The sum <x-m>a</x-m><x-m>+</x-m><x-m>1</x-m></p>", ""},
		"in a table":         {"<table><tr><th>Open<th>Shut</tr><tr><td>-<td>7</tr></table>", ""},
		"a place for text":   {"<p>Text</p><p>Loading...</p>", "Loading..."},
		"and an ellipsis":    {"<p>Text</p><p>Loading…</p>", "Loading…"},
		"loading by itself":  {"<p>Text</p><p>Loading</p>", ""},
		"an advertisement":   {"<p>Text</p><p>ADVERTISEMENT - CONTINUE READING BELOW</p><p>Text</p><div>Anzeige</div>", "ADVERTISEMENT - CONTINUE READING BELOW | Anzeige"},
		"on advertisements":  {"<h2>Advertising</h2><h2>Anzeige</h2><p>Advertisement pays</p><ul><li>Werbung<li>Druck</ul>", ""},
		"a label of a value": {"<p>Text</p><div><div>Anzeige</div><div>OLED, 6,1 Zoll</div></div>", ""},
		"in Chinese":         {"<p>Text</p><div>广告</div><p>Text of a few more words than that</p>", "广告"},
		"loading of ships":   {"<p>Text</p><p>Loading ships...</p>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, kept: all}, "drop stray signs")
			got.assertDrops(t, test.dropped)
		})
	}
}

func TestDropHeadingsOfContents(t *testing.T) {
	const contents = "<ul class=toc><li><a href=#a>Dawn</a></li><li><a href=#b>Dusk</a></li></ul>"
	for name, test := range map[string]struct{ body, kept, dropped string }{
		"a heading":        {"<h2>In this article</h2>" + contents + "<p>Text</p>", "In this article | Text", "In this article"},
		"a label":          {"<p>Table of contents</p>" + contents + "<p>Text</p>", "Table of contents | Text", "Table of contents"},
		"contents kept":    {"<h2>In this article</h2>" + contents + "<p>Text</p>", all, ""},
		"one link":         {"<h2>Dawn</h2><a href=#top>Up</a><p>Text</p>", "Dawn | Text", ""},
		"links elsewhere":  {"<h2>More</h2><ul><li><a href=/a>Dawn</a></li><li><a href=/b>Dusk</a></li></ul>", "More", ""},
		"a long text":      {"<p>The parts of this page are these</p>" + contents, "The parts of this…", ""},
		"by its words":     {"<h2>Table of Contents</h2><div><a href=#a>Dawn</a></div><div><a href=#b>Dusk</a></div><p>Text</p>", "Table of Contents | Text", "Table of Contents"},
		"made by a script": {"<h2>In this article</h2><p>Text</p><p>Text</p>", all, "In this article"},
		"of one word":      {"<h2>Contents</h2><p>Two boots</p><p>Text</p>", all, ""},
		"no contents":      {"<h2>Dawn</h2><ul><li><a href=#a>Dawn</a></li><li><a href=#b>Dusk</a></li></ul><p>Text</p>", "Dawn | Text", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, kept: test.kept}, "drop contents")
			got.assertDrops(t, test.dropped)
		})
	}
}
