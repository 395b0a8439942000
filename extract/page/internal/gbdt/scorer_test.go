package gbdt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
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

var hints = features.Hints{PathSegments: 1, Title: "The tide"}

// begun returns an extractor of the features of a page.
func begun(m *gbdt.Model, p *measure.Page) *features.Extractor {
	x := new(features.Extractor)
	x.Begin(p, hints, m.Lexicon)
	return x
}

// leastFirstScore is the score of the first ensemble from which on the second one counts.
const leastFirstScore = 0.15

// scoredOneByOne scores a page as training does: one block after the other by the ensembles as
// they are. It returns what the first one says, too.
func scoredOneByOne(m *gbdt.Model, p *measure.Page) (first, scores []float32) {
	x := begun(m, p)
	vectors, first := make([]features.FeatureVector, len(p.Blocks)), make([]float32, len(p.Blocks))
	for i := range vectors {
		x.BlockFeatures(i, &vectors[i])
		first[i] = gbdt.Probability(m.First.LogOdds(&vectors[i]))
	}
	x.SetFirstScores(first)
	scores = make([]float32, len(first))
	for i, p := range first {
		scores[i] = p
		if p > leastFirstScore {
			x.StackedFeatures(i, &vectors[i])
			scores[i] = gbdt.Probability(m.Second.LogOdds(&vectors[i]))
		}
	}
	return first, scores
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

// Blocks are scored eight at a time, and the features of the first 2000 are kept.
func TestScoresAreThoseOfTraining(t *testing.T) {
	var s gbdt.Scorer
	for _, n := range []int{1, 7, 8, 9, 2000, 2001, 2024, 40} {
		p := measured(t, manyKinds(n))
		require.Len(t, p.Blocks, n)
		_, want := scoredOneByOne(gbdt.Embedded(), p)
		assert.Equal(t, want, s.Score(t.Context(), gbdt.Embedded(), begun(gbdt.Embedded(), p), n), "%d blocks", n)
	}
}

// Of ensembles that ask for just the values that blocks have, the scores are the same, too.
func TestScoresAtTheThresholdsOfSplits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s gbdt.Scorer
	for range 8 {
		p := measured(t, manyKinds(30))
		m := &gbdt.Model{Lexicon: gbdt.Embedded().Lexicon}
		x := begun(m, p)
		x.SetFirstScores(make([]float32, len(p.Blocks)))
		vectors := make([]features.FeatureVector, len(p.Blocks))
		for i := range vectors {
			x.BlockFeatures(i, &vectors[i])
			x.StackedFeatures(i, &vectors[i])
		}
		m.First = ensembleNear(r, vectors, features.FirstScore)
		m.Second = ensembleNear(r, vectors, features.FeatureCount)
		_, want := scoredOneByOne(m, p)
		assert.Equal(t, want, s.Score(t.Context(), m, begun(m, p), len(p.Blocks)))
	}
	p := measured(t, manyKinds(30))
	m := &gbdt.Model{Lexicon: gbdt.Embedded().Lexicon, First: gbdt.Ensemble{Bias: 0.5}, Second: gbdt.Ensemble{Bias: 0.25}}
	_, want := scoredOneByOne(m, p)
	assert.Equal(t, want, s.Score(t.Context(), m, begun(m, p), len(p.Blocks)), "without trees")
}

// ensembleNear returns trees whose thresholds are values of the first features of blocks, or
// one more or less.
func ensembleNear(r *rand.Rand, blocks []features.FeatureVector, featureCount int) gbdt.Ensemble {
	e := gbdt.Ensemble{Trees: make([]gbdt.ObliviousTree, 50)}
	for i := range e.Trees {
		t := &e.Trees[i]
		for k := range t.Feature {
			f := r.IntN(featureCount)
			t.Feature[k], t.Threshold[k] = uint16(f), blocks[r.IntN(len(blocks))][f]+float32(r.IntN(3)-1)
		}
		for k := range t.Leaf {
			t.Leaf[k] = float32(r.IntN(400)-200) / 4096 // as in a model file
		}
	}
	return e
}

// Only the first 20,000 blocks are scored. Those beyond have the mean of blocks like them.
func TestBlocksBeyondMaxScoredHaveTheScoreOfTheirSignature(t *testing.T) {
	var s gbdt.Scorer
	for _, n := range []int{gbdt.MaxScored, gbdt.MaxScored + 1} {
		p := measured(t, strings.Repeat("<p>x", n))
		require.Len(t, p.Blocks, n)
		first, scores := scoredOneByOne(gbdt.Embedded(), p)
		got := s.Score(t.Context(), gbdt.Embedded(), begun(gbdt.Embedded(), p), n)
		if n == gbdt.MaxScored {
			assert.Equal(t, scores, got)
			continue
		}
		var mean float64
		for _, score := range first[:gbdt.MaxScored] {
			mean += float64(score) / gbdt.MaxScored
		}
		assert.InDelta(t, mean, got[n-1], 1e-3)
	}
}

func BenchmarkScore(b *testing.B) {
	const blocks = 200
	m, p := gbdt.Embedded(), measured(b, manyKinds(blocks))
	b.Run("one by one", func(b *testing.B) {
		for b.Loop() {
			scoredOneByOne(m, p)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*blocks), "ns/block")
	})
	b.Run("eight at a time", func(b *testing.B) {
		var s gbdt.Scorer
		for b.Loop() {
			s.Score(b.Context(), m, begun(m, p), blocks)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*blocks), "ns/block")
	})
}
