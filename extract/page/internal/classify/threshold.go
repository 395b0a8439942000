package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// bins is the resolution of scores in fThreshold.
const bins = 256

// fThreshold returns the score from which on blocks are to be kept so that the expected
// F-measure over words is greatest: with scores p and words w, the set S that maximises
// (1+β²) Σ_S p·w / (Σ_S w + β² Σ p·w). It is the blocks above F/(1+β²), F being that
// maximum (Lewis, Evaluating and optimizing autonomous text classification systems, SIGIR
// 1995; Lipton et al., arXiv:1402.1892).
func fThreshold(blocks []measure.TextBlock, prob []float32, beta float32) float32 {
	var weight, gain [bins]float32
	var total float32
	for i, p := range prob {
		w := float32(blocks[i].Words)
		at := min(int(p*bins), bins-1)
		weight[at] += w
		gain[at] += w * p
		total += w * p
	}
	var best, sumWeight, sumGain float32
	for i := bins - 1; i >= 0; i-- {
		sumWeight += weight[i]
		sumGain += gain[i]
		if sumWeight > 0 {
			best = max(best, sumGain/(sumWeight+beta*beta*total))
		}
	}
	return best
}

// The decision, where it was best in cross-validation: how much stricter than
// expected F asks for it is on pages of prose, and how likely, at the least, is
// what is kept of a page of which little is likely: there the scores are wrong
// together, and the expected F with them. A page that sells one thing shows much
// beside it that looks like it: other goods, reviews, conditions. On a page without
// a block as likely as that the expected F decides alone, since a single block is
// no content.
const (
	proseStrictness = 1.2
	minKeptScore    = 0.25
	minProductScore = 0.4
)

// keepThreshold returns the score from which on blocks are kept of a page that is one of
// prose to a degree from 0 to 1, or is about one product. minKeptScore and
// minProductScore are those of beta 1; another beta moves them as it moves the threshold
// of the same F.
func keepThreshold(blocks []measure.TextBlock, prob []float32, prosaic, beta float32, goods bool) float32 {
	strictness := 1 + (proseStrictness-1)*prosaic
	least := fThreshold(blocks, prob, beta) * strictness
	floor := atBeta(scoreFloor(goods), beta)
	if slices.Max(prob) >= floor {
		least = max(least, floor)
	}
	return least
}

// atBeta moves a score chosen for beta 1 as another beta moves the threshold of the same F.
func atBeta(score, beta float32) float32 { return score * 2 / (1 + beta*beta) }

// scoreFloor is how likely, at the least, is what is kept of a page for beta 1.
func scoreFloor(goods bool) float32 {
	if goods {
		return minProductScore
	}
	return minKeptScore
}

// beta is the weight of recall against precision in the F-measure.
func beta(favor extract.Favor) float32 {
	switch favor {
	case extract.Precision:
		return 0.5
	case extract.Recall:
		return 2
	}
	return 1
}
