package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSpecified(t *testing.T) {
	table := "<h2>Specification</h2><table><tr><th>Depth</th><td>4 m</td></tr></table>"
	for name, test := range map[string]struct {
		body  string
		score float32
		kept  []bool
	}{
		"likely enough":    {"<p>A lamp.</p>" + table, 0.3, []bool{true, true, true, true}},
		"too unlikely":     {"<p>A lamp.</p>" + table, 0.2, []bool{true, false, false, false}},
		"terms":            {"<p>A lamp.</p><dl><dt>Depth</dt><dd>4 m</dd></dl>", 0.3, []bool{true, true, true}},
		"no heading above": {"<p>A lamp.</p><p>Size</p><dl><dt>Depth</dt><dd>4 m</dd></dl>", 0.3, []bool{true, false, true, true}},
		"in the footer":    {"<p>A lamp.</p><footer>" + table + "</footer>", 0.3, []bool{true, false, false, false}},
		"price":            {"<p>A lamp.</p><p class=price>£4.50</p>", 0.3, []bool{true, true}},
		"unlikely price":   {"<p>A lamp.</p><p class=price>£4.50</p>", 0.2, []bool{true, false}},
		"price in words":   {"<p>A lamp.</p><p class=price>Ask us</p>", 0.3, []bool{true, false}},
		"figures alone":    {"<p>A lamp.</p><p>£4.50</p>", 0.3, []bool{true, false}},
		"longest price":    {"<p>A lamp.</p><p class=price>£4 a b c d e</p>", 0.3, []bool{true, true}},
		"too long a price": {"<p>A lamp.</p><p class=price>£4 a b c d e f</p>", 0.3, []bool{true, false}},
		"table of layout":  {"<p>A lamp.</p><table><tr><td>Depth</td></tr></table>", 0.3, []bool{true, false}},
	} {
		r := begun(t, test.body)
		r.findUnits()
		prob, kept := make([]float32, len(r.page.Blocks)), make([]bool, len(r.page.Blocks))
		for i := range prob {
			prob[i] = test.score
		}
		kept[0] = true
		r.of(prob, kept).keepProductSpecs()
		assert.Equal(t, test.kept, kept, name)
	}
}
