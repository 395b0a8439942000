// Package gbdt holds the learned model that scores blocks of text: two ensembles of
// gradient-boosted decision trees with the odds of single words, their file, and their
// evaluation. extract/page/train fits the model.
package gbdt

import (
	"math"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// TreeDepth is the number of splits of a tree.
const TreeDepth = 6

// ObliviousTree is a decision tree with one split per level. The results of its splits,
// "feature greater than threshold", are the bits of the index of the leaf, the first one
// the lowest, so that no branch is mispredicted (Prokhorenkova et al., CatBoost,
// arXiv:1706.09516).
type ObliviousTree struct {
	Feature   [TreeDepth]uint16
	Threshold [TreeDepth]float32
	Leaf      [1 << TreeDepth]float32
}

// Ensemble is a sum of trees: the log odds that a block is content (Friedman, Greedy
// function approximation: a gradient boosting machine, Annals of Statistics 29, 2001).
type Ensemble struct {
	Bias  float32
	Trees []ObliviousTree
}

// LogOdds returns the log odds of a block.
func (m *Ensemble) LogOdds(f *features.FeatureVector) (odds float32) {
	for i := range m.Trees {
		t, leaf := &m.Trees[i], uint8(0)
		for k, feature := range t.Feature {
			leaf |= exceeds(f[feature], t.Threshold[k]) << k
		}
		odds += t.Leaf[leaf]
	}
	return odds + m.Bias
}

// exceeds is 1 when x is greater than the threshold, without a branch.
func exceeds(x, threshold float32) (bit uint8) {
	if x > threshold {
		bit = 1
	}
	return bit
}

// Probability returns the probability of log odds.
func Probability(logOdds float32) float32 {
	return float32(1 / (1 + math.Exp(-float64(logOdds))))
}

// Model is all that was learned: the odds of words, and two ensembles of which the second
// knows the scores of the first for the blocks around. It must not be changed once a
// [Scorer] has used it, nor be copied.
type Model struct {
	Lexicon       *features.Lexicon
	First, Second Ensemble

	once                          sync.Once
	compiledFirst, compiledSecond *compiledEnsemble
}
