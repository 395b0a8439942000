package content

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// bins is the resolution of probabilities in Cut.
const bins = 256

// cut returns the probability from which on blocks are to be kept, so that the
// expected F-measure over words is greatest: with probabilities p and words w,
// the set S that maximises (1+β²) Σ_S p·w / (Σ_S w + β² Σ p·w). It is the blocks
// above F/(1+β²), F being that maximum (Lewis, Evaluating and optimizing
// autonomous text classification systems, SIGIR 1995; Lipton et al.,
// arXiv:1402.1892).
func cut(blocks []measure.TextBlock, prob []float32, beta float32) float32 {
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
	leastKept       = 0.25
	leastOfGoods    = 0.4
)

// threshold returns the probability from which on the blocks are kept of a page
// that is prosaic to a degree from 0 to 1, or sells goods. leastKept and
// leastOfGoods are those of beta 1; others move them as they move the threshold of
// the same F.
func threshold(blocks []measure.TextBlock, prob []float32, prosaic, beta float32, goods bool) float32 {
	strictness := 1 + (proseStrictness-1)*prosaic
	least := cut(blocks, prob, beta) * strictness
	var floor float32 = leastKept
	if goods {
		floor = leastOfGoods
	}
	floor *= 2 / (1 + beta*beta)
	if slices.Max(prob) >= floor {
		least = max(least, floor)
	}
	return least
}
