package content

import "math"

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

// Odds returns the log odds of a block.
func (m *Forest) Odds(f *Vector) float32 {
	sum := m.Bias
	for i := range m.Trees {
		t := &m.Trees[i]
		leaf := 0
		for d := range TreeDepth {
			if f[t.Feature[d]] > t.Threshold[d] {
				leaf |= 1 << d
			}
		}
		sum += t.Leaf[leaf]
	}
	return sum
}

// Probability turns log odds into a probability.
func Probability(odds float32) float32 {
	return float32(1 / (1 + math.Exp(-float64(odds))))
}

// Model is all that was learned.
type Model struct {
	Lexicon       *Lexicon
	First, Second Forest
}
