package content

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// judgedOneByOne scores a page as training does: without lanes, and with the
// features of each block made anew.
func judgedOneByOne(m *Model, p *measure.Page, hints Hints) []float32 {
	var r Reader
	r.Begin(p, hints, m.Lexicon)
	vectors, first := make([]Vector, len(p.Blocks)), make([]float32, len(p.Blocks))
	for i := range vectors {
		r.Vector(i, &vectors[i])
		m.First.Odds(vectors[i:i+1], first[i:i+1])
		first[i] = Probability(first[i])
	}
	r.Score(first)
	prob := make([]float32, len(first))
	for i, p := range first {
		prob[i] = p
		if p > hopeless {
			r.Scores(i, &vectors[i])
			m.Second.Odds(vectors[i:i+1], prob[i:i+1])
			prob[i] = Probability(prob[i])
		}
	}
	return prob
}

// manyKinds is a page of n blocks, some of which are content.
func manyKinds(n int) string {
	var b strings.Builder
	for i := range n {
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "<ul class=menu><li><a href=/%d>Stories of week %d</a></ul>", i, i)
		case 1:
			fmt.Fprintf(&b, "<h2>The tide of day %d</h2>", i)
		default:
			fmt.Fprintf(&b, "<p>On day %d the flood came in over the flats faster than a person walks, and the guides counted the minutes, as they do, from the moment that the last gully ran dry.</p>", i)
		}
	}
	return b.String()
}

func TestScoresAreThoseOfTraining(t *testing.T) {
	var c Chooser
	hints := Hints{Path: 1, Title: "The tide"}
	for _, n := range []int{1, lanes - 1, lanes, lanes + 1, maxHeld, maxHeld + 1, maxHeld + 3*lanes, 40} {
		p := measured(t, manyKinds(n))
		assert.Len(t, p.Blocks, n)
		c.Choose(Learned(), p, hints, Wish{})
		c.first, c.prob = zeroed(c.first, n), zeroed(c.prob, n)
		c.reader.Begin(p, hints, Learned().Lexicon)
		c.score(Learned(), p)
		assert.Equal(t, judgedOneByOne(Learned(), p, hints), c.prob, "%d blocks", n)
	}
}
