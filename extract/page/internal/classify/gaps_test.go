package classify_test

import (
	"strings"
	"testing"
)

func TestFillGaps(t *testing.T) {
	for name, test := range map[string]struct {
		body  string
		score float32 // of what is between
		added string
	}{
		"likely enough":            {"<p>Before.<p>Ebb<p>After", 0.25, "Ebb"},
		"too unlikely":             {"<p>Before.<p>Ebb<p>After", 0.24, ""},
		"heading with a colon":     {"<h2>Before:</h2><p>Ebb<p>After", 0.05, ""},
		"links":                    {"<p>Before:<p><a href=/b>Ebb</a><p>After", 0.4, ""},
		"half links":               {"<p>Before:<p>Ebb <a href=/b>tide</a><p>After", 0.4, "Ebb tide"},
		"button":                   {"<p>Before:<div><button>Ebb</button></div><p>After", 0.4, ""},
		"caption":                  {"<p>Before:<figure><figcaption>Ebb</figcaption></figure><p>After", 0.4, ""},
		"before another container": {"<p>Before:<p>Ebb<div><p>After</div>", 0.4, ""},
		"first of a column":        {"<div><div><p>Mon<p>Before:</div><div><p>Ebb<p>After</div></div>", 0.25, "Ebb"},
		"last of a column":         {"<div><div><p>Before:<p>Ebb</div><div><p>After<p>Tue</div></div>", 0.25, "Ebb"},
		"after another container":  {"<div><p>Before:</div><p>Ebb<p>After", 0.4, ""},
		"two blocks":               {"<p>Before:<p>Ebb<p>Flood<p>After", 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			before := "Before."
			if !strings.Contains(test.body, before) {
				before = "Before:"
			}
			got := run(t, state{html: test.body, score: test.score, kept: before + " | After"}, "fill gaps")
			got.assertAdds(t, test.added)
		})
	}
}
