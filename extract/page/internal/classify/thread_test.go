package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThreadKeepsPostsLikeTheFirst(t *testing.T) {
	words := strings.Repeat("word ", 20)
	post := "<div class=post><b>tern</b><div class=text>" + words + "</div></div>"
	other := "<div class=post><b>tern</b><div class=about>" + words + "</div></div>"
	for name, test := range map[string]struct {
		body, kept, want string // x for each block that is kept
		prob             float32
	}{
		"three posts":       {strings.Repeat(post, 3), ".x....", ".x.x.x", 0.125},
		"unlikely":          {strings.Repeat(post, 3), ".x....", ".x....", 0.12},
		"two posts":         {strings.Repeat(post, 2), ".x..", ".x..", 0.4},
		"none kept":         {strings.Repeat(post, 3), "......", "......", 0.4},
		"names alone":       {strings.Repeat(post, 3), "x.....", "x.....", 0.4},
		"of another kind":   {strings.Repeat(post, 3) + other, ".x......", ".x.x.x..", 0.4},
		"two of the kind":   {strings.Repeat(post, 2) + other, ".x....", ".x....", 0.4},
		"after an article":  {"<p>" + words + "</p>" + strings.Repeat(post, 3), "x......", "x......", 0.4},
		"of another row":    {"<main>" + strings.Repeat(post, 3) + "</main><div>" + strings.Repeat(post, 3) + "</div>", ".x..........", ".x.x.x......", 0.4},
		"paragraphs in one": {"<div class=text>" + strings.Repeat("<p>"+words+"</p>", 4) + "</div>", "x...", "x...", 0.4},
	} {
		r := begun(t, test.body)
		require.Len(t, r.page.Blocks, len(test.kept), name)
		kept, prob := make([]bool, len(test.kept)), make([]float32, len(test.kept))
		for i := range kept {
			kept[i], prob[i] = test.kept[i] == 'x', test.prob
		}
		r.of(prob, kept).keepThreadPosts()
		assert.Equal(t, test.want, marked(kept), name)
	}
}
