package classify_test

import "testing"

func TestDropRepeatedRuns(t *testing.T) {
	const (
		wool    = "<h3>Soft wool</h3><p>Superfine fibers feel like the down of a young goose</p>"
		dry     = "<h3>Dry</h3><p>Merino wool locks away moisture so that you stay fresh</p>"
		entries = "<ul><li>Free basic version with limited features and advertising</li><li>Monthly subscription</li><li>Annual subscription</li><li>Family subscription for two to six people</li></ul>"
		other   = "<p>Something else that is said in between of them</p>"
	)
	for name, test := range map[string]struct{ body, dropped string }{
		"a section again":            {"<div>" + wool + dry + "</div><div>" + wool + dry + "</div>", "Soft wool (2) | Superfine fibers feel like… (2) | Dry (2) | Merino wool locks away… (2)"},
		"with text between":          {"<div>" + wool + dry + "</div>" + other + "<div>" + wool + dry + "</div>", "Soft wool (2) | Superfine fibers feel like… (2) | Dry (2) | Merino wool locks away… (2)"},
		"a third time":               {"<div>" + wool + dry + "</div>" + other + "<div>" + wool + dry + "</div>" + other + "<div>" + wool + dry + "</div>", "Soft wool (2) | Superfine fibers feel like… (2) | Dry (2) | Merino wool locks away… (2) | Something else that is… (2) | Soft wool (3) | Superfine fibers feel like… (3) | Dry (3) | Merino wool locks away… (3)"},
		"in another order":           {"<div>" + wool + dry + "</div><div>" + dry + wool + "</div>", ""},
		"too few":                    {"<div>" + wool + "</div>" + other + "<div>" + wool + "</div>", ""},
		"below another heading":      {"<h2>Dawn</h2>" + entries + "<h2>Dusk</h2><div>" + entries + "</div>", ""},
		"below the same heading":     {"<h2>Dawn</h2>" + entries + "<h2>Dusk</h2>" + other + "<div><h2>Dawn</h2>" + entries + "</div>", "Dawn (2) | Free basic version with… (2) | Monthly subscription (2) | Annual subscription (2) | Family subscription for two… (2)"},
		"a part of a unit":           {"<div>" + wool + "<ul><li>Dawn</li></ul></div>" + other + "<div>" + wool + "<ul><li>Dawn</li><li>Dusk</li></ul></div>", ""},
		"cards with the same text":   {"<div><h4>Price</h4><p>One</p>" + entries + "</div><div><h4>Price</h4><p>Two</p>" + entries + "</div>", ""},
		"slides that are repeated":   {"<div class=s>" + wool + dry + "</div><div class=s>" + other + "</div><div class=s>" + wool + dry + "</div>", "Soft wool (2) | Superfine fibers feel like… (2) | Dry (2) | Merino wool locks away… (2)"},
		"quotations":                 {"<div>" + wool + dry + "</div><blockquote>" + wool + dry + "</blockquote>", ""},
		"with other figures":         {"<div>" + wool + dry + "<p>Weighs 7 g</p></div><div><p>x</p></div><div>" + wool + "</div>", ""},
		"values without a sentence":  {"<p>70%, 80%, 90%</p><p>No maximum</p><p>In the U.S. and Canada</p><p>Accidents: three days after that</p>" + other + "<p>70%, 80%, 90%</p><p>No maximum</p><p>In the U.S. and Canada</p><p>Accidents: three days after that</p>", ""},
		"a refrain":                  {other + other + "<p>Never more shall the tide come in</p>" + other + other + "<p>Never more shall the tide come in</p>", ""},
		"the rest of the page stays": {"<div>" + wool + dry + "</div><div>" + wool + dry + "</div>" + other, "Soft wool (2) | Superfine fibers feel like… (2) | Dry (2) | Merino wool locks away… (2)"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, kept: all}, "drop repeated runs")
			got.assertDrops(t, test.dropped)
		})
	}
}
