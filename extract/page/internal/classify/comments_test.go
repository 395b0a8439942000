package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// What readers wrote below an article keeps 0.3 of its scores.
func TestLowerComments(t *testing.T) {
	const below = "<div class=comments><p>Well said</p><p>Thanks</p></div><p>Imprint</p>"
	text := "<p>" + words(150) + "</p>"
	for name, test := range map[string]struct {
		body    string
		before  float32 // the score of what stands before
		forum   float32 // log odds that the page is one of a forum; those of an article are 1
		schema  features.SchemaTypes
		lowered []string
	}{
		"below an article":     {text + below, 1, 0, 0, []string{"Well said", "Thanks"}},
		"below a short text":   {"<p>" + words(149) + "</p>" + below, 1, 0, 0, nil},
		"below unlikely text":  {text + below, 0.9, 0, 0, nil},
		"of a forum by schema": {text + below, 1, 0, features.SchemaForum, nil},
		"of a forum by signs":  {text + below, 1, 2, 0, nil},
		"one of a row before": {"<div class=comment><p>Ada</p></div><div class=comment>" + text + "</div>" +
			"<div class=comment><p>Well said</p></div><div class=comment><p>Thanks</p></div>", 1, 0, 0, nil},
		"inline":           {text + "<p><span class=comment>Well said</span><p>Thanks</p><p>Imprint</p>", 1, 0, 0, nil},
		"of another class": {text + "<div class=parts><p>Well said</p><p>Thanks</p></div><p>Imprint</p>", 1, 0, 0, nil},
		"within a comment": {text + "<ol class=commentlist><li class=comment>Well said<ol><li class=comment>Thanks</ol></ol>", 1, 0, 0, []string{"Well said", "Thanks"}},
	} {
		t.Run(name, func(t *testing.T) {
			pageType, lexicon := odds(t, 1, test.forum)
			hints := features.Hints{Type: pageType, Schema: test.schema}
			page := state{html: test.body, hints: hints, lexicon: lexicon, score: 1, scores: map[string]float32{"the tide comes in…": test.before}}
			want := run(t, page).scores
			for _, name := range test.lowered {
				want[name] = 0.3
			}
			assert.Equal(t, want, run(t, page, "lower comments").scores)
		})
	}
}
