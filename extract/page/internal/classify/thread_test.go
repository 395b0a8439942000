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
		"three posts":       {strings.Repeat(post, 3), ".x....", ".x.x.x", 0.05},
		"unlikely":          {strings.Repeat(post, 3), ".x....", ".x....", 0.049},
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

// Of a forum no post is kept without its replies, but for links, controls and short lines.
func TestForumsKeepReplies(t *testing.T) {
	words := func(n int) string { return strings.Repeat("word ", n) }
	reply := "<div class=comment><a href=/u/tern>tern</a><p>No</p><p>" + words(20) + "</p><button>Reply to the post of tern</button></div>"
	post := "<p>" + words(20) + "</p>"
	for name, test := range map[string]struct {
		body, kept, want string // x for each block that is kept
		article, forum   float32
	}{
		"all missing":    {post + strings.Repeat(reply, 3), "x............", "x.xx..xx..xx.", 0, 1.5},
		"nested":         {post + strings.Repeat("<div class=comment><p>"+words(20)+"</p>", 3), "x...", "xxxx", 0, 1.5},
		"no forum":       {post + strings.Repeat(reply, 3), "x............", "x............", 3, 1.5},
		"a little":       {post + strings.Repeat(reply, 3), "x............", "x............", 0, 1.4},
		"one kept":       {post + strings.Repeat(reply, 3), "x..........x.", "x..........x.", 0, 1.5},
		"two replies":    {post + strings.Repeat(reply, 2), "x........", "x........", 0, 1.5},
		"no post":        {post + strings.Repeat(reply, 3), ".............", ".............", 0, 1.5},
		"few words":      {post + strings.Repeat("<div class=comment><p>"+words(16)+"</p></div>", 3), "x...", "x...", 0, 1.5},
		"of other class": {post + strings.Repeat("<div class=goods><p>"+words(20)+"</p></div>", 3), "x...", "x...", 0, 1.5},
	} {
		hints, lexicon := typed(t, test.article, test.forum)
		r := begunAs(t, test.body, hints, lexicon)
		require.Len(t, r.page.Blocks, len(test.kept), name)
		kept := make([]bool, len(test.kept))
		for i := range kept {
			kept[i], r.scores[i] = test.kept[i] == 'x', 0.01
		}
		r.prose = 1
		r.of(nil, kept).keepReplies()
		assert.Equal(t, test.want, marked(kept), name)
	}
}
