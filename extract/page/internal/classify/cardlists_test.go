package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSettleCardLists(t *testing.T) {
	card := "<li><h3>Pier</h3><p>Open all day</p><button>Buy</button>"
	three := "<ul>" + strings.Repeat(card, 3) + "</ul>"
	for name, test := range map[string]struct {
		body, kept, want string // x for each block that is kept
		prob             float32
	}{
		"most are kept":         {three, "xx.xx....", "xx.xx.xx.", 0.05},
		"fewer are kept":        {"<ol>" + strings.Repeat(card, 3) + "</ol>", "...xx....", ".........", 0.4},
		"half are kept":         {"<ul>" + strings.Repeat(card, 4) + "</ul>", "xx.xx.......", "xx.xx.xx.xx.", 0.05},
		"unlikely":              {three, "xx.xx....", "xx.xx.xxx", 0.04},
		"unlikely, no heading":  {"<ul>" + strings.Repeat(card, 2) + "<li><p>Closed<p>in winter</ul>", "xx.xx...", "xx.xx.xx", 0.04},
		"a heading alone":       {three, "xx.xx.x..", "xx.xx.xx.", 0.05},
		"headings alone":        {three, "x..x.....", "x..x..xx.", 0.05},
		"cards of headings":     {"<ul><li><h3>a</h3><li><h3>b</h3><li><h3>c</h3></ul>", "xx.", "xxx", 0.05},
		"two cards":             {"<ul>" + strings.Repeat(card, 2) + "</ul>", "xx....", "xx....", 0.4},
		"none":                  {three, ".........", ".........", 0.4},
		"all":                   {three, "xx.x..x..", "xx.x..x..", 0.4},
		"a menu":                {"<nav>" + three + "</nav>", "xx.......", ".........", 0.4},
		"a list that is a unit": {"<ul><li>a<li>b<li>c</ul>", "xx.", "xx.", 0.4},
		"a list in a card":      {"<ul>" + strings.Repeat(card, 2) + "<li><h3>a</h3><ul><li><h4>b</h4><li><h4>c</h4><li><h4>d</h4></ul></ul>", "xx.xx.....", "xx.xx.xxxx", 0.4},
	} {
		s := begun(t, test.body)
		require.Len(t, s.page.Blocks, len(test.kept), name)
		kept, prob := make([]bool, len(test.kept)), make([]float32, len(test.kept))
		for i := range kept {
			kept[i], prob[i] = test.kept[i] == 'x', test.prob
		}
		s.countSections()
		s.of(prob, kept).settleCardLists()
		assert.Equal(t, test.want, marked(kept), name)
	}
}
