package classify_test

import (
	"strings"
	"testing"
)

func TestDropDuplicates(t *testing.T) {
	long := func(tag string) string {
		return "<" + tag + ">" + words(11) + " end</" + tag + ">"
	}
	short := "<p>" + words(11) + "</p>"
	for name, test := range map[string]struct {
		body, kept, dropped string
	}{
		"in another container":  {"<div>" + long("p") + "</div><div>" + long("p") + "</div>", all, "the tide comes in… (2)"},
		"a third time":          {strings.Repeat("<div>"+long("p")+"</div>", 3), all, "the tide comes in… (2) | the tide comes in… (3)"},
		"the first is left out": {"<div>" + long("p") + "</div><div>" + long("p") + "</div>", "the tide comes in… (2)", ""},
		"side by side":          {long("p") + long("p"), all, ""},
		"short":                 {"<div>" + short + "</div><div>" + short + "</div>", all, ""},
		"another text":          {"<div>" + long("p") + "</div><div>" + strings.Replace(long("p"), "end", "other", 1) + "</div>", all, ""},
		"code":                  {"<div>" + long("pre") + "</div><div>" + long("pre") + "</div>", all, ""},
		"quotation":             {"<div>" + long("p") + "</div><blockquote>" + long("p") + "</blockquote>", all, ""},
		"a heading":             {"<div>" + long("p") + "</div><div>" + long("h2") + "</div><div>" + long("p") + "</div>", all, "the tide comes in… | the tide comes in… (3)"},
		"a heading first":       {"<div>" + long("h2") + "</div><div>" + long("h3") + "</div>", all, "the tide comes in… (2)"},
		"with other figures":    {"<div>" + long("p") + "</div><section><p>" + words(11) + " 17</p></section><div><p>" + words(11) + " 18</p></div>", all, ""},
		"with the same figures": {"<section><p>" + words(11) + " 17</p></section><div><p>" + words(11) + " <b>17</b></p></div>", all, "the tide comes in… (2)"},
		"in a list":             {"<div>" + long("p") + "</div><ul>" + long("li") + "</ul>", all, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, kept: test.kept}, "drop duplicates")
			got.assertDrops(t, test.dropped)
		})
	}
}

// A sentence that is said of two things stays with both, though not what a layout shows again.
func TestRepeatedPartsStay(t *testing.T) {
	same := "<p>" + words(12) + "</p>"
	for name, test := range map[string]struct{ body, dropped string }{
		"answers":                     {"<div><h3>May boats land?</h3>" + same + "</div><div><h3>May carts land?</h3>" + same + "</div>", ""},
		"answers below questions":     {"<h3>May boats land?</h3><div>" + same + "</div><h3>May carts land?</h3><div>" + same + "</div>", ""},
		"after another text":          {"<section><h2>Room</h2><p>Two beds.</p>" + same + "</section><section><h2>Room</h2><p>One bed.</p>" + same + "</section>", ""},
		"of two sentences each":       {"<section><h2>Red</h2>" + same + "<p>And so on.</p></section><section><h2>Blue</h2>" + same + "<p>And so on.</p></section>", ""},
		"deeper":                      {"<ul class=p><li><b>Small</b><div>" + same + "</div><li><b>Large</b><div>" + same + "</div></ul>", ""},
		"two that differ by a figure": {"<div><p>Reads 16 bits.</p>" + same + "</div><div><p>Reads 32 bits.</p>" + same + "</div>", ""},
		"a refrain":                   {"<div class=verse><p>One</p></div><div class=refrain>" + same + "</div><div class=verse><p>Two</p></div><div class=refrain>" + same + "</div>", ""},
		"parts of other shapes":       {"<div><h3>One</h3>" + same + "</div><div class=small><h3>Two</h3>" + same + "</div>", "the tide comes in… (2)"},
		"the same title":              {"<div><h3>One</h3>" + same + "</div><div><h3>One</h3>" + same + "</div>", "the tide comes in… (2)"},
		"slides that begin anew":      {"<div><h3>One</h3>" + same + "</div><div><h3>Two</h3></div><div><h3>One</h3>" + same + "</div>", "the tide comes in… (2)"},
		"without a title":             {"<div>" + same + "</div><div>" + same + "</div>", "the tide comes in… (2)"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: "<p>Before.</p>" + test.body + "<p>After.</p>", kept: all}, "drop duplicates").assertDrops(t, test.dropped)
		})
	}
}

// Members of a forum sign each of their posts.
func TestSignaturesOfForumsGo(t *testing.T) {
	post := func(text string) string { return "<div><h3>" + text + "</h3><p>" + words(12) + "</p></div>" }
	run(t, state{html: post("One") + post("Two"), hints: forum, kept: all}, "drop duplicates").assertDrops(t, "the tide comes in… (2)")
}

func TestDropRepeatedNeighbours(t *testing.T) {
	const title, text = "<h3>Boots</h3>", "<p>two oars and sails</p>"
	for name, test := range map[string]struct{ body, kept, dropped string }{
		"a title for two layouts": {"<div>" + title + "</div><div>" + title + "</div><p>$5</p>", all, "Boots (2)"},
		"a label and its heading": {"<div><span>Boots</span></div><section>" + title + "</section>", all, "Boots"},
		"a heading and its label": {"<section>" + title + "</section><div><span>Boots</span></div>", all, "Boots (2)"},
		"with the other left out": {"<div>" + title + "</div><div>" + title + "</div>", "Boots (2)", ""},
		"text between, left out":  {"<div>" + title + "</div><p>new</p><div>" + title + "</div>", "Boots | Boots (2)", "Boots (2)"},
		"text between":            {"<div>" + title + "</div><p>new</p><div>" + title + "</div>", all, ""},
		"three times":             {"<div>" + title + "</div><section>" + title + "</section><main>" + title + "</main>", all, "Boots (2) | Boots (3)"},
		"some words":              {"<div>" + text + "</div><section>" + text + "</section>", all, "two oars and sails (2)"},
		"fewer words":             {"<div><p>two oars there</p></div><section><p>two oars there</p></section>", all, ""},
		"a figure":                {"<div><p>12</p></div><section><p>12</p></section>", all, ""},
		"of other levels":         {"<h2>two oars and sails</h2><h3>two oars and sails</h3><p>Text", all, ""},
		"headings with figures":   {"<div><h2>the plan of 1 user</h2></div><section><h2>the plan of 2 user</h2></section>", all, ""},
		"lines of a song":         {text + text, all, ""},
		"cards of a row":          {strings.Repeat("<div class=card>"+title+"</div>", 3), all, ""},
		"two cards":               {strings.Repeat("<div class=card>"+text+"<p>$5</p></div>", 2), "two oars and sails | two oars and sails (2) | $5 (2)", ""},
		"another case":            {"<div>" + title + "</div><section><h3>Shoes</h3></section>", all, ""},
		"code":                    {"<div><pre>two oars and sails</pre></div><section>" + text + "</section>", all, ""},
		"a cell":                  {"<h2>Boots</h2><table><tr><th>Boots</th><td>5</td></tr></table>", all, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, kept: test.kept}, "drop repeated neighbours")
			got.assertDrops(t, test.dropped)
		})
	}
}
