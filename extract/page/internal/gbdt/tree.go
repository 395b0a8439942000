// Package gbdt holds the learned model that scores blocks of text: two ensembles of
// gradient-boosted decision trees with the odds of single words, their file, and their
// evaluation. extract/page/train fits the model.
package gbdt

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
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

// lanes is the number of blocks that a compiledEnsemble evaluates side by side.
const lanes = 8

// compiledEnsemble evaluates an [Ensemble] on 8 blocks at once. Equal splits of different
// trees are evaluated once. The 8 results of a split are the 8 bytes of a uint64, so that
// six shifts and ORs give the leaf index of a tree for all 8 blocks. That saves the whole
// extraction about 0.13 of the time of html.Parse over the same pages.
type compiledEnsemble struct {
	bias   float32
	splits []split // by feature, then by threshold
	// The splits on features of the page stand from firstPageSplit to before endPageSplit.
	firstPageSplit, endPageSplit int
	trees                        []compiledTree
}

// split is true for a feature greater than a threshold.
type split struct {
	feature   uint16
	threshold float32
}

// compiledTree is an ObliviousTree whose splits are indices of compiledEnsemble.splits.
// Its leaves are 16-bit numbers in units of 1/leafUnit, as in the model file: so all trees
// stay in the second-level cache.
type compiledTree struct {
	splits [TreeDepth]uint16
	leaf   [1 << TreeDepth]int16
}

// compile returns the compiled form of an ensemble whose features are below
// features.FeatureCount.
func compile(m *Ensemble) *compiledEnsemble {
	j := &compiledEnsemble{bias: m.Bias, trees: make([]compiledTree, len(m.Trees))}
	for i := range m.Trees {
		for k, feature := range m.Trees[i].Feature {
			j.splits = append(j.splits, split{feature, m.Trees[i].Threshold[k]})
		}
	}
	order := func(a, b split) int {
		return cmp.Or(cmp.Compare(a.feature, b.feature), cmp.Compare(a.threshold, b.threshold))
	}
	slices.SortFunc(j.splits, order)
	j.splits = slices.Compact(j.splits)
	j.firstPageSplit, _ = slices.BinarySearchFunc(j.splits, split{feature: features.FirstPageFeature, threshold: float32(math.Inf(-1))}, order)
	j.endPageSplit, _ = slices.BinarySearchFunc(j.splits, split{feature: features.EndPageFeatures, threshold: float32(math.Inf(-1))}, order)
	for i := range m.Trees {
		t := &m.Trees[i]
		for k, leaf := range t.Leaf {
			j.trees[i].leaf[k] = toFixedPoint(leaf)
		}
		for k := range t.Feature {
			at, _ := slices.BinarySearchFunc(j.splits, split{t.Feature[k], t.Threshold[k]}, order)
			j.trees[i].splits[k] = uint16(at)
		}
	}
	return j
}

// splitBits are the results of one split for 8 blocks: 1 for true.
type splitBits [lanes]uint8

func (a *splitBits) word() uint64 { return binary.LittleEndian.Uint64(a[:]) }

// inferenceBatch evaluates an ensemble on the blocks of one page after the other. Call
// beginPage before logOdds.
type inferenceBatch struct {
	*compiledEnsemble
	bits []splitBits // by split
}

// beginPage evaluates the splits that are the same for all blocks of a page.
func (s *inferenceBatch) beginPage(j *compiledEnsemble, page *features.PageFeatures) {
	s.compiledEnsemble = j
	s.bits = slices.Grow(s.bits[:0], len(j.splits))[:len(j.splits)]
	clear(s.bits)
	for k := j.firstPageSplit; k < j.endPageSplit; k++ {
		yes := exceeds(page[j.splits[k].feature], j.splits[k].threshold)
		s.bits[k] = splitBits{yes, yes, yes, yes, yes, yes, yes, yes}
	}
}

// logOdds sets the log odds of 8 blocks. They are those of [Ensemble.LogOdds] if all
// leaves are multiples of 1/leafUnit, as those of a decoded model are.
func (s *inferenceBatch) logOdds(blocks *[lanes]*features.FeatureVector, odds *[lanes]float32) {
	evaluate(s.bits, s.splits[:s.firstPageSplit], blocks)
	evaluate(s.bits[s.endPageSplit:], s.splits[s.endPageSplit:], blocks)
	s.sumLeaves(s.bits, odds)
}

// evaluate sets the results of splits, which are in the order of their features, for 8 blocks.
func evaluate(list []splitBits, splits []split, blocks *[lanes]*features.FeatureVector) {
	list = list[:len(splits)]
	for k := 0; k < len(splits); {
		f := splits[k].feature
		x0, x1, x2, x3 := blocks[0][f], blocks[1][f], blocks[2][f], blocks[3][f]
		x4, x5, x6, x7 := blocks[4][f], blocks[5][f], blocks[6][f], blocks[7][f]
		for ; k < len(splits) && splits[k].feature == f; k++ {
			t, a := splits[k].threshold, &list[k]
			a[0], a[1], a[2], a[3] = exceeds(x0, t), exceeds(x1, t), exceeds(x2, t), exceeds(x3, t)
			a[4], a[5], a[6], a[7] = exceeds(x4, t), exceeds(x5, t), exceeds(x6, t), exceeds(x7, t)
		}
	}
}

// sumLeaves sets odds to the log odds of 8 blocks: the bias and the sum of the leaves that the results
// of the splits, a, select. Each tree selects one leaf a block.
func (j *compiledEnsemble) sumLeaves(a []splitBits, odds *[lanes]float32) {
	const leaves = 1<<TreeDepth - 1
	var o0, o1, o2, o3, o4, o5, o6, o7 int32
	for i := range j.trees {
		t := &j.trees[i]
		leaf := a[t.splits[0]].word() | a[t.splits[1]].word()<<1 | a[t.splits[2]].word()<<2 |
			a[t.splits[3]].word()<<3 | a[t.splits[4]].word()<<4 | a[t.splits[5]].word()<<5
		o0 += int32(t.leaf[leaf&leaves])
		o1 += int32(t.leaf[leaf>>8&leaves])
		o2 += int32(t.leaf[leaf>>16&leaves])
		o3 += int32(t.leaf[leaf>>24&leaves])
		o4 += int32(t.leaf[leaf>>32&leaves])
		o5 += int32(t.leaf[leaf>>40&leaves])
		o6 += int32(t.leaf[leaf>>48&leaves])
		o7 += int32(t.leaf[leaf>>56&leaves])
	}
	for k, o := range [...]int32{o0, o1, o2, o3, o4, o5, o6, o7} {
		odds[k] = j.bias + float32(o)/leafUnit
	}
}
