package gbdt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

func measured(t testing.TB, body string) *measure.Page {
	t.Helper()
	root, err := html.Parse(strings.NewReader(body))
	require.NoError(t, err)
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	return p
}

// scoredOneByOne scores a page as training does: without lanes, and with the
// features of each block made anew.
func scoredOneByOne(m *Model, p *measure.Page, hints features.Hints) []float32 {
	var r features.Extractor
	r.Begin(p, hints, m.Lexicon)
	vectors, first := make([]features.FeatureVector, len(p.Blocks)), make([]float32, len(p.Blocks))
	for i := range vectors {
		r.BlockFeatures(i, &vectors[i])
		m.First.LogOdds(vectors[i:i+1], first[i:i+1])
		first[i] = Probability(first[i])
	}
	r.SetFirstScores(first)
	prob := make([]float32, len(first))
	for i, p := range first {
		prob[i] = p
		if p > minFirstScore {
			r.StackedFeatures(i, &vectors[i])
			m.Second.LogOdds(vectors[i:i+1], prob[i:i+1])
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
	var s Scorer
	hints := features.Hints{PathSegments: 1, Title: "The tide"}
	for _, n := range []int{1, lanes - 1, lanes, lanes + 1, maxKeptVectors, maxKeptVectors + 1, maxKeptVectors + 3*lanes, 40} {
		p := measured(t, manyKinds(n))
		assert.Len(t, p.Blocks, n)
		var x features.Extractor
		x.Begin(p, hints, Embedded().Lexicon)
		assert.Equal(t, scoredOneByOne(Embedded(), p, hints), s.Score(t.Context(), Embedded(), &x, n), "%d blocks", n)
	}
}

func TestBlocksBeyondMaxScoredHaveTheScoreOfTheirSignature(t *testing.T) {
	var s Scorer
	for _, n := range []int{MaxScored, MaxScored + 1} {
		p := measured(t, strings.Repeat("<p>x", n))
		require.Len(t, p.Blocks, n)
		var x features.Extractor
		x.Begin(p, features.Hints{PathSegments: -1}, Embedded().Lexicon)
		scores := s.Score(t.Context(), Embedded(), &x, n)
		var mean float64
		for _, score := range s.firstScores[:MaxScored] {
			mean += float64(score) / MaxScored
		}
		assert.Equal(t, n > MaxScored, scores[n-1] == s.firstScores[n-1], "%d blocks", n)
		if n > MaxScored {
			assert.InDelta(t, mean, scores[n-1], 1e-3)
		}
	}
}
