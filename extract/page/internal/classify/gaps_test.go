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
		"after a colon":            {"<p>Before:<p>Ebb<p>After", 0.05, "Ebb"},
		"unlikely after a colon":   {"<p>Before:<p>Ebb<p>After", 0.04, ""},
		"heading with a colon":     {"<h2>Before:</h2><p>Ebb<p>After", 0.05, ""},
		"links":                    {"<p>Before:<p><a href=/b>Ebb</a><p>After", 0.4, ""},
		"half links":               {"<p>Before:<p>Ebb <a href=/b>tide</a><p>After", 0.4, "Ebb tide"},
		"button":                   {"<p>Before:<div><button>Ebb</button></div><p>After", 0.4, ""},
		"caption":                  {"<p>Before:<figure><figcaption>Ebb</figcaption></figure><p>After", 0.4, ""},
		"before another container": {"<p>Before:<p>Ebb<div><p>After</div>", 0.4, ""},
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

// Of links with the same text in one parent all are kept or none.
func TestFillGapsWithLinksLikeOthers(t *testing.T) {
	part := "<h2>One</h2><p>Oars and sails</p><p><a href=/1>Visit website</a></p>"
	for name, test := range map[string]struct {
		body        string
		kept, added string
		score       float32
	}{
		"half are kept":         {part + part + "<h2>Two</h2>", "One | Oars and sails | One (2) | Oars and sails (2) | Visit website (2) | Two", "Visit website", 0.125},
		"fewer are kept":        {part + part + part + "<h2>Two</h2>", "One | Oars and sails | One (2) | Oars and sails (2) | One (3) | Oars and sails (3) | Visit website (3) | Two", "", 0.125},
		"too unlikely":          {part + part + "<h2>Two</h2>", "One | Oars and sails | One (2) | Oars and sails (2) | Visit website (2) | Two", "", 0.12},
		"with bold":             {part + "<h2>One</h2><p>Oars and sails</p><p><a href=/1><b>Visit website</b></a></p><h2>Two</h2>", "One | Oars and sails | One (2) | Oars and sails (2) | Visit website (2) | Two", "Visit website", 0.125},
		"others in another":     {part + "<h2>Two</h2><div>" + part + "</div>", "One | Oars and sails | Two | One (2) | Oars and sails (2) | Visit website (2)", "", 0.125},
		"no others":             {part + "<h2>Two</h2>", "One | Oars and sails | Two", "", 0.125},
		"between text left out": {part + part + "<h2>Two</h2>", "One | Oars and sails | Oars and sails (2) | Visit website (2) | Two", "", 0.125},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score, kept: test.kept}, "fill gaps")
			got.assertAdds(t, test.added)
		})
	}
}
