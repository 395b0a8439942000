package content

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestComments(t *testing.T) {
	text := func(words int) string { return "<p>" + strings.Repeat("word ", words) + "</p>" }
	const below = "<div class=comments><p>a</p><p>b</p></div><p>c</p>"
	for name, test := range map[string]struct {
		body   string
		hints  Hints
		fewer  bool // whether blocks 1 and 2 are made less likely
		forum  float32
		before float32 // the probability of what stands before
	}{
		"below an article":     {text(commentProse) + below, Hints{}, true, 0, 1},
		"below a short text":   {text(commentProse-1) + below, Hints{}, false, 0, 1},
		"below unlikely text":  {text(commentProse) + below, Hints{}, false, 0, 0.9},
		"of a forum by schema": {text(commentProse) + below, Hints{Things: ThingForum}, false, 0, 1},
		"of a forum by signs":  {text(commentProse) + below, Hints{}, false, 2, 1},
		"inline":               {text(commentProse) + "<p><span class=comment>a</span><p>b</p><p>c</p>", Hints{}, false, 0, 1},
		"of another class":     {text(commentProse) + "<div class=parts><p>a</p><p>b</p></div><p>c</p>", Hints{}, false, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := begun(t, test.body)
			require.Len(t, r.p.Blocks, 4)
			r.hints, r.page[fKind], r.page[fKind+1] = test.hints, 1, test.forum
			prob := []float32{test.before, 1, 1, 1}
			r.comments(prob)
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
	r := begun(t, "<p>"+strings.Repeat("word ", commentProse)+"<ol class=commentlist><li class=comment>a<ol><li class=comment>b</ol></ol>")
	r.page[fKind], r.page[fKind+1] = 1, 0
	prob := []float32{1, 1, 1}
	r.comments(prob)
	assert.Equal(t, []float32{1, commentShare, commentShare}, prob)
}
