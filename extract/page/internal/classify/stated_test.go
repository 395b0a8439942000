package classify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
)

func TestKeepStated(t *testing.T) {
	stated := map[string]bool{"cupflour": true, "tspsalt": true, "mixandrest": true}
	for name, test := range map[string]struct{ body, kept, want string }{
		"lines":               {"<p>Bread<ul><li>½ cup flour<li>1 tsp Salt<li>love</ul><p>Mix, and rest.", "Bread", "Bread | ½ cup flour | 1 tsp Salt | Mix, and rest."},
		"a line of parts":     {"<ul><li><div>2</div><div>cup</div><div>flour</div><li><div>love</div></ul>", "", "2 | cup | flour"},
		"one of two copies":   {"<ul><li>1 tsp salt</ul><div>1 tsp salt</div>", "", "1 tsp salt"},
		"a copy is kept":      {"<ul><li>1 tsp salt</ul><div>2 tsp salt</div>", "2 tsp salt", "2 tsp salt"},
		"more than the line":  {"<p>1 tsp salt, they say", "", ""},
		"more blocks":         {"<div>" + strings.Repeat("<p>1", 5) + "<p>tsp<p>salt</div>", "", ""},
		"nothing else stated": {"<p>Bread<p>1 tsp pepper", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: 0.1, kept: test.kept, opts: classify.Options{Stated: stated}}, "keep stated lines")
			assert.Equal(t, test.want, got.kept)
		})
	}
	assert.Empty(t, run(t, state{html: "<p>1 tsp salt", score: 0.1}, "keep stated lines").kept, "a page that states nothing")
}
