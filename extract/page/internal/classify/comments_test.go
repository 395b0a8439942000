package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestLowerComments(t *testing.T) {
	text := func(words int) string { return "<p>" + strings.Repeat("word ", words) + "</p>" }
	const below = "<div class=comments><p>a</p><p>b</p></div><p>c</p>"
	for name, test := range map[string]struct {
		body   string
		hints  features.Hints
		fewer  bool // whether blocks 1 and 2 are made less likely
		forum  float32
		before float32 // the probability of what stands before
	}{
		"below an article":     {text(commentProse) + below, features.Hints{}, true, 0, 1},
		"below a short text":   {text(commentProse-1) + below, features.Hints{}, false, 0, 1},
		"below unlikely text":  {text(commentProse) + below, features.Hints{}, false, 0, 0.9},
		"of a forum by schema": {text(commentProse) + below, features.Hints{Schema: features.SchemaForum}, false, 0, 1},
		"of a forum by signs":  {text(commentProse) + below, features.Hints{}, false, 2, 1},
		"one of a row before":  {"<div class=comment><p>x</p></div><div class=comment>" + text(commentProse) + "</div><div class=comment><p>a</p></div><div class=comment><p>b</p></div>", features.Hints{}, false, 0, 1},
		"inline":               {text(commentProse) + "<p><span class=comment>a</span><p>b</p><p>c</p>", features.Hints{}, false, 0, 1},
		"of another class":     {text(commentProse) + "<div class=parts><p>a</p><p>b</p></div><p>c</p>", features.Hints{}, false, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			hints, lexicon := typed(t, 1, test.forum)
			hints.Schema = test.hints.Schema
			r := begunAs(t, test.body, hints, lexicon)
			require.Len(t, r.page.Blocks, 4)
			prob := []float32{test.before, 1, 1, 1}
			r.of(prob, nil).lowerComments()
			want := []float32{test.before, 1, 1, 1}
			if test.fewer {
				want[1], want[2] = commentShare, commentShare
			}
			assert.Equal(t, want, prob)
		})
	}
}

// A comment within a comment counts once.
func TestCommentsWithinComments(t *testing.T) {
	hints, lexicon := typed(t, 1, 0)
	r := begunAs(t, "<p>"+strings.Repeat("word ", commentProse)+"<ol class=commentlist><li class=comment>a<ol><li class=comment>b</ol></ol>", hints, lexicon)
	prob := []float32{1, 1, 1}
	r.of(prob, nil).lowerComments()
	assert.Equal(t, []float32{1, commentShare, commentShare}, prob)
}
