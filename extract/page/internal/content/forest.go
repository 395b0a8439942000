package content

import (
	"math"
	"sync"
)

// TreeDepth is the number of questions of a tree.
const TreeDepth = 6

// Tree is an oblivious decision tree: it asks the same question of all blocks
// on each level, so the answers are the index of the leaf and no branch is
// mispredicted (Prokhorenkova et al., CatBoost, arXiv:1706.09516).
type Tree struct {
	Feature   [TreeDepth]uint16
	Threshold [TreeDepth]float32
	Leaf      [1 << TreeDepth]float32
}

// Forest is a sum of trees, the log odds that a block is content.
type Forest struct {
	Bias  float32
	Trees []Tree
}

// Batch is how many blocks are judged at a time: few enough that their features
// stay in the cache closest to the processor.
const Batch = 32

// Odds sets the log odds of the blocks, at most Batch of them. Trees are the
// outer loop, so that the questions of one stay in registers.
func (m *Forest) Odds(blocks []Vector, odds []float32) {
	odds = odds[:len(blocks)]
	clear(odds)
	for i := range m.Trees {
		t := &m.Trees[i]
		f0, f1, f2, f3, f4, f5 := t.Feature[0], t.Feature[1], t.Feature[2], t.Feature[3], t.Feature[4], t.Feature[5]
		t0, t1, t2, t3, t4, t5 := t.Threshold[0], t.Threshold[1], t.Threshold[2], t.Threshold[3], t.Threshold[4], t.Threshold[5]
		for b := range blocks {
			f := &blocks[b]
			leaf := above(f[f0], t0) | above(f[f1], t1)<<1 | above(f[f2], t2)<<2 |
				above(f[f3], t3)<<3 | above(f[f4], t4)<<4 | above(f[f5], t5)<<5
			odds[b] += t.Leaf[leaf&(1<<TreeDepth-1)]
		}
	}
	for b := range odds {
		odds[b] += m.Bias
	}
}

// above is 1 when x is greater than the threshold, without a branch.
func above(x, threshold float32) (bit uint8) {
	if x > threshold {
		bit = 1
	}
	return bit
}

// Probability turns log odds into a probability.
func Probability(odds float32) float32 {
	return float32(1 / (1 + math.Exp(-float64(odds))))
}

// Model is all that was learned. It must not be changed once a [Chooser] has
// used it, nor be copied.
type Model struct {
	Lexicon       *Lexicon
	First, Second Forest

	once          sync.Once
	first, second *jury
}

// juries are the two forests made ready, on the first call.
func (m *Model) juries() (first, second *jury) {
	m.once.Do(func() { m.first, m.second = newJury(&m.First), newJury(&m.Second) })
	return m.first, m.second
}
