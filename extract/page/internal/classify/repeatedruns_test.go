package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDropRepeatedRuns(t *testing.T) {
	const (
		wool    = "<h3>Soft wool</h3><p>Superfine fibers feel like the down of a young goose</p>"
		dry     = "<h3>Dry</h3><p>Merino wool locks away moisture so that you stay fresh</p>"
		entries = "<ul><li>Free basic version with limited features and advertising</li><li>Monthly subscription</li><li>Annual subscription</li><li>Family subscription for two to six people</li></ul>"
		other   = "<p>Something else that is said in between of them</p>"
	)
	for name, test := range map[string]struct{ body, want string }{
		"a section again":            {"<div>" + wool + dry + "</div><div>" + wool + dry + "</div>", "xxxx...."},
		"with text between":          {"<div>" + wool + dry + "</div>" + other + "<div>" + wool + dry + "</div>", "xxxxx...."},
		"a third time":               {"<div>" + wool + dry + "</div>" + other + "<div>" + wool + dry + "</div>" + other + "<div>" + wool + dry + "</div>", "xxxxx........."},
		"in another order":           {"<div>" + wool + dry + "</div><div>" + dry + wool + "</div>", "xxxxxxxx"},
		"too few":                    {"<div>" + wool + "</div>" + other + "<div>" + wool + "</div>", "xxxxx"},
		"below another heading":      {"<h2>Dawn</h2>" + entries + "<h2>Dusk</h2><div>" + entries + "</div>", "xxxxxxxxxx"},
		"below the same heading":     {"<h2>Dawn</h2>" + entries + "<h2>Dusk</h2>" + other + "<div><h2>Dawn</h2>" + entries + "</div>", "xxxxxxx....."},
		"a part of a unit":           {"<div>" + wool + "<ul><li>Dawn</li></ul></div>" + other + "<div>" + wool + "<ul><li>Dawn</li><li>Dusk</li></ul></div>", "xxxxxxxx"},
		"cards with the same text":   {"<div><h4>Price</h4><p>One</p>" + entries + "</div><div><h4>Price</h4><p>Two</p>" + entries + "</div>", "xxxxxxxxxxxx"},
		"slides that are repeated":   {"<div class=s>" + wool + dry + "</div><div class=s>" + other + "</div><div class=s>" + wool + dry + "</div>", "xxxxx...."},
		"quotations":                 {"<div>" + wool + dry + "</div><blockquote>" + wool + dry + "</blockquote>", "xxxxxxxx"},
		"with other figures":         {"<div>" + wool + dry + "<p>Weighs 7 g</p></div><div><p>x</p></div><div>" + wool + "</div>", "xxxxxxxx"},
		"values without a sentence":  {"<p>70%, 80%, 90%</p><p>No maximum</p><p>In the U.S. and Canada</p><p>Accidents: three days after that</p>" + other + "<p>70%, 80%, 90%</p><p>No maximum</p><p>In the U.S. and Canada</p><p>Accidents: three days after that</p>", "xxxxxxxxx"},
		"a refrain":                  {other + other + "<p>Never more shall the tide come in</p>" + other + other + "<p>Never more shall the tide come in</p>", "xxxxxx"},
		"the rest of the page stays": {"<div>" + wool + dry + "</div><div>" + wool + dry + "</div>" + other, "xxxx....x"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body).keepingAll(t, test.want)
			s.findUnits()
			s.dropRepeatedRuns()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}
