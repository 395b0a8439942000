package gbdt

import (
	"context"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

const (
	// minFirstScore is the score of the first ensemble above which the second one scores
	// a block. Others keep the score of the first, which the second would only confirm,
	// as measured on the pages of the training corpus.
	minFirstScore = 0.15

	// MaxScored is how many blocks of a page the ensembles score. Those beyond, which
	// only hostile pages have, get the mean score of blocks with their signature.
	MaxScored = 20_000

	// maxKeptVectors is how many blocks of a page have their features kept for the
	// second ensemble: about 2 MB. Those of blocks beyond are computed twice.
	maxKeptVectors = 2000
)

// Scorer scores the blocks of one page after the other in the same memory. The zero
// value is ready; it serves one goroutine at a time.
type Scorer struct {
	first, second inferenceBatch
	vectors       []features.FeatureVector      // by block, up to maxKeptVectors
	spare         [lanes]features.FeatureVector // by lane, for blocks beyond maxKeptVectors
	lanes         [lanes]*features.FeatureVector
	logOdds       [lanes]float32
	firstScores   []float32
	scores        []float32
}

// Score returns the probability of each of n blocks to be content, valid until the next
// call. Call x.Begin with the page before. The first ensemble scores all blocks. The second
// one, whose features include the scores of blocks around, scores those above minFirstScore. If
// ctx is done it stops early, and what it returns means nothing.
func (s *Scorer) Score(ctx context.Context, m *Model, x *features.Extractor, n int) []float32 {
	s.scores, s.firstScores = slices.Grow(s.scores[:0], n)[:n], slices.Grow(s.firstScores[:0], n)[:n]
	if n == 0 {
		return s.scores
	}
	m.once.Do(func() { m.compiledFirst, m.compiledSecond = compile(&m.First), compile(&m.Second) })
	s.first.beginPage(m.compiledFirst, x.PageFeatures())
	s.second.beginPage(m.compiledSecond, x.PageFeatures())
	scored := min(n, MaxScored)
	kept := min(scored, maxKeptVectors)
	s.vectors = slices.Grow(s.vectors[:0], kept)[:kept]
	for k := range lanes {
		s.vectorFor(k, scored) // logOdds reads all lanes, also those without a block
	}
	s.score(ctx, &s.first, s.firstScores[:scored], func(i int, v *features.FeatureVector) bool {
		x.BlockFeatures(i, v)
		return true
	})
	x.ImputeBySignature(s.firstScores, scored)
	x.SetFirstScores(s.firstScores)
	copy(s.scores, s.firstScores)
	s.score(ctx, &s.second, s.scores[:scored], func(i int, v *features.FeatureVector) bool {
		if s.firstScores[i] <= minFirstScore {
			return false
		}
		if i >= len(s.vectors) {
			x.BlockFeatures(i, v)
		}
		x.StackedFeatures(i, v)
		return true
	})
	return s.scores
}

// checkEvery is how many blocks are scored between two looks at the context.
const checkEvery = 64 * lanes

// score sets the scores that an ensemble gives to blocks, by the features that set computes. A block keeps its score if set returns
// false.
func (s *Scorer) score(ctx context.Context, e *inferenceBatch, scores []float32, set func(i int, v *features.FeatureVector) bool) {
	var block [lanes]int
	fill := 0
	flush := func() {
		e.logOdds(&s.lanes, &s.logOdds)
		for k, i := range block[:fill] {
			scores[i] = Probability(s.logOdds[k])
		}
		fill = 0
	}
	for i := range scores {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return
		}
		if !set(i, s.vectorFor(fill, i)) {
			continue
		}
		block[fill] = i
		if fill++; fill == lanes {
			flush()
		}
	}
	if fill > 0 {
		flush()
	}
}

// vectorFor assigns block i to a lane and returns the memory of its features. It doesn't compute them.
func (s *Scorer) vectorFor(lane, i int) *features.FeatureVector {
	s.lanes[lane] = &s.spare[lane]
	if i < len(s.vectors) {
		s.lanes[lane] = &s.vectors[i]
	}
	return s.lanes[lane]
}
