package classify_test

import "testing"

func TestSpecificationsOfAProduct(t *testing.T) {
	table := "<h2>Specification</h2><table><tr><th>Depth</th><td>4 m</td></tr></table>"
	for name, test := range map[string]struct {
		body  string
		score float32
		added string
	}{
		"likely enough":    {"<p>A lamp.</p>" + table, 0.3, "Specification | Depth | 4 m"},
		"too unlikely":     {"<p>A lamp.</p>" + table, 0.2, ""},
		"terms":            {"<p>A lamp.</p><dl><dt>Depth</dt><dd>4 m</dd></dl>", 0.3, "Depth | 4 m"},
		"no heading above": {"<p>A lamp.</p><p>Size</p><dl><dt>Depth</dt><dd>4 m</dd></dl>", 0.3, "Depth | 4 m"},
		"in the footer":    {"<p>A lamp.</p><footer>" + table + "</footer>", 0.3, ""},
		"price":            {"<p>A lamp.</p><p class=price>£4.50</p>", 0.3, "£4.50"},
		"price and words":  {"<p>A lamp.</p><p class=price>Sale price EUR 4.50</p>", 0.3, "Sale price EUR 4.50"},
		"unlikely price":   {"<p>A lamp.</p><p class=price>£4.50</p>", 0.2, ""},
		"price in words":   {"<p>A lamp.</p><p class=price>Ask us</p>", 0.3, ""},
		"figures alone":    {"<p>A lamp.</p><p>£4.50</p>", 0.3, ""},
		"longest price":    {"<p>A lamp.</p><p class=price>£4 a day for each boat</p>", 0.3, "£4 a day for…"},
		"too long a price": {"<p>A lamp.</p><p class=price>£4 a day for each boat there</p>", 0.3, ""},
		"table of layout":  {"<p>A lamp.</p><table><tr><td>Depth</td></tr></table>", 0.3, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, hints: product, score: test.score, kept: "A lamp."}, "keep product specifications")
			got.assertAdds(t, test.added)
		})
	}
}

// Tables of other pages are what the model says.
func TestSpecificationsOfOtherPages(t *testing.T) {
	const page = "<p>A lamp.</p><dl><dt>Depth</dt><dd>4 m</dd></dl>"
	run(t, state{html: page, score: 0.3, kept: "A lamp."}, "keep product specifications").assertAdds(t, "")
}
