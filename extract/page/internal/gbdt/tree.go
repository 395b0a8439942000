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

// Batch is how many blocks Ensemble.LogOdds takes at a time: few enough that their
// features stay in the first-level cache.
const Batch = 32

// LogOdds sets the log odds of the blocks, at most Batch of them. Trees are the
// outer loop, so that the splits of one stay in registers.
func (m *Ensemble) LogOdds(blocks []features.FeatureVector, odds []float32) {
	odds = odds[:len(blocks)]
	clear(odds)
	for i := range m.Trees {
		t := &m.Trees[i]
		f0, f1, f2, f3, f4, f5 := t.Feature[0], t.Feature[1], t.Feature[2], t.Feature[3], t.Feature[4], t.Feature[5]
		t0, t1, t2, t3, t4, t5 := t.Threshold[0], t.Threshold[1], t.Threshold[2], t.Threshold[3], t.Threshold[4], t.Threshold[5]
		for b := range blocks {
			f := &blocks[b]
			leaf := exceeds(f[f0], t0) | exceeds(f[f1], t1)<<1 | exceeds(f[f2], t2)<<2 |
				exceeds(f[f3], t3)<<3 | exceeds(f[f4], t4)<<4 | exceeds(f[f5], t5)<<5
			odds[b] += t.Leaf[leaf&(1<<TreeDepth-1)]
		}
	}
	for b := range odds {
		odds[b] += m.Bias
	}
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

// compiled returns the compiled form of both ensembles, made on the first call.
func (m *Model) compiled() (first, second *compiledEnsemble) {
	m.once.Do(func() { m.compiledFirst, m.compiledSecond = compile(&m.First), compile(&m.Second) })
	return m.compiledFirst, m.compiledSecond
}
