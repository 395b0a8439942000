package content

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDropCopies(t *testing.T) {
	long := func(tag string) string {
		return "<" + tag + ">" + strings.Repeat("word ", copyWords-1) + "end</" + tag + ">"
	}
	short := "<p>" + strings.Repeat("word ", copyWords-1) + "</p>"
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
		"in a list":             {"<div>" + long("p") + "</div><ul>" + long("li") + "</ul>", []bool{true, true}, []bool{true, true}},
	} {
		r := begun(t, test.body)
		r.findUnits()
		r.dropCopies(test.kept)
		assert.Equal(t, test.want, test.kept, name)
	}
}
