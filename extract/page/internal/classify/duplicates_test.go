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
			got := run(t, state{html: test.body, kept: test.kept}, "find units", "drop duplicates")
			got.assertDrops(t, test.dropped)
		})
	}
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
		"headings in a row":       {"<h2>two oars and sails</h2><h2>two oars and sails</h2><p>Text", all, "two oars and sails (2)"},
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
			got := run(t, state{html: test.body, kept: test.kept}, "find units", "drop repeated neighbours")
			got.assertDrops(t, test.dropped)
		})
	}
}
