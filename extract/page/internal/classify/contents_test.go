package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestContentsAreLeftOut(t *testing.T) {
	list := func(items int, href string) string {
		return "<ul>" + strings.Repeat("<li><a href="+href+">How deep</a>", items) + "</ul>"
	}
	text := "<p>" + strings.Repeat("word ", 2*minContentsItems*minContentsRatio)
	all := strings.Repeat("x", minContentsItems+1)
	for name, test := range map[string]struct{ body, before, after string }{
		"contents":                 {list(minContentsItems, "#deep") + text, all, strings.Repeat(".", minContentsItems) + "x"},
		"left out already":         {list(minContentsItems, "#deep") + text, strings.Repeat(".", minContentsItems) + "x", strings.Repeat(".", minContentsItems) + "x"},
		"few links":                {list(minContentsItems-1, "#deep") + text, all[1:], all[1:]},
		"links to other pages":     {list(minContentsItems, "/deep") + text, all, all},
		"list at the end":          {text + list(minContentsItems, "#deep"), all, all},
		"the text is left out":     {list(minContentsItems, "#deep") + text, all[1:] + ".", all[1:] + "."},
		"with a word on each part": {"<ul>" + strings.Repeat("<li><a href=#deep>Deep</a> water", minContentsItems) + "</ul>" + text, all, all},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body).keeping(t, test.before)
			s.findUnits()
			s.dropContents()
			assert.Equal(t, test.after, marked(s.kept))
		})
	}
}
