package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A section beside kept ones like it is kept if it is likely.
func TestKeepSections(t *testing.T) {
	section := func(n int) string {
		return "<div class=s><h2>title</h2><p>" + strings.Repeat("word ", n) + "</p></div>"
	}
	s := section(minSectionWords)
	for name, test := range map[string]struct {
		body, kept, want string
		prob             float32
	}{
		"between two":            {s + s + s, "xx..xx", "xxxxxx", 0.4},
		"unlikely":               {s + s + s, "xx..xx", "xx..xx", 0.3},
		"after two":              {s + s + s, "xxxx..", "xxxxxx", 0.4},
		"before two":             {s + s + s, "..xxxx", "xxxxxx", 0.4},
		"after one":              {s + s, "xx..", "xx..", 0.4},
		"beside ones left out":   {s + s + s, "......", "......", 0.4},
		"short":                  {s + section(2) + s, "xx..xx", "xx..xx", 0.4},
		"of another kind":        {s + strings.Replace(s, "class=s", "class=t", 1) + s, "xx..xx", "xx..xx", 0.4},
		"of another element":     {s + s + "<div>" + s + "</div>", "xxxx..", "xxxx..", 0.4},
		"without a heading":      {s + strings.Replace(s, "h2>", "p>", 2) + s, "xx..xx", "xx..xx", 0.4},
		"kept for the most part": {s + s + s, "xx.xxx", "xx.xxx", 0.4},
	} {
		r := begun(t, "<main>"+test.body+"</main>")
		require.Len(t, r.page.Blocks, len(test.kept), name)
		kept, prob := make([]bool, len(test.kept)), make([]float32, len(test.kept))
		for i := range kept {
			kept[i], prob[i] = test.kept[i] == 'x', test.prob
		}
		r.of(prob, kept).keepSections()
		assert.Equal(t, test.want, marked(kept), name)
	}
}

// Sections within a section are completed before it counts, whatever the order of a map.
func TestKeepNestedSections(t *testing.T) {
	inner := "<div class=i><h3>title</h3><p>" + strings.Repeat("word ", minSectionWords) + "</p></div>"
	outer := "<div class=o><h2>title</h2><p>" + strings.Repeat("word ", 2*minSectionWords) + "</p>" + strings.Repeat(inner, 3) + "</div>"
	const kept = "..xx..xx" + "........" + "xxxxxxxx"
	for range 20 {
		s := begun(t, "<main>"+strings.Repeat(outer, 3)+"</main>")
		require.Len(t, s.page.Blocks, len(kept))
		for i := range kept {
			s.kept[i], s.scores[i] = kept[i] == 'x', 0.4
		}
		s.keepSections()
		require.Equal(t, "..xxxxxx"+"xxxxxxxx"+"xxxxxxxx", marked(s.kept))
	}
}
