package classify

import (
	"slices"

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

// Chosen by cross-validation, see extract/page/train.
const (
	// proseStrictness multiplies the threshold of the greatest expected F on a page of prose.
	proseStrictness = 1.2
	// minKeptScore is the least threshold at beta 1. Where only lower scores are found, all of
	// them are unreliable, and so is the expected F.
	minKeptScore = 0.25
	// minProductScore replaces minKeptScore on the page of one product, where other goods, reviews
	// and conditions look like the content.
	minProductScore = 0.4
)

// keepThreshold returns the score from which on blocks are kept. prose is how much the page is one
// of prose, from 0 to 1; sellsOne says that it is about one product. If no block reaches the
// least threshold, the one of the greatest expected F counts alone.
func keepThreshold(blocks []measure.TextBlock, prob []float32, prose, beta float32, sellsOne bool) float32 {
	strictness := 1 + (proseStrictness-1)*prose
	least := fThreshold(blocks, prob, beta) * strictness
	floor := atBeta(scoreFloor(sellsOne), beta)
	if slices.Max(prob) >= floor {
		least = max(least, floor)
	}
	return least
}

// atBeta moves a score chosen for beta 1 as another beta moves the threshold of the same F.
func atBeta(score, beta float32) float32 { return score * 2 / (1 + beta*beta) }

// scoreFloor returns the least threshold at beta 1.
func scoreFloor(sellsOne bool) float32 {
	if sellsOne {
		return minProductScore
	}
	return minKeptScore
}

// beta is the weight of recall against precision in the F-measure, 1 unless it is given.
func beta(recall float64) float32 {
	if recall == 0 {
		return 1
	}
	return float32(min(max(recall, 0.1), 10))
}
